"""Many logs in one file: each record has its length and checksum, so that damage is seen and stays small.

After a damaged record the next whole one is searched for: by the damaged one's length, if that is right, else
by the bytes with which every record begins.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import EpisodeLog, LaterVersion, decode_log, encode_log
from wayproof.storage import write_atomically

SUFFIX = ".waylog"
MAGIC = b"WAYLOG1\n"
_HEAD = struct.Struct("<II")  # length and CRC-32 of what follows
_BEGIN = zlib.compress(b"", 6)[:2]  # how a compressed log begins
LARGEST_RECORD = 1 << 28
LOGS = "logs"  # the folder of a run that holds its log files
# Bytes that a search may check, as a multiple of the file: made-up heads must not keep a reader busy.
SEARCH_AT_MOST = 16


class Record(NamedTuple):
    """One whole record and the byte at which it begins; its head stands before."""

    start: int
    data: bytes


class Damage(NamedTuple):
    """Bytes of a file that are no log."""

    file: str
    start: int
    length: int
    why: str

    def __str__(self) -> str:
        return f"{self.file} at byte {self.start}: {self.why}"


class Scan(NamedTuple):
    """The whole records of a file, what lies between them, and the byte at which the last one ends."""

    records: list[Record]
    damage: list[Damage]  # before the last whole record
    good_bytes: int
    torn: str  # why what follows the last record is no record; empty if nothing follows


def framed(record: bytes) -> bytes:
    """A record with its length and checksum before it."""
    return _HEAD.pack(len(record), zlib.crc32(record)) + record


def scan(data: bytes, *, where: str) -> Scan:
    """All whole records of a file; a file without any that does not begin as ours do is BrokenFile."""
    records: list[Record] = []
    damage: list[Damage] = []
    good, torn = (len(MAGIC), "") if data.startswith(MAGIC) else (0, "its first line is damaged")
    if torn and MAGIC.startswith(data):
        return Scan([], [], 0, "the file ends within its first line" if data else "")
    search = _Search(data)
    at = good
    while at < len(data):
        record, why = (None, torn) if torn and not at else _whole_at(data, at)
        if record is None:
            torn = why
            at = search.after(at)
            if at < len(data):
                damage.append(Damage(where, good, at - good, torn))
            continue
        records.append(record)
        at = good = record.start + len(record.data)
        torn = ""
    if not data.startswith(MAGIC) and not records:
        raise BrokenFile(f"{where} is not a file of episode logs; those end in {SUFFIX}")
    return Scan(records, damage, good, torn)


def _whole_at(data: bytes, at: int) -> tuple[Record | None, str]:
    """The record whose head is at that byte, or why there is none."""
    start = at + _HEAD.size
    if start > len(data):
        return None, "the file ends within the head of a record"
    length, checksum = _HEAD.unpack_from(data, at)
    if length > LARGEST_RECORD or start + length > len(data):
        return None, "the file ends within a record"
    record = data[start : start + length]
    if zlib.crc32(record) != checksum:
        return None, "a record does not match its checksum"
    return Record(start, record), ""


class _Search:
    """Finds the next whole record after a damaged one, with a bound on what it checks."""

    def __init__(self, data: bytes) -> None:
        self._data, self._left = data, SEARCH_AT_MOST * max(len(data), 1 << 16)

    def after(self, at: int) -> int:
        """The head of the next whole record after the one at `at`; the file's end if there is none."""
        size = len(self._data)
        if at + _HEAD.size <= size:
            after: int = at + _HEAD.size + _HEAD.unpack_from(self._data, at)[0]
            if after < size and self._is_whole(after):
                return after
        begin = self._data.find(_BEGIN, at + 1)
        while begin >= 0 and self._left > 0:
            head = begin - _HEAD.size
            if head > at and self._is_whole(head):
                return head
            begin = self._data.find(_BEGIN, begin + 1)
        return size

    def _is_whole(self, head: int) -> bool:
        if head + _HEAD.size > len(self._data):
            return False
        length = _HEAD.unpack_from(self._data, head)[0]
        if not length or head + _HEAD.size + length > len(self._data):
            return False
        self._left -= length
        return _whole_at(self._data, head)[0] is not None


def write_logs(file: Path, logs: Iterable[EpisodeLog]) -> None:
    """A new file with these logs, all or nothing."""
    write_atomically(file, MAGIC + b"".join(framed(encode_log(log)) for log in logs))


def read_logs(path: Path, damage: list[Damage] | None = None) -> Iterator[EpisodeLog]:
    """The logs of a file, or of all files in a folder in the order of their names.

    What cannot be read is added to `damage` and left out; without such a list it is an error.
    """
    files = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
    if not files:
        raise InvalidInput(f"{path} holds no episode logs ({SUFFIX}); give a file or folder that a run wrote")
    found: list[Damage] = [] if damage is None else damage
    for file in files:
        for log in _logs_of(file, found):
            if damage is None and found:
                break
            yield log
        if damage is None and found:
            raise BrokenFile(f"{found[0]}; resuming the run repairs it")


def stored_files(folder: Path) -> list[Path]:
    """The files of logs of a run, in the order of their names."""
    return sorted((folder / LOGS).glob(f"*{SUFFIX}"))


def stored_records(folder: Path, damage: list[Damage] | None = None) -> Iterator[bytes]:
    """All whole records of a run, as bytes; what lies between them is added to `damage`."""
    for file in stored_files(folder):
        for record in _records_of(file, [] if damage is None else damage):
            yield record.data


def stored_logs(folder: Path, damage: list[Damage] | None = None) -> Iterator[EpisodeLog]:
    """All whole logs of a run; it may still be going. What cannot be read is added to `damage`."""
    for file in stored_files(folder):
        yield from _logs_of(file, [] if damage is None else damage)


def damage_told(damage: Sequence[Damage]) -> str:
    """One sentence about all damage; empty where there is none."""
    if not damage:
        return ""
    more = f" and {len(damage) - 3} more" if len(damage) > 3 else ""
    places = "; ".join(str(one) for one in damage[:3])
    count = (
        "1 record cannot be read and does"
        if len(damage) == 1
        else f"{len(damage)} records cannot be read and do"
    )
    return f"damaged: {count} not count ({places}{more})"


def _logs_of(file: Path, damage: list[Damage]) -> Iterator[EpisodeLog]:
    """The logs of one file that can be read; what cannot is named."""
    for record in _records_of(file, damage):
        try:
            log = decode_log(record.data, where="a whole record")
        except LaterVersion as error:
            raise LaterVersion(f"{file}: {error}") from None  # not damaged: to leave it out would be wrong
        except BrokenFile as error:
            damage.append(Damage(file.name, record.start, len(record.data), str(error)))
        else:
            yield log


def _records_of(file: Path, damage: list[Damage]) -> list[Record]:
    """The whole records of one file; what is none is named."""
    try:
        data = file.read_bytes()
        found = scan(data, where=file.name)
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {file}; check the path") from None
    except (OSError, BrokenFile) as error:
        damage.append(Damage(file.name, 0, 0, str(error)))
        return []
    damage += found.damage
    if found.torn:
        damage.append(Damage(file.name, found.good_bytes, len(data) - found.good_bytes, found.torn))
    return found.records
