"""Many episodes to a table: means by condition and by slice, and of how many episodes each is the mean.

Plain numbers; intervals come from `estimates`. What is undefined is left out of a mean and counted.
Episodes that were planned and have no log count as failures, so that leaving out the bad ones helps nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from wayproof.errors import InvalidInput
from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.metrics.failure_mode import failure_mode
from wayproof.metrics.goals import goals_done
from wayproof.metrics.scores import Scores, score_all
from wayproof.results.labels import features_of, slices_of
from wayproof.results.same_protocol import check_one_table

# What an episode without a log scores: nothing. Of its other numbers nothing is known.
LOST = ("success", "spl", "soft_spl", "sr_goal_stop", "goals_reached", "sdtw")
FIRST = ("success", "spl")
SHORT = {"success": "sr"}  # the names of columns that tables know by another


class Mean(NamedTuple):
    """A mean (None: of nothing), of how many episodes, and for how many it is undefined."""

    value: float | None
    defined: int
    undefined: int


class Scored(NamedTuple):
    """An episode and its numbers."""

    log: EpisodeLog
    scores: Scores


@dataclass(frozen=True)
class Group:
    """The episodes of one row of a table, and how many that were planned have no log."""

    members: tuple[Scored, ...]
    missing: int = 0

    def mean(self, name: str) -> Mean:
        """Of one metric; where LOST says so, missing episodes score 0."""
        found = mean_of(member.scores[name] for member in self.members)
        if name not in LOST or not self.missing:
            return found
        count = found.defined + self.missing
        return Mean((found.value or 0.0) * found.defined / count, count, found.undefined)

    def ended_by(self, reasons: Sequence[str]) -> int:
        """How many episodes ended for one of these reasons."""
        return sum(member.log.outcome.reason in reasons for member in self.members)


def mean_of(values: Iterable[float | None]) -> Mean:
    """The mean of what is defined."""
    every = list(values)
    known = [value for value in every if value is not None]
    return Mean(sum(known) / len(known) if known else None, len(known), len(every) - len(known))


def scored(logs: Iterable[EpisodeLog], names: Sequence[str] | None = None) -> list[Scored]:
    """The logs of one agent under one protocol, with their scores; a mixture is an error."""
    every = list(logs)
    check_one_table(every)
    return [Scored(log, score_all(log, names)) for log in every]


def by_condition(members: Iterable[Scored], *, planned: int | None = None) -> dict[str, Group]:
    """Groups by the condition's name, in the order of first appearance; `planned`: episodes of each."""
    found: dict[str, list[Scored]] = {}
    for member in members:
        found.setdefault(member.log.condition.name, []).append(member)
    groups = {}
    for name, those in found.items():
        if planned is not None and planned < len(those):
            raise InvalidInput(
                f"condition {name!r} has {len(those)} logs, and {planned} were planned; check both"
            )
        groups[name] = Group(tuple(those), 0 if planned is None else planned - len(those))
    return groups


def by_slice(members: Iterable[Scored], kind: str) -> dict[str, dict[str, Group]]:
    """Groups by label of one kind (see slices_of), then by condition; episodes without one are left out."""
    labelled = [(member, slices_of(member.log)) for member in members]
    kinds = sorted({name for _, labels in labelled for name in labels})
    if labelled and kind not in kinds:
        raise InvalidInput(f"no episode has a label of kind {kind!r}; these logs have {', '.join(kinds)}")
    names = {label for _, labels in labelled for label in labels.get(kind, ())}
    return {
        name: by_condition(member for member, labels in labelled if name in labels.get(kind, ()))
        for name in sorted(names)
    }


def score_table(
    logs: Iterable[EpisodeLog], *, planned: int | None = None, names: Sequence[str] | None = None
) -> list[dict[str, Any]]:
    """One row per condition: `condition`, `n`, `missing`, `invalid`, `agent_faults`, the means, `undefined`.

    `sr` is the mean of `success`. A metric that is undefined for every episode has no column; where it is
    undefined for some, `undefined` says for how many.
    """
    groups = by_condition(scored(logs, names), planned=planned)
    measured = list(next(iter(groups.values())).members[0].scores) if groups else []
    columns = [
        name for name in _in_order(measured) if any(group.mean(name).defined for group in groups.values())
    ]
    return [_row(condition, group, columns) for condition, group in groups.items()]


def failure_table(logs: Iterable[EpisodeLog]) -> dict[str, dict[str, int]]:
    """How many episodes failed in which mode, by condition, the most frequent first; "none": successes."""
    counts: dict[str, Counter[str]] = {}
    for log in logs:
        counts.setdefault(log.condition.name, Counter())[failure_mode(log)] += 1
    return {condition: dict(modes.most_common()) for condition, modes in counts.items()}


def goal_table(logs: Iterable[EpisodeLog]) -> dict[str, dict[str, Mean]]:
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


def _row(condition: str, group: Group, columns: Sequence[str]) -> dict[str, Any]:
    means = {name: group.mean(name) for name in columns}
    return {
        "condition": condition,
        "n": len(group.members) + group.missing,
        "missing": group.missing,
        "invalid": group.ended_by(("invalid",)),
        "agent_faults": group.ended_by(AGENT_FAULTS),
        **{SHORT.get(name, name): mean.value for name, mean in means.items()},
        "undefined": {name: mean.undefined for name, mean in means.items() if mean.undefined},
    }


def _in_order(names: Sequence[str]) -> list[str]:
    """Success and SPL first, the others as they come."""
    return [*(name for name in FIRST if name in names), *(name for name in names if name not in FIRST)]
