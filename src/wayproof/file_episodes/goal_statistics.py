"""What described goals are like: LangNavBench's table 2, and what its figures 4 to 6 show, of any set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from wayproof.errors import InvalidInput
from wayproof.language.goal_reader import read_goal
from wayproof.language.phrase_reader import Phrase
from wayproof.results.episode_labels import NO_FEATURE, features_of
from wayproof.vocabulary import Episode, Goal

MOST_CANDIDATES = 5  # these and more are one row


class GoalStatistics(msgspec.Struct, frozen=True):
    """Counts over all goals of a set; `totals` are the rows of table 2."""

    name: str
    totals: dict[str, float]
    by_category: dict[str, int]
    by_feature: dict[str, int]
    by_candidates: dict[str, int]
    by_number_of_features: dict[str, int]


def goal_statistics(name: str, episodes: Sequence[Episode]) -> GoalStatistics:
    """The statistics of the goals of some episodes that have a description."""
    goals = [goal for episode in episodes for goal in episode.goals if goal.text]
    if not goals:
        raise InvalidInput(f"{name} has no goal with a description; name a set of described goals")
    features = [features_of(goal) for goal in goals]
    described = [own for own in features if own != (NO_FEATURE,)]
    categories = Counter(goal.category for goal in goals if goal.category)
    things = {
        (episode.scene, number) for episode in episodes for goal in episode.goals for number in goal.instances
    }
    kinds = tuple(categories)
    totals = {
        "scenes": len({episode.scene for episode in episodes}),
        "episodes": len(episodes),
        "distinct categories": len(categories),
        "distinct things": len(things),
        "goal descriptions": len(goals),
        "distinct descriptions": len({goal.text for goal in goals}),
        "descriptions with a feature": len(described),
        "features in all": sum(map(len, described)),
        "features per such description": round(sum(map(len, described)) / max(len(described), 1), 3),
        "distinct values of features": len({value for goal in goals for value in _values(goal, kinds)}),
    }
    return GoalStatistics(
        name,
        totals,
        dict(categories.most_common()),
        dict(Counter(one for own in features for one in own).most_common()),
        _ordered(Counter(_candidates(goal) for goal in goals if goal.instances)),
        _ordered(Counter(str(sum(one != NO_FEATURE for one in own)) for own in features)),
    )


def statistics_page(sets: Sequence[GoalStatistics], command: str) -> str:
    """The statistics of several sets side by side, as a page of Markdown."""
    parts = [
        "# What the described goals are like",
        f"Made by `{command}`. The first table has the rows of LangNavBench's table 2, the others show what "
        "its figures 4 to 6 show. Percentages are of goal descriptions.",
        "## Totals",
        _table("", [(row, [one.totals[row] for one in sets]) for row in sets[0].totals], sets),
        "## Goals by category",
        *(_list_of(one) for one in sets),
        "## Goals by feature",
        "One goal can have several. The eight features are LangNavBench's; negation, anchor, side, count, "
        "superlative and coreference are ours.",
        _shares("feature", [one.by_feature for one in sets], sets),
        "## Goals by number of features",
        _shares("features", [one.by_number_of_features for one in sets], sets),
        "## Goals by number of candidates",
        "How many things of the scene satisfy the description; any of them counts.",
        _shares("candidates", [one.by_candidates for one in sets], sets),
    ]
    return "\n\n".join(parts) + "\n"


def _list_of(one: GoalStatistics) -> str:
    told = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in one.by_category.items())
    return f"`{one.name}`: {told}."


def _shares(what: str, counts: Sequence[dict[str, int]], sets: Sequence[GoalStatistics]) -> str:
    rows = dict.fromkeys(name for own in counts for name in own)
    told = []
    for row in rows:
        cells = []
        for own, one in zip(counts, sets, strict=True):
            count = own.get(row, 0)
            cells.append(f"{count} ({100 * count / one.totals['goal descriptions']:.1f} %)")
        told.append((row, cells))
    return _table(what, told, sets)


def _table(what: str, rows: Iterable[tuple[str, Sequence[Any]]], sets: Sequence[GoalStatistics]) -> str:
    head = [f"| {what} | {' | '.join(one.name for one in sets)} |", "| --- |" + " --- |" * len(sets)]
    return "\n".join([*head, *(f"| {row} | {' | '.join(map(str, cells))} |" for row, cells in rows)])


def _candidates(goal: Goal) -> str:
    count = len(goal.instances)
    return str(count) if count < MOST_CANDIDATES else f"{MOST_CANDIDATES} or more"


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts)}


def _values(goal: Goal, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What each feature of a description is, as our reader of English reads it: ("colour", "blue")."""
    read = read_goal(goal.text or "", kinds)
    yield from _values_of(read.phrase)
    for clause in read.clauses:
        yield clause.kind, f"{clause.word} {clause.phrase.noun if clause.phrase else ''}".strip()
        yield from ((said.feature, said.word) for said in clause.said)


def _values_of(phrase: Phrase) -> Iterator[tuple[str, str]]:
    for said in phrase.said:
        yield said.feature, f"{said.count or ''} {said.word}".strip()
    if phrase.carrier is not None:
        yield "support", f"{phrase.relation} {phrase.carrier.noun}"
        yield from _values_of(phrase.carrier)
