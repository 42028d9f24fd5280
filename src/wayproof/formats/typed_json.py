"""JSON to typed data and back; what does not fit is named by file and field."""

from __future__ import annotations

import functools
import json
import math
import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from wayproof.errors import BrokenFile, InvalidInput

# A thousand kilometres: nothing in a building is further from its origin, and squares stay finite.
FURTHEST_M = 1e6
DEEPEST = 32  # nesting of fields that may hold anything
LONGEST = 250  # letters of a field or sentence in a message

Metres = Annotated[float, Meta(ge=-FURTHEST_M, le=FURTHEST_M)]
Place = tuple[Metres, Metres, Metres]
Length = Annotated[float, Meta(ge=0.0, le=FURTHEST_M)]
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]  # what JSON writers can write again
Id = Whole | str
Free = dict[str, Any]  # fields of which the format says nothing; see refuse_wild

_WORDS = {
    "array": "a list",
    "object": "an object",
    "float": "a number",
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
}


def broken(where: str, field: str, sentence: str) -> BrokenFile:
    """The error for one field of a file; what a file says in thousands of letters is cut short."""
    parts = [part if len(part) <= LONGEST else f"{part[:LONGEST]}..." for part in (field, sentence) if part]
    return BrokenFile(": ".join((where, *parts)))


@functools.lru_cache(maxsize=64)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(content: bytes, kind: Any, where: str) -> Any:
    """JSON as the given type. Anything else is a BrokenFile that names the file and the field."""
    try:
        return _decoder(kind).decode(content)
    except msgspec.ValidationError as error:
        raise _misfit(error, content, kind, where) from None
    except RecursionError:
        raise BrokenFile(f"{where}: nested too deeply; not an episode file") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _malformed(error, content, where) from None


def convert(plain: Any, kind: Any, where: str, field: str) -> Any:
    """A plain value as the given type; `field` says where in the file it is."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        path, sentence = _explained(error, plain, kind)
        raise broken(where, _joined(field, path), sentence) from None
    except RecursionError:
        raise BrokenFile(f"{where}: {field}: nested too deeply") from None


def encode(document: Any, kind: Any, where: str) -> bytes:
    """Typed data as JSON. Read back once: what a reader would refuse (NaN, wrong types) is not written."""
    try:
        content = msgspec.json.encode(document)
    except (TypeError, OverflowError, UnicodeEncodeError, RecursionError) as error:
        raise InvalidInput(f"{where}: cannot be written as JSON: {error}") from None
    try:
        decode(content, kind, where)
    except BrokenFile as error:
        raise InvalidInput(f"{error} (null stands for NaN or infinity); mend the episode") from None
    return content


def refuse_wild(value: Any, where: str, field: str, depth: int = DEEPEST) -> None:
    """Free fields may hold anything that can be written again: not too deep, no gigantic whole numbers."""
    if isinstance(value, dict | list):
        if not depth:
            raise BrokenFile(f"{where}: {field}: nested more than {DEEPEST} deep")
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            if isinstance(item, dict | list | int):
                inner = f"{field}.{key}" if isinstance(value, dict) else f"{field}[{key}]"
                refuse_wild(item, where, inner, depth - 1)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise BrokenFile(f"{where}: {field}: a whole number of more than 64 bits")


def _misfit(error: msgspec.ValidationError, content: bytes, kind: Any, where: str) -> BrokenFile:
    try:
        plain = json.loads(content)  # takes NaN, which may stand further on
    except (ValueError, RecursionError):
        plain = None  # torn further on; the path alone has to do
    path, sentence = _explained(error, plain, kind)
    return broken(where, path, sentence)


def _explained(error: msgspec.ValidationError, plain: Any, kind: Any) -> tuple[str, str]:
    """The field and what is wrong with it."""
    message, _, tail = str(error).partition(" - at `")
    path = tail.rstrip("`").removeprefix("$").lstrip(".")
    value = None
    if plain is not None:
        path, value = _resolved(path, plain, kind)
    if missing := re.fullmatch(r"Object missing required field `(.+)`", message):
        return _joined(path, missing[1]), "is missing"
    if length := re.match(r"Expected `array` of length (\d+)", message):
        items = value if isinstance(value, list) else []
        noun = "numbers" if all(isinstance(item, int | float) for item in items) else "values"
        return path, f"{len(items) if items is value else 'other'} {noun}, needs {length[1]}"
    if kinds := re.fullmatch(r"Expected `(.+)`, got `(.+)`", message):
        wanted = " or ".join(_WORDS.get(word, word) for word in kinds[1].split(" | "))
        return path, f"is {_WORDS.get(kinds[2], kinds[2])}, needs {wanted}"
    if limit := re.fullmatch(r"Expected `(.+)` (.+)", message):
        return path, f"is {value!r}, needs {_WORDS.get(limit[1], limit[1])} {limit[2]}"
    if "out of range" in message:
        return path, "is a number too large to hold"
    return path, message


def _resolved(path: str, plain: Any, kind: Any) -> tuple[str, Any]:
    """The path with the keys of dictionaries in place of "[...]", and the value that it leads to."""
    steps, value = [], plain
    for step in re.findall(r"[^.\[\]]+|\[\.\.\.\]|\[\d+\]", path):
        if step == "[...]":
            key = _guilty_key(value, plain, kind) if isinstance(value, dict) else None
            steps.append(step if key is None else f"[{key!r}]")
            value = value.get(key) if isinstance(value, dict) and key is not None else None
        elif step.startswith("["):
            steps.append(step)
            index = int(step[1:-1])
            value = value[index] if isinstance(value, list) and index < len(value) else None
        else:
            steps.append(f".{step}")
            value = value.get(step) if isinstance(value, dict) else None
    return "".join(steps).lstrip("."), value


def _guilty_key(values: dict[str, Any], plain: Any, kind: Any) -> str | None:
    """Which entry makes the document misfit: `values` is a part of it and is halved until one is left."""
    error = _error_of(plain, kind)
    if error is None:  # only the text itself misfits, as numbers that are too large do
        return None
    saved = dict(values)
    keys = list(saved)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        values.clear()
        values.update((key, saved[key]) for key in half)
        keys = half if _error_of(plain, kind) == error else keys[len(half) :]
    values.clear()
    values.update(saved)
    return keys[0]


def _error_of(plain: Any, kind: Any) -> str | None:
    try:
        msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        return str(error)
    except RecursionError:
        return None
    return None


def _joined(path: str, field: str) -> str:
    return path + field if not path or not field or field.startswith("[") else f"{path}.{field}"


def _malformed(error: Exception, content: bytes, where: str) -> BrokenFile:
    """Not JSON. Python writes NaN and Infinity into files; then the field is named."""
    try:
        field = _first_non_finite(json.loads(content), "")
    except (ValueError, RecursionError):
        field = None
    if field is not None:
        return broken(where, field[0].lstrip("."), f"is {field[1]}, needs a finite number")
    return BrokenFile(f"{where}: not JSON: {error}")


def _first_non_finite(value: Any, path: str) -> tuple[str, float] | None:
    if isinstance(value, float):
        return None if math.isfinite(value) else (path, value)
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            inner = f"{path}.{key}" if isinstance(value, dict) else f"{path}[{key}]"
            if found := _first_non_finite(item, inner):
                return found
    return None
