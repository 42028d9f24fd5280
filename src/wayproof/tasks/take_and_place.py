"""CanTest's symbolic form: "take the mug in the kitchen and place it on the desk in the office".

Nothing is carried: the thing is to be reached and claimed, then the place. Things to take are those that
stand on others, places are what others stand on. An agent is told the second half once it has claimed
the first, so that agents which look for one thing at a time can be tested.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.goal_kinds import LANGUAGE_GOALS
from wayproof.language.object_words import room_name
from wayproof.scenes.scene import Instance, things
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.rejection import (
    NO_WAY_BY_STEPS,
    accepted,
    episode_generator,
    episode_id,
    no_episode,
)
from wayproof.tasks.drawing.search_starts import Search, episode_from, solvable_search
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import pose_at
from wayproof.tasks.object_goal import SearchJudge
from wayproof.tasks.object_in_room import (
    CANTEST,
    LENGTHS_M,
    MOST_STARTS,
    RoomGoal,
    can_be_seen,
    named,
    room_goals,
)
from wayproof.vocabulary import Action, Episode, Goal, Headlines, Pose, Protocol

TASK = "take_and_place"
MOST_PAIRS = 12  # of thing and place that are tried for one episode

# The two halves of one sentence.
WORDINGS = (
    ("Take {thing} in the {room}", "place it on {place} in the {there}"),
    ("Pick up {thing} from the {room}", "put it on {place} in the {there}"),
    ("Go and take {thing} in the {room}", "bring it to {place} in the {there}"),
)

SYMBOLIC = msgspec.structs.replace(
    CANTEST,
    task=TASK,
    name="symbolic",
    maximum_steps=600,
    one_by_one=True,
    actions=(*CANTEST.actions, "found"),
    sources={
        "sensors, forward_m, turn_rad, body": "as object_in_room/cantest",
        "success_distance_m": "as object_in_room/cantest, for the thing and for the place",
        "maximum_steps": "ours: twice that of one goal",
        "actions": "ours: found claims the thing, then the place",
        "one_by_one": "ours: the place is told once the thing is claimed; CanTest tells both at once",
        "border_counts, must_see, sliding, actuation": "as object_goal/habitat",
        "goal_steps, people_mode": "ours: no limit for each, nobody about",
    },
)


def takeable(world: World, goals: list[RoomGoal]) -> list[RoomGoal]:
    """Those of some goals whose things stand on others."""
    return [goal for goal in goals if all(_instance(world, one).support for one in goal.instances)]


def places_for(world: World, goals: list[RoomGoal]) -> list[RoomGoal]:
    """Those of some goals on whose kind something stands already."""
    bearing = {
        _instance(world, thing.support).category
        for thing in things(world.scene)
        if thing.support is not None and thing.relation == "on"
    }
    return [goal for goal in goals if goal.kind in bearing]


def told(take: RoomGoal, place: RoomGoal, wording: int) -> tuple[str, str]:
    """The two halves, each as a sentence of its own."""
    first, second = WORDINGS[wording % len(WORDINGS)]
    taken = first.format(thing=named(take), room=room_name(take.room))
    placed = second.format(place=named(place), there=room_name(place.room))
    return f"{taken}.", f"{placed[0].upper()}{placed[1:]}."


def instruction_of(take: RoomGoal, place: RoomGoal, wording: int) -> str:
    """Both halves in one sentence."""
    first, second = told(take, place, wording)
    return f"{first[:-1]} and {second[0].lower()}{second[1:]}"


def two_goals(take: RoomGoal, place: RoomGoal, wording: int) -> tuple[Goal, Goal]:
    """The goals as an episode holds them. No category is told beside the words: it would be the first's."""
    words = told(take, place, wording)
    first, second = (
        Goal(LANGUAGE_GOALS, category=goal.kind, instances=goal.instances, text=text)
        for goal, text in zip((take, place), words, strict=True)
    )
    return first, second


