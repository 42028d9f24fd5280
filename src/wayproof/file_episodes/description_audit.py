"""Whether goals are described truly: each description read, and held against the ground truth of its scene.

The kinds of error are those that LangNavBench found in a data set whose descriptions a model had written:

accurate         all that was read is true of the goal's thing
partial match    something is true of other things in the scene, but not of this one
hallucination    something is true of nothing in the scene
spatial          it does not stand where the description says
box reference    it speaks of a bounding box or an image, which no agent has
hidden target    the thing cannot be seen from any place where the body can stand
wrong targets    what counts as reached is not what satisfies the description
not read         it has words that the reader does not know, or no thing that can be told
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from wayproof.language.goal_reader import GoalRead, read_goal
from wayproof.language.goal_truth import Before, satisfying
from wayproof.language.phrase_reader import Phrase
from wayproof.language.phrase_truth import called, carried, false_words
from wayproof.results.estimates.proportions import wilson
from wayproof.scenes.scene import Instance, things
from wayproof.simulator.world import World
from wayproof.tasks.visibility.view_points import view_points
from wayproof.vocabulary import Goal

ACCURATE, NOT_READ = "accurate", "not read"
KINDS = (
    ACCURATE,
    "partial match",
    "hallucination",
    "spatial",
    "box reference",
    "hidden target",
    "wrong targets",
    NOT_READ,
)
NEAR_M = 0.5  # from a goal's position to the middle of the thing that it stands for
SEEN_WITHIN_M = 1.5  # LangNavBench: a view point at most so far from the thing
_BOX = re.compile(r"\bbounding box|\b(?:in|of) the (?:image|photo|picture frame)\b|\bimage frame\b")


class Judged(msgspec.Struct, frozen=True):
    """What is wrong with a description, if anything is."""

    kind: str
    why: str = ""


class Audited(msgspec.Struct, frozen=True):
    """One goal of a file, judged."""

    episode: str
    goal: int
    text: str
    kind: str
    why: str


def audit_goal(world: World, goal: Goal, before: Before | None = None) -> Judged:
    """Judge the description of one goal in its scene. A goal without words is an error of the caller."""
    text = goal.text or ""
    if found := _BOX.search(text.lower()):
        return Judged("box reference", f"it speaks of {found[0]!r}")
    everything = things(world.scene)
    read = read_goal(text, {thing.category for thing in everything})
    if not read.phrase.noun or read.all_unread or (read.refers and before is None):
        unknown = ", ".join(read.all_unread) or text
        return Judged(NOT_READ, f"not known: {unknown}")
    phrase = Phrase(before.noun) if read.phrase.noun == "one" and before else read.phrase
    targets = _targets(everything, goal, phrase)
    if not targets:
        return Judged("hallucination", f"the scene has nothing that is called {phrase.noun!r}")
    faults = [_fault(world, phrase, thing, everything) for thing in targets]
    wrong = next((fault for fault in faults if fault is not None), None)
    if wrong is not None:
        return wrong
    if not any(view_points(world, thing.id, radius_m=SEEN_WITHIN_M, most=1) for thing in targets):
        return Judged("hidden target", "no place from which the body sees it")
    satisfied = satisfying(world.scene, read, before)
    if not any(thing.id in satisfied for thing in targets):
        return Judged(_kind_of(read), "a clause about it is not true of it")
    if goal.instances and satisfied != tuple(sorted(goal.instances)):
        return Judged("wrong targets", f"things {satisfied} satisfy it, {tuple(goal.instances)} are stored")
    return Judged(ACCURATE)


def shares(kinds: Sequence[str]) -> list[dict[str, object]]:
    """How common each kind is among the goals that were read, with its interval; then those that were not."""
    read = [kind for kind in kinds if kind != NOT_READ]
    rows: list[dict[str, object]] = []
    for kind in KINDS[:-1]:
        share = wilson(read.count(kind), len(read))
        rows.append(
            {"kind": kind, "goals": read.count(kind), "share": share.estimate}
            | {"low": share.low, "high": share.high}
        )
    return [*rows, {"kind": NOT_READ, "goals": len(kinds) - len(read), "share": None}]


def _targets(everything: Iterable[Instance], goal: Goal, phrase: Phrase) -> list[Instance]:
    """The things that a goal stands for: by their ids, else by its place, else all that its noun names."""
    if goal.instances:
        return [thing for thing in everything if thing.id in goal.instances]
    named = [thing for thing in everything if called(thing, phrase.noun)]
    if goal.position_m is None:
        return named
    gaps_m = {thing.id: _gap_m(thing, goal.position_m) for thing in everything}
    near = [thing for thing in everything if gaps_m[thing.id] <= NEAR_M]
    alike = [thing for thing in near if thing in named or thing.category == goal.category]
    return sorted(alike or near or named, key=lambda thing: gaps_m[thing.id])[:1]


def _kind_of(read: GoalRead) -> str:
    """What it is if no target fits a goal's clauses, though the words for the thing itself are true."""
    places = ("place", "same room")
    return "spatial" if any(clause.kind in places for clause in read.clauses) else "partial match"


def _gap_m(thing: Instance, place: Sequence[float]) -> float:
    """From a place to a thing's box or to its own origin, whichever is nearer."""
    low, high, here = np.array(thing.low_m), np.array(thing.high_m), np.array(place)
    middle = np.linalg.norm((low + high) / 2.0 - here)
    return float(min(middle, np.linalg.norm(np.array(thing.position_m) - here)))


def _fault(world: World, phrase: Phrase, thing: Instance, everything: Sequence[Instance]) -> Judged | None:
    """What is not true of a thing."""
    if not called(thing, phrase.noun):
        exists = any(called(other, phrase.noun) for other in everything)
        kind = "partial match" if exists else "hallucination"
        return Judged(kind, f"it is a {thing.category.replace('_', ' ')}, not a {phrase.noun}")
    for said in false_words(thing, phrase):
        alone = Phrase(phrase.noun, (said,))
        elsewhere = any(called(other, phrase.noun) and not false_words(other, alone) for other in everything)
        count = f"{said.count} " if said.count else ""
        word = f"{count}{said.word}{f' ({said.part})' if said.part else ''}"
        return Judged("partial match" if elsewhere else "hallucination", f"{said.feature} is not {word}")
    if not carried(world.scene, phrase, thing) and phrase.carrier is not None:
        return Judged("spatial", f"it is not {phrase.relation} a {phrase.carrier.noun} as described")
    return None
