"""The lessons under /learn/: the same files as the static site, made when they are asked for."""

import mimetypes
import threading
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, RedirectResponse, Response

from attnlab.lessons import site

LAB = "../../"
"""From a page of a lesson to the lab's own page."""


_making = threading.Lock()


@lru_cache(maxsize=256)
def _made(address: str) -> bytes | None:
    return site.content(address, LAB)


def _content(address: str) -> bytes | None:
    with _making:  # a class opens the same lesson at once: it is made once
        return _made(address)


def lessons_routes() -> APIRouter:
    """GET /learn/... ; an address that is not one of the site's is not found, and no path is ever opened."""
    routes = APIRouter()

    @routes.get("/learn", include_in_schema=False)
    @routes.get("/learn/", include_in_schema=False)
    def first() -> Response:
        return RedirectResponse("/learn/index.html")

    @routes.get("/learn/{address:path}", include_in_schema=False)
    def give(address: str) -> Response:
        wanted = f"{address.rstrip('/')}/index.html" if address.rstrip("/") in site.LANGUAGES else address
        if wanted != address:
            return RedirectResponse(f"/learn/{wanted}")
        found = _content(address) if address in _addresses() else None
        if found is None:
            return PlainTextResponse("There is no such page. The lessons begin at /learn/.\n", status_code=404)
        return Response(found, media_type=mimetypes.guess_type(address)[0] or "application/octet-stream")

    return routes


@lru_cache(maxsize=1)
def _addresses() -> frozenset[str]:
    return frozenset(site.addresses())
