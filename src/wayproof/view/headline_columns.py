"""The headline metrics of a run's tasks, as the list and the episode page show them.

Success has a column of its own, the result, so it is left out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS
from wayproof.metrics.scores import score_all
from wayproof.results.headlines import headlines_of

DIGITS = 4
RESULT = "success"


class Column(msgspec.Struct, frozen=True):
    """One metric, for people."""

    name: str
    title: str
    unit: str
    better: str
    summary: str
    counts_goals: bool  # whether it is the share of an episode's goals that were reached


def headline_values(log: EpisodeLog) -> dict[str, float | None]:
    """The headline metrics of one episode, the deciding one first; None where one is undefined."""
    found = score_all(log, headlines_of(log).main)
    return {name: None if value is None else round(value, DIGITS) for name, value in found.items()}


def column(name: str) -> Column:
    one = METRICS[name]
    counts_goals = one.over == "goal" and one.outcome
    return Column(name, one.title, one.unit, one.better, one.summary, counts_goals)


def columns(every: Iterable[Mapping[str, float | None]]) -> list[Column]:
    """The columns that rows with these values need, in the order in which the metrics first occur."""
    names = dict.fromkeys(name for values in every for name in values)
    return [column(name) for name in names if name != RESULT]


def lead_of(every: Iterable[Mapping[str, float | None]]) -> Column | None:
    """The metric that decides, where it is the same for all and not the result itself."""
    leads = {next(iter(values), RESULT) for values in every}
    return column(leads.pop()) if len(leads) == 1 and leads != {RESULT} else None


def lead_mean(lead: Column, every: Iterable[tuple[Mapping[str, float | None], int]]) -> dict[str, Any]:
    """The mean of a metric over episodes, given with their numbers of goals; each goal counts once where
    goals are counted. None where it is defined for no episode."""
    known = [
        (value, goals if lead.counts_goals else 1)
        for values, goals in every
        if (value := values.get(lead.name)) is not None
    ]
    total = sum(weight for _, weight in known)
    mean = sum(value * weight for value, weight in known) / total if total else None
    return {"value": None if mean is None else round(mean, DIGITS), "goals": total}
