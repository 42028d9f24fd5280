"""What can be said of one thing by looking at it: its attributes as ground truth has them, fit to be spoken.

Ground truth says more than people do: that clear glass is silver, that a bed is of fabric. What is said, and
of which part of the thing, stands in description_things.toml and holds for every language.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from wayproof.scenes.scene import Instance
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("description_things.toml")
UNSAID = "-"
SIZES = ("small", "large")  # "medium" is no news
_AS_LIGHT = {"on": "lit", "off": "unlit"}


class Counted(msgspec.Struct, frozen=True):
    most: int
    parts: tuple[str, ...]


class Lamps(msgspec.Struct, frozen=True):
    categories: tuple[str, ...]


class ThingsFile(msgspec.Struct, frozen=True):
    """The content of description_things.toml."""

    finish_of: dict[str, str]
    state_of: dict[str, str]
    unsaid: dict[str, tuple[str, ...]]
    unsaid_colours: dict[str, tuple[str, ...]]
    lamps: Lamps
    counted: Counted
    modifiers: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Aspects:
    """The words for one thing, None where there is nothing to say.

    `finish_of` and `state_of` name the part that the words are about, "" for the thing itself.
    """

    colour: str | None
    texture: str | None
    material: str | None
    finish_of: str
    size: str | None
    state: str | None
    state_of: str
    numbers: tuple[tuple[str, int], ...]
    modifiers: tuple[str, ...]


def aspects(instance: Instance) -> Aspects:
    """What can be said of an instance.

    >>> from wayproof.scenes.scene import Attributes
    >>> look = Attributes(colour="blue", size="medium", pattern="striped", material="fabric", state="on")
    >>> zero = (0.0, 0.0, 0.0)
    >>> lamp = Instance(1, "floor_lamp", "tripod", look, None, None, None, zero, zero, zero, 0.0)
    >>> said = aspects(lamp)
    >>> said.colour, said.finish_of, said.size, said.state, said.modifiers
    ('blue', 'shade', None, 'lit', ('tripod',))
    """
    table, look = things_file(), instance.attributes
    finish_of = _listed(table.finish_of, instance, "")
    has_finish = finish_of != UNSAID
    texture = None if look.pattern == "plain" else look.pattern
    return Aspects(
        colour=_colour(instance) if has_finish else None,
        texture=texture if has_finish and _may_say(instance, "texture") else None,
        material=look.material if has_finish and _may_say(instance, "material") else None,
        finish_of=finish_of,
        size=look.size if look.size in SIZES and _may_say(instance, "size") else None,
        state=_state(instance),
        state_of=_listed(table.state_of, instance, ""),
        numbers=tuple(
            (part, count)
            for part, count in look.number.items()
            if part in table.counted.parts and count <= table.counted.most
        ),
        modifiers=_modifiers(instance),
    )


def true_finish(instance: Instance, name: str) -> str | None:
    """Colour, texture or material as anybody would see it, whether or not one would say so."""
    look = instance.attributes
    if name == "colour":
        return None if _is_called_otherwise(instance) else look.colour
    return look.pattern if name == "texture" else look.material


def is_of(instance: Instance, kinds: Iterable[str]) -> bool:
    """Whether an instance is one of the kinds: a category, or a category and a shape as "book/stack"."""
    return not {instance.category, f"{instance.category}/{instance.shape}"}.isdisjoint(kinds)


@cache
def things_file() -> ThingsFile:
    """The table, read on first use."""
    return read_toml(FILE, ThingsFile)


def _colour(instance: Instance) -> str | None:
    hidden = _is_called_otherwise(instance) or not _may_say(instance, "colour")
    return None if hidden else instance.attributes.colour


def _is_called_otherwise(instance: Instance) -> bool:
    """Whether nobody calls its colour by its name, as that of clear glass."""
    look = instance.attributes
    return look.colour in things_file().unsaid_colours.get(look.material or "", ())


def _state(instance: Instance) -> str | None:
    state, lamps = instance.attributes.state, things_file().lamps.categories
    if state is None or not _may_say(instance, "state") or not _may_say(instance, state):
        return None
    return _AS_LIGHT.get(state, state) if instance.category in lamps else state


def _modifiers(instance: Instance) -> tuple[str, ...]:
    own = instance.attributes.modifier
    by_shape = _shape_words().get(f"{instance.category}/{instance.shape}", ())
    return tuple(dict.fromkeys((own, *by_shape))) if own else by_shape


@cache
def _shape_words() -> dict[str, tuple[str, ...]]:
    """The modifiers of each "category/shape"."""
    table = things_file().modifiers
    shapes = dict.fromkeys(shape for shapes in table.values() for shape in shapes)
    return {shape: tuple(word for word, own in table.items() if shape in own) for shape in shapes}


def _may_say(instance: Instance, what: str) -> bool:
    return not is_of(instance, things_file().unsaid.get(what, ()))


def _listed(table: dict[str, str], instance: Instance, default: str) -> str:
    by_category = table.get(instance.category, default)
    return table.get(f"{instance.category}/{instance.shape}", by_category)
