"""Two runs brought together trial by trial: what both have, and what one of them lacks.

A trial that a side lacks counts as a failure of that side, so that nobody gains by what was not run. A
condition that was stopped early lacks nothing: its scenes after the decision are left out on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from wayproof.results.episode_scores import EpisodeScores
from wayproof.results.estimates.interval import Floats
from wayproof.results.part import Part
from wayproof.results.trial_content import EpisodeContent, check_same_episodes, matched_conditions
from wayproof.vocabulary import Fault

Content = tuple[str, str, int]  # protocol, content of the episode, which of several that are the same
Unit = tuple[str, str, int, int]  # the same and the goal; 0 for metrics of whole episodes
Trials = dict[tuple[Content, int], EpisodeScores]  # by episode and repeat


class Paired(NamedTuple):
    """One condition on both sides: of each episode or goal the mean over repeats, and who lacks what."""

    values: Mapping[Unit, tuple[float, float]]
    scenes: Mapping[Unit, str]
    missing: tuple[tuple[str, ...], tuple[str, ...]]  # ids that the first, the second side lacks
    both: bool  # whether both sides have run the condition at all

    def arrays(self) -> tuple[Floats, Floats, list[str]]:
        """First and second values and the scene of each episode, in an order of their own."""
        keys = sorted(self.values, key=lambda unit: (self.scenes[unit], unit))
        table = np.array([self.values[key] for key in keys]).reshape(len(keys), 2)
        return table[:, 0], table[:, 1], [self.scenes[key] for key in keys]


def paired_conditions(
    first: Sequence[Part],
    second: Sequence[Part],
    metric: str,
    worst: tuple[float | None, float | None],
    sides: tuple[str, str],
) -> dict[str, Paired]:
    """Each condition of either side by its name on the first; `worst` is what a trial that a side lacks
    counts, None to leave it out. Different contents under one name are refused."""
    check_same_episodes(_contents(first), _contents(second), sides)
    names = matched_conditions(_faults(first), _faults(second), sides)
    taken = set(names.values())
    lone = [name for name in _faults(second) if name not in taken]
    names |= {name if name not in names else f"{name} of {sides[1]}": name for name in lone}
    units = _units(first), _units(second)
    stopped = {name for part in (*first, *second) for name in part.stopped}
    found = {}
    for name, other in names.items():
        trials = _trials(first, name, units[0]), _trials(second, other, units[1])
        found[name] = _paired(trials, metric, worst, early=name in stopped or other in stopped)
    return found


def mean_over_conditions(conditions: Sequence[Paired]) -> Paired:
    """All conditions as one: of each episode the mean over those that both sides have."""
    found: dict[Unit, list[tuple[float, float]]] = {}
    scenes: dict[Unit, str] = {}
    for one in conditions:
        scenes |= one.scenes
        for unit, pair in one.values.items():
            found.setdefault(unit, []).append(pair)
    means = {
        unit: (_mean([a for a, _ in those]), _mean([b for _, b in those])) for unit, those in found.items()
    }
    lacking = tuple(tuple(name for one in conditions for name in one.missing[side]) for side in (0, 1))
    return Paired(means, scenes, (lacking[0], lacking[1]), both=True)


def same_run(first: Sequence[Part], second: Sequence[Part]) -> bool:
    """Whether both sides are one run, or a copy of it: the same trials with the same records."""
    one, other = (
        sorted(
            (score.protocol, score.condition, *score.key, score.repeat, score.record)
            for p in side
            for score in p.scores
        )
        for side in (first, second)
    )
    return one == other and all(record[-1] for record in one)


def _paired(
    trials: tuple[Trials, Trials], metric: str, worst: tuple[float | None, float | None], *, early: bool
) -> Paired:
    lacking: tuple[list[str], list[str]] = ([], [])
    rows: dict[Unit, list[tuple[float, float]]] = {}
    scenes: dict[Unit, str] = {}
    for key in dict.fromkeys((*trials[0], *trials[1])):
        here = trials[0].get(key), trials[1].get(key)
        if early and None in here:
            continue
        known = next(one for one in here if one is not None)
        for side in (0, 1):
            if here[side] is None:
                lacking[side].append(known.episode)
        count = len(known.each(metric))
        values = [
            (worst[side],) * count if one is None else one.each(metric) for side, one in enumerate(here)
        ]
        for goal, (before, after) in enumerate(zip(*values, strict=True)):
            if before is not None and after is not None:
                unit = (*key[0], goal)
                rows.setdefault(unit, []).append((before, after))
                scenes[unit] = known.scene
    means = {
        unit: (_mean([a for a, _ in those]), _mean([b for _, b in those])) for unit, those in rows.items()
    }
    both = bool(trials[0]) and bool(trials[1])
    return Paired(means, scenes, (tuple(lacking[0]), tuple(lacking[1])), both)


def _contents(parts: Sequence[Part]) -> list[EpisodeContent]:
    return [one.content for part in parts for one in part.scores if one.content is not None]


def _faults(parts: Sequence[Part]) -> dict[str, tuple[Fault, ...] | None]:
    """The faults of each condition, in the order of the tables."""
    known = {one.condition: one.faults for part in parts for one in part.scores}
    return {name: known[name] for part in parts for name in part.order if name in known}


def _units(parts: Sequence[Part]) -> dict[tuple[str, str, str], Content]:
    """The content of each episode by protocol, scene and id; the same content twice is numbered."""
    names: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for part in parts:
        for one in part.scores:
            digest = one.content.digest if one.content is not None else f"{one.scene}|{one.episode}"
            names.setdefault((part.protocol, digest), set()).add(one.key)
    return {
        (protocol, *key): (protocol, digest, number)
        for (protocol, digest), keys in names.items()
        for number, key in enumerate(sorted(keys))
    }


def _trials(
    parts: Sequence[Part], condition: str | None, units: Mapping[tuple[str, str, str], Content]
) -> Trials:
    return {
        (units[part.protocol, *one.key], one.repeat): one
        for part in parts
        for one in part.scores_by_condition.get(condition or "", [])
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
