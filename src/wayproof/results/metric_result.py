"""THE way from the scores of one metric to what can be said of it: every table and report goes through here.

Per episode or goal (repeats averaged) -> mean with interval -> clean and corrupted pairs -> change with
interval, p-value adjusted over all conditions, verdict -> how much is retained. Intervals allow for episodes
of one scene being alike: the wider of "by episode" and "by scene" is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from wayproof.metrics import METRICS
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.episode_scores import Observation
from wayproof.results.estimates.differences import Range
from wayproof.results.estimates.multiplicity import holm
from wayproof.results.estimates.verdicts import ChangeEvidence, change_verdict
from wayproof.results.intervals import means_of, tested_changes
from wayproof.results.measured import Measured, measured
from wayproof.results.part import Part
from wayproof.results.retained import Retained, Values, retained
from wayproof.vocabulary import CLEAN

REFERENCE, UNKNOWN = "reference", "unknown"
NOTHING = Measured(None, None, None, 0)  # under a condition that cannot reach the agent
# Where lower is better, changes have other names, so that "gain" is not taken for good news.
FEWER_IS_BETTER = {"drop": "fall", "gain": "rise"}


class ConditionResult(msgspec.Struct, frozen=True):
    """One metric under one condition."""

    condition: str
    mean: Measured  # over the episodes for which the metric is defined
    change: Measured | None  # against the clean twins; None for the reference, or without twins
    p: float | None  # of "no change"
    p_holm: float | None  # adjusted for all conditions of the table
    # "reference", "drop", "gain", "no change shown", "cannot decide", "unknown", "n/a"; "rise", "fall"
    verdict: str
    caution: str = ""  # why it is no more than that


class MetricResult(msgspec.Struct, frozen=True):
    """One metric under all conditions of a part, the reference first."""

    metric: str
    title: str
    unit: str
    over: str  # what is averaged over: "episode" or "goal"
    better: str
    conditions: tuple[ConditionResult, ...]
    retained: Retained | None  # of metrics of 0 and above of which more is better


def metric_result(part: Part, metric: str) -> MetricResult:
    """Everything that a part says about one metric."""
    component, values = METRICS[metric], part.values(metric)
    span = value_range(metric)
    means, changes = _means(values, span, component.outcome), _changes(values, span)
    adjusted = adjusted_p_values(changes)
    rows = [
        _condition(name, means.get(name, NOTHING), changes.get(name), adjusted.get(name), component.better)
        for name in part.listed
    ]
    keeps = component.better == "higher" and component.low == 0.0
    return MetricResult(
        metric,
        component.title,
        component.unit,
        component.over,
        component.better,
        tuple(rows),
        retained(metric, values) if keeps else None,
    )


def adjusted_p_values(changes: Mapping[str, ChangeEvidence]) -> dict[str, float]:
    """Holm's: the chance of even one false finding among all stays below the level."""
    raw = [change.p for change in changes.values()]
    return dict(zip(changes, holm(raw).tolist(), strict=True)) if raw else {}


def change_word(change: ChangeEvidence, p_adjusted: float, better: str) -> tuple[str, str]:
    """What is shown of a change, and the reason for saying no more; "fall", "rise" where less is better."""
    word, caution = change_verdict(change, p_adjusted)
    return (FEWER_IS_BETTER.get(word, word) if better == "lower" else word), caution


def mean_result(metric: str, values: Mapping[Observation, float]) -> Measured:
    """The mean of a metric over some observations, with its interval."""
    component = METRICS[metric]
    return _means({CLEAN: values}, value_range(metric), component.outcome)[CLEAN]


def value_range(metric: str) -> Range | None:
    """What a metric can be, if it is bounded on both sides."""
    low, high = METRICS[metric].low, METRICS[metric].high
    return None if low is None or high is None else (low, high)


def _means(values: Values, span: Range | None, outcomes: bool) -> dict[str, Measured]:
    """The mean of each condition."""
    found: dict[str, Measured] = {}
    for keys, names in _alike({name: tuple(own) for name, own in values.items()}):
        rows = np.array([[values[name][key] for key in keys] for name in names]).reshape(
            len(names), len(keys)
        )
        intervals = means_of(rows, [scene for scene, _ in keys], span, outcomes=outcomes)
        found |= {name: measured(one, len(keys)) for name, one in zip(names, intervals, strict=True)}
    return found


def _changes(values: Values, span: Range | None) -> dict[str, ChangeEvidence]:
    """The change of each condition that has clean twins."""
    clean = values.get(CLEAN, {})
    twins = {name: tuple(key for key in own if key in clean) for name, own in values.items() if name != CLEAN}
    found: dict[str, ChangeEvidence] = {}
    for keys, names in _alike({name: keys for name, keys in twins.items() if keys}):
        base = np.array([clean[key] for key in keys])
        rows = np.array([[values[name][key] for key in keys] for name in names])
        changes = tested_changes(base, rows, [scene for scene, _ in keys], span)
        found |= dict(zip(names, changes, strict=True))
    return found


def _alike(keys: Mapping[str, tuple[Observation, ...]]) -> list[tuple[tuple[Observation, ...], list[str]]]:
    """Conditions grouped by the episodes they have, to be resampled together."""
    groups: dict[tuple[Observation, ...], list[str]] = {}
    for name, own in keys.items():
        groups.setdefault(own, []).append(name)
    return list(groups.items())


def _condition(
    name: str, mean: Measured, found: ChangeEvidence | None, p_adjusted: float | None, better: str
) -> ConditionResult:
    if mean.value is None:
        return ConditionResult(name, mean, None, None, None, NOT_APPLICABLE)
    if found is None or p_adjusted is None:
        return ConditionResult(name, mean, None, None, None, REFERENCE if name == CLEAN else UNKNOWN)
    change = measured(found.change, found.pairs)
    return ConditionResult(name, mean, change, found.p, p_adjusted, *change_word(found, p_adjusted, better))
