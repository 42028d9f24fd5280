"""ObjectNav: find a thing of a named kind and say when it is found.

Where a protocol wants the thing in the picture (`must_see`), an agent is in range as soon as it sees one of
the things, near enough; else as soon as it stands close enough to a view point of one.

An episode asks for a kind of thing that the house has and that can be seen from somewhere; its start is the
first of those drawn from which the expert finds one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import msgspec

from wayproof.errors import InvalidInput, unknown_name
from wayproof.kinds import HM3D_NAMES, ROBOTHOR_NAMES, answering
from wayproof.language.object_words import one
from wayproof.scenes.scene import things
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.rejection import accepted, episode_generator, episode_id, no_episode
from wayproof.tasks.drawing.search_starts import DIFFICULTIES, Search, solvable_search
from wayproof.tasks.judging.expert_walks import AT_PLACE_M, Walk
from wayproof.tasks.judging.goal_places import goal_places, view_radius_m
from wayproof.tasks.judging.places import claim
from wayproof.tasks.visibility.in_view import in_view, looks_to
from wayproof.tasks.visibility.view_points import plan_gap_m, sights_of
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Goal, Headlines, Point, Protocol

TASK = "object_goal"
ACTIONS = (*WHEELED_ACTIONS, "look_up", "look_down")
MOST_STARTS = 384  # drawn for one kind of thing

HABITAT = Protocol(
    task=TASK,
    name="habitat",
    sensors=("rgb", "depth", "gps", "compass"),
    maximum_steps=500,
    success_distance_m=0.1,
    actions=ACTIONS,
    turn_rad=math.radians(30.0),
    sources={
        "forward_m, turn_rad, maximum_steps, actions": "habitat-lab, ObjectNav on HM3D",
        "success_distance_m, border_counts, must_see": "habitat-lab, ObjectNav: less than 0.1 m along the "
        "floor from the nearest view point of any such thing, whatever is in view",
        "sensors, sliding, actuation": "Habitat challenge 2022, ObjectNav",
        "body": "ours: LoCoBot, 0.88 m high and 0.18 m in radius there, is all but the same",
        "one_by_one, goal_steps, people_mode": "ours: one goal, nobody about",
    },
)

ROBUSTNAV = Protocol(
    task=TASK,
    name="robustnav",
    sensors=("rgb", "depth"),
    maximum_steps=300,
    success_distance_m=1.0,
    actions=ACTIONS,
    turn_rad=math.radians(30.0),
    border_counts=True,
    must_see=True,
    actuation="locobot",
    sources={
        "forward_m, turn_rad, maximum_steps, actuation, actions": "RobustNav, sections 3 and A.3",
        "success_distance_m, must_see": "RobustNav, section 3: within 1.0 m and in view",
        "border_counts": "ours: as in the RoboTHOR challenge's PointNav",
        "sensors, body": "RobustNav, section 3: RGB or RGB-D on a LoCoBot, without GPS and compass",
        "sliding": "AI2-THOR: a blocked move fails",
        "one_by_one, goal_steps, people_mode": "ours: one goal, nobody about",
    },
)

OPEN = msgspec.structs.replace(
    HABITAT,
    name="open",
    sources={
        "forward_m, turn_rad, maximum_steps, actions, success_distance_m, border_counts, must_see, sensors, "
        "sliding, actuation, body, one_by_one, goal_steps, people_mode": "as habitat; what is ours is that "
        "any kind of thing in the house may be asked for",
    },
)

PROTOCOLS = {protocol.name: protocol for protocol in (HABITAT, ROBUSTNAV, OPEN)}

# Which of our categories each of Habitat's six (HM3D) means, by our name for it.
HABITAT_KINDS = {name: answering(name) for name in HM3D_NAMES}
ROBUSTNAV_KINDS: dict[str, tuple[str, ...]] = {name: (name,) for name in ROBOTHOR_NAMES}


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
        name: answering(name) for name in {thing.category for thing in present}
    }
    found = {
        name: tuple(thing.id for thing in present if thing.category in members)
        for name, members in sorted(kinds.items())
    }
    return {name: ids for name, ids in found.items() if ids}


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world without room for such an episode is an error that says what the draws failed on.
    """
    rng = episode_generator(seed, world.scene.name, TASK, protocol.name, index)
    drawing = drawing_of(protocol)
    kinds = kinds_in(world, drawing)
    if not kinds:
        raise InvalidInput(
            f"scene {world.scene.name!r} has none of the things that protocol {protocol.name!r} asks for "
            f"({', '.join(sorted(drawing.kinds)) or 'any'}); choose another scene or protocol"
        )
    lengths_m = drawing.length_ranges_m[index % len(drawing.length_ranges_m)]
    rejected: Counter[str] = Counter()
    while kinds:
        kind = list(kinds)[int(rng.integers(len(kinds)))]
        goal = Goal(TASK, category=kind, instances=kinds.pop(kind), text=f"Find {one(kind)}.")
        if not _can_be_seen(world, goal, protocol):
            rejected["cannot be seen"] += 1
            continue
        places = goal_places(world, goal, protocol)
        search = Search(world, protocol, goal, places, lengths_m, SearchJudge)
        episode = solvable_search(search, MOST_STARTS, rng, rejected)
        if episode is not None:
            room = _room_of_nearest(world, goal, places.nearest(episode.start))
            labels = episode.labels | {"category": kind, "room": room}
            name = episode_id(TASK, protocol.name, seed, index)
            return accepted(msgspec.structs.replace(episode, id=name, seed=seed, labels=labels), rejected)
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=lengths_m)


