"""Which interval is shown: by episode, or by scene where scenes differ among each other.

Episodes of one scene are alike, so the wider of the two is the honest one. Where all scenes agree to the
digit, there is no spread between them to speak of, and the interval by episode is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.results.estimates.differences import NO_SPREAD, mean_intervals, paired_differences
from wayproof.results.estimates.interval import Floats, Interval, few_scenes, wider, with_caution
from wayproof.results.estimates.paired_proportions import count_pairs, newcombe_paired

SEED = 0  # of the resampling: the same table from the same logs
SHARES = (0.0, 1.0)


def mean_of(values: Floats, scenes: Sequence[str]) -> Interval:
    """The mean of shares."""
    rows = values[None]
    by_episode = mean_intervals(rows, seed=SEED, value_range=SHARES)[0]
    if not several(scenes):
        return by_episode
    return shown(by_episode, mean_intervals(rows, seed=SEED, scenes=scenes, value_range=SHARES)[0], scenes)


def change_of(
    base: Floats, other: Floats, scenes: Sequence[str], value_range: tuple[float, float] = SHARES
) -> Interval:
    """The paired change, other minus base; `value_range` is what a value can be."""
    rows = other[None]
    if np.isin(base, SHARES).all() and np.isin(other, SHARES).all():
        by_episode = newcombe_paired(count_pairs(base > 0, other > 0))
    else:
        by_episode = paired_differences(base, rows, seed=SEED, value_range=value_range)[0]
    if not several(scenes):
        return by_episode
    by_scene = paired_differences(base, rows, seed=SEED, scenes=scenes, value_range=value_range)[0]
    return shown(by_episode, by_scene, scenes)


def shown(by_episode: Interval, by_scene: Interval, scenes: Sequence[str]) -> Interval:
    """The wider one, unless the scenes show no spread."""
    cautions = few_scenes(len(set(scenes)))
    if NO_SPREAD in by_scene.cautions:
        return with_caution(by_episode, *cautions)
    return with_caution(wider(by_episode, by_scene), *cautions)


def several(scenes: Sequence[str]) -> bool:
    return len(set(scenes)) > 1
