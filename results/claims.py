"""Claims of papers as comparisons of stored episodes, and what these say of them; never typed by hand.

A claim compares two sides on the same episodes, or in the same houses. Its kind says what the numbers are:

lower         metric of `agent` under `conditions` is below that of `against`, or below its own under `others`
              or in the suite `against_suite`, which has the same episodes
higher        the same, above; with a `level`, by more than that
reaches       success of `agent` under `conditions` is above `level`
smaller_drop  `agent` loses less from clean to `conditions` than `against` does
rises         metric of `agent` rises from clean to `conditions`
falls         metric of `agent` falls from clean to `conditions`
worst         under the one of `conditions`, the metric is below that under each of `others`
harder        `agent` loses more in hard episodes than in easy ones, scene by scene
rises_by_house
              as `rises`, but of house means over the episodes in which the metric is defined: for metrics
              that many episodes leave undefined, as stop failures are where the agent never stops or never
              comes in range, so that hardly an episode has them both clean and under all faults. The means
              may be of different episodes, so a change can come from which episodes have the metric

Several conditions count by their mean. Held: the interval of "first minus second" lies on the claimed side of
0 (or of `level`) and the p-value, adjusted by Holm over the claims of the family, is below 5 %; not held: the
same on the other side. Anything else cannot be decided with these episodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import msgspec
import numpy as np
from level_evidence import above, share_above
from published_episodes import episodes_file, lead_column, read_rows

from wayproof.errors import InvalidInput
from wayproof.results.estimates.multiplicity import holm
from wayproof.results.estimates.verdicts import ChangeEvidence, change_verdict
from wayproof.results.intervals import tested_changes
from wayproof.results.metric_result import value_range
from wayproof.vocabulary import CLEAN

Above = Literal["higher", "reaches", "smaller_drop", "rises", "rises_by_house"]  # claim more than 0
Kind = Above | Literal["lower", "falls", "worst", "harder"]
BY_HOUSE = ("harder", "rises_by_house")  # kinds whose pairs are houses
Key = tuple[str, str]  # scene, episode
Values = dict[Key, float]
Row = Mapping[str, str]
FEWEST_CLEAN = 0.2  # how an agent with less clean success stands faults is shown, not judged
HELD, NOT_HELD, UNDECIDED = "held", "not held", "cannot decide"
NOT_YET, NOT_HERE = "not yet measured", "not measurable here"


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the page: what is claimed, by whom, and which stored episodes would show it."""

    claim: str
    source: str
    family: str  # p-values are adjusted over the claims of one
    kind: Kind = "lower"
    suite: str = ""
    agent: str = ""
    against: str = ""  # another agent; empty: the same
    against_suite: str = ""  # where the other side was run; empty: in the same suite
    conditions: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # the conditions of the other side; empty: the same
    metric: str = "success"
    level: float = 0.0  # of `reaches` and `higher`
    options: str = ""  # of the command that measures it, `wayproof run`
    command: str = ""  # another command that measures it
    not_here: str = ""  # why it cannot be measured in this world at all
    differs: str = ""  # why results here may differ from the paper's


class Finding(msgspec.Struct, frozen=True):
    """A verdict with what it rests on; first minus second side, in the metric's own unit."""

    verdict: str
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    p_adjusted: float | None = None
    episodes: int = 0
    scenes: int = 0
    reason: str = ""


class Missing(Exception):
    """What a claim needs is not stored."""


def findings(claims: Sequence[Claim], results: Path) -> list[Finding]:
    """What the stored episodes say of each claim; p-values adjusted family by family."""
    evidence = [_evidence(claim, results) for claim in claims]
    found: list[Finding] = [one if isinstance(one, Finding) else Finding(UNDECIDED) for one in evidence]
    for family in dict.fromkeys(claim.family for claim in claims):
        places = [
            place
            for place, (claim, one) in enumerate(zip(claims, evidence, strict=True))
            if claim.family == family and isinstance(one, ChangeEvidence)
        ]
        tested = [one for place in places if isinstance(one := evidence[place], ChangeEvidence)]
        adjusted = holm([one.p for one in tested]).tolist() if tested else []
        for place, one, p_adjusted in zip(places, tested, adjusted, strict=True):
            found[place] = judged(one, p_adjusted, claimed_sign(claims[place]))
    return found


def claimed_sign(claim: Claim) -> int:
    """On which side of 0 "first minus second" lies if the claim is true."""
    return 1 if claim.kind in get_args(Above) else -1


