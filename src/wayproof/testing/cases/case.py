"""A test case: the genes that are searched over, and the episode that they mean."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.object_words import room_name
from wayproof.metrics.kept_constraints import kept
from wayproof.simulator.world import World
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.search_starts import Search, episode_from
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.object_goal import SearchJudge
from wayproof.tasks.object_in_room import LENGTHS_M, RoomGoal, goal_in_words, room_goals
from wayproof.vocabulary import Constraint, Episode, Fault, Pose, Protocol


class Case(msgspec.Struct, frozen=True):
    """One test case. `parent` and `how` tell where it comes from: a seed, a change of another, by chance."""

    id: str
    scene: str
    room: str
    kind: str  # of thing
    start: Pose
    wording: int = 0
    avoid: str | None = None  # rooms of this type are not to be entered
    faults: tuple[Fault, ...] = ()
    people: int = 0
    seed: int = 0
    parent: str = ""
    how: str = "seed"


def goal_of(world: World, case: Case) -> RoomGoal:
    """The things that a case asks for."""
    for goal in room_goals(world):
        if (goal.room, goal.kind) == (case.room, case.kind):
            return goal
    raise InvalidInput(
        f"{case.scene} has no {case.kind} in a {case.room}; case {case.id} is of another world"
    )


def episode_of(world: World, protocol: Protocol, case: Case) -> Episode:
    """The episode that a case means. Its id is the case's, so that faults are drawn alike each time."""
    goal = goal_of(world, case)
    asked = goal_in_words(goal, case.wording)
    search = Search(world, protocol, asked, goal_places(world, asked, protocol), LENGTHS_M, SearchJudge)
    episode = episode_from(search, case.start)
    constraints = () if case.avoid is None else (avoided(world, case.avoid),)
    said = " ".join([asked.text or "", *(one.text or "" for one in constraints)])
    return replace(
        episode,
        id=case.id,
        seed=case.seed,
        instruction=said,
        constraints=constraints,
        people=case.people,
        faults=case.faults,
        labels=episode.labels | {"category": case.kind, "room": case.room},
    )


def avoided(world: World, room: str) -> Constraint:
    """Not to enter rooms of a type."""
    rooms = [one for one in world.scene.rooms if one.type == room]
    outlines = tuple(tuple((float(x), float(z)) for x, z in one.polygon_m) for one in rooms)
    text = f"Do not enter the {room_name(room)}."
    return Constraint("avoid", text, rooms=tuple(one.id for one in rooms), outlines_m=outlines)


def solvable(world: World, protocol: Protocol, case: Case) -> bool:
    """Whether the way is long enough and an expert with the protocol's steps solves it, constraints kept."""
    episode = episode_of(world, protocol, case)
    length_m = episode.shortest_length_m or math.inf
    if not LENGTHS_M[0] <= length_m <= LENGTHS_M[1]:
        return False
    poses = rehearse(world, protocol, episode, SearchJudge(world, protocol, episode), most_turns_rad=math.inf)
    return poses is not None and all(kept(one, np.asarray(poses)) for one in episode.constraints)
