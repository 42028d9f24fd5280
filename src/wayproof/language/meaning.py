"""Do two instructions ask for the same walk? Compares the sequences of steps that both are read as."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wayproof.language.parse import parse
from wayproof.language.route_steps import RouteStep


@dataclass(frozen=True)
class Report:
    """Whether two texts mean the same, and what the first difference is."""

    same: bool
    difference: str
    first: tuple[RouteStep, ...]
    second: tuple[RouteStep, ...]


def same_meaning(first: str, second: str) -> Report:
    """Compares action, direction, landmark, room, side and amount of every step, in order.

    >>> same_meaning("Exit the kitchen and turn left.", "Leave the kitchen, then take a left.").same
    True
    >>> same_meaning("Turn left at the sofa.", "Turn right at the sofa.").difference
    'step 1: direction is left in the first text and right in the second'
    """
    one, other = parse(first).route, parse(second).route
    difference = _difference(one, other)
    return Report(difference == "", difference, one, other)


def canonical(step: RouteStep) -> RouteStep:
    """A written step as the reader gives it back: a walk's direction is also its relation."""
    if step.relation or not step.landmark or step.direction == "straight":
        return step
    if step.action in ("turn", "veer"):
        return step
    return replace(step, relation=step.direction)


def _difference(one: tuple[RouteStep, ...], other: tuple[RouteStep, ...]) -> str:
    for number, (left, right) in enumerate(zip(one, other, strict=False), start=1):
        for name in ("action", "direction", "landmark", "room", "relation", "side", "amount"):
            given, found = getattr(left, name), getattr(right, name)
            if given != found:
                one_says, other_says = given or "not said", found or "not said"
                return f"step {number}: {name} is {one_says} in the first text and {other_says} in the second"
    if len(one) != len(other):
        return f"the first text has {len(one)} steps, the second {len(other)}"
    return ""
