"""Which interval is shown: by episode, or by scene where scenes differ among each other.

Episodes of one scene are alike, so the wider of the two is the honest one. Where all scenes agree to the
digit, there is no spread between them to speak of, and the interval by episode is shown. Rows over the same
episodes are resampled together, which changes no bit of any and saves most of the time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.results.estimates.differences import NO_SPREAD, Range, mean_intervals, paired_differences
from wayproof.results.estimates.interval import Floats, Interval, few_scenes, wider, with_caution
from wayproof.results.estimates.paired_proportions import count_pairs, mcnemar, newcombe_paired
from wayproof.results.estimates.proportions import wilson
from wayproof.results.estimates.sign_flips import sign_flip_test

SEED = 0  # of the resampling: the same table from the same logs
SHARES = (0.0, 1.0)


def means_of(
    rows: Floats, scenes: Sequence[str], value_range: Range | None = SHARES, *, outcomes: bool = False
) -> list[Interval]:
    """The mean of each row (conditions, n). Of `outcomes`, 1 or 0 each, Wilson's interval counts as well.

    `value_range` is what a value can be: with it, rows of equal numbers have bounds, too.
    """
    found = list(mean_intervals(rows, seed=SEED, value_range=value_range))
    if several(scenes):
        by_scene = mean_intervals(rows, seed=SEED, scenes=scenes, value_range=value_range)
        found = [shown(one, other, scenes) for one, other in zip(found, by_scene, strict=True)]
    if not outcomes:
        return found
    return [
        shown(wilson(int(row.sum()), len(row)), one, scenes) if len(row) and _outcomes(row) else one
        for row, one in zip(rows, found, strict=True)
    ]


def changes_of(
    base: Floats, rows: Floats, scenes: Sequence[str], value_range: Range | None = SHARES
) -> list[Interval]:
    """The paired change of each row (conditions, n) against the base (n,), row minus base."""
    plain = paired_differences(base, rows, seed=SEED, value_range=value_range)
    by_episode = [
        newcombe_paired(count_pairs(base > 0, row > 0)) if _outcomes(base) and _outcomes(row) else one
        for row, one in zip(rows, plain, strict=True)
    ]
    if not several(scenes):
        return by_episode
    by_scene = paired_differences(base, rows, seed=SEED, scenes=scenes, value_range=value_range)
    return [shown(one, other, scenes) for one, other in zip(by_episode, by_scene, strict=True)]


def change_of(
    base: Floats, other: Floats, scenes: Sequence[str], value_range: Range | None = SHARES
) -> Interval:
    """The paired change of one row."""
    return changes_of(base, other[None], scenes, value_range)[0]


def p_value_of(base: Floats, other: Floats, scenes: Sequence[str]) -> float:
    """Two-sided, of "no change": McNemar's exact test of outcomes, the sign-flip test of other numbers."""
    if _outcomes(base) and _outcomes(other):
        return mcnemar(count_pairs(base > 0, other > 0))
    return sign_flip_test(other - base, seed=SEED, scenes=scenes)


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