def _can_be_seen(world: World, goal: Goal, protocol: Protocol) -> bool:
    sights, radius_m = sights_of(world), view_radius_m(protocol)
    return any(len(sights.places(number, radius_m)) for number in goal.instances)


def _room_of_nearest(world: World, goal: Goal, place: Point) -> str:
    """The type of the room of the thing that is nearest to a place."""
    sights, (x_m, _, z_m) = sights_of(world), place
    nearest = min(map(sights.instance, goal.instances), key=lambda thing: plan_gap_m(thing, x_m, z_m))
    return next((room.type for room in world.scene.rooms if room.id == nearest.room), "none")


class SearchJudge:
    """How a search for one goal stands."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        if len(episode.goals) != 1:
            raise InvalidInput(
                f"episode {episode.id!r} has {len(episode.goals)} goals; a search has exactly one"
            )
        self.world, self.protocol, self.goal = world, protocol, episode.goals[0]
        if protocol.must_see and not self.goal.instances:
            raise InvalidInput(
                f"the goal of episode {episode.id!r} names no instances, and protocol {protocol.name!r} asks "
                "whether one is in view; name them or choose another protocol"
            )
        self.places = goal_places(world, self.goal, protocol)
        if not math.isfinite(self.places.distance_m(episode.start)):
            raise InvalidInput(
                f"episode {episode.id!r} starts where body {world.body.name!r} finds no way to its goal; "
                "start on the main island (navigation.places.island_of)"
            )
        least_m = AT_PLACE_M if protocol.must_see else self.goal.radius_m or protocol.success_distance_m
        self.walk = Walk(goal_places(world, self.goal, protocol, all_places=True), protocol, least_m)

    def measure(self, now: Now) -> tuple[Measure, ...]:
        left_m = self.places.distance_m(now.state.pose)
        if self.protocol.must_see:
            return (Measure(left_m, self.sees(now.state)),)
        return (Measure(left_m, self.protocol.close_enough(left_m, self.goal.radius_m)),)

    def sees(self, state: State) -> bool:
        """Whether one of the things is in view and near enough."""
        limit_m, border = self.protocol.success_distance_m, self.protocol.border_counts
        return in_view(self.world, state, self.goal.instances, within_m=limit_m, border_counts=border)

    def advice(self, now: Now) -> Action:
        if self.measure(now)[0].in_range:
            return claim(self.protocol)
        if self.protocol.must_see:
            limit_m = self.protocol.success_distance_m
            looks = looks_to(self.world, now.state, self.goal.instances, self.protocol, within_m=limit_m)
            if looks:
                return Action(looks[0])
        return Action(self.walk.next_action(now.state.pose))


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="find an object of a given category and say when it is found",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=SearchJudge,
        source="Batra et al. 2020; Habitat; RobustNav",
        headlines=Headlines(("success", "spl"), ("soft_spl", "distance_to_goal")),
    ),
)
