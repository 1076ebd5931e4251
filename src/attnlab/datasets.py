"""Data sets that are fetched on request: where they live, what they must be, and where they are kept."""

import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from attnlab.errors import LabError
from attnlab.files import readable_file, sweep_drafts, write_whole


@dataclass(frozen=True)
class Dataset:
    """A file with a home, a licence and a fingerprint."""

    name: str
    url: str
    sha256: str
    """Of the file itself, also where it travels in a zip."""
    licence: str
    member: str = ""
    """Its name inside the zip that `url` is; "" where `url` is the file."""


NAMES = Dataset(
    name="names",
    url="https://raw.githubusercontent.com/karpathy/makemore/988aa59e4d8fefa526d06f3b453ad116258398d4/names.txt",
    sha256="0a30b5557f192f32ab962680889aac5f6fda0f4cecf40a6d0b5694f58ea8cc4d",
    licence="MIT",
)


SMS = Dataset(
    name="sms",
    url="https://archive.ics.uci.edu/static/public/228/sms+spam+collection.zip",
    sha256="7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d",
    licence="CC BY 4.0 (Almeida and Gómez Hidalgo, UCI data set 228)",
    member="SMSSpamCollection",
)


def cached(dataset: Dataset, cache: Path | None = None) -> Path | None:
    """Where an earlier `fetch` left the file; None where none did."""
    path = _folder(cache) / f"{dataset.name}.txt"
    return path if path.is_file() else None


def _folder(cache: Path | None) -> Path:
    from platformdirs import user_cache_path

    return cache or user_cache_path("attnlab") / "data"


def fetch(dataset: Dataset, cache: Path | None = None) -> Path:
    """The data set's file, downloaded from its home the first time and checked every time.

    `cache` is the folder that keeps it (default: the user's cache folder). Raises LabError where it cannot be
    had or is not the file that is wanted.
    """
    import pooch
    from requests import RequestException

    folder = _folder(cache)
    path = folder / f"{dataset.name}.txt"
    try:
        if path.is_file() and sha256(path.read_bytes()).hexdigest() == dataset.sha256:
            return path
        folder.mkdir(parents=True, exist_ok=True)
        sweep_drafts(folder)
        with TemporaryDirectory() as passing:
            came = Path(passing) / "came"
            pooch.HTTPDownloader(timeout=30)(dataset.url, str(came), None)  # pyright: ignore[reportArgumentType] (pooch mistypes its own)
            content = _unpacked(dataset, came) if dataset.member else came.read_bytes()
        found = sha256(content).hexdigest()
        if found != dataset.sha256:
            raise ValueError(f"sha256 of {dataset.member or dataset.url}: {found} != {dataset.sha256}")
    except (RequestException, OSError, ValueError, BadZipFile) as fault:
        reason = (str(fault).splitlines() or [type(fault).__name__])[0]
        raise LabError("data-download-failed", name=dataset.name, url=dataset.url, reason=reason) from None
    return write_whole(path, content)


def _unpacked(dataset: Dataset, packed: Path) -> bytes:
    """The file out of its zip, held to its own hash: a home may pack the same file anew and the zip's bytes change."""
    try:
        with ZipFile(packed) as home:
            return home.read(dataset.member)
    except (KeyError, EOFError, NotImplementedError, RuntimeError, zlib.error) as fault:
        raise ValueError(str(fault.args[0] if fault.args else fault)) from None


def verify(dataset: Dataset, path: Path) -> Path:
    """The path, once its content is found to be the data set's. Raises LabError with both hashes where it is not."""
    readable_file(path)
    found = sha256(path.read_bytes()).hexdigest()
    if found != dataset.sha256:
        raise LabError("data-hash-wrong", path=str(path), name=dataset.name, found=found, wanted=dataset.sha256)
    return path


def read_names(path: Path, symbols: tuple[str, ...]) -> list[str]:
    """One name a line, only those written in the given symbols. Raises LabError for a file without any."""
    readable_file(path)
    known = set(symbols)
    lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    names = [name for name in map(str.strip, lines) if name and known.issuperset(name)]
    if not names:
        raise LabError("data-empty", path=str(path), wanted=f"{symbols[0]}-{symbols[-1]}")
    return names
