"""Ways to take something away from a failing case; whoever shrinks it keeps those that still fail alike."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from wayproof.navigation.paths import shortest_path
from wayproof.simulator.world import World
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.judging.places import pose_at, position_of
from wayproof.tasks.object_in_room import goal_in_words
from wayproof.testing.cases.case import DAY, Case, goal_of
from wayproof.testing.cases.case_episode import solvable


def simpler_cases(world: World, case: Case) -> Iterator[Case]:
    """Cases with one thing less, those that take away most first; each can be solved by an expert.

    `world` is the case's scene with the things that it adds.
    """
    for number in range(len(case.faults)):
        yield replace(case, faults=case.faults[:number] + case.faults[number + 1 :])
    for number in range(len(case.added)):
        yield replace(case, added=case.added[:number] + case.added[number + 1 :])
    if case.people:
        yield replace(case, people=0)
    if case.light != DAY:
        yield replace(case, light=DAY)
    if case.words:
        yield replace(case, words=())
    if case.bound is not None:
        yield replace(case, bound=None, words=())
    if case.place is not None and not case.words:
        yield replace(case, place=None)
    for share in (0.5, 0.25):
        nearer = _further_on(world, case, share)
        if nearer is not None:
            yield nearer
    if case.wording and not case.words:
        yield replace(case, wording=0)


def _further_on(world: World, case: Case, share: float) -> Case | None:
    """The case from a start that lies a share of the shortest way nearer to the goal."""
    places = goal_places(world, goal_in_words(goal_of(world, case), case.wording), case.protocol)
    end = np.array(places.nearest(case.start))
    way = shortest_path(world.paths, position_of(case.start), end)
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    place = int(np.searchsorted(lengths, share * lengths[-1]))
    if not 0 < place < len(way) - 1:
        return None
    nearer = replace(case, start=pose_at(way[place], case.start.heading_rad))
    return nearer if solvable(world, nearer) else None
