"""CanTest's unit: what is asked for stands in that room alone, and the words say it without a map."""

from __future__ import annotations

import re

import pytest

from wayproof.kinds import answering
from wayproof.scenes.scene import things
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.object_in_room import LENGTHS_M, WORDINGS, RoomGoal, goal_in_words, room_goals, told
from wayproof.tasks.take_and_place import instruction_of, pairs_of
from wayproof.tasks.take_and_place import told as told_halves

TASK = TASKS["object_in_room"]
HOUSES = ("houses-v1/val/200", "houses-v1/val/201")


def world_of(name: str):
    protocol = TASK.protocol()
    return world_named(name, body_under(protocol, load_body(protocol.body)), lit=False)


@pytest.mark.parametrize("wording", range(len(WORDINGS)))
def test_one_or_two_sentences_name_the_thing_and_the_room(wording: int) -> None:
    text = told(RoomGoal("living_room", "easy_chair", (7,), False), wording)
    assert "the armchair" in text and "living room" in text
    assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 2 and not re.search(r"\d|north|metre", text)
    assert "an armchair" in told(RoomGoal("living_room", "easy_chair", (7, 9), False), wording)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_a_goal_is_every_thing_of_its_kind_in_rooms_of_its_type(house: str) -> None:
    scene = world_of(house).scene
    types = {room.id: room.type for room in scene.rooms}
    goals = room_goals(world_of(house))
    assert goals == sorted(goals) and len({(goal.room, goal.kind) for goal in goals}) == len(goals)
    for goal in goals:
        same = [one for one in things(scene) if one.category in answering(goal.kind) and one.room in types]
        inside = {one.id for one in same if types[one.room] == goal.room}
        assert inside == set(goal.instances)
        assert goal.confounded == (len({types[one.room] for one in same}) > 1)


@pytest.mark.slow
def test_what_is_drawn_is_in_no_other_room_and_neither_too_near_nor_too_far() -> None:
    world, protocol = world_of(HOUSES[0]), TASK.protocol()
    for index in range(6):
        episode = TASK.draw(world, protocol, 3, index).episode
        assert episode.labels["other rooms"] == "single"
        assert LENGTHS_M[0] <= episode.shortest_length_m <= LENGTHS_M[1]
        goal = next(
            one
            for one in room_goals(world)
            if (one.room, one.kind) == (episode.labels["room"], episode.labels["category"])
        )
        assert episode.goals[0] in [goal_in_words(goal, wording) for wording in range(len(WORDINGS))]
        assert episode.instruction == episode.goals[0].text


@pytest.mark.slow
def test_things_to_take_stand_on_others_and_places_bear_some() -> None:
    world = world_of(HOUSES[0])
    goals = [goal for goal in room_goals(world) if not goal.confounded]
    pairs = pairs_of(world, goals)
    scene = world.scene
    bearing = {scene.instances[one.support - 1].category for one in things(scene) if one.relation == "on"}
    assert pairs
    for take, place in pairs:
        assert all(scene.instances[number - 1].support for number in take.instances)
        assert place.kind in bearing and place.kind != take.kind
    take, place = pairs[0]
    first, second = told_halves(take, place, 0)
    assert instruction_of(take, place, 0) == f"{first[:-1]} and {second[0].lower()}{second[1:]}"
