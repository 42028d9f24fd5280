"""From logs to a table with intervals: success, SPL and their paired changes under each condition, retention.

Each corrupted episode is compared with its own clean twin. Intervals allow for episodes of one scene being
alike: the wider of "by episode" and "by scene" is shown. Repeats of an episode are averaged first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.multiplicity import holm
from wayproof.results.estimates.paired_proportions import count_pairs, mcnemar
from wayproof.results.estimates.proportions import wilson
from wayproof.results.estimates.retention import retention
from wayproof.results.estimates.verdicts import change_shown
from wayproof.results.intervals import SEED, change_of, mean_of, several, shown
from wayproof.vocabulary import CLEAN

IN_REAL_TIME = (
    "in real time: the world went on for as long as the agent thought on this machine; "
    "a second run gives somewhat other numbers"
)
Floats = NDArray[np.float64]
Key = tuple[str, str]  # scene and episode
Episodes = dict[Key, tuple[float, float]]  # success and SPL


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
    verdict: str  # "reference", "drop", "gain", "no change shown", "unknown"
    p_holm: float | None = None  # exact McNemar, adjusted for all conditions
    agent_faults: int = 0
    invalid: int = 0
    stopped_early: bool = False
    run_spread: float | None = None  # standard deviation of the success rate over repeats


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


class Scores(msgspec.Struct, frozen=True):
    """The numbers of one log that a table needs."""

    protocol: str
    task: str
    agent: str
    beyond: tuple[str, ...]
    condition: str
    scene: str
    episode: str
    repeat: int
    success: float
    spl: float
    reason: str
    real_time: bool = False


def scores_of(log: EpisodeLog) -> Scores:
    """A log in short; what is undefined counts as 0."""
    task = log.comparable.task
    return Scores(
        log.protocol_hash,
        f"{task.task}/{task.name}/{task.body}",
        log.agent.name if log.mitigation is None else f"{log.agent.name} with {log.mitigation}",
        log.beyond_protocol,
        log.condition.name,
        log.episode.scene,
        log.episode.id,
        log.repeat,
        success(log) or 0.0,
        spl(log) or 0.0,
        log.outcome.reason,
        log.comparable.real_time,
    )


def tables_of(
    scores: Iterable[Scores], *, stopped: Sequence[str] = (), names: Sequence[str] = ()
) -> list[Table]:
    """One table for each protocol and agent. `names`: conditions in the order wanted."""
    groups: dict[tuple[str, str], list[Scores]] = {}
    for score in scores:
        groups.setdefault((score.protocol, score.agent), []).append(score)
    return [_table(group, stopped, names) for group in groups.values()]


def _table(scores: list[Scores], stopped: Sequence[str], names: Sequence[str]) -> Table:
    found = dict.fromkeys(score.condition for score in scores)
    order = [name for name in (CLEAN, *names) if name in found]
    order += [name for name in found if name not in order]
    by_condition = {name: [s for s in scores if s.condition == name] for name in dict.fromkeys(order)}
    clean = _episodes(by_condition.get(CLEAN, []))
    lines = [_line(name, members, clean, name in stopped) for name, members in by_condition.items()]
    lines = _with_holm(lines, by_condition, clean)
    kept = {metric: _retention(by_condition, clean, metric) for metric in (0, 1)}
    first = scores[0]
    cautions = [caution for interval in (kept[0], kept[1]) for caution in _cautions(interval)]
    cautions += [IN_REAL_TIME] if first.real_time else []
    return Table(
        first.protocol,
        first.task,
        first.agent,
        first.beyond,
        len(clean),
        len({scene for scene, _ in clean}),
        tuple(lines),
        *_three(kept[0]),
        *_three(kept[1]),
        cautions=tuple(dict.fromkeys(cautions)),
    )


def _episodes(members: Iterable[Scores]) -> Episodes:
    """Success and SPL of each episode, averaged over its repeats.

    In an order that depends on nothing but their names, and with it the draws of a bootstrap: logs lie on the
    disk as workers happened to finish.
    """
    sums: dict[Key, list[tuple[float, float]]] = {}
    for score in members:
        sums.setdefault((score.scene, score.episode), []).append((score.success, score.spl))
    return {
        key: (float(np.mean([v[0] for v in rows])), float(np.mean([v[1] for v in rows])))
        for key, rows in sorted(sums.items())
    }


def _line(name: str, members: list[Scores], clean: Episodes, stopped: bool) -> Line:
    own = _episodes(members)
    values = np.array(list(own.values()), float).reshape(-1, 2)
    scenes = [scene for scene, _ in own]
    change = _change(own, clean) if name != CLEAN else None
    return Line(
        name,
        len(own),
        *_three(_rate(values[:, 0], scenes)),
        *_three(mean_of(values[:, 1], scenes)),
        *_three(change),
        verdict="reference" if name == CLEAN else change_shown(change) if change else "unknown",
        agent_faults=sum(score.reason in AGENT_FAULTS for score in members),
        invalid=sum(score.reason == "invalid" for score in members),
        stopped_early=stopped,
        run_spread=_run_spread(members),
    )


def _rate(values: Floats, scenes: list[str]) -> Interval:
    """A success rate: Wilson's interval by episode."""
    if not len(values) or not np.isin(values, (0.0, 1.0)).all():
        return mean_of(values, scenes)
    return shown(wilson(int(values.sum()), len(values)), mean_of(values, scenes), scenes)