def episode_with(world: World, protocol: Protocol, goals: tuple[Goal, ...], start: Pose) -> Episode:
    """The episode that begins at a start, without id and seed; it may be one that nobody can solve."""
    here, total_m, reached, path = start, 0.0, [], []
    for goal in goals:
        places = goal_places(world, goal, protocol)
        leg = episode_from(Search(world, protocol, goal, places, LENGTHS_M, SearchJudge), here)
        reached.append(msgspec.structs.replace(goal, shortest_length_m=leg.shortest_length_m))
        total_m += leg.shortest_length_m or 0.0
        path += list(leg.reference_path_m)
        here = pose_at(places.nearest(here))
    return Episode(
        id="",
        scene=world.scene.name,
        task=TASK,
        start=start,
        goals=tuple(reached),
        instruction=" ".join(goal.text or "" for goal in goals),
        shortest_length_m=total_m,
        reference_path_m=tuple(path),
        maximum_steps=protocol.maximum_steps,
    )


class TakeAndPlaceJudge:
    """How the search for the thing stands, and that for the place."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        if not episode.goals:
            raise InvalidInput(f"episode {episode.id!r} has no goals; it needs a thing and a place")
        self._searches = [
            SearchJudge(world, protocol, msgspec.structs.replace(episode, goals=(goal,)))
            for goal in episode.goals
        ]

    @property
    def places(self) -> tuple[NearestPlace, ...]:
        """Where each goal is reached."""
        return tuple(search.places for search in self._searches)

    def measure(self, now: Now) -> tuple[Measure, ...]:
        return tuple(search.measure(now)[0] for search in self._searches)

    def advice(self, now: Now) -> Action:
        return self._searches[now.goal].advice(now)


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before."""
    rng = episode_generator(seed, world.scene.name, TASK, protocol.name, index)
    goals = [one for one in room_goals(world) if not one.confounded and can_be_seen(world, one, protocol)]
    pairs = pairs_of(world, goals)
    rejected: Counter[str] = Counter()
    for number in rng.permutation(len(pairs))[:MOST_PAIRS].tolist():
        take, place = pairs[number]
        wording = int(rng.integers(len(WORDINGS)))
        found = from_somewhere(world, protocol, take, place, wording, rng, rejected)
        if found is not None:
            name = episode_id(TASK, protocol.name, seed, index)
            return accepted(msgspec.structs.replace(found, id=name, seed=seed), rejected)
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=LENGTHS_M)


def pairs_of(world: World, goals: list[RoomGoal]) -> list[tuple[RoomGoal, RoomGoal]]:
    """Things to take and places to put them, in order."""
    places = places_for(world, goals)
    return [(take, place) for take in takeable(world, goals) for place in places if take.kind != place.kind]


def from_somewhere(
    world: World,
    protocol: Protocol,
    take: RoomGoal,
    place: RoomGoal,
    wording: int,
    rng: np.random.Generator,
    rejected: Counter[str],
) -> Episode | None:
    """An episode from the first start from which an expert does both, without id and seed; None if none."""
    goals = two_goals(take, place, wording)
    places = goal_places(world, goals[0], protocol)
    search = Search(world, protocol, goals[0], places, LENGTHS_M, SearchJudge)
    first = solvable_search(search, MOST_STARTS, rng, rejected)
    if first is None:
        return None
    episode = msgspec.structs.replace(
        episode_with(world, protocol, goals, first.start), instruction=instruction_of(take, place, wording)
    )
    judge = TakeAndPlaceJudge(world, protocol, episode)
    if rehearse(world, protocol, episode, judge, most_turns_rad=np.inf) is None:
        rejected[NO_WAY_BY_STEPS] += 1
        return None
    labels = first.labels | {"category": take.kind, "room": take.room, "place": place.kind}
    return msgspec.structs.replace(episode, labels=labels)


def _instance(world: World, number: int | None) -> Instance:
    """A thing by its id, which counts from 1."""
    assert number is not None
    return world.scene.instances[number - 1]


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="take a thing in a named room and place it on another: reach the one, then the other",
        protocols={SYMBOLIC.name: SYMBOLIC},
        draw=sample_episode,
        judge=TakeAndPlaceJudge,
        source="CanTest",
        headlines=Headlines(("success", "spl"), ("goal_success", "constraint_kept")),
    ),
)
