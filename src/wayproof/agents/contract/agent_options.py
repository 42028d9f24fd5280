"""Options of our own agents, written after the name: `mlfm:layers=1,kernel=off`.

An option is a keyword of the agent's class; its type says what is allowed. An agent with options is another
agent in every table: its card is named as it was asked for, options in order.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec.structs import replace

from wayproof.agents import Agent
from wayproof.errors import InvalidInput, unknown_name

_FORM = re.compile(r"(?P<name>\w+):(?P<options>\w+=[^,=]*(,\w+=[^,=]*)*)")
_WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False, "none": None}


def with_options(text: str) -> tuple[str, dict[str, str]]:
    """A name and the options written after it, none for any other form of name.

    >>> with_options("mlfm:layers=1,kernel=off"), with_options("module:Class")
    (('mlfm', {'layers': '1', 'kernel': 'off'}), ('module:Class', {}))
    """
    found = _FORM.fullmatch(text)
    if found is None:
        return text, {}
    pairs = [pair.split("=") for pair in found["options"].split(",")]
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"{text!r} gives the option {name!r} twice; give it once")
    return found["name"], {name: value.strip() for name, value in pairs}


def made_with(kind: Callable[..., Agent], name: str, options: Mapping[str, str]) -> Callable[[], Agent]:
    """A function that makes agents of a class with these options; wrong ones are refused now."""
    allowed = options_of(kind)
    if not allowed:
        raise InvalidInput(f"the agent {name!r} takes no options; write {name}")
    values = {}
    for option, text in options.items():
        if option not in allowed:
            raise unknown_name(f"option of {name}", option, list(allowed))
        values[option] = _value(name, option, text, allowed[option])
    written = ",".join(f"{option}={_written(options[option])}" for option in sorted(options))

    def made() -> Agent:
        agent = kind(**values)
        card = agent.card
        agent.card = replace(card, name=f"{name}:{written}", summary=f"{card.summary}; here with {written}")
        return agent

    return made


def options_of(kind: Callable[..., Agent]) -> dict[str, Any]:
    """The options of an agent's class with their types."""
    keywords = inspect.signature(kind, eval_str=True).parameters.values()
    return {one.name: one.annotation for one in keywords if one.kind is one.KEYWORD_ONLY}


def _written(text: str) -> str:
    """A value as tables have it: of a folder only its own name, which says the same on every machine."""
    kind, colon, folder = text.partition(":")
    return f"{kind.lower()}:{PurePath(folder).name}" if colon else text.lower()


def _value(name: str, option: str, text: str, kind: Any) -> Any:
    given: Any = _WORDS.get(text.lower(), text)
    if isinstance(given, str) and re.fullmatch(r"-?\d+", given):
        given = int(given)
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError:
        told = ", ".join(_shown(one) for one in getattr(kind, "__args__", (kind,)))
        raise InvalidInput(f"{name}: {option} is {text!r}; give one of {told}") from None


def _shown(allowed: object) -> str:
    words: dict[object, str] = {type(None): "none", int: "a whole number", bool: "on, off"}
    return words.get(allowed, str(allowed))
