"""Files of instructions: texts, one per line; JSON lists; R2R's own files and those of VLN-CE.

A JSON file may be gzipped. Wherever instructions stand in it, everything else stays as it is, except
VLN-CE's tokens and timings of a text that was changed: they spell the old one and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from wayproof.corruptions.recorded_readings import Recorded, Recording
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.formats.file_bytes import packed, read_bytes

TEXTS = (".txt", ".json", ".json.gz")
STALE = ("instruction_tokens", "timed_instruction")
Slot = tuple[str, Any, Any]  # where it is in the file, the list or object that holds the text, and its key


def read_lines(file: Path) -> Recording:
    try:
        lines = file.read_bytes().decode().split("\n")
    except UnicodeDecodeError as error:
        raise BrokenFile(f"{file} is not a text in UTF-8: {error}") from None
    numbers = [number for number, line in enumerate(lines) if line.strip()]

    def encoded(results: list[Any], ending: str) -> bytes:
        _refuse_other_ending(ending, ".txt")
        # An instruction is one line: a rewritten one that got a line break would become two.
        whole = list(lines)
        for number, result in zip(numbers, results, strict=True):
            whole[number] = " ".join(result.splitlines())
        return "\n".join(whole).encode()

    readings = [
        Recorded("instruction", lines[number], part=str(order), place=f"line {number + 1}")
        for order, number in enumerate(numbers)
    ]
    return Recording(readings, False, encoded)


def read_json(file: Path) -> Recording:
    content = read_bytes(file)
    try:
        document = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BrokenFile(f"{file} is not valid JSON: {error}") from None
    slots = list(_slots(document))
    if (not slots and document != []) or not all(isinstance(holder[key], str) for _, holder, key in slots):
        raise InvalidInput(
            f'{file} must hold a list of strings, a list of objects with a text "instruction" or a list '
            '"instructions" (as R2R has it), or "episodes" as VLN-CE has them; give it one of these forms'
        )

    def encoded(results: list[Any], ending: str) -> bytes:
        if ending not in (".json", ".json.gz"):
            _refuse_other_ending(ending, ".json or .json.gz")
        changed = msgspec.json.decode(content)
        for (_, holder, key), result in zip(list(_slots(changed)), results, strict=True):
            if holder[key] != result and key == "instruction_text":
                for name in STALE:
                    holder.pop(name, None)
            holder[key] = result
        return packed(msgspec.json.format(msgspec.json.encode(changed), indent=2) + b"\n", f"texts{ending}")

    readings = [
        Recorded("instruction", holder[key], part=str(order), language=_language(holder), place=place)
        for order, (place, holder, key) in enumerate(slots)
    ]
    return Recording(readings, False, encoded)


def _slots(document: Any) -> Iterator[Slot]:
    """Every place of a document where an instruction stands, in order."""
    episodes = document.get("episodes") if isinstance(document, dict) else None
    entries, root = (episodes, "episodes") if episodes is not None else (document, "")
    if not isinstance(entries, list):
        return
    for number, entry in enumerate(entries):
        place = f"{root}[{number}]"
        if not isinstance(entry, dict):
            yield place, entries, number
        elif isinstance(entry.get("instructions"), list):
            for told in range(len(entry["instructions"])):
                yield f"{place}.instructions[{told}]", entry["instructions"], told
        elif isinstance(entry.get("instruction"), dict) and "instruction_text" in entry["instruction"]:
            yield f"{place}.instruction.instruction_text", entry["instruction"], "instruction_text"
        else:
            # One that is missing is refused as one that is not a text.
            yield (
                f"{place}.instruction",
                entry if "instruction" in entry else {"instruction": None},
                "instruction",
            )


def _language(holder: Any) -> str | None:
    language = holder.get("language") if isinstance(holder, dict) else None
    return language if isinstance(language, str) else None


def _refuse_other_ending(ending: str, own: str) -> None:
    if ending != own:
        raise InvalidInput(f"instructions of this file cannot be written as {ending!r}; use {own}")