def judged(tested: ChangeEvidence, p_adjusted: float, sign: int) -> Finding:
    """A verdict from a contrast by the rule of all tables."""
    word, caution = change_verdict(tested, p_adjusted)
    side = {"gain": 1, "drop": -1}.get(word)
    verdict = UNDECIDED if side is None else HELD if side == sign else NOT_HELD
    change = tested.change
    return Finding(
        verdict, change.estimate, change.low, change.high, p_adjusted, tested.pairs, tested.scenes, caution
    )


def contrast(claim: Claim, rows: Sequence[Row], other_rows: Sequence[Row]) -> ChangeEvidence:
    """First minus second side of a claim on the episodes that both have."""
    if claim.kind == "worst":
        each = [
            _tested(
                *_sides(msgspec.structs.replace(claim, kind="lower", others=(name,)), rows, rows),
                claim.metric,
            )
            for name in claim.others
        ]
        return least_favourable(each)
    if claim.kind == "reaches":
        values = _of(rows, claim.conditions, claim.metric)
        return share_above(np.array(list(values.values())), [scene for scene, _ in values], claim.level)
    return _tested(*_sides(claim, rows, other_rows), claim.metric, claim.level)


def least_favourable(each: Sequence[ChangeEvidence]) -> ChangeEvidence:
    """Of comparisons that must all be below 0, the one that decides.

    One that lies above 0 refutes the claim; it was picked among several, so its p-value is taken that often.
    Else the least certain one decides: all others are at least as clear.
    """
    above = [one for one in each if one.change.low is not None and one.change.low > 0.0]
    if above:
        clearest = min(above, key=lambda one: one.p)
        return replace(clearest, p=min(1.0, clearest.p * len(each)))
    return max(each, key=lambda one: (one.change.high is None or one.change.high >= 0.0, one.p))


def _evidence(claim: Claim, results: Path) -> ChangeEvidence | Finding:
    if claim.not_here:
        return Finding(NOT_HERE, reason=claim.not_here)
    try:
        rows = _stored(results, claim.suite, claim.agent)
        _, other_side = claim_sides(claim)
        other = rows if other_side == (claim.suite, claim.agent) else _stored(results, *other_side)
        weak = [name for name, own in _named(claim, rows, other) if _clean_success(own) < FEWEST_CLEAN]
        if weak and not _ranks_agents(claim):
            return Finding(UNDECIDED, reason=f"{weak[0]} succeeds in under 20 % of clean episodes")
        return contrast(claim, rows, other)
    except Missing as missing:
        return Finding(NOT_YET, reason=str(missing))


def _ranks_agents(claim: Claim) -> bool:
    """Whether it is of success without faults, alone or against another: then a weak agent is judged too."""
    return (bool(claim.against) or claim.kind == "reaches") and set(claim.conditions) == {CLEAN}


def claim_sides(claim: Claim) -> tuple[tuple[str, str], tuple[str, str]]:
    """Suite and agent of the first and of the second side."""
    other = claim.against_suite or claim.suite, claim.against or claim.agent
    return (claim.suite, claim.agent), other


def _named(claim: Claim, rows: Sequence[Row], other: Sequence[Row]) -> list[tuple[str, Sequence[Row]]]:
    return [(claim.agent, rows), *([(claim.against or claim.agent, other)] if other is not rows else [])]


def _clean_success(rows: Sequence[Row]) -> float:
    values = _of(rows, (CLEAN,), lead_column(rows))
    return float(np.mean(list(values.values())))


def _stored(results: Path, suite: str, agent: str) -> list[dict[str, str]]:
    file = episodes_file(results / suite, agent)
    if not file.is_file():
        raise Missing(f"no episode of {agent} in {suite} is stored")
    return read_rows(file)


def _sides(claim: Claim, rows: Sequence[Row], other_rows: Sequence[Row]) -> tuple[Values, Values]:
    """The two numbers of each episode, or of each scene."""
    names, metric = claim.conditions, claim.metric
    if claim.kind in ("lower", "higher", "smaller_drop"):
        rows, other_rows = _same_repeats(rows, other_rows, names, claim.others)
    if claim.kind in ("lower", "higher"):
        return _of(rows, names, metric), _of(other_rows, claim.others or names, metric)
    if claim.kind == "smaller_drop":
        return _change(rows, names, metric), _change(other_rows, names, metric)
    if claim.kind in ("rises", "falls"):
        return _of(rows, names, metric), _of(rows, (CLEAN,), metric)
    if claim.kind == "rises_by_house":
        return _house_means(rows, names, metric), _house_means(rows, (CLEAN,), metric)
    if claim.kind == "harder":
        return _by_scene(rows, names, metric, "hard"), _by_scene(rows, names, metric, "easy")
    raise InvalidInput(f"a claim of kind {claim.kind!r} has no two sides")


