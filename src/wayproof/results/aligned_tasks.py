"""Aligned tasks (NavTrust): one agent on two tasks from the same start to the same goal, pair by pair.

Pairs are found by their scene and the label that the draw gives both episodes; they begin at one place. For
each condition: success on both tasks over the pairs that both have, and the paired difference, second minus
first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.estimates.verdicts import ChangeEvidence
from wayproof.results.intervals import tested_changes
from wayproof.results.metric_result import adjusted_p_values, change_word
from wayproof.results.part import Part
from wayproof.vocabulary import CLEAN, Episode

PAIR = "pair"  # the label that both episodes of a pair carry
WORDS = {"drop": "worse", "gain": "better", "no change shown": "no difference shown"}
Pair = tuple[str, str]  # scene and label
Values = Mapping[Pair, float]  # success by pair


class AlignedLine(msgspec.Struct, frozen=True):
    """One condition on both tasks; shares from 0 to 1, None where nothing can be said."""

    name: str
    n: int  # pairs
    first: float | None
    second: float | None
    delta: float | None  # second minus first
    delta_low: float | None
    delta_high: float | None
    p_holm: float | None  # adjusted for all conditions
    verdict: str  # of the second task: "better", "worse", "no difference shown", "cannot decide", "n/a"
    caution: str = ""
    unpaired: int = 0  # episodes whose other half is missing
    # By how much more the second task suffers or gains than the first, against clean; None for clean itself.
    extra: float | None = None
    extra_low: float | None = None
    extra_high: float | None = None


class AlignedTable(msgspec.Struct, frozen=True):
    """One agent on two aligned tasks."""

    agent: str
    first: str  # "object_goal/habitat/locobot"
    second: str
    pairs: int
    scenes: int
    conditions: tuple[AlignedLine, ...]


def aligned_tables(parts: Sequence[Part]) -> list[AlignedTable]:
    """A table for every two parts of one agent whose episodes are pairs; none for other runs."""
    return [
        _table(one, other)
        for one, other in combinations(parts, 2)
        if one.agent == other.agent and _pairs(one).keys() & _pairs(other).keys()
    ]


def plain_aligned(tables: Sequence[AlignedTable]) -> dict[str, Any]:
    """What `run` and `score` add to their JSON; nothing for runs without pairs."""
    return {"aligned": [msgspec.to_builtins(table) for table in tables]} if tables else {}


def _table(one: Part, other: Part) -> AlignedTable:
    first, second = _pairs(one), _pairs(other)
    shared = [pair for pair in first if pair in second]
    for pair in shared:
        _check_same_start(pair, first[pair], second[pair])
    values = _values(one, first), _values(other, second)
    names = [name for name in one.listed if name in other.listed]
    found = {name: _both(name, values) for name in names}
    changes = {name: _difference(*sides) for name, sides in found.items() if sides[0]}
    adjusted = adjusted_p_values(changes)
    lines = tuple(_line(name, found, values, changes.get(name), adjusted.get(name)) for name in names)
    scenes = {scene for scene, _ in shared}
    return AlignedTable(one.agent, one.task, other.task, len(shared), len(scenes), lines)


def _pairs(part: Part) -> dict[Pair, Episode]:
    """The episodes of a part that are one half of a pair."""
    episodes = [one.content.episode for one in part.scores if one.content is not None]
    return {(one.scene, one.labels[PAIR]): one for one in episodes if PAIR in one.labels}


def _check_same_start(pair: Pair, one: Episode, other: Episode) -> None:
    if one.start != other.start:
        raise InvalidInput(
            f"the episodes of pair {pair[1]!r} in {pair[0]} begin in different places, {one.start} and "
            f"{other.start}; draw both sets with the same seed, world and body"
        )


def _values(part: Part, pairs: Mapping[Pair, Episode]) -> dict[str, Values]:
    """Success by condition and pair, averaged over repeats."""
    labels = {(episode.scene, episode.id): pair for pair, episode in pairs.items()}
    return {
        name: {labels[key]: value for key, value in own.items() if key in labels}
        for name, own in part.values("success").items()
    }


def _both(name: str, values: tuple[dict[str, Values], dict[str, Values]]) -> tuple[Values, Values]:
    """Success on both tasks over the pairs that both have, in one order."""
    first, second = (side.get(name, {}) for side in values)
    keys = sorted(first.keys() & second.keys())
    return {key: first[key] for key in keys}, {key: second[key] for key in keys}


def _difference(first: Values, second: Values) -> ChangeEvidence:
    base, row = np.array(list(first.values())), np.array(list(second.values()))
    return tested_changes(base, row[None], [scene for scene, _ in first])[0]


def _line(
    name: str,
    found: Mapping[str, tuple[Values, Values]],
    values: tuple[dict[str, Values], dict[str, Values]],
    tested: ChangeEvidence | None,
    p_adjusted: float | None,
) -> AlignedLine:
    first, second = found[name]
    unpaired = sum(len(side.get(name, {})) - len(first) for side in values)
    if tested is None or p_adjusted is None:
        nothing = (None,) * 6
        return AlignedLine(name, 0, *nothing, NOT_APPLICABLE, unpaired=unpaired)
    word, caution = change_word(tested, p_adjusted, "higher")
    change, extra = tested.change, _extra(name, found)
    return AlignedLine(
        name,
        len(first),
        float(np.mean(list(first.values()))),
        float(np.mean(list(second.values()))),
        change.estimate,
        change.low,
        change.high,
        p_adjusted,
        WORDS.get(word, word),
        caution,
        unpaired,
        *((extra.change.estimate, extra.change.low, extra.change.high) if extra else ()),
    )


def _extra(name: str, found: Mapping[str, tuple[Values, Values]]) -> ChangeEvidence | None:
    """The change of the second task less that of the first, over pairs that have clean twins on both."""
    clean = found.get(CLEAN, ({}, {}))
    keys = [key for key in found[name][0] if key in clean[0]]
    if name == CLEAN or not keys:
        return None
    one, other = (
        np.array([after[key] - before[key] for key in keys])
        for after, before in zip(found[name], clean, strict=True)
    )
    return tested_changes(one, other[None], [scene for scene, _ in keys], (-1.0, 1.0))[0]
