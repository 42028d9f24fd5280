"""Writing files so that a crash, a kill or a full disk leaves either the old file or the new one."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from wayproof.errors import StorageFailure


def write_atomically(file: Path, content: bytes) -> None:
    """Write beside the target, flush to disk, then rename over it; on failure nothing half-written stays."""
    partial = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(file)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise StorageFailure(
            f"could not write {file}: {reason}. Free space or choose another place."
        ) from error