def _same_repeats(
    rows: Sequence[Row], other_rows: Sequence[Row], names: Sequence[str], others: Sequence[str]
) -> tuple[list[Row], list[Row]]:
    """The rows of both sides whose repeat of an episode the other side has too, condition by condition: of
    trained variants, each training is set against that of the same seed."""
    sides = [list(rows), list(other_rows)]
    if others:  # conditions of one side against other conditions
        sides = [
            [row for row in side if row["condition"] in own]
            for side, own in zip(sides, (names, others), strict=True)
        ]
    places = [{_place(row, not others) for row in side} for side in sides]
    both = places[0] & places[1]
    one, other = ([row for row in side if _place(row, not others) in both] for side in sides)
    return one, other


def _place(row: Row, by_condition: bool) -> tuple[str, ...]:
    return row["scene"], row["episode"], row["repeat"], row["condition"] if by_condition else ""


def _tested(first: Values, second: Values, metric: str, level: float = 0.0) -> ChangeEvidence:
    keys = [key for key in first if key in second]
    if not keys:
        raise Missing("the two sides share no episode")
    one, other = (np.array([side[key] for key in keys]) for side in (first, second))
    span = (-1.0, 1.0) if value_range(metric) == (0.0, 1.0) else None  # changes of shares lie between these
    tested = tested_changes(other, one[None], [scene for scene, _ in keys], span, null=level)[0]
    return above(tested, level)


def _of(rows: Sequence[Row], names: Sequence[str], metric: str) -> Values:
    """The metric of each episode that has all conditions, averaged over repeats, then over conditions."""
    found = _defined(rows, names, metric, by_house=False)
    whole = {key: own for key, own in found.items() if len(own) == len(set(names))}
    return _means(whole)


def _house_means(rows: Sequence[Row], names: Sequence[str], metric: str) -> Values:
    """The metric of each house, averaged over what is defined under each condition, then over conditions."""
    return _means(_defined(rows, names, metric, by_house=True))


def _means(found: Mapping[Key, Mapping[str, Sequence[float]]]) -> Values:
    return {key: float(np.mean([np.mean(values) for values in own.values()])) for key, own in found.items()}


def _defined(
    rows: Sequence[Row], names: Sequence[str], metric: str, *, by_house: bool
) -> dict[Key, dict[str, list[float]]]:
    """The defined values of each episode or house, condition by condition."""
    found: dict[Key, dict[str, list[float]]] = {}
    for row in rows:
        if row["condition"] in names:
            if metric not in row:
                raise Missing(f"{metric} is not stored")
            if row[metric]:
                own = found.setdefault((row["scene"], "all" if by_house else row["episode"]), {})
                own.setdefault(row["condition"], []).append(float(row[metric]))
    stored = {row["condition"] for row in rows}
    absent = [name for name in names if name not in stored]
    if absent:
        raise Missing(f"condition {absent[0]!r} is not stored")
    return found


def _change(rows: Sequence[Row], names: Sequence[str], metric: str) -> Values:
    """From clean to the conditions, episode by episode."""
    clean, faulty = _of(rows, (CLEAN,), metric), _of(rows, names, metric)
    return {key: value - clean[key] for key, value in faulty.items() if key in clean}


def _by_scene(rows: Sequence[Row], names: Sequence[str], metric: str, difficulty: str) -> Values:
    """The mean change of the episodes of one difficulty in each scene."""
    if rows and "difficulty" not in rows[0]:
        raise Missing("the difficulty of episodes is not stored")
    own = [row for row in rows if row["difficulty"] == difficulty]
    if not own:
        raise Missing(f"the stored episodes have no {difficulty} one")
    changes = _change(own, names, metric)
    scenes = dict.fromkeys(scene for scene, _ in changes)
    return {
        (scene, "all"): float(np.mean([value for (at, _), value in changes.items() if at == scene]))
        for scene in scenes
    }
