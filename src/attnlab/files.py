"""How a file is written: whole or not at all."""

import os
import tempfile
from pathlib import Path

from attnlab.errors import LabError


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


def write_whole(path: Path, content: bytes | str) -> Path:
    """Write to a temporary name beside the target, flush it to disk, then rename.

    A reader meets the old file or the new one, never half of either, whatever interrupts the writing. Of a link
    the file it points to is written, a file that was there keeps its permissions, and what is no file, such as
    /dev/null, is written into and stays what it is. Raises LabError where the folder is missing or the disk refuses.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as fault:
        if isinstance(fault, FileNotFoundError) and not os.path.isdir(path.parent):
            raise LabError("folder-missing", path=str(path.parent)) from None
        raise LabError("file-not-written", path=str(path), reason=fault.strerror or str(fault)) from None
    return path


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.is_file() else 0o666 & ~_umask()
    handle, draft = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, mode)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
