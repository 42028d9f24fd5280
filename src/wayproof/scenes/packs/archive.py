"""Reading a foreign zip without trusting it: bounded sizes, no paths that climb out, names in any case."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from wayproof.errors import BrokenFile, InvalidInput

MOST_MEMBERS = 50_000
LARGEST_MEMBER_BYTES = 256 * 2**20
LARGEST_TOTAL_BYTES = 2 * 2**30
LARGEST_SWELL = 200  # unpacked over packed; real packs stay below 40
SWELL_FROM_BYTES = 16 * 2**20  # below this much, a large swell does no harm


@dataclass(frozen=True)
class Archive:
    """An open zip file; `members` finds an entry by its path in lower case."""

    file: Path
    zip: zipfile.ZipFile
    members: dict[str, zipfile.ZipInfo]

    def __contains__(self, path: str) -> bool:
        return _key(path) in self.members


@contextmanager
def opened(file: Path) -> Iterator[Archive]:
    """The archive in a file, after a look at its table of contents alone."""
    if not file.is_file():
        raise InvalidInput(f"there is no file {file}; give a furniture library (.sh3f)")
    try:
        with zipfile.ZipFile(file) as archive:
            yield Archive(file, archive, _checked(file, archive.infolist()))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, EOFError) as error:
        raise BrokenFile(f"{file} is damaged or not a zip file; a .sh3f pack is one: {error}") from error


def read(archive: Archive, path: str, field: str) -> bytes:
    """The bytes of an entry; `field` says in errors where the path was written."""
    entry = archive.members.get(_key(path))
    if entry is None:
        raise BrokenFile(f"{archive.file}: {field} names {path}, which the file does not hold")
    try:
        with archive.zip.open(entry) as stream:
            content = stream.read(LARGEST_MEMBER_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise BrokenFile(f"{archive.file}: {field}: {path} cannot be unpacked: {error}") from error
    if len(content) > LARGEST_MEMBER_BYTES:
        raise BrokenFile(f"{archive.file}: {field}: {path} unpacks to more than {LARGEST_MEMBER_BYTES} bytes")
    return content


def _checked(file: Path, entries: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    if len(entries) > MOST_MEMBERS:
        raise BrokenFile(f"{file} holds {len(entries)} entries; a pack has at most {MOST_MEMBERS}")
    members: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
        if ".." in parts or entry.filename.startswith(("/", "\\")) or ":" in (parts or ("",))[0]:
            raise BrokenFile(f"{file}: the entry {entry.filename!r} climbs out of the archive")
        if entry.file_size > LARGEST_MEMBER_BYTES:
            raise BrokenFile(
                f"{file}: the entry {entry.filename!r} would unpack to {entry.file_size} bytes; "
                f"at most {LARGEST_MEMBER_BYTES} are allowed"
            )
        members[_key(entry.filename)] = entry
    total, packed = sum(e.file_size for e in entries), sum(e.compress_size for e in entries)
    if total > LARGEST_TOTAL_BYTES or (total > SWELL_FROM_BYTES and total > LARGEST_SWELL * max(packed, 1)):
        raise BrokenFile(
            f"{file} would unpack from {packed} to {total} bytes; at most {LARGEST_TOTAL_BYTES} "
            f"and {LARGEST_SWELL} times its size are allowed"
        )
    return members


def _key(path: str) -> str:
    """One spelling for all ways to write a path: no leading slash, forward slashes, lower case."""
    return path.replace("\\", "/").lstrip("/").lower()
