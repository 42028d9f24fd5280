"""Divergence: the first step at which twins see, do or stand otherwise.

Twins share start, goal, people and seeds, so up to the first fault they are the same. What differs first
tells the story: another reading (the fault), then another action (the agent took it in), then another place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.log import EpisodeLog
from wayproof.results.pairs import Pair

# Poses of twins are the same bits as long as their actions and motors are; this is far below any motion.
SAME_M = 1e-9


class Divergence(NamedTuple):
    """First steps, None where there is no difference; one twin ending before the other is a difference."""

    seen: int | None  # a reading that the agent got
    instruction: int | None  # the words that it read
    action: int | None  # what it did
    pose: int | None  # where it stood before this step
    moved_wrongly: int | None  # a fault of the motors acted on the second twin

    @property
    def first(self) -> int | None:
        """The earliest of all."""
        return min((step for step in self if step is not None), default=None)


def divergence(pair: Pair) -> Divergence:
    """Where two twins part."""
    before, after = pair
    return Divergence(
        _first_seen(before.steps.seen, after.steps.seen),
        _first_words(before, after),
        _first_action(before, after),
        _first_pose(before.steps.pose, after.steps.pose),
        _first_true(after.steps.moved_wrongly),
    )


def _first_true(marks: NDArray[np.bool_]) -> int | None:
    return int(np.argmax(marks)) if marks.any() else None


def _first_change(changed: NDArray[np.bool_], lengths: tuple[int, int]) -> int | None:
    """The first mark over the common part; else the end of the shorter, if they are not of one length."""
    found = _first_true(changed)
    if found is not None:
        return found
    return min(lengths) if lengths[0] != lengths[1] else None


def _first_seen(one: Mapping[str, NDArray[np.uint32]], other: Mapping[str, NDArray[np.uint32]]) -> int | None:
    """Over the sensors that both twins have: with other sensors they are no twins in this."""
    steps = []
    for name in one.keys() & other.keys():
        common = min(len(one[name]), len(other[name]))
        step = _first_true(one[name][:common] != other[name][:common])
        if step is not None:
            steps.append(step)
    return min(steps, default=None)


def _first_words(one: EpisodeLog, other: EpisodeLog) -> int | None:
    """When the first text that differs was read: texts are told at the start, or goal by goal."""
    pairs = zip(one.instructions, other.instructions, strict=False)
    told = next((number for number, (left, right) in enumerate(pairs) if left != right), None)
    if told is None:
        return None
    steps = [_first_true(log.steps.goal == told) for log in (one, other)]
    return min((step for step in steps if step is not None), default=0)


def _first_action(one: EpisodeLog, other: EpisodeLog) -> int | None:
    lengths = (len(one.steps.action), len(other.steps.action))
    common = min(lengths)
    changed = one.steps.action[:common] != other.steps.action[:common]
    arguments = [log.steps.argument for log in (one, other)]
    if all(len(argument) >= common for argument in arguments):
        changed |= (arguments[0][:common] != arguments[1][:common]).any(axis=1)
    return _first_change(changed, lengths)


def _first_pose(one: NDArray[np.float64], other: NDArray[np.float64]) -> int | None:
    lengths = (len(one), len(other))
    common = min(lengths)
    apart: NDArray[np.bool_] = np.abs(one[:common] - other[:common]).max(axis=1, initial=0.0) > SAME_M
    return _first_change(apart, lengths)
