"""What attnlab is made from: licences, known faults, the wheel in a clean place, other Pythons. ./dev calls it.

python supply.py licences    list the licence of every package that is needed in docs/licences.md; refuse an unknown one
python supply.py audit       ask the package index for known faults of the versions in constraints.txt
python supply.py wheel       build sdist and wheel, install the wheel outside the checkout, use it
python supply.py pythons     the same wheel under every other Python that is promised and found here
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PAGE = ROOT / "docs/licences.md"
PROMISED = ("3.11", "3.12", "3.13")
EXTRAS = ("", "hub", "plot", "notebook", "data", "cluster", "names")
"""What a user installs; docs and test are for whoever develops attnlab, and are not handed on."""
FREE = re.compile(
    r"\b(MIT(-CMU|-0)?|BSD|0BSD|Apache|ISC|Zlib|PSF|Python Software Foundation|CNRI-Python|Unlicense|HPND)",
    re.I,
)
BINDING = re.compile(r"\b(A?GPL|LGPL|GNU|MPL|Mozilla|SSPL|EUPL|Commons Clause|proprietary)", re.I)
EXPLAINED: dict[str, str] = {
    "certifi": "used as it is, not changed and not handed on; MPL binds changes of its own files alone",
    "tqdm": "used as it is, not changed and not handed on; MPL binds changes of its own files alone",
}
"""Packages whose licence the words above do not settle, and why each may be used."""
SMOKE = tuple(f"tests/test_{name}.py" for name in ("files", "words", "tokens", "traces", "targets"))
"""Tests of the core that need no extra and take seconds."""


# --- licences -------------------------------------------------------------------------------------------------------


def licences() -> None:
    """Write docs/licences.md, or say what may not be used."""
    lines, refused = [], []
    for extra in EXTRAS:
        lines += ["", f"## {f'attnlab[{extra}]' if extra else 'attnlab'}", "", "| package | licence |", "|---|---|"]
        for one in sorted(closure(extra) - (closure("") if extra else set())):
            said = licence(distribution(one))
            if one not in EXPLAINED and (BINDING.search(said) or not FREE.search(said)):
                refused.append(f"{one}: {said or 'says none'}")
            lines.append(f"| {one} | {said}{': ' + EXPLAINED[one] if one in EXPLAINED else ''} |")
    lines += ["", "## The page", "", "Their texts are in the wheel, in `attnlab/page/licences.txt`.", ""]
    lines += ["| package | licence |", "|---|---|", *(f"| {name} | {kind} |" for name, kind in bundled())]
    text = "# Licences\n\nOf every package that attnlab needs, by extra; written by `./dev licences`.\n"
    text += "\n".join(lines) + "\n"
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        if os.environ.get("CI") == "true":
            refused.append("docs/licences.md is not what ./dev licences writes: run it and commit the page")
        PAGE.write_text(text, encoding="utf-8")
    if refused:
        sys.exit("\n".join(["supply: these licences are unknown or bind whoever uses them:", *refused]))


def closure(extra: str) -> set[str]:
    """The names of all packages that an extra brings here, attnlab left out."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: set[str] = set()
    left = [("attnlab", extra)]
    seen = set()
    while left:
        name, wish = left.pop()
        if (name, wish) in seen:
            continue
        seen.add((name, wish))
        try:
            wanted = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # for another system, or from the system itself
        if name != "attnlab":
            found.add(name)
        for text in wanted:
            one = Requirement(text)
            if one.marker is None or one.marker.evaluate({"extra": wish}):
                left += [(canonicalize_name(one.name), each) for each in {"", *one.extras}]
    return found


def licence(made: Distribution) -> str:
    """A package's licence in few words, from what it says of itself."""
    about = made.metadata
    said = about.get("License-Expression") or ""
    if not said:
        kinds = [x.rpartition(" :: ")[2] for x in about.get_all("Classifier") or () if x.startswith("License ::")]
        said = ", ".join(x for x in kinds if x != "OSI Approved")
    return said or next(iter((about.get("License") or "").strip().splitlines()), "")[:60]


