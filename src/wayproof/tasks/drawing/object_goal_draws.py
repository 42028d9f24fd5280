"""ObjectNav episodes by rejection: draw a kind of thing that is there, draw starts, keep the first that fits.

A kind that the house has but that can be seen from nowhere is rejected and another is drawn. A start is
rejected if it is too near or too far along the floor from the nearest view point, and if the expert, by the
protocol's own steps and looks, does not find the thing within the protocol's limit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.paths import shortest_path
from wayproof.scenes.scene import things
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks import Draw
from wayproof.tasks.drawing.object_words import one
from wayproof.tasks.judging.expert_walks import steps_of_expert
from wayproof.tasks.judging.object_search import SearchJudge, radius_of, search_for
from wayproof.tasks.judging.places import point_from, position_of
from wayproof.tasks.visibility.view_points import MAIN_ISLAND, plan_gap_m, sights_of
from wayproof.vocabulary import Episode, Goal, Pose, Protocol

Floats = NDArray[np.float64]

TASK = "object_goal"
STARTS, BATCH = 384, 64  # starts drawn for one kind, and how many of them are measured at once
MOST_FAILURES = 3  # of the expert, before another kind is drawn: the thing itself is out of reach

# RobustNav, footnote 2: shortest lengths of easy, medium and hard ObjectNav episodes, in metres.
DIFFICULTIES = {"easy": (0.25, 1.50), "medium": (1.51, 3.78), "hard": (3.79, 9.00)}

# Which of our categories each of Habitat's six (HM3D) means, by our name for it.
HABITAT_KINDS: dict[str, tuple[str, ...]] = {
    "chair": ("chair", "office_chair", "easy_chair", "rocking_chair", "high_chair"),
    "bed": ("bed", "bunk_bed", "child_bed"),
    "house_plant": ("house_plant",),  # "plant"
    "toilet": ("toilet",),
    "television": ("television", "monitor"),  # "tv_monitor"
    "couch": ("couch",),  # "sofa"
}
ROBUSTNAV_KINDS: dict[str, tuple[str, ...]] = {
    name: (name,)
    for name in (
        *("alarm_clock", "apple", "baseball_bat", "basketball", "bowl", "garbage_can"),
        *("house_plant", "laptop", "mug", "spray_bottle", "television", "vase"),
    )
}


class Drawing(msgspec.Struct, frozen=True):
    """How a protocol draws: kinds of things (empty: all), and shortest lengths, range i for episode i."""

    kinds: dict[str, tuple[str, ...]]
    length_ranges_m: tuple[tuple[float, float], ...]
    sources: dict[str, str] = {}


DRAWINGS = {
    "habitat": Drawing(
        HABITAT_KINDS,
        ((1.0, 30.0),),
        {
            "kinds": "Habitat's ObjectNav on HM3D; which of our categories they cover is ours",
            "length_ranges_m": "habitat-lab, as its PointNav generator",
        },
    ),
    "robustnav": Drawing(
        ROBUSTNAV_KINDS,
        tuple(DIFFICULTIES.values()),
        {
            "kinds": "RoboTHOR's twelve targets",
            "length_ranges_m": "RobustNav, easy, medium, hard; its 0.00 is 0.25 here (ours: one step away)",
        },
    ),
    "open": Drawing({}, ((1.0, 30.0),), {"kinds": "ours: all", "length_ranges_m": "as habitat"}),
}


def drawing_of(protocol: Protocol) -> Drawing:
    """How episodes of a protocol are drawn."""
    if protocol.name not in DRAWINGS:
        raise unknown_name("way of drawing ObjectNav episodes", protocol.name, DRAWINGS)
    return DRAWINGS[protocol.name]


def kinds_in(world: World, drawing: Drawing) -> dict[str, tuple[int, ...]]:
    """The kinds of things that a house has, with the ids of all instances, in alphabetical order.

    Asked for any kind, one gets all: whoever looks for a chair may find an office chair.
    """
    present = things(world.scene)
    kinds: Mapping[str, tuple[str, ...]] = drawing.kinds or {
        name: HABITAT_KINDS.get(name, (name,)) for name in {thing.category for thing in present}
    }
    found = {
        name: tuple(thing.id for thing in present if thing.category in members)
        for name, members in sorted(kinds.items())
    }
    return {name: ids for name, ids in found.items() if ids}


def difficulty_of(length_m: float) -> str:
    """RobustNav's word for a shortest length."""
    return next((name for name, (_, most_m) in DIFFICULTIES.items() if length_m <= most_m), "hard")


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world without room for such an episode is an error that says what the draws failed on.
    """
    if index < 0:
        raise InvalidInput(f"episode index is {index}; episodes are counted from 0")
    drawing = drawing_of(protocol)
    kinds = kinds_in(world, drawing)
    if not kinds:
        raise InvalidInput(
            f"scene {world.scene.name!r} has none of the things that protocol {protocol.name!r} asks for "
            f"({', '.join(sorted(drawing.kinds)) or 'any'}); choose another scene or protocol"
        )
    rng = generator_for(seed, world.scene.name, TASK, protocol.name, index)
    lengths_m = drawing.length_ranges_m[index % len(drawing.length_ranges_m)]
    rejected: Counter[str] = Counter()
    while kinds:
        kind = list(kinds)[int(rng.integers(len(kinds)))]
        goal = _goal(world, protocol, kind, kinds.pop(kind))
        if goal is None:
            rejected["cannot be seen"] += 1
            continue
        episode = _episode_to(world, protocol, goal, lengths_m, rng, rejected)
        if episode is not None:
            name = f"{TASK}/{protocol.name}/{seed}/{index}"
            return Draw(msgspec.structs.replace(episode, id=name, seed=seed), dict(sorted(rejected.items())))
    raise InvalidInput(
        f"scene {world.scene.name!r} has no {protocol.name} episode of {lengths_m[0]:g} to "
        f"{lengths_m[1]:g} m for body {world.body.name!r}: draws failed on "
        + ", ".join(f"{reason}: {count}" for reason, count in sorted(rejected.items()))
        + "; choose a larger scene, a smaller body or another protocol"
    )


def _goal(world: World, protocol: Protocol, kind: str, ids: tuple[int, ...]) -> Goal | None:
    """All instances of a kind; None if none of them can be seen from anywhere."""
    sights, radius_m = sights_of(world), radius_of(protocol)
    if not any(len(sights.places(number, radius_m)) for number in ids):
        return None
    return Goal(TASK, category=kind, instances=ids, text=f"Find {one(kind)}.")


def _episode_to(
    world: World,
    protocol: Protocol,
    goal: Goal,
    lengths_m: tuple[float, float],
    rng: np.random.Generator,
    rejected: Counter[str],
) -> Episode | None:
    """The first start in the range of lengths from which the expert solves it."""
    search, failures = search_for(world, goal, protocol), 0
    for _ in range(STARTS // BATCH):
        starts = sample_points(world.free, rng, BATCH, island=MAIN_ISLAND)
        headings = rng.uniform(-math.pi, math.pi, BATCH)
        for start, heading, length_m in zip(starts, headings, search.distances_m(starts), strict=True):
            if not lengths_m[0] <= length_m <= lengths_m[1]:
                rejected["too near" if length_m < lengths_m[0] else "too far"] += 1
                continue
            episode = _episode(world, protocol, goal, Pose(*point_from(start), float(heading)))
            judge = SearchJudge(world, protocol, episode)
            if steps_of_expert(world, protocol, judge, episode.start) is not None:
                return episode
            rejected["no way by steps"] += 1
            failures += 1
            if failures == MOST_FAILURES:
                return None
    return None


def _episode(world: World, protocol: Protocol, goal: Goal, start: Pose) -> Episode:
    search = search_for(world, goal, protocol)
    length_m, end = search.distance_m(start), np.array(search.nearest(start))
    way = shortest_path(world.paths, position_of(start), end)
    return Episode(
        id="",
        scene=world.scene.name,
        task=TASK,
        start=start,
        goals=(goal,),
        instruction=goal.text,
        shortest_length_m=length_m,
        reference_path_m=tuple(point_from(place) for place in way),
        maximum_steps=protocol.maximum_steps,
        labels={
            "difficulty": difficulty_of(length_m),
            "category": goal.category or "",
            "room": _room_of_nearest(world, goal, end),
        },
    )


def _room_of_nearest(world: World, goal: Goal, place: Floats) -> str:
    """The type of the room of the thing that the shortest way leads to."""
    sights = sights_of(world)
    nearest = min(
        (sights.instance(number) for number in goal.instances),
        key=lambda thing: plan_gap_m(thing, float(place[0]), float(place[2])),
    )
    return next((room.type for room in world.scene.rooms if room.id == nearest.room), "none")
