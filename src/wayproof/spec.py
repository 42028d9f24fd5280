"""Plain text to typed, frozen data and back; a wrong file or field gets a sentence, not a stack trace."""

from __future__ import annotations

import difflib
import textwrap
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from wayproof.errors import BrokenFile, InvalidInput

Spec = TypeVar("Spec")
LONGEST_SHOWN = 80  # characters of one value


def from_plain(plain: Any, kind: type[Spec], *, where: str) -> Spec:
    """Check a plain dict or list against a type; unknown fields are refused with the nearest known name.

    `where` says what is being read ("suite smoke.toml", "option --body") and opens the message.
    """
    _refuse_unknown_fields(plain, kind, where)
    _refuse_huge_numbers(plain, where)
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.ValidationError, OverflowError, RecursionError) as error:
        raise InvalidInput(f"{where}: {error}") from None


def to_plain(spec: object) -> Any:
    """Dicts, lists, strings and numbers only, in the field order of the type."""
    return msgspec.to_builtins(spec)


def read_toml(file: Path, kind: type[Spec]) -> Spec:
    """A TOML file as the given type."""
    return from_plain(_decode(file, msgspec.toml.decode, "TOML"), kind, where=str(file))


def read_json(file: Path, kind: type[Spec]) -> Spec:
    """A JSON file as the given type."""
    return from_plain(_decode(file, msgspec.json.decode, "JSON"), kind, where=str(file))


def _decode(file: Path, decode: Any, language: str) -> Any:
    try:
        return decode(file.read_bytes())
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {file}; check the path") from None
    except IsADirectoryError:
        raise InvalidInput(f"{file} is a folder; a {language} file is needed") from None
    except OSError as error:
        raise InvalidInput(f"cannot read {file}: {error.strerror or error}; check it") from None
    except (msgspec.DecodeError, ValueError, OverflowError, RecursionError) as error:
        raise BrokenFile(f"{file} is not valid {language}: {error}") from None


def _refuse_unknown_fields(plain: Any, kind: Any, where: str) -> None:
    if not isinstance(plain, dict) or not hasattr(kind, "__struct_fields__"):
        return
    known = list(kind.__struct_fields__)
    for name in plain:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            guess = f" Did you mean {near[0]!r}?" if near else ""
            raise InvalidInput(f"{where}: no field named {name!r}.{guess} Allowed: {', '.join(known)}.")
    hints = msgspec.structs.fields(kind)
    for hint in hints:
        value = plain.get(hint.name)
        inner = _struct_inside(hint.type)
        if inner is None:
            continue
        items = value if isinstance(value, list | tuple) else [value]
        for item in items:
            _refuse_unknown_fields(item, inner, f"{where}: {hint.name}")


def _refuse_huge_numbers(plain: Any, where: str) -> None:
    """Whole numbers beyond 64 bits can be read and not written again."""
    if isinstance(plain, int) and abs(plain) >= 2**63:
        raise InvalidInput(f"{where}: a number of {len(str(plain))} digits; whole numbers have 18 at most")
    for inner in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        _refuse_huge_numbers(inner, where)


def _struct_inside(hint: Any) -> Any:
    """The struct type inside a hint such as `tuple[Goal, ...]` or `Pose | None`, if there is one."""
    if isinstance(hint, type) and hasattr(hint, "__struct_fields__"):
        return hint
    for argument in getattr(hint, "__args__", ()):
        found = _struct_inside(argument)
        if found is not None:
            return found
    return None


def differences(one: msgspec.Struct, other: msgspec.Struct, *, but: str | None = None) -> list[str]:
    """The fields in which two records differ, as "task.turn_rad is 0.17 against 0.52".

    Fields whose name begins with `but` are left out.
    """
    left, right = _flat(one), _flat(other)
    names = [name for name in dict.fromkeys((*left, *right)) if but is None or not name.startswith(but)]
    return [
        f"{name} is {_shown(left, name)} against {_shown(right, name)}"
        for name in names
        if left.get(name, _flat) != right.get(name, _flat)
    ]


def _shown(values: dict[str, Any], name: str) -> str:
    return textwrap.shorten(repr(values[name]), LONGEST_SHOWN) if name in values else "not given"


def _flat(record: Any, prefix: str = "") -> dict[str, Any]:
    """Records and dicts within one another as one dict, keys joined by dots; tuples are taken whole."""
    inner = msgspec.structs.asdict(record) if isinstance(record, msgspec.Struct) else record
    if not isinstance(inner, dict):
        return {prefix: inner}
    flat: dict[str, Any] = {}
    for name, value in inner.items():
        if value is msgspec.UNSET:
            continue
        flat |= _flat(value, f"{prefix}.{name}" if prefix else str(name))
    return flat
