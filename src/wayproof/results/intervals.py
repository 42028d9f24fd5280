"""Which interval is shown and which test is made: by episode and by scene, whichever says less.

Episodes of one scene are alike, so of two intervals the wider is the honest one, and of two p-values the
larger. Where all scenes agree to the digit, there is no spread between them to speak of, and what episodes
say is shown. With one scene there is nothing but episodes: such an interval speaks of this scene alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.results.estimates.differences import (
    NO_SPREAD,
    Range,
    mean_intervals,
    paired_differences,
    scene_p_value,
)
from wayproof.results.estimates.interval import Floats, Interval, few_scenes, wider, with_caution
from wayproof.results.estimates.paired_proportions import count_pairs, newcombe_p_value, newcombe_paired
from wayproof.results.estimates.proportions import wilson_by_scene
from wayproof.results.estimates.sign_flips import sign_flip_test
from wayproof.results.estimates.verdicts import ChangeEvidence

SEED = 0  # of the resampling: the same table from the same logs
SHARES = (0.0, 1.0)


def means_of(
    rows: Floats, scenes: Sequence[str], value_range: Range | None = SHARES, *, outcomes: bool = False
) -> list[Interval]:
    """The mean of each row (conditions, n). Of `outcomes`, 1 or 0 each, Wilson's interval by scene.

    `value_range` is what a value can be: with it, rows of equal numbers have bounds, too.
    """
    if outcomes and rows.size and _outcomes(rows):
        return [with_caution(wilson_by_scene(row, scenes), *few_scenes(len(set(scenes)))) for row in rows]
    found = list(mean_intervals(rows, seed=SEED, value_range=value_range))
    if not several(scenes):
        return found
    by_scene = mean_intervals(rows, seed=SEED, scenes=scenes, value_range=value_range)
    return [shown(one, other, scenes) for one, other in zip(found, by_scene, strict=True)]


def changes_of(
    base: Floats, rows: Floats, scenes: Sequence[str], value_range: Range | None = SHARES
) -> list[Interval]:
    """The paired change of each row (conditions, n) against the base (n,), row minus base."""
    by_episode = _changes_by_episode(base, rows, value_range)
    if not several(scenes):
        return by_episode
    by_scene = paired_differences(base, rows, seed=SEED, scenes=scenes, value_range=value_range)
    return [shown(one, other, scenes) for one, other in zip(by_episode, by_scene, strict=True)]


def _changes_by_episode(base: Floats, rows: Floats, value_range: Range | None) -> list[Interval]:
    """Of outcomes Newcombe's interval, of other numbers resampled ones."""
    outcomes = [_outcomes(base) and _outcomes(row) for row in rows]
    if all(outcomes):
        return [newcombe_paired(count_pairs(base > 0, row > 0)) for row in rows]
    resampled = paired_differences(base, rows, seed=SEED, value_range=value_range)
    return [
        newcombe_paired(count_pairs(base > 0, row > 0)) if exact else one
        for row, exact, one in zip(rows, outcomes, resampled, strict=True)
    ]


def change_of(
    base: Floats, other: Floats, scenes: Sequence[str], value_range: Range | None = SHARES
) -> Interval:
    """The paired change of one row."""
    return changes_of(base, other[None], scenes, value_range)[0]


def tested_changes(
    base: Floats,
    rows: Floats,
    scenes: Sequence[str],
    value_range: Range | None = SHARES,
    *,
    null: float = 0.0,
) -> list[ChangeEvidence]:
    """The paired change of each row with all that a verdict on it needs; its p-value is of "it is `null`"."""
    return [
        ChangeEvidence(
            change,
            p_value_of(base, row, scenes, null),
            pairs=len(base),
            differing=int(np.count_nonzero(row != base)),
            scenes=len(set(scenes)),
        )
        for row, change in zip(rows, changes_of(base, rows, scenes, value_range), strict=True)
    ]


def p_value_of(base: Floats, other: Floats, scenes: Sequence[str], null: float = 0.0) -> float:
    """Two-sided, of "the change is `null`": by episode and, with several scenes, by scene; the larger counts.

    By episode: of outcomes McNemar's exact test, or Newcombe's interval turned into one where `null` is not
    0; of other numbers the sign-flip test. By scene: Student's t over scenes.
    """
    if _outcomes(base) and _outcomes(other):
        by_episode = newcombe_p_value(count_pairs(base > 0, other > 0), null)
    else:
        by_episode = sign_flip_test(other - base - null, seed=SEED)
    if not several(scenes):
        return by_episode
    return max(by_episode, scene_p_value(other - base, scenes, null))


def shown(by_episode: Interval, by_scene: Interval, scenes: Sequence[str]) -> Interval:
    """The wider one, unless the scenes show no spread."""
    cautions = few_scenes(len(set(scenes)))
    if NO_SPREAD in by_scene.cautions:
        return with_caution(by_episode, *cautions)
    return with_caution(wider(by_episode, by_scene), *cautions)


def several(scenes: Sequence[str]) -> bool:
    return len(set(scenes)) > 1


def _outcomes(values: Floats) -> bool:
    """Whether these are successes and failures, 1 and 0, and nothing between."""
    return bool(np.isin(values, SHARES).all())
