"""The steps of a written route in the form in which modular_follower's reader gives steps, for comparison.

The writer tells more apart: slight and sharp turns, before and after a thing, next to it and behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.agents.reading.route_names import Named, named_at
from wayproof.agents.reading.route_rules import NOBODY, Step
from wayproof.language.route_steps import RouteStep


def expected(steps: Sequence[RouteStep]) -> list[str]:
    """What the reader should read; views and facing are no steps to it."""
    return [
        str(found)
        for step in steps
        if step.action not in ("see", "face")
        for found in _steps_of(step, _named(step.landmark))
    ]


def _named(landmark: str) -> Named:
    if not landmark:
        return NOBODY
    return named_at(f"{landmark} ", 0) or named_at(f"the {landmark} ", 0) or NOBODY


def _steps_of(step: RouteStep, name: Named) -> list[Step]:
    room = name.room or _named(step.room).room
    if step.action == "turn":
        turn = step.direction.rpartition(" ")[2]
        if step.relation == "into":
            return [Step("turn", turn), *_gone("into", name, room)]
        return [Step("turn", turn, name.thing, name.room)]
    if step.action == "stop":
        return [Step("stop", "near" if name.thing else "in" if name.room else "", name.thing, room)]
    if step.action == "take":
        return [Step("go", "through", "door")]
    if step.action == "follow":
        return _gone("along", name, room)
    straight = step.direction == "straight" and step.relation not in ("", "straight")
    return _gone(step.relation if straight else step.direction, name, room)


def _gone(direction: str, name: Named, room: str) -> list[Step]:
    if name.thing == "door" and direction in ("into", "out of", "through", "along"):
        return [Step("go", "through", "door")]
    if direction in ("up", "down", "along"):
        if name.thing == "stairs":
            return [Step("go", "up" if direction == "up" else "down", "stairs")]
        return [Step("go", "past", name.thing) if name.thing else Step("go", "straight", "", room)]
    if name.room and name.of and direction in ("to", "into"):
        return [Step("go", "straight", "", room)]
    if direction == "to" and name.room:
        return [Step("go", "to or into", "", room)]
    if direction == "across":
        direction = "through" if name.room else "past"
    return [Step("go", "past" if direction == "around" else direction, name.thing, room)]


def alike(wanted: list[str], read: list[str]) -> bool:
    """Whether the reader read what was written; a room that one walks to may also be one to enter."""
    loose = [one.replace("go to or into", "go into") for one in wanted]
    given = [
        two.replace("go to /", "go into /") if "to or into" in one else two
        for one, two in zip(wanted, read, strict=False)
    ]
    return len(wanted) == len(read) and loose == given
