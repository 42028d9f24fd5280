"""Two runs side by side, episode by episode: which agent is better, and whether a new version may ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.log import REMARKS
from wayproof.metrics import METRICS
from wayproof.results.estimates.interval import Interval, opposite
from wayproof.results.estimates.verdicts import judge
from wayproof.results.intervals import change_of
from wayproof.results.metric_result import change_word, value_range
from wayproof.results.part import Part
from wayproof.results.run_folder import finished_episodes, read_run
from wayproof.spec import differences

ALL = "all conditions"
Verdict = Callable[[Interval], tuple[str, str]]  # a verdict and its sentence
Key = tuple[str, str, str, str]  # protocol, scene, episode, condition


class Difference(msgspec.Struct, frozen=True):
    """One condition under two agents on the same episodes: the change is second minus first."""

    name: str
    n: int
    first: float
    second: float
    delta: float | None
    delta_low: float | None
    delta_high: float | None
    verdict: str
    text: str = ""
    unpaired: int = 0  # episodes that only one of them has
    metric: str = "success"


class Side(NamedTuple):
    """One of the runs compared."""

    label: str
    parts: Sequence[Part]

    @property
    def agent(self) -> str:
        return self.parts[0].agent


def read_side(folder: Path | str, metric: str = "success") -> Side:
    """A run folder as one side of a comparison."""
    run = finished_episodes(read_run(folder, metrics=(metric,), keep_logs=False))
    return Side(str(folder), run.parts)


def compare(first: Side, second: Side, metric: str = "success") -> list[Difference]:
    """Each condition that both have run, and all of them together."""
    better = METRICS[metric].better
    return _compared(first, second, metric, lambda change: (change_word(change, better), ""))


def gate(candidate: Side, baseline: Side, max_drop: float, metric: str = "success") -> list[Difference]:
    """Non-inferiority of a candidate: "pass", "fail" or "undecided" for each condition.

    `max_drop` is in the metric's own unit, 0.03 for 3 points of success. Of metrics of which less is better,
    it is the rise that is allowed.
    """
    better = METRICS[metric].better
    if better == "neither":
        raise InvalidInput(f"{metric} has no better side, so nothing can be allowed; gate another metric")

    def verdict(change: Interval) -> tuple[str, str]:
        found = judge(change if better == "higher" else opposite(change), max_drop)
        return found.verdict, found.text

    return _compared(baseline, candidate, metric, verdict)


def overall(lines: Iterable[Difference]) -> str:
    """One failure fails the whole; without one, one open question leaves it open."""
    verdicts = {line.verdict for line in lines}
    return "fail" if "fail" in verdicts else "undecided" if "undecided" in verdicts else "pass"


def plain_difference(line: Difference) -> dict[str, Any]:
    """A line as `compare` and `gate` print it as JSON; of success, both sides have the names of tables."""
    plain: dict[str, Any] = msgspec.to_builtins(line)
    if line.metric != "success":
        return plain
    return {{"first": "sr_first", "second": "sr_second"}.get(name, name): v for name, v in plain.items()}


def _compared(first: Side, second: Side, metric: str, verdict: Verdict) -> list[Difference]:
    _check_protocols(first, second)
    names = list(dict.fromkeys(name for part in first.parts for name in part.order))
    known = {name for part in second.parts for name in part.order}
    shared = [name for name in names if name in known]
    if not shared:
        raise InvalidInput(f"{first.label} and {second.label} have no condition in common")
    values = _values(first.parts, metric), _values(second.parts, metric)
    lines = [_difference(name, *values, metric, verdict) for name in shared]
    if len(shared) > 1:
        lines.append(_difference(ALL, *values, metric, verdict))
    return lines


def _check_protocols(first: Side, second: Side) -> None:
    """Different protocols are refused with what differs."""
    if len(first.parts) != len(second.parts):
        raise InvalidInput(
            f"{first.label} has {len(first.parts)} protocols and {second.label} {len(second.parts)}"
        )
    for one, other in zip(first.parts, second.parts, strict=True):
        found = differences(one.comparable, other.comparable, but=REMARKS)
        if found:
            raise InvalidInput(
                f"{first.label} and {second.label} have different protocols and cannot be compared: "
                + "; ".join(found[:5])
            )


def _values(parts: Sequence[Part], metric: str) -> dict[Key, float]:
    """The metric of each episode under each condition, averaged over repeats."""
    found = {
        (part.protocol, scene, episode, condition): value
        for part in parts
        for condition, episodes in part.values(metric).items()
        for (scene, episode), value in episodes.items()
    }
    return dict(sorted(found.items()))


def _difference(
    name: str, first: dict[Key, float], second: dict[Key, float], metric: str, verdict: Verdict
) -> Difference:
    one, other = (
        {key: value for key, value in side.items() if name in (ALL, key[3])} for side in (first, second)
    )
    keys = [key for key in one if key in other]
    if not keys:
        raise InvalidInput(f"condition {name!r}: the two runs share no episode")
    base, changed = (np.array([side[key] for key in keys]) for side in (one, other))
    change = change_of(base, changed, [key[1] for key in keys], value_range(metric))
    word, text = verdict(change)
    return Difference(
        name=name,
        n=len(keys),
        first=float(base.mean()),
        second=float(changed.mean()),
        delta=change.estimate,
        delta_low=change.low,
        delta_high=change.high,
        verdict=word,
        text=text,
        unpaired=len(one.keys() ^ other.keys()),
        metric=metric,
    )
