"""What a page may ask the server, by its OpenAPI: no question breaks it, every answer is one of those it declares."""

import json
import re
from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import PlainTextResponse
from hypothesis import strategies as st

from attnlab.models import NAMES
from attnlab.server import make_app
from attnlab.words import LANGUAGES
from fuzz.draws import odd_texts, values
from fuzz.targets import Target

HOST = "http://127.0.0.1"
LIKELY: dict[str, tuple[Any, ...]] = {
    "model": ("names", "names", "names", "agreement", "grammar-et", "previous", *NAMES),
    "text": ("anna", "emma", "a", "the key that the books", "abcd", "anna => anna"),
    "head": ("0.0", "0.3", "0.1", "1.0", "cross.0.0", "encoder.0.1"), "query": (0, 2, 4, -1), "key": (0, 1, 3),
    "form": ("csv", "json"),
    "edit": (["cut 0.3:4-3"], ["ablate 0.0", "lift 0.1:2-1+3"], ["swap 0.1:1=mean"], []),
    "name": ("budget", "lookup", "scale", "names", "gpt2", "masks"),
    "typed": (["cut 0.3:4-3"], ["ablate 0.0", "x"]), "records": ([{"edit": "hide", "site": "0", "head": 0, "key": 1}],
        [{}]), "on": ([], ["cut 0.3:4-3"]),
    "target": ("", "top", "a/b", "kl", "p(a)"), "heads": (["0.3"], ["0.0", "0.1"], None),
    "texts": ("anna\nemma\n" * 3, "abc\tq\n", None), "count": (1, 3, 10),
    "base": ("plain", "pasted", "gpt2", "names"),
    "config": ('{"model_type": "gpt2", "n_embd": 32, "n_layer": 2, "n_head": 4}', "{}", "["),
    "dtype": ("bfloat16", "float32", "x"), "cache_dtype": (None, "int8"), "level": (0, 1), "row": (0, 1),
    "column": (0, 1), "layer": ("weight", "score"),
    "changes": ({}, {"layers": 3}, {"heads": 7}, ["queries=10"], [], ["queries=x"]), "seed": (0, 7),
    "temperature": (0.0, 1.0), "small": (True,),
    "length": (1, 1024, 10**9), "batch": (1, 2), "folder": ("x",), "other": ("y",),
}  # fmt: skip
JOBS = ("/api/checks", "/api/runs", "/api/effects", "/api/loads", "/api/generate")


@cache
def desk() -> tuple[Any, list[Any], list[Exception], list[tuple[str, str]]]:
    """The application, its operations, the faults that it met, and the jobs that were started."""
    import logging

    import schemathesis

    logging.disable(logging.CRITICAL)
    app, met = make_app(), []

    async def keep(request: Request, fault: Exception) -> PlainTextResponse:
        met.append(fault)
        return PlainTextResponse("broken", status_code=500)

    app.add_exception_handler(Exception, keep)
    schema = schemathesis.openapi.from_dict(app.openapi())
    schema.app = app
    return app, [one.ok() for one in schema.get_all_operations()], met, []


class Unlike(AssertionError):
    """An answer that its operation does not declare."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(what)
        self.where = f"answer of {where}"


def attempt(data: st.DataObject) -> str:
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.failures import Failure, FailureGroup
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi import checks

    _, operations, met, started = desk()
    operation = operations[data.draw(st.integers(0, len(operations) - 1), "operation")]
    where = f"{operation.method.upper()} {operation.path}"
    mode = data.draw(
        st.sampled_from((GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE)), "mode"
    )
    case = data.draw(operation.as_strategy(generation_mode=mode), where)
    likelier(data, case, started)
    met.clear()
    response = case.call(base_url=HOST, timeout=50)
    if met:
        met[0].add_note(f"{where} {case.path_parameters} {case.query} {str(case.body)[:1500]}")
        raise met[0]
    laws = [checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance]
    if response.status_code != 503:  # too many jobs wait, in words
        laws.append(not_a_server_error)
    try:
        case.validate_response(response, checks=laws)
    except (Failure, FailureGroup) as fault:
        kinds = [type(one).__name__ for one in getattr(fault, "exceptions", [fault])]
        raise Unlike(f"{where}: {', '.join(kinds)}", f"{response.status_code}: {fault}"[:1500]) from None
    return answered(response, case, where, started)


def likelier(data: st.DataObject, case: Any, started: list[tuple[str, str]]) -> None:
    """Puts what may well be asked in the place of some of what was drawn."""
    if not data.draw(st.integers(0, 4), "as drawn"):
        return
    for home in (case.query, case.body):
        if not isinstance(home, dict):
            continue
        schema = {"model", "text", "head", "query", "lang"} & set(LIKELY) if home is case.query else set()
        for name in sorted(set(home) | (schema if home else set())):
            if name in LIKELY and data.draw(st.integers(0, 5), f"likely {name}"):
                home[name] = data.draw(st.sampled_from(LIKELY[name]), name)
            elif not data.draw(st.integers(0, 9), f"odd {name}"):
                home[name] = data.draw(
                    odd_texts(3).map(_in_an_address) if home is case.query else values().filter(_sendable), name
                )
    lang = data.draw(st.sampled_from(LANGUAGES) | st.just("xx"), "lang")
    if isinstance(case.body, dict):
        case.body["lang"] = lang
        if "count" in case.body and isinstance(case.body["count"], int):
            case.body["count"] = min(case.body["count"], 50)
    elif isinstance(case.query, dict):
        case.query["lang"] = lang
    paths = case.path_parameters
    if isinstance(paths, dict) and "id" in paths and started:
        home, id = data.draw(st.sampled_from(started[-8:]), "job")
        if case.operation.path.startswith(home):
            paths["id"] = id
    if isinstance(paths, dict) and "lang" in paths:
        paths["lang"] = lang


def _in_an_address(text: str) -> str:
    """Half a character cannot stand in one."""
    return text.encode(errors="replace").decode()


def _sendable(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False).encode()
        return abs(value) < 10**300 if isinstance(value, int) else True
    except ValueError:
        return False


def answered(response: Any, case: Any, where: str, started: list[tuple[str, str]]) -> str:
    """A refusal is a sentence in the language asked for; what was started is ended."""
    if response.status_code in (422, 503):
        told = response.json()
        if not told["sentence"].strip() or "{ $" in told["sentence"] or "{$" in told["sentence"]:
            raise Unlike(where, f"a refusal without words: {told}")
        lang = (case.query or {}).get("lang") if not isinstance(case.body, dict) else case.body.get("lang")
        if lang == "ru" and not re.search("[а-яё]", told["sentence"].lower()):
            raise Unlike(f"{where}: another language", f"a refusal in another language than asked for: {told}")
        return "refused"
    is_start = case.operation.path in JOBS and case.operation.method == "post" and response.status_code == 200
    if is_start and (id := response.json().get("id")):
        started.append((case.operation.path, id))
        ended = case.operation.schema[f"{case.operation.path}/{{id}}"]["DELETE"].Case(path_parameters={"id": id})
        if len(started) % 2:
            ended.call(base_url=HOST)
    return "answered"


def warm() -> None:
    desk()


TARGET = Target(
    "messages",
    "the server's questions by its OpenAPI, in process",
    attempt,
    ("answered", "refused"),
    patience=60.0,
    short=25,
    warm=warm,
)
