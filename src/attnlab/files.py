"""How a file is written: whole or not at all."""

import os
import tempfile
from pathlib import Path

from attnlab.errors import LabError


def write_whole(path: Path, content: bytes | str) -> Path:
    """Write to a temporary name beside the target, flush it to disk, then rename.

    A reader meets the old file or the new one, never half of either, whatever interrupts the writing.
    Raises LabError where the folder is missing or the disk refuses.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as fault:
        raise LabError("file-not-written", path=str(path), reason=fault.strerror or str(fault)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o666 & ~_umask())
        os.replace(draft, path)
    except OSError as fault:
        Path(draft).unlink(missing_ok=True)
        raise LabError("file-not-written", path=str(path), reason=fault.strerror or str(fault)) from None
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return path


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
