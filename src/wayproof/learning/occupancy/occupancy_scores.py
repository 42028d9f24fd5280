"""How much of what nobody has seen is guessed right, beside the rule "unknown is free".

The measure is the intersection over union of free space on unseen cells, house by house: cells that are free
and called free, over cells that are either. "Unknown is free" calls all of them free. Intervals come from
drawing houses, since windows of one house are alike.

A cell need not be free with a chance of one half to be worth calling free: a wrong call costs this measure
less than a missed one. From which chance on a cell counts as free is found in houses that nothing was learnt
from, which are not those of the scores either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.learning.occupancy.map_samples import Samples
from wayproof.perception.onnx_network import Run
from wayproof.results.intervals import means_of, tested_changes

AT_ONCE = 64  # windows
CHANCES = tuple(round(0.05 * step, 2) for step in range(1, 13))  # of being free: 0.05 to 0.6

Flags = NDArray[np.bool_]


def iou(guessed: Flags, true: Flags, counted: Flags) -> float:
    """Intersection over union on the cells that count; 1 where both sides are empty.

    >>> iou(np.array([True, True, False]), np.array([True, False, False]), np.ones(3, bool))
    0.5
    """
    union = ((guessed | true) & counted).sum()
    return float((guessed & true & counted).sum() / union) if union else 1.0


def best_chance(network: Run, houses: Mapping[str, Samples]) -> float:
    """From which chance on calling a cell free does best, by the mean of both measures over houses."""
    found = np.zeros(len(CHANCES))
    for samples in houses.values():
        free_chance, unseen = _free_chance(network, samples), unseen_in(samples)
        for place, chance in enumerate(CHANCES):
            for counted in (unseen, unseen & samples.inside):
                found[place] += iou(free_chance >= chance, ~samples.blocked, counted)
    return CHANCES[int(found.argmax())]


def scores_of(network: Run, houses: Mapping[str, Samples], free_from: float) -> dict[str, Any]:
    """Both rules in houses by name: everywhere in the windows, and within the walls of the house."""
    kept = {name: samples for name, samples in houses.items() if len(samples.windows)}
    guessed = {name: _free_chance(network, samples) >= free_from for name, samples in kept.items()}
    return {
        "houses": len(kept),
        "windows": sum(len(samples.windows) for samples in kept.values()),
        "free space, unseen cells": _beside(kept, guessed, inside=False),
        "free space, unseen cells within the house": _beside(kept, guessed, inside=True),
    }


def _beside(houses: Mapping[str, Samples], guessed: Mapping[str, Flags], *, inside: bool) -> dict[str, Any]:
    ours, plain = [], []
    for name, samples in houses.items():
        unseen = unseen_in(samples)
        counted = unseen & samples.inside if inside else unseen
        ours.append(iou(guessed[name], ~samples.blocked, counted))
        plain.append(iou(np.ones_like(unseen), ~samples.blocked, counted))
    names, base = list(houses), np.array(plain)
    means = means_of(np.array([ours, plain]), names)
    tested = tested_changes(base, np.array([ours]), names, (-1.0, 1.0))[0]
    gain = tested.change
    return {
        "anticipated": [means[0].estimate, means[0].low, means[0].high],
        "unknown is free": [means[1].estimate, means[1].low, means[1].high],
        "difference": [gain.estimate, gain.low, gain.high],
        "p": tested.p,
    }


def unseen_in(samples: Samples) -> Flags:
    """The cells (n, w, w) about which the map said nothing."""
    return np.asarray(samples.windows.sum(axis=1) == 0)


def _free_chance(network: Run, samples: Samples) -> NDArray[np.float32]:
    """How likely each cell (n, w, w) is free, as the network sees it."""
    parts = [
        1.0 - network({"window": samples.windows[start : start + AT_ONCE].astype(np.float32)})["blocked"]
        for start in range(0, len(samples.windows), AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros(samples.blocked.shape, np.float32)
