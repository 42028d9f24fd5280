"""The store of a run: append-only files of logs, each with one writer, and a lock for one run at a time.

A record counts when it is on the disk as a whole. What is torn or damaged is cut out when the run is opened
again; whole records before and after it stay. A file whose writer is alive is left alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

from wayproof.errors import BrokenFile, InvalidInput, StorageFailure
from wayproof.log import EpisodeLog, decode_log
from wayproof.log_files import LOGS, MAGIC, SUFFIX, Scan, framed, scan, stored_files
from wayproof.storage import write_atomically

LOCK = "lock"
LOCK_WAIT_S = 20.0


class Writer:
    """Appends records to a file of its own; each is on the disk before the call returns."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = folder / LOGS / f"{name}{SUFFIX}"
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._stream: IO[bytes] = self.file.open("xb", buffering=0)
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)  # while it is held nobody repairs it
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
    """Cut what is no record out of the files; says what was cut, and what was left alone."""
    told = []
    for file in stored_files(folder):
        with _held(file) as is_mine:
            try:
                found = scan(file.read_bytes(), where=file.name) if is_mine else None
            except (BrokenFile, OSError) as error:
                told.append(f"nothing: damaged: {error}; it was left alone")
                continue
            if found is not None:
                told += _cut_out(file, found)
    return told


def remove_logs(folder: Path, is_unwanted: Callable[[EpisodeLog], bool]) -> int:
    """Take logs out of the store, so that their work is done again; how many."""
    removed = 0
    for file in stored_files(folder):
        with _held(file) as is_mine:
            records = scan(file.read_bytes(), where=file.name).records if is_mine else []
            kept = [record.data for record in records if not _is(is_unwanted, record.data)]
            if len(kept) < len(records):
                removed += len(records) - len(kept)
                _rewrite(file, kept)
    return removed


def _is(is_unwanted: Callable[[EpisodeLog], bool], record: bytes) -> bool:
    try:
        return is_unwanted(decode_log(record))
    except BrokenFile:
        return False  # whoever reads it says so


def _rewrite(file: Path, records: Iterable[bytes]) -> None:
    """The file with these records only, all or nothing."""
    write_atomically(file, MAGIC + b"".join(framed(record) for record in records))


def _cut_out(file: Path, found: Scan) -> list[str]:
    """Cut what is no record out of a file, or off its end; what was cut, in words."""
    told = [
        f"{file.name}: damaged: cut {one.length} bytes at byte {one.start} ({one.why}); "
        f"its {len(found.records)} whole records stay"
        for one in found.damage
    ]
    if found.torn:
        lost = file.stat().st_size - found.good_bytes
        told.append(f"{file.name}: cut {lost} bytes off the end ({found.torn})")
    if found.damage:
        _rewrite(file, [record.data for record in found.records])
    elif found.torn:  # needs no space, so it works on a full disk, too
        with file.open("rb+") as stream:
            stream.truncate(found.good_bytes)
            os.fsync(stream.fileno())
    return told


@contextlib.contextmanager
def _held(file: Path) -> Iterator[bool]:
    """Keep writers out of a file; False if one is at work in it."""
    with file.open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


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
