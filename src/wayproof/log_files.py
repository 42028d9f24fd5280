"""Many logs in one file: each record has its length and checksum, so that a torn end is seen and cut off."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import EpisodeLog, decode_log, encode_log
from wayproof.storage import write_atomically

SUFFIX = ".waylog"
MAGIC = b"WAYLOG1\n"
_HEAD = struct.Struct("<II")  # length and CRC-32 of what follows
LARGEST_RECORD = 1 << 28
LOGS = "logs"  # the folder of a run that holds its log files


class Scan(NamedTuple):
    """The whole records of a file, and the byte at which the whole ones end."""

    records: list[bytes]
    good_bytes: int
    torn: str  # why what follows is no record; empty if nothing follows


def framed(record: bytes) -> bytes:
    """A record with its length and checksum before it."""
    return _HEAD.pack(len(record), zlib.crc32(record)) + record


def scan(data: bytes, *, where: str) -> Scan:
    """All whole records from the beginning; what comes after a torn one is not trusted."""
    if not data.startswith(MAGIC):
        if MAGIC.startswith(data):
            return Scan([], 0, "the file ends within its first line" if data else "")
        raise BrokenFile(f"{where} is not a file of episode logs; those end in {SUFFIX}")
    records: list[bytes] = []
    at = len(MAGIC)
    while at < len(data):
        if at + _HEAD.size > len(data):
            return Scan(records, at, "the file ends within the head of a record")
        length, checksum = _HEAD.unpack_from(data, at)
        end = at + _HEAD.size + length
        if length > LARGEST_RECORD or end > len(data):
            return Scan(records, at, "the file ends within a record")
        record = data[at + _HEAD.size : end]
        if zlib.crc32(record) != checksum:
            return Scan(records, at, "a record does not match its checksum")
        records.append(record)
        at = end
    return Scan(records, at, "")


def write_logs(file: Path, logs: Iterable[EpisodeLog]) -> None:
    """A new file with these logs, all or nothing."""
    write_atomically(file, MAGIC + b"".join(framed(encode_log(log)) for log in logs))


def read_logs(path: Path) -> Iterator[EpisodeLog]:
    """The logs of a file, or of all files in a folder in the order of their names; a torn end is an error."""
    files = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
    if not files:
        raise InvalidInput(f"{path} holds no episode logs ({SUFFIX}); give a file or folder that a run wrote")
    for file in files:
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            raise InvalidInput(f"there is no file {file}; check the path") from None
        found = scan(data, where=str(file))
        if found.torn:
            raise BrokenFile(
                f"{file}: {found.torn}, after {len(found.records)} whole ones; resuming the run repairs it"
            )
        for number, record in enumerate(found.records):
            yield decode_log(record, where=f"{file}, record {number}")


def stored_files(folder: Path) -> list[Path]:
    """The files of logs of a run, in the order of their names."""
    return sorted((folder / LOGS).glob(f"*{SUFFIX}"))


def stored_records(folder: Path) -> Iterator[bytes]:
    """All whole records of a run, as bytes."""
    for file in stored_files(folder):
        yield from scan(file.read_bytes(), where=str(file)).records


def stored_logs(folder: Path) -> Iterator[EpisodeLog]:
    """All whole logs of a run; it may still be going."""
    for file in stored_files(folder):
        for number, record in enumerate(scan(file.read_bytes(), where=str(file)).records):
            yield decode_log(record, where=f"{file}, record {number}")
