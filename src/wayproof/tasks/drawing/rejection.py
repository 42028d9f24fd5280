"""Episodes by rejection: what all tasks share that draw candidates until one is fit.

A draw has a generator of its own, so that it does not depend on what was drawn before; it counts why
candidates were rejected, and ends with an episode or with an error that says what they failed on.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.navigation.free_space import FreeSpace
from wayproof.seeding import generator_for
from wayproof.tasks import Draw
from wayproof.vocabulary import Episode, Protocol

NO_WAY_BY_STEPS = "no way by steps"  # the expert fails with whole steps and turns


def check_index(index: int, what: str = "episode") -> None:
    """Refuse a negative number of an episode or a pair of them."""
    if index < 0:
        raise InvalidInput(f"{what} index is {index}; {what}s are counted from 0")


def episode_generator(seed: int, scene: str, task: str, protocol: str, index: int) -> np.random.Generator:
    """The generator for episode number `index` of a run seed in a scene."""
    check_index(index)
    return generator_for(seed, scene, task, protocol, index)


def episode_id(task: str, protocol: str, seed: int, index: int) -> str:
    """The id of an episode that was drawn.

    >>> episode_id("point_goal", "habitat", 7, 3)
    'point_goal/habitat/7/3'
    """
    return f"{task}/{protocol}/{seed}/{index}"


def length_fault(length_m: float, lengths_m: tuple[float, float]) -> str | None:
    """Why a way of this length is rejected, or None if it is within the range."""
    if length_m < lengths_m[0]:
        return "too near"
    return "too far" if length_m > lengths_m[1] else None


def accepted(episode: Episode, rejected: Counter[str]) -> Draw:
    """The end of a draw that found an episode."""
    return Draw(episode, dict(sorted(rejected.items())))


def no_episode(
    scene: str,
    free: FreeSpace,
    protocol: Protocol,
    rejected: Counter[str],
    *,
    lengths_m: tuple[float, float] | None = None,
) -> InvalidInput:
    """The error at the end of a draw that found none; `lengths_m`: how long its way had to be."""
    length = f" of {lengths_m[0]:g} to {lengths_m[1]:g} m" if lengths_m else ""
    reasons = ", ".join(f"{reason}: {count}" for reason, count in sorted(rejected.items()))
    return InvalidInput(
        f"scene {scene!r} has no {protocol.task} episode{length} under protocol {protocol.name!r} for a body "
        f"of radius {free.radius_m:g} m: {rejected.total()} draws failed ({reasons}); choose a larger scene, "
        "a smaller body or another protocol"
    )
