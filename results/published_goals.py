"""Every goal of published episodes as a row of a CSV file, for suites whose metrics are over goals.

AGENT.goals.csv stands beside AGENT.csv. Its rows hold what is measured of a goal and what it is told apart
by: the kinds of words in its text, how many things satisfy it, its category.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wayproof.log import EpisodeLog
from wayproof.metrics.goal_errors import CLASSES, errors_by_goal
from wayproof.metrics.goal_spl import spl_by_goal
from wayproof.metrics.goal_success import success_by_goal
from wayproof.metrics.goals import mean_over_goals
from wayproof.results.episode_labels import labels_of_goal
from wayproof.results.headlines import GOAL_ERRORS, headlines_of

SPL_DIGITS = 4
MEASURED = ("goal_success", "goal_spl")
PLACE = ("condition", "scene", "episode", "repeat")
COLUMNS = (*PLACE, "goal", *MEASURED, "error", "category", "features", "candidates")
NAMES = dict(zip(CLASSES, GOAL_ERRORS, strict=True))  # of the metrics that count the classes of errors
BETWEEN_FEATURES = "+"
Row = Mapping[str, str]
GoalValues = dict[str, tuple[float | None, ...]]  # by metric, goal by goal


def goals_file(episodes: Path) -> Path:
    """Where the goals of a file of episodes are stored."""
    return episodes.with_name(f"{episodes.name.removesuffix('.csv')}.goals.csv")


def is_over_goals(log: EpisodeLog) -> bool:
    """Whether its task is measured goal by goal."""
    return set(MEASURED) <= set(headlines_of(log).main)


def write_goals(logs: Sequence[EpisodeLog], file: Path) -> None:
    with file.open("w", newline="", encoding="utf-8") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for log in logs:
            writer.writerows(_rows_of(log))


def read_goals(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def values_by_episode(rows: Sequence[Row]) -> dict[tuple[str, ...], GoalValues]:
    """The metrics of each episode's goals, the classes of errors too, by the columns of PLACE."""
    episodes: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        episodes.setdefault(tuple(row[name] for name in PLACE), []).append(row)
    return {place: _values(goals) for place, goals in episodes.items()}


def episode_values(goals: GoalValues) -> dict[str, float | None]:
    """What the episode has of each metric: the mean over its goals."""
    return {name: mean_over_goals(values) for name, values in goals.items()}


def labels_of_row(row: Row, kind: str) -> tuple[str, ...]:
    """The labels of one kind that a stored goal has: feature, attributes, candidates or category."""
    features = tuple(row["features"].split(BETWEEN_FEATURES)) if row["features"] else ()
    if kind == "feature":
        return features
    if kind == "attributes":
        return (str(sum(one != "none" for one in features)),) if features else ()
    return (row[kind],) if row[kind] else ()


def _values(goals: Sequence[Row]) -> GoalValues:
    ordered = sorted(goals, key=lambda row: int(row["goal"]))
    measured = {name: tuple(float(row[name]) if row[name] else None for row in ordered) for name in MEASURED}
    missed = {error: tuple(float(row["error"] == error) for row in ordered) for error in GOAL_ERRORS}
    return {**measured, **missed}


def _rows_of(log: EpisodeLog) -> Iterator[tuple[object, ...]]:
    place = (log.condition.name, log.episode.scene, log.episode.id, log.repeat)
    found = zip(log.episode.goals, success_by_goal(log), spl_by_goal(log), errors_by_goal(log), strict=True)
    for number, (goal, done, spl, error) in enumerate(found):
        labels = labels_of_goal(goal)
        yield (
            *place,
            number,
            "" if done is None else int(done),
            "" if spl is None else round(spl, SPL_DIGITS),
            "" if error is None else NAMES[error],
            *labels.get("category", ("",)),
            BETWEEN_FEATURES.join(labels.get("feature", ())),
            *labels.get("candidates", ("",)),
        )
