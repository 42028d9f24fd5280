"""Evidence against a number instead of a second side: a share that must reach it, a lead that must exceed it.

Both are told as a contrast with 0, "so much above the level", so that verdicts are those of every claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from numpy import float64
from numpy.typing import NDArray

from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.proportions import wilson_by_scene
from wayproof.results.estimates.verdicts import ChangeEvidence

SURE = 1.0 - 1e-12  # the highest level of confidence that is tried


def share_above(outcomes: NDArray[float64], scenes: Sequence[str], level: float) -> ChangeEvidence:
    """A share of successes minus the level: Wilson's interval by scene, and the p-value that it gives."""
    found = wilson_by_scene(outcomes, scenes)
    return ChangeEvidence(
        moved(found, level),
        share_p_value(outcomes, scenes, level),
        pairs=len(outcomes),
        differing=len(outcomes),  # no episode is a share: each lies above or below the level
        scenes=len(set(scenes)),
    )


def share_p_value(outcomes: NDArray[float64], scenes: Sequence[str], level: float) -> float:
    """Two-sided: one minus the confidence at which the interval just reaches the level."""

    def covers(confidence: float) -> bool:
        found = wilson_by_scene(outcomes, scenes, level=confidence)
        assert found.low is not None and found.high is not None
        return found.low <= level <= found.high

    low, high = 1e-9, SURE  # the interval leaves the level out, and it does not
    if covers(low):
        return 1.0
    if not covers(high):
        return 1.0 - high
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if covers(middle) else (middle, high)
    return 1.0 - low


def above(tested: ChangeEvidence, level: float) -> ChangeEvidence:
    """A contrast whose p-value is of "it is the level", told as what it has above the level."""
    return replace(tested, change=moved(tested.change, level))


def moved(interval: Interval, level: float) -> Interval:
    """The interval of the same number minus the level."""
    estimate, low, high = (
        None if value is None else value - level for value in (interval.estimate, interval.low, interval.high)
    )
    return replace(interval, estimate=estimate, low=low, high=high)
