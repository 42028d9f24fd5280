"""Plain means: every metric by condition or by label, failures by mode, goals by the words they use.

Intervals and paired changes come from metric_result; these rows are for a first look and for spreadsheets.
What is undefined is left out of a mean and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from wayproof.errors import InvalidInput
from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.metrics.failure_mode import failure_mode
from wayproof.metrics.goals import goals_done
from wayproof.results.episode_labels import features_of, slices_of
from wayproof.results.episode_scores import EpisodeScores, observations
from wayproof.results.estimates.proportions import wilson
from wayproof.results.headlines import ALWAYS
from wayproof.results.part import Part

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
    """Success and SPL by label of one kind (see episode_labels.slices_of) and condition; needs the logs.

    An episode with several labels of a kind counts for each; episodes without one are left out.
    """
    labelled = [(one, slices_of(log)) for one, log in zip(part.scores, part.logs, strict=True)]
    kinds = sorted({name for _, labels in labelled for name in labels})
    if kind not in kinds:
        raise InvalidInput(f"no episode has a label of kind {kind!r}; these logs have {', '.join(kinds)}")
    rows = []
    for label in sorted({label for _, labels in labelled for label in labels.get(kind, ())}):
        members = [one for one, labels in labelled if label in labels.get(kind, ())]
        for condition in part.order:
            own = [one for one in members if one.condition == condition]
            if own:
                rows.append({kind: label, "condition": condition, **_rates(own)})
    return rows


def failure_counts(logs: Iterable[EpisodeLog]) -> dict[str, dict[str, int]]:
    """How many episodes failed in which mode, by condition, the most frequent first; "none": successes."""
    counts: dict[str, Counter[str]] = {}
    for log in logs:
        counts.setdefault(log.condition.name, Counter())[failure_mode(log)] += 1
    return {condition: dict(modes.most_common()) for condition, modes in counts.items()}


def goal_rates(logs: Iterable[EpisodeLog]) -> dict[str, dict[str, Mean]]:
    """The share of goals reached by condition and kind of words; a goal counts for each kind that it uses.

    This is LangNavBench's table: its success rate is over goals, not over episodes.
    """
    found: dict[str, dict[str, list[float]]] = {}
    for log in logs:
        columns = found.setdefault(log.condition.name, {})
        for goal, done in zip(log.episode.goals, goals_done(log), strict=True):
            for feature in ("all", *features_of(goal)):
                columns.setdefault(feature, []).append(float(done))
    return {
        condition: {feature: mean_of(values) for feature, values in columns.items()}
        for condition, columns in found.items()
    }


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


def _rates(members: Sequence[EpisodeScores]) -> dict[str, Any]:
    """Success with Wilson's interval, trials counted one by one, and mean SPL."""
    outcomes = [one.values["success"] for one in members if one.values["success"] is not None]
    rate = wilson(round(sum(outcomes)), len(outcomes))
    lengths = observations(members, "spl").values()
    return {
        "n": len(members),
        "sr": rate.estimate,
        "sr_low": rate.low,
        "sr_high": rate.high,
        "spl": sum(lengths) / len(lengths) if lengths else None,
    }