def bundled() -> Iterator[tuple[str, str]]:
    """The npm packages whose code the page carries."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    for place, about in sorted(lock["packages"].items()):
        if place.startswith("node_modules/") and not about.get("dev") and not (about.get("link") or "@types/" in place):
            yield f"{place.removeprefix('node_modules/')} {about['version']}", about.get("license", "")


# --- known faults ---------------------------------------------------------------------------------------------------


def audit() -> None:
    """Say what is known against the pinned versions. Where it cannot be asked that is said, and nothing is passed."""
    # torch's build for the processor alone is no version that the index knows by name
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pip_audit", "-r", "constraints.txt", "--no-deps", "--disable-pip", "-f", "json",
             "--progress-spinner", "off", "--timeout", "10"],
            cwd=ROOT, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        found = json.loads(ran.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        print("supply: audit SKIPPED: pip-audit is not installed, or the package index was not reached", flush=True)
        return
    faults = [f"{one['name']} {one['version']}: {', '.join(fault['id'] for fault in one['vulns'])}"
              for one in found if one.get("vulns")]  # fmt: skip
    unasked = [one["name"] for one in found if "skip_reason" in one]
    if faults:
        sys.exit("\n".join(["supply: these versions have known faults; raise them in constraints.txt:", *faults]))
    if unasked:
        print(f"supply: audit SKIPPED for {len(unasked)} of {len(found)} packages: the index here knows no faults of "
              f"{', '.join(unasked[:5])}{' ...' if len(unasked) > 5 else ''}", flush=True)  # fmt: skip
    if len(unasked) < len(found):
        print(
            f"supply: {len(found) - len(unasked)} of {len(found)} packages were asked about; no fault is known of them"
        )


# --- the wheel ------------------------------------------------------------------------------------------------------


def wheel() -> None:
    """Build, look inside, install in a clean place, use."""
    with tempfile.TemporaryDirectory() as folder:
        install_and_use(Path(sys.executable), build(Path(folder)), Path(folder))


def build(folder: Path) -> Path:
    """The wheel, made from the sdist as an index would have it, once its content is right."""
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    (made,) = folder.glob("*.whl")
    (packed,) = folder.glob("*.tar.gz")
    with zipfile.ZipFile(made) as opened:
        names = opened.namelist()
    strange = [name for name in names if not name.startswith(("attnlab/", "attnlab-"))]
    strange += [
        name for name in names if re.search(r"(^|/)(tests?|benchmarks|node_modules|docs)/|\.test\.|\.pyc$", name)
    ]
    page = (f"attnlab/page/{name}" for name in ("index.html", "licences.txt", "lessons/lessons.js", "saved/saved.js"))
    wanted = (*page, "attnlab/cli.py", "attnlab/models/names.safetensors", "attnlab/words/et/errors.ftl")
    lacks = [name for name in wanted if name not in names]
    if not any(name.endswith("licenses/LICENSE") for name in names):
        lacks.append("LICENSE")
    if strange or lacks:
        sys.exit(f"supply: {made.name} holds {strange} that should not be there, and lacks {lacks}")
    print(f"supply: {made.name}, {made.stat().st_size / 1e6:.1f} MB, {len(names)} files; {packed.name}", flush=True)
    return made


def install_and_use(python: Path, made: Path, folder: Path) -> Path:
    """The base install in a venv of its own, outside the checkout: a version, a trace, the lab's page."""
    venv = folder / f"venv-{python.parent.parent.name}"
    run(python, "-m", "venv", venv)
    inside = venv / "bin/python"
    run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", ROOT / "constraints.txt", made)
    attnlab = venv / "bin/attnlab"
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    run(attnlab, "--version", cwd=folder, env=clean)
    run(attnlab, "trace", "anna", cwd=folder, env=clean, stdout=subprocess.DEVNULL)
    count = len(json.loads(subprocess.check_output([inside, "-m", "pip", "list", "--format=json"], text=True)))
    print(f"supply: {count} packages installed, pip among them", flush=True)
    with subprocess.Popen(
        [attnlab, "lab", "--no-browser", "--port", "0"], cwd=folder, env=clean, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            found = None
            said = ""
            until = time.monotonic() + 60
            while not found and time.monotonic() < until and (line := server.stdout.readline()):
                said += line
                found = re.search(r"http://127\.0\.0\.1:\d+/?", line)
            if not found:
                sys.exit(f"supply: the lab said no address: {said}")
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            for path in ("", "api/models"):
                with opener.open(f"{found[0].rstrip('/')}/{path}", timeout=30) as answer:
                    if answer.status != 200 or not answer.read():
                        sys.exit(f"supply: the lab answered {answer.status} to /{path}")
        finally:
            server.terminate()
    print(f"supply: {run_version(inside)}: the wheel traces and serves its page", flush=True)
    return inside


def pythons(everything: bool) -> None:
    """The wheel and chosen tests (`all`: every test that the base can run) under each other Python found here."""
    mine = "{}.{}".format(*sys.version_info)
    with tempfile.TemporaryDirectory() as folder:
        made = build(Path(folder))
        for version in PROMISED:
            if version == mine:
                continue
            python = find(version)
            if python is None:
                print(f"supply: Python {version} SKIPPED: it was found neither on the path nor by pyenv", flush=True)
                continue
            inside = install_and_use(python, made, Path(folder))
            test = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["test"]
            few = [one for one in test if re.match(r"beartype|httpx|hypothesis|num2words|pytest", one)]
            run(
                inside,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "-c",
                ROOT / "constraints.txt",
                *few,
            )
            chosen = ["tests"] if everything else list(SMOKE)
            environment = {key: value for key, value in os.environ.items() if key not in ("CI", "PYTHONPATH")}
            run(
                inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "auto", *chosen, cwd=ROOT, env=environment
            )


def find(version: str) -> Path | None:
    """The newest interpreter of a version that can make a venv."""
    homes = [Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"]
    names = [Path(one) for one in os.environ.get("PYTHON", "").split()]
    names += [Path(there)] if (there := shutil.which(f"python{version}")) else []
    names += [one / "bin/python" for home in homes for one in sorted(home.glob(f"{version}.*"), reverse=True)]
    for one in names:
        said = subprocess.run([one, "-c", "import sys, ensurepip; print('%d.%d' % sys.version_info[:2])"],
                              capture_output=True, text=True) if shutil.which(one) else None  # fmt: skip
        if said and said.returncode == 0 and said.stdout.strip() == version:
            return one
    return None


def run_version(python: Path) -> str:
    return subprocess.check_output([python, "-V"], text=True).strip()


def run(*words: object, **named) -> None:
    ended = subprocess.run([str(word) for word in words], **named).returncode
    if ended:
        sys.exit(f"supply: {' '.join(map(str, words))} ended with {ended}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["licences"]:
            licences()
        case ["audit"]:
            audit()
        case ["wheel"]:
            wheel()
        case ["pythons", *rest]:
            pythons("all" in rest)
        case _:
            sys.exit(__doc__)
