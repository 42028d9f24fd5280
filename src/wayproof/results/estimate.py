"""Means over episodes with their intervals: of any number of a log, repeats averaged first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
import numpy as np

from wayproof.log import EpisodeLog
from wayproof.results.estimates.differences import Range, mean_intervals
from wayproof.results.estimates.interval import Floats, Interval
from wayproof.results.estimates.resampling import bounds, resample
from wayproof.results.intervals import SEED, several
from wayproof.results.intervals import shown as wider_shown

Episode = tuple[str, str]  # scene, id
Score = Callable[[EpisodeLog], float | None]
LEVEL = 0.95


class Measured(msgspec.Struct, frozen=True):
    """A number with its bounds, None where they are not known, and of how many episodes it is."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def measured(interval: Interval | None, n: int) -> Measured:
    if interval is None:
        return Measured(None, None, None, n)
    return Measured(interval.estimate, interval.low, interval.high, n)


def by_episode(logs: Iterable[EpisodeLog], score: Score) -> dict[Episode, float]:
    """The number of each episode, averaged over the repeats for which it is defined."""
    found: dict[Episode, list[float]] = {}
    for log in logs:
        value = score(log)
        if value is not None:
            found.setdefault((log.episode.scene, log.episode.id), []).append(value)
    return {key: sum(values) / len(values) for key, values in sorted(found.items())}


def means(
    rows: Mapping[str, Mapping[Episode, float]], *, value_range: Range | None = None
) -> dict[str, Measured]:
    """The mean of each row, by episode or by scene, whichever is wider.

    Rows over the same episodes are drawn together, which changes no bit of any and saves most of the time.
    `value_range` is what a number can be: with it, rows of equal numbers have bounds, too.
    """
    groups: dict[tuple[Episode, ...], list[str]] = {}
    for name, values in rows.items():
        groups.setdefault(tuple(sorted(values)), []).append(name)
    found: dict[str, Measured] = {}
    for keys, names in groups.items():
        table = np.array([[rows[name][key] for key in keys] for name in names]).reshape(len(names), len(keys))
        intervals = _intervals(table, [scene for scene, _ in keys], value_range)
        for name, interval in zip(names, intervals, strict=True):
            found[name] = measured(interval, len(keys))
    return {name: found[name] for name in rows}


def _intervals(table: Floats, scenes: Sequence[str], value_range: Range | None) -> list[Interval]:
    plain = mean_intervals(table, seed=SEED, level=LEVEL, value_range=value_range)
    if not several(scenes):
        return list(plain)
    by_scene = mean_intervals(table, seed=SEED, level=LEVEL, scenes=scenes, value_range=value_range)
    return [wider_shown(one, other, scenes) for one, other in zip(plain, by_scene, strict=True)]


def ratio_of_sums(above: Sequence[float], below: Sequence[float]) -> Measured:
    """The sum of one column over the sum of another, resampled by episode; no bounds for fewer than two."""
    if not above or not sum(below) > 0.0:
        return Measured(None, None, None, len(above))
    columns = np.column_stack([np.array(above, float), np.array(below, float)])
    ratio = float(columns[:, 0].sum() / columns[:, 1].sum())
    if len(columns) < 2 or np.ptp(columns[:, 0] / columns[:, 1]) <= 1e-12:
        return Measured(ratio, None, None, len(columns))
    draws = resample(columns, _ratio, seed=SEED, name="ratio")
    low, high, _ = bounds(draws, 0, level=LEVEL, method="bca")
    return Measured(ratio, low, high, len(columns))


def _ratio(sums: Floats) -> Floats:
    return sums[:, :1] / sums[:, 1:]
