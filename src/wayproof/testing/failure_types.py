"""CanTest's eight types of errors: which verdict of an oracle shows each, and what may be done about it."""

from __future__ import annotations

from typing import NamedTuple

from wayproof.testing.examination import CapabilityError


class FailureType(NamedTuple):
    """A type of error: its capability, the kind of verdict that shows it, and a suggestion."""

    capability: str
    kind: str
    name: str
    suggestion: str


TYPES = {
    "PE-1": FailureType(
        "perception",
        "missed",
        "missed thing",
        "Teach the detector this kind of thing, or lower its threshold and look twice: a second look from "
        "another place costs a few steps.",
    ),
    "PE-2": FailureType(
        "perception",
        "confused",
        "confused thing",
        "Look at what it takes for the thing. Ask for more confidence or several views before it goes there.",
    ),
    "ME-1": FailureType(
        "memory",
        "forgotten",
        "forgotten thing",
        "Keep what was recognised for longer, or until it is looked for again and not found there.",
    ),
    "ME-2": FailureType(
        "memory",
        "order",
        "wrong order in time",
        "Store when each thing was seen first, and do not renew it when the thing is seen again.",
    ),
    "PL-1": FailureType(
        "plan",
        "detour",
        "detour",
        "Plan again when the map has changed, and compare the plan with the straight way to its end.",
    ),
    "PL-2": FailureType(
        "plan",
        "loop",
        "loop",
        "Note where it has been; give up a target that it has come to several times in vain.",
    ),
    "PL-3": FailureType(
        "plan",
        "constraint",
        "constraint broken",
        "Put what is to be avoided on the map as an obstacle before planning.",
    ),
    "DE-1": FailureType(
        "decision",
        "off plan",
        "against its own plan",
        "Check each action against the plan before it is taken, a claim of the goal above all.",
    ),
}
# Verdicts that CanTest has no type for, and the type that is nearest.
NEAREST = {("memory", "invented"): "ME-1"}
UNATTRIBUTED = "unattributed"
NO_REPAIR = (
    "No single repair turned these failures. Look at the picture story: several capabilities may have failed "
    "at once, or the fault lies outside what the oracles judge, such as the map of free ground."
)


def type_of(error: CapabilityError) -> str:
    """The type of an error."""
    for code, one in TYPES.items():
        if (one.capability, one.kind) == (error.capability, error.verdict.kind):
            return code
    return NEAREST[error.capability, error.verdict.kind]


def suggestion_for(code: str) -> str:
    """What may be done about failures of a type."""
    return TYPES[code].suggestion if code in TYPES else NO_REPAIR


def told_type(code: str) -> str:
    """A type with its name.

    >>> told_type("PE-1"), told_type("unattributed")
    ('PE-1 missed thing', 'unattributed')
    """
    return f"{code} {TYPES[code].name}" if code in TYPES else code
