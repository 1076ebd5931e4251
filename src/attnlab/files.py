"""How files and folders are written, whole or not at all, and what a path must be to be read."""

import errno
import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from attnlab.errors import LabError

DRAFT = ".part"
"""How the name of what is not written yet ends; it begins with a dot."""
DAY = 86_400
"""Seconds after which a draft that nobody finished belongs to nobody."""


def writable(path: Path) -> None:
    """Raises LabError where a path's folder is missing, or where it is a folder itself: told before the work."""
    if os.path.isdir(path):
        raise LabError("path-is-folder", path=str(path))
    try:
        os.stat(path.parent)
    except (FileNotFoundError, NotADirectoryError):
        raise LabError("folder-missing", path=str(path.parent)) from None
    except OSError:
        pass  # what else is the matter is told by the writing itself


def readable_file(path: Path) -> Path:
    """The path of a file. Raises LabError where nothing is, for a folder, a pipe or a device, and what may not be read.

    A pipe would be waited for, and of a device there is no end: neither is opened.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise LabError("file-missing", path=str(path)) from None
    except (OSError, ValueError) as fault:  # a name with a zero in it
        if getattr(fault, "errno", None) == errno.ENAMETOOLONG:  # no file has such a name
            raise LabError("file-missing", path=str(path)) from None
        raise LabError("file-not-read", path=str(path), reason=_reason(fault)) from None
    if stat.S_ISDIR(mode):
        raise LabError("path-is-folder", path=str(path))
    if not stat.S_ISREG(mode):
        raise LabError("path-not-file", path=str(path))
    if not os.access(path, os.R_OK):
        raise LabError("file-not-read", path=str(path), reason=os.strerror(errno.EACCES))
    return path


def write_whole(path: Path, content: bytes | str) -> Path:
    """Write to a temporary name beside the target, flush it to disk, rename, and flush the folder.

    A reader meets the old file or the new one, never half of either, whatever interrupts the writing. Of a link
    the file it points to is written, a file that was there keeps its permissions, and what is no file, such as
    /dev/null, is written into and stays what it is. Raises LabError where the folder is missing or the disk refuses.
    """
    data = content.encode() if isinstance(content, str) else content
    with _told(path):
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
            return path
        place = Path(os.path.realpath(path))
        _replace(place, data)
    _keep(place, path)
    return path


@contextmanager
def folder_whole(path: Path, unless: Callable[[], bool] = lambda: False) -> Iterator[Path]:
    """A new folder to fill; when the block ends well it takes its place at `path`, and what stood there is gone.

    Until then, and where the block fails, what stood there stands. Where `unless` is true by then, another process
    was first, and its folder stays. A link's target is replaced, not the link. Raises LabError where the folder above
    is missing or the disk refuses, also in the block.
    """
    place = Path(os.path.realpath(path))
    draft = _beside(place)
    try:
        with _told(path):
            draft.mkdir()
            yield draft
            _flush_all(draft)
            if unless():
                return
            try:
                os.rename(draft, place)
            except OSError as fault:
                if fault.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
                _exchange(draft, place)
        _keep(place, path)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def sweep_drafts(folder: Path, older: int = DAY) -> None:
    """Remove what killed writers left in a folder of attnlab's own: drafts untouched for `older` seconds."""
    with suppress(OSError):
        for draft in folder.glob(f".*{DRAFT}"):
            with suppress(OSError):
                if older and time.time() - draft.lstat().st_mtime < older:
                    continue
                shutil.rmtree(draft) if draft.is_dir() and not draft.is_symlink() else draft.unlink()


def _beside(place: Path) -> Path:
    name = os.fsencode(place.name)[:100].decode(errors="ignore")
    return place.parent / f".{name}.{secrets.token_hex(6)}{DRAFT}"


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.is_file() else None
    draft = _beside(path)
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode or 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(draft, mode)
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _exchange(draft: Path, place: Path) -> None:
    """Two folders change places: at once where the system can, else one after the other."""
    if _exchanged_at_once(draft, place):
        return
    old = draft.with_suffix(".old")  # no draft: for a moment it is the only one
    place.rename(old)
    try:
        draft.rename(place)
    except OSError:
        old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _exchanged_at_once(one: Path, other: Path) -> bool:
    """Linux has a call for it that Python does not offer."""
    import ctypes

    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return renameat2(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0


def _flush_all(folder: Path) -> None:
    for here, _, files in os.walk(folder):
        for name in files:
            _flush(os.path.join(here, name))
        _flush_names(here)


def _flush(path: str | Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _flush_names(folder: str | Path) -> None:
    """A new name is safe once its folder is on the disk. Where a folder cannot be flushed, the system sees to it."""
    try:
        _flush(folder)
    except OSError as fault:
        if fault.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EISDIR):
            raise


def _keep(place: Path, path: Path) -> None:
    """What was put in its place is to be there after a power cut too."""
    try:
        _flush_names(place.parent)
    except OSError as fault:
        raise LabError("file-not-kept", path=str(path), reason=_reason(fault)) from None


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the disk refuses, in words."""
    try:
        yield
    except OSError as fault:
        if isinstance(fault, FileNotFoundError) and not os.path.isdir(path.parent):
            raise LabError("folder-missing", path=str(path.parent)) from None
        if fault.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
            raise LabError("disk-full", path=str(path)) from None
        raise LabError("file-not-written", path=str(path), reason=_reason(fault)) from None


def _reason(fault: OSError | ValueError) -> str:
    return getattr(fault, "strerror", None) or str(fault)
