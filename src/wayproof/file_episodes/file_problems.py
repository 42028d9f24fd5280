"""What is wrong with a file, episode by episode: an episode that cannot be read is named and set aside.

A reader stops at the first thing that it cannot read. Here that episode is taken out and the rest is read
again, so that one look tells of several.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import BrokenFile
from wayproof.formats import Format
from wayproof.formats.file_bytes import read_bytes

MOST_PROBLEMS = 20
_FIELD = re.compile(r"(?P<file>.*?): (?:\w+)?\[(?P<index>\d+)\](?P<field>[^:]*): (?P<problem>.*)", re.DOTALL)
_TWICE = re.compile(r"(?P<file>.*?): episode (?P<index>\d+): (?P<problem>.*)", re.DOTALL)
_IDS = ("episode_id", "id", "path_id", "question_id")


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong; without an episode it is about the whole file."""

    problem: str
    file: str
    episode: str = ""
    field: str = ""


def file_problems(form: Format, files: list[Path]) -> list[Problem]:
    """What is wrong with files of a format, the first few of each."""
    return [problem for file in files for problem in _problems(form, file)]


def _problems(form: Format, file: Path) -> list[Problem]:
    try:
        plain = json.loads(read_bytes(file))
        entries = _entries(plain)
    except (ValueError, RecursionError) as error:
        return [Problem(f"not JSON: {error}; copy or download it again", file.name)]
    except BrokenFile as error:
        return [Problem(str(error).removeprefix(f"{file.name}: "), file.name)]
    found: list[Problem] = []
    places = list(range(len(entries)))  # where those that are left stood in the file
    while len(found) < MOST_PROBLEMS:
        try:
            form.parse(json.dumps(plain).encode(), file.name)
        except BrokenFile as error:
            match = _FIELD.fullmatch(str(error)) or _TWICE.fullmatch(str(error))
            if match is None or int(match["index"]) >= len(entries):
                return [*found, Problem(str(error).removeprefix(f"{file.name}: "), file.name)]
            index = int(match["index"])
            field = match.groupdict().get("field") or ""
            name = f"{_id_of(entries[index])} (number {places[index]})"
            found.append(Problem(match["problem"], file.name, name, field.lstrip(".")))
            del entries[index], places[index]
        else:
            return found
    return [*found, Problem(f"more than {MOST_PROBLEMS} problems; the rest is not shown", file.name)]


def _entries(plain: Any) -> list[Any]:
    """The list of episodes in a document, itself and not a copy; an empty one if there is none."""
    found = plain
    if isinstance(plain, dict):
        found = plain.get("episodes", plain.get("scenarios"))
    return found if isinstance(found, list) else []


def _id_of(entry: Any) -> str:
    if isinstance(entry, dict):
        return next((str(entry[name]) for name in _IDS if name in entry), "without an id")[:60]
    return "without an id"
