"""The main table of a part: its task's headline metrics under each condition, with their paired changes.

Success and SPL of whole episodes have columns of their own in every table, as they always had, null where
they are undefined; `metrics` has the headline and secondary metrics of the task, each over its own unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from wayproof.log import AGENT_FAULTS
from wayproof.results.applicability import cautions_about
from wayproof.results.episode_scores import EpisodeScores
from wayproof.results.headlines import ALWAYS
from wayproof.results.measured import Measured
from wayproof.results.metric_result import ConditionResult, MetricResult, metric_result
from wayproof.results.part import Part
from wayproof.results.run_folder import read_run
from wayproof.vocabulary import CLEAN

IN_PROCESS = (
    "the agent ran in the simulator's process, where it could have read the truth; give it by file or name "
    "to have it kept apart"
)
IN_REAL_TIME = (
    "in real time: the world went on while the agent was thinking on this machine; "
    "a second run gives slightly different numbers"
)

HEADLINE, SECONDARY = "headline", "secondary"  # roles of a metric in a table
WORSE, BETTER = ("drop", "rise"), ("gain", "fall")  # verdicts that are bad and good news


class Line(msgspec.Struct, frozen=True):
    """One condition of a table; shares from 0 to 1, None where nothing can be said."""

    name: str
    n: int
    sr: float | None
    sr_low: float | None
    sr_high: float | None
    spl: float | None
    spl_low: float | None
    spl_high: float | None
    delta: float | None  # of success, against the clean twins
    delta_low: float | None
    delta_high: float | None
    verdict: str  # "reference", "drop", "gain", "no change shown", "cannot decide", "unknown", "n/a"
    p_holm: float | None = None  # the larger of "by episode" and "by scene", adjusted for all conditions
    agent_faults: int = 0
    invalid: int = 0
    stopped_early: bool = False
    run_spread: float | None = None  # standard deviation of the success rate over repeats
    caution: str = ""  # why the verdict is no more than that


class MetricLine(msgspec.Struct, frozen=True):
    """One metric under one condition; None where it is undefined or nothing can be said."""

    name: str  # of the condition
    n: int  # episodes or goals for which the metric is defined
    value: float | None
    low: float | None
    high: float | None
    delta: float | None  # against the clean twins
    delta_low: float | None
    delta_high: float | None
    p_holm: float | None
    verdict: str  # as in Line; "rise" and "fall" where lower is better
    caution: str = ""  # why the verdict is no more than that


class MetricTable(msgspec.Struct, frozen=True):
    """One metric of a task under all conditions."""

    name: str
    title: str  # for people
    unit: str  # what is averaged over: "episode" or "goal"
    measure: str  # "share", "m", "s", ...
    better: str
    role: str  # HEADLINE or SECONDARY
    conditions: tuple[MetricLine, ...]
    prs: float | None = None  # how much is retained; of metrics of 0 and above of which more is better
    prs_low: float | None = None
    prs_high: float | None = None

    def under(self, condition: str) -> MetricLine:
        return next(line for line in self.conditions if line.name == condition)


class Table(msgspec.Struct, frozen=True):
    """What one agent did under one protocol."""

    protocol: str
    task: str
    agent: str
    beyond_protocol: tuple[str, ...]
    episodes: int
    scenes: int
    conditions: tuple[Line, ...]
    prs_sr: float | None
    prs_sr_low: float | None
    prs_sr_high: float | None
    prs_spl: float | None
    prs_spl_low: float | None
    prs_spl_high: float | None
    cautions: tuple[str, ...] = ()
    metrics: tuple[MetricTable, ...] = ()  # of the task, headlines first; the first one decides

    @property
    def lead(self) -> MetricTable:
        """The metric that decides."""
        return self.metrics[0]

    @property
    def headlines(self) -> tuple[MetricTable, ...]:
        return tuple(one for one in self.metrics if one.role == HEADLINE)


def tables_in(folder: Path) -> list[Table]:
    """The tables of a run folder or of log files, one for each agent and protocol."""
    return [table_of(part) for part in read_run(folder, keep_logs=False).parts]


def table_of(part: Part) -> Table:
    """The table of a part."""
    results = {name: metric_result(part, name) for name in (*ALWAYS, *part.headlines.every)}
    success, spl = (results[name] for name in ALWAYS)
    first = part.scores[0]
    clean = {one.key for one in part.scores_by_condition.get(CLEAN, [])}
    kept = {f"prs_{short}": result.retained for short, result in (("sr", success), ("spl", spl))}
    shown = (results[name].retained for name in part.headlines.main)
    cautions = [*part.cautions, *(text for one in shown if one for text in one.cautions)]
    cautions += [IN_REAL_TIME] if first.real_time else []
    cautions += cautions_about(part.not_applicable, part.partly)
    cautions += [IN_PROCESS] if any(one.isolation == "in process" for one in part.scores) else []
    return Table(
        protocol=part.protocol,
        task=part.task,
        agent=part.agent,
        beyond_protocol=first.beyond_protocol,
        episodes=len(clean),
        scenes=len({scene for scene, _ in clean}),
        conditions=_lines(part, success, spl),
        **{
            name: value
            for short, one in kept.items()
            for name, value in _bounds(short, None if one is None else one.score).items()
        },
        cautions=tuple(dict.fromkeys(cautions)),
        metrics=tuple(
            _metric_table(results[name], role)
            for role, names in ((HEADLINE, part.headlines.main), (SECONDARY, part.headlines.secondary))
            for name in names
        ),
    )


def _metric_table(result: MetricResult, role: str) -> MetricTable:
    return MetricTable(
        result.metric,
        result.title,
        result.over,
        result.unit,
        result.better,
        role,
        tuple(_metric_line(one) for one in result.conditions),
        **_bounds("prs", None if result.retained is None else result.retained.score),
    )


def _metric_line(one: ConditionResult) -> MetricLine:
    return MetricLine(
        name=one.condition,
        n=one.mean.n,
        value=one.mean.value,
        low=one.mean.low,
        high=one.mean.high,
        **_bounds("delta", one.change),
        p_holm=one.p_holm,
        verdict=one.verdict,
        caution=one.caution,
    )


def _lines(part: Part, success: MetricResult, spl: MetricResult) -> tuple[Line, ...]:
    return tuple(
        _line(part, won, efficient.mean)
        for won, efficient in zip(success.conditions, spl.conditions, strict=True)
    )


def _line(part: Part, success: ConditionResult, spl: Measured) -> Line:
    name, members = success.condition, part.scores_by_condition.get(success.condition, [])
    return Line(
        name=name,
        n=len({one.key for one in members}),
        **_bounds("sr", success.mean),
        **_bounds("spl", spl),
        **_bounds("delta", success.change),
        verdict=success.verdict,
        p_holm=success.p_holm,
        agent_faults=sum(one.reason in AGENT_FAULTS for one in members),
        invalid=sum(one.reason == "invalid" for one in members),
        stopped_early=name in part.stopped,
        run_spread=_run_spread(members),
        caution=success.caution,
    )


def _bounds(name: str, value: Measured | None) -> dict[str, Any]:
    """A number and its bounds under the names that tables have for them."""
    three = (None, None, None) if value is None else (value.value, value.low, value.high)
    return dict(zip((name, f"{name}_low", f"{name}_high"), three, strict=True))


def _run_spread(members: Sequence[EpisodeScores]) -> float | None:
    rates: dict[int, list[float]] = {}
    for one in members:
        rates.setdefault(one.repeat, []).append(one.values["success"] or 0.0)
    means = [float(np.mean(values)) for values in rates.values()]
    return float(np.std(means, ddof=1)) if len(means) > 1 else None


def plain_answer(tables: Sequence[Table], **more: Any) -> dict[str, Any]:
    """What `run` and `score` print as JSON: the table itself, or a list of them if there are several."""
    plain = [msgspec.to_builtins(table) for table in tables]
    return {**(plain[0] if len(plain) == 1 else {"tables": plain}), **more}
