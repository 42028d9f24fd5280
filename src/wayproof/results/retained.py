"""How much of a metric survives (NavTrust's PRS), laid out so that a reader with a calculator gets the same.

PRS is the mean over conditions of corrupted over clean. The paper says that it lies between 0 and 1; it does
not: a fault may help. So the mean of the ratios, each capped at 1, is given as well, and an
undefined score says why.

Of an agent with a mitigation there are two: against its own clean episodes, and against those of the agent
without it. The second counts what the mitigation costs on clean episodes too.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from wayproof.results.episode_scores import Observation
from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.retention import retention
from wayproof.results.intervals import SEED, several, shown
from wayproof.results.measured import Measured, measured
from wayproof.vocabulary import CLEAN

Values = Mapping[str, Mapping[Observation, float]]  # condition -> episode or goal -> value


class Ratio(msgspec.Struct, frozen=True):
    """One condition: the mean over its episodes, the clean mean over the same ones, and their ratio."""

    condition: str
    n: int
    clean: float
    corrupted: float
    ratio: float | None  # None: the clean mean is 0


class Retained(msgspec.Struct, frozen=True):
    """PRS of one metric: the mean of the ratios with its interval."""

    metric: str
    score: Measured
    clipped: float | None  # each ratio cut at 1, so that no gain hides a loss
    rows: tuple[Ratio, ...]
    cautions: tuple[str, ...] = ()


def retained(metric: str, values: Values) -> Retained | None:
    """PRS over all conditions but the clean one; None where no clean or no corrupted episode has a value."""
    rows = _rows(values)
    if not rows:
        return None
    interval = _score(values)
    ratios = [min(1.0, row.ratio) for row in rows if row.ratio is not None]
    clipped = sum(ratios) / len(rows) if len(ratios) == len(rows) else None
    cautions = tuple(caution.text for caution in interval.cautions)
    return Retained(metric, measured(interval, len(values[CLEAN])), clipped, rows, cautions)


def retained_of_base(metric: str, values: Values, base_clean: Mapping[Observation, float]) -> Retained | None:
    """PRS of an agent with a mitigation against the clean episodes of the agent without it."""
    faulty = {name: found for name, found in values.items() if name != CLEAN}
    return retained(metric, {CLEAN: base_clean, **faulty})


def _rows(values: Values) -> tuple[Ratio, ...]:
    clean = values.get(CLEAN, {})
    rows = []
    for name, found in values.items():
        own = {key: value for key, value in found.items() if key in clean}
        if name != CLEAN and own:
            before, after = (sum(side[key] for key in own) / len(own) for side in (clean, own))
            rows.append(Ratio(name, len(own), before, after, after / before if before > 0 else None))
    return tuple(rows)


def _score(values: Values) -> Interval:
    """The mean ratio with its interval; episodes that a condition did not run are left out of its ratio."""
    clean, keys = values[CLEAN], list(values[CLEAN])
    others = [found for name, found in values.items() if name != CLEAN]
    base = np.array([clean[key] for key in keys])
    ran = np.array([[key in own for key in keys] for own in others])
    changed = np.array([[own.get(key, 0.0) for key in keys] for own in others])
    scenes = [scene for scene, _ in keys]
    by_episode = retention(base, changed, seed=SEED, ran=ran).score
    if not several(scenes):
        return by_episode
    return shown(by_episode, retention(base, changed, seed=SEED, ran=ran, scenes=scenes).score, scenes)
