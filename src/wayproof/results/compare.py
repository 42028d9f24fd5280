"""Two runs side by side, episode by episode: which agent is better, and whether a new version may ship."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.log import Comparable
from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.verdicts import change_shown, judge
from wayproof.results.intervals import change_of
from wayproof.results.same_protocol import differences
from wayproof.results.table import Scores, scores_of
from wayproof.run.folder import planned

ALL = "all conditions"
Judged = Callable[[Interval], tuple[str, str]]  # a verdict and its sentence


class Difference(msgspec.Struct, frozen=True):
    """One condition under two agents on the same episodes: the change is second minus first."""

    name: str
    n: int
    sr_first: float
    sr_second: float
    delta: float | None
    delta_low: float | None
    delta_high: float | None
    verdict: str
    text: str = ""
    unpaired: int = 0  # episodes that only one of them has


class Side(msgspec.Struct, frozen=True):
    """One of the runs compared."""

    folder: str
    agent: str
    protocols: tuple[Comparable, ...]
    scores: tuple[Scores, ...]


def read_side(folder: Path) -> Side:
    """The scores of a run."""
    found = planned(folder, lambda log: (log.comparable, scores_of(log)))
    if not found:
        raise InvalidInput(f"{folder} holds no finished episode; give a folder that `wayproof run` made")
    protocols = {scores.protocol: comparable for comparable, scores in found}
    scores = tuple(scores for _, scores in found)
    return Side(str(folder), scores[0].agent, tuple(protocols.values()), scores)


def compare(first: Side, second: Side) -> list[Difference]:
    """Each condition that both have run, and all of them together."""
    return _compared(first, second, lambda change: (change_shown(change), ""))


def gate(candidate: Side, baseline: Side, max_drop: float) -> list[Difference]:
    """Non-inferiority of a candidate: "pass", "fail" or "undecided" for each condition."""

    def verdict(change: Interval) -> tuple[str, str]:
        found = judge(change, max_drop)
        return found.verdict, found.text

    return _compared(baseline, candidate, verdict)


def overall(lines: Iterable[Difference]) -> str:
    """One failure fails the whole; without one, one open question leaves it open."""
    verdicts = {line.verdict for line in lines}
    return "fail" if "fail" in verdicts else "undecided" if "undecided" in verdicts else "pass"


def _compared(first: Side, second: Side, verdict: Judged) -> list[Difference]:
    _check_protocols(first, second)
    names = list(dict.fromkeys(score.condition for score in first.scores))
    shared = [name for name in names if any(score.condition == name for score in second.scores)]
    if not shared:
        raise InvalidInput(f"{first.folder} and {second.folder} have no condition in common")
    lines = [_difference(name, first.scores, second.scores, verdict) for name in shared]
    if len(shared) > 1:
        lines.append(_difference(ALL, first.scores, second.scores, verdict))
    return lines


def _check_protocols(first: Side, second: Side) -> None:
    """Different protocols are refused with what differs."""
    if len(first.protocols) != len(second.protocols):
        raise InvalidInput(
            f"{first.folder} has {len(first.protocols)} protocols and {second.folder} {len(second.protocols)}"
        )
    for one, other in zip(first.protocols, second.protocols, strict=True):
        found = differences(one, other)
        if found:
            raise InvalidInput(
                f"{first.folder} and {second.folder} have different protocols and cannot be compared: "
                + "; ".join(found[:5])
            )


def _difference(name: str, first: Sequence[Scores], second: Sequence[Scores], verdict: Judged) -> Difference:
    one, other = _by_episode(name, first), _by_episode(name, second)
    keys = [key for key in one if key in other]
    if not keys:
        raise InvalidInput(f"condition {name!r}: the two runs share no episode")
    values = np.array([(one[key], other[key]) for key in keys])
    scenes = [key[1] for key in keys]
    change = change_of(values[:, 0], values[:, 1], scenes)
    word, text = verdict(change)
    return Difference(
        name,
        len(keys),
        float(values[:, 0].mean()),
        float(values[:, 1].mean()),
        change.estimate,
        change.low,
        change.high,
        word,
        text,
        len(one.keys() ^ other.keys()),
    )


def _by_episode(name: str, scores: Sequence[Scores]) -> dict[tuple[str, str, str, str], float]:
    """Success of each episode under a condition, averaged over repeats."""
    found: dict[tuple[str, str, str, str], list[float]] = {}
    for score in scores:
        if name in (ALL, score.condition):
            key = (score.protocol, score.scene, score.episode, score.condition)
            found.setdefault(key, []).append(score.success)
    return {key: float(np.mean(values)) for key, values in sorted(found.items())}
