"""CanTest's unit: "go to the mug in the kitchen", told in one or two sentences.

A goal is every thing of a kind in the rooms of a type: who hears "the bedroom" in a house with two cannot
tell which is meant. By default the kind stands in no other room, so that agents which read no rooms can be
tested too; a kind that does is called confounded. The sentences say nothing that only a map could know.

The paper gives neither success distance nor step limit; both are ours.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.goal_kinds import OBJECT_GOAL
from wayproof.kinds import answering
from wayproof.language.object_words import one, room_name, spoken
from wayproof.scenes.scene import things
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Task
from wayproof.tasks.drawing.rejection import accepted, episode_generator, episode_id, no_episode
from wayproof.tasks.drawing.search_starts import Search, solvable_search
from wayproof.tasks.judging.goal_places import goal_places, view_radius_m
from wayproof.tasks.object_goal import HABITAT, SearchJudge
from wayproof.tasks.visibility.view_points import sights_of
from wayproof.vocabulary import Episode, Goal, Headlines, Protocol

TASK = "object_in_room"
LENGTHS_M = (1.0, 30.0)
MOST_STARTS = 192  # drawn for one goal

# One or two sentences that end at the goal.
WORDINGS = (
    "Go to {thing} in the {room}.",
    "Find {thing} in the {room} and stop there.",
    "Walk to the {room}. Stop at {thing}.",
    "Enter the {room} and go to {thing}.",
    "Please walk into the {room} and stop next to {thing}.",
)

CANTEST = msgspec.structs.replace(
    HABITAT,
    task=TASK,
    name="cantest",
    maximum_steps=300,
    success_distance_m=0.25,
    sources={
        "sensors, forward_m, turn_rad, actions, body": "as object_goal/habitat; CanTest names forward, left, "
        "right and stop, and an RGB picture",
        "success_distance_m": "ours, CanTest gives none: within one step of a view point of the thing",
        "maximum_steps": "ours, CanTest gives none: somewhat more than an explorer with true labels takes",
        "border_counts, must_see, sliding, actuation": "as object_goal/habitat",
        "one_by_one, goal_steps, people_mode": "ours: one goal",
    },
)


class RoomGoal(msgspec.Struct, frozen=True, order=True):
    """All things of a kind in the rooms of a type; `confounded`: the kind stands in other rooms as well."""

    room: str
    kind: str
    instances: tuple[int, ...]
    confounded: bool


def room_goals(world: World) -> list[RoomGoal]:
    """What can be asked for in a house, in alphabetical order: things in rooms that can be seen."""
    rooms = {room.id: room.type for room in world.scene.rooms}
    present = [thing for thing in things(world.scene) if thing.room in rooms]
    found = []
    for kind in sorted({thing.category for thing in present}):
        same = [thing for thing in present if thing.category in answering(kind)]
        types = sorted({rooms[thing.room] for thing in same if thing.room is not None})
        for room in types:
            ids = tuple(thing.id for thing in same if thing.room is not None and rooms[thing.room] == room)
            if any(world.scene.instances[number - 1].category == kind for number in ids):
                found.append(RoomGoal(room, kind, ids, len(types) > 1))
    return sorted(found)


def can_be_seen(world: World, goal: RoomGoal, protocol: Protocol) -> bool:
    """Whether the body sees one of the things from somewhere."""
    sights, radius_m = sights_of(world), view_radius_m(protocol)
    return any(len(sights.places(number, radius_m)) for number in goal.instances)


def named(goal: RoomGoal) -> str:
    """The thing with its article: "the" if there is one, "a" if any of several will do."""
    return f"the {spoken(goal.kind)}" if len(goal.instances) == 1 else one(goal.kind)


def told(goal: RoomGoal, wording: int) -> str:
    """The goal in words."""
    return WORDINGS[wording % len(WORDINGS)].format(thing=named(goal), room=room_name(goal.room))


def goal_in_words(goal: RoomGoal, wording: int) -> Goal:
    """The goal as an episode holds it."""
    return Goal(OBJECT_GOAL, category=goal.kind, instances=goal.instances, text=told(goal, wording))


def search_from_somewhere(
    world: World,
    protocol: Protocol,
    goal: RoomGoal,
    wording: int,
    rng: np.random.Generator,
    rejected: Counter[str],
) -> Episode | None:
    """An episode for a goal from the first start that the expert solves, without id and seed; None if none
    is."""
    if not can_be_seen(world, goal, protocol):
        rejected["cannot be seen"] += 1
        return None
    asked = goal_in_words(goal, wording)
    places = goal_places(world, asked, protocol)
    search = Search(world, protocol, asked, places, LENGTHS_M, SearchJudge)
    episode = solvable_search(search, MOST_STARTS, rng, rejected)
    if episode is None:
        return None
    confounded = "confounded" if goal.confounded else "single"
    labels = episode.labels | {"category": goal.kind, "room": goal.room, "other rooms": confounded}
    return msgspec.structs.replace(episode, labels=labels)


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before."""
    rng = episode_generator(seed, world.scene.name, TASK, protocol.name, index)
    goals = [goal for goal in room_goals(world) if not goal.confounded]
    if not goals:
        raise InvalidInput(f"scene {world.scene.name!r} has no thing in a room of its own; choose another")
    rejected: Counter[str] = Counter()
    for number in rng.permutation(len(goals)).tolist():
        wording = int(rng.integers(len(WORDINGS)))
        episode = search_from_somewhere(world, protocol, goals[number], wording, rng, rejected)
        if episode is not None:
            name = episode_id(TASK, protocol.name, seed, index)
            return accepted(msgspec.structs.replace(episode, id=name, seed=seed), rejected)
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=LENGTHS_M)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="go to a thing in a named room, told in a sentence or two",
        protocols={CANTEST.name: CANTEST},
        draw=sample_episode,
        judge=SearchJudge,
        source="CanTest",
        headlines=Headlines(("success", "spl"), ("soft_spl", "constraint_kept")),
    ),
)
