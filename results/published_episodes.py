"""Every published episode as a row of a CSV file, and the way back: rows to what tables are made of."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from published_goals import (
    MEASURED,
    PLACE,
    GoalValues,
    episode_values,
    goals_file,
    is_over_goals,
    read_goals,
    values_by_episode,
    write_goals,
)

from wayproof.agents import AGENTS
from wayproof.agents.contract.agent_options import with_options
from wayproof.corruptions import CORRUPTIONS
from wayproof.log import Comparable, EpisodeLog, protocol_hash
from wayproof.metrics import METRICS
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.results.applicability import Reach, modalities_of, reach
from wayproof.results.episode_scores import EpisodeScores
from wayproof.results.part import Part, parts_of
from wayproof.scenes.by_name import world_name_of
from wayproof.suite import Suite, condition_names
from wayproof.suites import conditions_of, settings_of
from wayproof.tasks import TASKS

SPL_DIGITS = 4
GOAL_DIGITS = 6  # of a mean over three goals
MITIGATED = " with "  # between an agent and its mitigation, see Manifest.agent_label
# RobustNav's measures of behaviour (its Figs. 4, 7 and 8); files from before they were stored lack them.
BEHAVIOUR = (
    *("collisions", "distance_to_goal", "minimum_distance"),
    *("stop_failure_positive", "stop_failure_negative", "oracle_success"),
)
FOLLOWED = (
    "ndtw",
)  # of tasks that show it; files from before it was stored lack it, as they lack the language
ROW = (
    "condition",
    "scene",
    "episode",
    "repeat",
    "success",
    "spl",
    "steps",
    "reason",
    "difficulty",
    *BEHAVIOUR,
    *FOLLOWED,
    "language",
)


def episodes_file(folder: Path, agent: str) -> Path:
    """Where the episodes of an agent are stored; one with a mitigation is "AGENT with MITIGATION", one with
    options "AGENT:OPTIONS"."""
    return folder / f"{agent.replace(' ', '_').replace(':', '-')}.csv"  # a colon is no name on every system


def write_rows(logs: Sequence[EpisodeLog], file: Path) -> None:
    """The episodes; of a task that is measured goal by goal, its goals in a file beside it too."""
    over_goals = bool(logs) and all(is_over_goals(log) for log in logs)
    with file.open("w", newline="", encoding="utf-8") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow((*ROW, *MEASURED) if over_goals else ROW)
        writer.writerows((*row_of(log), *(_over_goals(log) if over_goals else ())) for log in logs)
    if over_goals:
        write_goals(logs, goals_file(file))


def read_rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def lead_column(rows: Sequence[Mapping[str, str]]) -> str:
    """The column that decides: success at each goal where it is stored, else success of the episode."""
    return MEASURED[0] if rows and MEASURED[0] in rows[0] else "success"


def part_of_rows(file: Path, suite: Suite, agent: str, beyond_protocol: tuple[str, ...] = ()) -> Part:
    """The part whose episodes a file has: success, SPL to four digits, and which faults reach the agent."""
    comparable = _comparable(suite)
    protocol, task = protocol_hash(comparable), comparable.task
    stored = goals_file(file)
    goals = values_by_episode(read_goals(stored)) if stored.is_file() else {}
    scores = []
    rows = read_rows(file)
    reached = {language: reach_by_condition(suite, agent, language) for language in map(_language, rows)}
    for row in rows:
        met = reached[_language(row)][row["condition"]]
        own = goals.get(tuple(row[name] for name in PLACE), {})
        scores.append(
            EpisodeScores(
                protocol=protocol,
                task=f"{task.task}/{task.name}/{task.body}",
                agent=agent,
                beyond_protocol=beyond_protocol,
                condition=row["condition"],
                scene=row["scene"],
                episode=row["episode"],
                repeat=int(row["repeat"]),
                reason=row["reason"],
                values=_values(row, own),
                headlines=TASKS[task.task].headlines,
                goal_values=own,
                faults=tuple(one.fault for one in met),
                reach=met,
            )
        )
    (part,) = parts_of(scores, {protocol: comparable}, names=condition_names(suite))
    return part


def _values(row: Mapping[str, str], goals: GoalValues) -> dict[str, float | None]:
    names = ("success", "spl", *(name for name in FOLLOWED if row.get(name)))
    whole = {name: float(row[name]) if row[name] else None for name in names}
    return {**whole, **episode_values(goals)}


def _language(row: Mapping[str, str]) -> str:
    return row.get("language", "")


def reach_by_condition(suite: Suite, agent: str, language: str = "") -> dict[str, tuple[Reach, ...]]:
    """Which faults of each condition can reach an agent, in episodes of a language if one is given."""
    conditions = conditions_of(suite)
    acts_on = {fault.name: CORRUPTIONS[fault.name].modalities for one in conditions for fault in one.faults}
    words = any(TASKS[recipe.task].gives_words for recipe in suite.episodes)
    plain, _ = with_options(agent.partition(MITIGATED)[0])
    has = modalities_of(AGENTS[plain].card, words=words)
    serves = {fault.name: CORRUPTIONS[fault.name].languages for one in conditions for fault in one.faults}
    return {one.name: reach(one.faults, acts_on, has, serves=serves, language=language) for one in conditions}


def _comparable(suite: Suite) -> Comparable:
    """The protocol of a suite with one set of episodes."""
    (recipe,) = suite.episodes
    protocol = TASKS[recipe.task].protocol(recipe.protocol)
    assert recipe.body in (None, protocol.body), "published suites take the body of their protocol"
    return Comparable(protocol, settings_of(suite), world_name_of(recipe.world), suite.light)


def row_of(log: EpisodeLog) -> Iterator[object]:
    """The cells of an episode."""
    yield from (log.condition.name, log.episode.scene, log.episode.id, log.repeat)
    yield from (_written(success(log), 0), _written(spl(log), SPL_DIGITS))
    yield from (len(log.steps.action), log.outcome.reason, log.episode.labels.get("difficulty", ""))
    yield from (_written(METRICS[name].score(log), SPL_DIGITS) for name in (*BEHAVIOUR, *FOLLOWED))
    yield log.episode.language if log.episode.instruction else ""


def _over_goals(log: EpisodeLog) -> Iterator[object]:
    yield from (_written(METRICS[name].score(log), GOAL_DIGITS) for name in MEASURED)


def _written(value: float | None, digits: int) -> float | str:
    """A number of the table of episodes; nothing where it is undefined."""
    return "" if value is None else int(value) if digits == 0 else round(value, digits)