def _change(own: Episodes, clean: Episodes) -> Interval | None:
    keys = [key for key in own if key in clean]
    if not keys:
        return None
    base, other = (np.array([side[key][0] for key in keys]) for side in (clean, own))
    return change_of(base, other, [scene for scene, _ in keys])


def _with_holm(lines: list[Line], by_condition: dict[str, list[Scores]], clean: Episodes) -> list[Line]:
    """Exact p-values where every episode was run once, adjusted together."""
    p_values: dict[str, float] = {}
    for name, members in by_condition.items():
        own = _episodes(members)
        keys = [key for key in own if key in clean]
        pairs = np.array([(clean[key][0], own[key][0]) for key in keys]).reshape(-1, 2)
        if name != CLEAN and len(pairs) and np.isin(pairs, (0.0, 1.0)).all():
            p_values[name] = mcnemar(count_pairs(pairs[:, 0].astype(bool), pairs[:, 1].astype(bool)))
    if not p_values:
        return lines
    adjusted = dict(zip(p_values, holm(list(p_values.values())).tolist(), strict=True))
    return [msgspec.structs.replace(line, p_holm=adjusted.get(line.name)) for line in lines]


def _retention(by_condition: dict[str, list[Scores]], clean: Episodes, metric: int) -> Interval | None:
    """PRS over all conditions; episodes that a condition did not run are left out of its ratio."""
    others = [_episodes(members) for name, members in by_condition.items() if name != CLEAN]
    if not others or not clean:
        return None
    keys = list(clean)
    base = np.array([clean[key][metric] for key in keys])
    ran = np.array([[key in own for key in keys] for own in others])
    values = np.array([[own[key][metric] if key in own else 0.0 for key in keys] for own in others])
    scenes = [scene for scene, _ in keys]
    by_episode = retention(base, values, seed=SEED, ran=ran).score
    if not several(scenes):
        return by_episode
    return shown(by_episode, retention(base, values, seed=SEED, ran=ran, scenes=scenes).score, scenes)


def _run_spread(members: list[Scores]) -> float | None:
    rates: dict[int, list[float]] = {}
    for score in members:
        rates.setdefault(score.repeat, []).append(score.success)
    means = [float(np.mean(values)) for values in rates.values()]
    return float(np.std(means, ddof=1)) if len(means) > 1 else None


def _three(interval: Interval | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if interval is None else (interval.estimate, interval.low, interval.high)


def _cautions(interval: Interval | None) -> list[str]:
    return [] if interval is None else [caution.text for caution in interval.cautions]


def plain_answer(tables: Sequence[Table], **more: Any) -> dict[str, Any]:
    """What `run` and `score` print as JSON: the table itself, or a list of them if there are several."""
    plain = [msgspec.to_builtins(table) for table in tables]
    return {**(plain[0] if len(plain) == 1 else {"tables": plain}), **more}
