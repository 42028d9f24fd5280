"""The records of a run as they arrive: each file is read on from where it was left; torn ends are awaited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from wayproof.errors import BrokenFile
from wayproof.log import EpisodeLog, decode_log
from wayproof.log_files import MAGIC, SUFFIX, scan


class Place(NamedTuple):
    """Where a record lies on the disk."""

    file: Path
    start: int
    length: int


@dataclass
class Tail:
    """One file of logs and how far it has been read."""

    file: Path
    read_bytes: int = 0
    trouble: str = ""  # why what follows cannot be read yet, or ever
    damaged: list[str] = field(default_factory=list)  # what was passed over

    def fresh(self) -> Iterator[tuple[Place, bytes]]:
        """Whole records that were not there before. A file that has become shorter is read from its start."""
        size = self.file.stat().st_size
        if size < self.read_bytes:
            self.read_bytes = 0
            self.damaged.clear()
        if size == self.read_bytes:
            return
        with self.file.open("rb") as stream:
            stream.seek(self.read_bytes)
            data = stream.read()
        begun = self.read_bytes > 0
        # What was read before need not be read again: the rest is scanned as if it were a file of its own.
        found = scan(MAGIC + data if begun else data, where=str(self.file))
        self.trouble = found.torn
        before = self.read_bytes - len(MAGIC) if begun else 0  # bytes that stand before those scanned
        self.damaged += [f"damaged at byte {before + one.start}: {one.why}" for one in found.damage]
        for record in found.records:
            start = before + record.start
            yield Place(self.file, start, len(record.data)), record.data
            self.read_bytes = start + len(record.data)


@dataclass
class Tails:
    """All files of logs below a path, those included that are written later."""

    path: Path
    by_file: dict[Path, Tail] = field(default_factory=dict)

    def fresh(self) -> Iterator[tuple[Place, bytes]]:
        """New whole records of all files; a file that is none of ours is left alone and told of."""
        for file in self.files():
            tail = self.by_file.setdefault(file, Tail(file))
            try:
                yield from tail.fresh()
            except (OSError, BrokenFile) as error:
                tail.trouble = str(error)

    def files(self) -> list[Path]:
        """The files, in the order of their names."""
        return [self.path] if self.path.is_file() else sorted(self.path.rglob(f"*{SUFFIX}"))

    @property
    def troubles(self) -> list[str]:
        """What cannot be read, in words."""
        return [
            f"{tail.file.name}: {one}"
            for tail in self.by_file.values()
            for one in (*tail.damaged, *([tail.trouble] if tail.trouble else []))
        ]


def log_at(place: Place) -> EpisodeLog:
    """A log read again from its place; a file that has been changed since is an error."""
    try:
        with place.file.open("rb") as stream:
            stream.seek(place.start)
            data = stream.read(place.length)
    except OSError as error:
        raise BrokenFile(
            f"{place.file} can no longer be read ({error.strerror}); restart the viewer"
        ) from None
    return decode_log(data, where=f"{place.file}, byte {place.start}")
