"""Files of pictures, depth maps and instructions: what they hold, and their readings."""

from __future__ import annotations

from pathlib import Path

from wayproof.corruptions.array_files import ARRAYS, array_kinds, holds_row, read_arrays
from wayproof.corruptions.exr_files import EXR, read_exr
from wayproof.corruptions.picture_files import PICTURES, picture_kind, read_picture
from wayproof.corruptions.recorded_readings import Recording
from wayproof.corruptions.text_files import TEXTS, read_json, read_lines
from wayproof.errors import InvalidInput

VIDEOS = (".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v")
ENDINGS = (*PICTURES, *ARRAYS, EXR, *TEXTS, *VIDEOS)


def ending_of(file: Path) -> str:
    """The ending of a file in lower case; that of a gzipped one has two parts.

    >>> ending_of(Path("val_seen.JSON.gz"))
    '.json.gz'
    """
    name = file.name.lower()
    return ".json.gz" if name.endswith(".json.gz") else file.suffix.lower()


def modalities_of(file: Path) -> tuple[str, ...]:
    """What a file holds; nothing for what cannot be corrupted."""
    ending = ending_of(file)
    if ending in TEXTS:
        return ("instruction",)
    if ending in VIDEOS:
        return ("rgb",)
    if ending in ARRAYS:
        return array_kinds(file)
    if ending == EXR:
        return ("depth",)
    return (picture_kind(file),) if ending in PICTURES else ()


def holds_episode(file: Path) -> bool:
    """Whether a file holds many steps by itself: a video, or a row of frames."""
    ending = ending_of(file)
    return ending in VIDEOS or (ending in ARRAYS and holds_row(file))


def read_recording(file: Path) -> Recording:
    """A file as readings; refuses what it cannot read or write back."""
    ending = ending_of(file)
    if ending in PICTURES:
        return read_picture(file)
    if ending in ARRAYS:
        return read_arrays(file)
    if ending == EXR:
        return read_exr(file)
    if ending == ".txt":
        return read_lines(file)
    if ending in TEXTS:
        return read_json(file)
    raise InvalidInput(f"{file} ends in {ending!r}; files that can be corrupted end in {', '.join(ENDINGS)}")
