"""The store of a run: append-only files of logs, each with one writer, and a lock for one run at a time.

A record counts when it is on the disk as a whole. A torn end, left by a kill or a full disk, is cut off when
the run is opened again; nothing before it is touched.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import IO

from wayproof.errors import InvalidInput, StorageFailure
from wayproof.log_files import LOGS, MAGIC, SUFFIX, framed, scan, stored_files

LOCK = "lock"
LOCK_WAIT_S = 20.0


class Writer:
    """Appends records to a file of its own; each is on the disk before the call returns."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = folder / LOGS / f"{name}{SUFFIX}"
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._stream: IO[bytes] = self.file.open("xb", buffering=0)
            self._stream.write(MAGIC)
        except OSError as error:
            raise _refused(self.file, error) from error

    def append(self, record: bytes) -> None:
        """One encoded log; on a full disk what was half written is taken back."""
        start = self._stream.tell()
        try:
            data = memoryview(framed(record))
            while data:
                data = data[self._stream.write(data) :]
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._stream.seek(start)
            self._stream.truncate()
            raise _refused(self.file, error) from error

    def close(self) -> None:
        self._stream.close()


def repair(folder: Path) -> list[str]:
    """Cut off incomplete ends of files; says what was cut."""
    told = []
    for file in stored_files(folder):
        found = scan(file.read_bytes(), where=str(file))
        if found.torn:
            lost = file.stat().st_size - found.good_bytes
            with file.open("rb+") as stream:
                stream.truncate(found.good_bytes)
                os.fsync(stream.fileno())
            told.append(f"{file.name}: cut {lost} bytes off the end ({found.torn})")
    return told


def locked(folder: Path, name: str = LOCK) -> IO[bytes]:
    """Hold the folder for this process and its workers; waits a while for another holder.

    The lock is the kernel's: it goes when the last process that holds the file is gone, however it ends.
    """
    file = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = file.open("ab")
    except OSError as error:
        raise _refused(file, error) from error
    until = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return stream
        except BlockingIOError:
            if time.monotonic() > until:
                stream.close()
                raise InvalidInput(
                    f"another process is running in {folder}; wait for it, stop it, or choose another folder"
                ) from None
            time.sleep(0.1)


def _refused(file: Path, error: OSError) -> StorageFailure:
    reason = error.strerror or str(error)
    return StorageFailure(
        f"could not write {file}: {reason}. What is stored is safe; free some space or repair the folder, "
        "then repeat the same command to resume"
    )
