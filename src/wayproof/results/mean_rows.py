"""Rows for a first look and for spreadsheets: metrics by condition, headlines by label, failures by mode.

Paired changes come from metric_result. What is undefined is left out of a mean and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from wayproof.errors import InvalidInput
from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.metrics.failure_mode import failure_mode
from wayproof.results.episode_scores import EpisodeScores, Observation
from wayproof.results.headlines import ALWAYS
from wayproof.results.labelled_observations import label_kinds, labelled
from wayproof.results.metric_result import mean_result
from wayproof.results.part import Part

RISING = ("easy", "medium", "hard")
SHORT = {"success": "sr"}  # the names of columns that tables know by another


class Mean(NamedTuple):
    """A mean (None: of nothing), of how many episodes, and for how many it is undefined."""

    value: float | None
    defined: int
    undefined: int


def mean_of(values: Iterable[float | None]) -> Mean:
    """The mean of what is defined."""
    every = list(values)
    known = [value for value in every if value is not None]
    return Mean(sum(known) / len(known) if known else None, len(known), len(every) - len(known))


def mean_rows(part: Part) -> list[dict[str, Any]]:
    """One row per condition: its means, and how many trials are missing, invalid or agent faults.

    `sr` is the mean of `success`. A metric that is undefined for every episode has no column; where it is
    undefined for some, `undefined` says for how many.
    """
    names = dict.fromkeys((*ALWAYS, *part.headlines.every, *part.scores[0].values))
    columns = [name for name in names if any(one.values[name] is not None for one in part.scores)]
    return [
        _row(name, members, columns, part.planned.get(name, len(members)) - len(members))
        for name, members in ((name, part.scores_by_condition.get(name, [])) for name in part.listed)
    ]


def label_rows(part: Part, kind: str) -> list[dict[str, Any]]:
    """The headline metrics by label of one kind (see episode_labels) and condition; needs the logs.

    `n` counts what the first of them is over: episodes, or goals. One with several labels of a kind counts
    for each; what has no label is left out.
    """
    kinds = label_kinds(part)
    if kind not in kinds:
        raise InvalidInput(
            f"no episode has a label of kind {kind!r}; these logs have {', '.join(sorted(kinds))}"
        )
    metrics = part.headlines.main
    found = {metric: labelled(part, metric, kind) for metric in metrics}
    rows = []
    for label in sorted(kinds[kind], key=rising):
        for condition in part.order:
            cells = {metric: found[metric].get(label, {}).get(condition, {}) for metric in metrics}
            if any(cells.values()):
                count = len(cells[metrics[0]])
                rows.append({kind: label, "condition": condition, "n": count, **_rates(cells)})
    return rows


def rising(label: str) -> tuple[int, float, str]:
    """To sort labels by: easy before hard, 2 before 10, the rest by name."""
    if label in RISING:
        return (0, RISING.index(label), label)
    last = label.rsplit("/", 1)[-1]
    return (1, float(last), label) if last.isdecimal() and last.isascii() else (2, 0.0, label)


def failure_counts(logs: Iterable[EpisodeLog]) -> dict[str, dict[str, int]]:
    """How many episodes failed in which mode, by condition, the most frequent first; "none": successes."""
    counts: dict[str, Counter[str]] = {}
    for log in logs:
        counts.setdefault(log.condition.name, Counter())[failure_mode(log)] += 1
    return {condition: dict(modes.most_common()) for condition, modes in counts.items()}


def _row(
    condition: str, members: Sequence[EpisodeScores], columns: Sequence[str], missing: int
) -> dict[str, Any]:
    means = {name: mean_of(value for one in members for value in one.each(name)) for name in columns}
    return {
        "condition": condition,
        "n": len(members),
        "missing": missing,
        "invalid": sum(one.reason == "invalid" for one in members),
        "agent_faults": sum(one.reason in AGENT_FAULTS for one in members),
        **{SHORT.get(name, name): mean.value for name, mean in means.items()},
        "undefined": {name: mean.undefined for name, mean in means.items() if mean.undefined},
    }


def _rates(cells: Mapping[str, Mapping[Observation, float]]) -> dict[str, Any]:
    """Each metric with its interval; None where it is undefined."""
    row: dict[str, Any] = {}
    for metric, values in cells.items():
        short, mean = SHORT.get(metric, metric), mean_result(metric, values)
        row |= {short: mean.value, f"{short}_low": mean.low, f"{short}_high": mean.high}
    return row
