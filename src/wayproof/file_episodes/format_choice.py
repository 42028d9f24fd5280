"""Which format a file is in: told by the fields that its first episode has, so that no name is needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.formats import FORMATS, Format
from wayproof.formats.file_bytes import read_bytes

MOST_LOOKED_AT = 5  # files of a folder
NOT_EPISODES = ("_gt", "_connectivity")  # how the names of files end that lie beside episodes


def format_of(path: Path, name: str | None = None) -> Format:
    """The format of a file or folder: the one named, or the one that fits."""
    if name is not None:
        return FORMATS[name]
    if not path.exists():
        raise InvalidInput(f"there is no file {path}; check the path")
    files = sample_files(path)
    if not files:
        raise InvalidInput(f"{path} holds no .json or .json.gz file; give an episode file or its folder")
    for file in files:
        found = _fitting(_plain(file))
        if found is not None:
            return found
    raise InvalidInput(
        f"{path} fits none of the formats {', '.join(FORMATS.names())}; if it is in one of them, name it as "
        "the format, and its reader will say what is wrong"
    )


def sample_files(path: Path) -> list[Path]:
    """The first files to look at: a file and the contents beside it, or some of a folder."""
    folder = path if path.is_dir() else path.parent / "content"
    found = sorted(file for ending in ("*.json", "*.json.gz") for file in folder.rglob(ending))
    inside = [file for file in found if not file.name.partition(".json")[0].endswith(NOT_EPISODES)]
    return ([] if path.is_dir() else [path]) + inside[:MOST_LOOKED_AT]


def _plain(file: Path) -> Any:
    try:
        return json.loads(read_bytes(file))  # takes NaN, which the format's reader then names by its field
    except (ValueError, RecursionError) as error:
        raise BrokenFile(f"{file.name}: not JSON: {error}; copy or download it again") from None


def _fitting(plain: Any) -> Format | None:
    """The format with the most marks, all of which the document has."""
    fits = [
        (len(group), name)
        for name in FORMATS.names()
        for group in FORMATS[name].marks
        if all(_has(plain, mark) for mark in group)
    ]
    return FORMATS[max(fits)[1]] if fits else None


def _has(plain: Any, mark: str) -> bool:
    """Whether a document has a field; "[]" stands for the first item of a list.

    >>> _has({"episodes": [{"tasks": []}]}, "episodes[].tasks"), _has([{"a": 1}], "[].b")
    (True, False)
    """
    value = plain
    for part in mark.split("."):
        name, brackets, _ = part.partition("[]")
        if name:
            if not isinstance(value, dict) or name not in value:
                return False
            value = value[name]
        if brackets:
            if not isinstance(value, list) or not value:
                return False
            value = value[0]
    return True
