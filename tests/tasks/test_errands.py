"""Errands: what is picked up and where it is brought, read by the independent reader."""

from __future__ import annotations

from functools import cache

import pytest

from wayproof.agents.reading.goal_phrase import goal_phrase
from wayproof.language.description_errands import BRING, CARRIED, PICK_UP, PUT_DOWN_ON
from wayproof.language.goal_reader import GoalRead, read_goal
from wayproof.language.goal_truth import Before, before_goals, satisfying
from wayproof.language.phrase_truth import matching
from wayproof.perception.phrases import Words
from wayproof.scenes.scene import things
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode

TASK, NAME = "language_goals", "langnav-errands-v1"
PROTOCOL = TASKS[TASK].protocol(NAME)
PICKED = Before("mug", (1,), "pick up")


@cache
def house(name: str = "houses-v1/val/1") -> World:
    return world_named(name, body_under(PROTOCOL, load_body(PROTOCOL.body)), lit=False)


def read(world: World, text: str) -> GoalRead:
    return read_goal(text, {thing.category for thing in things(world.scene)})


def drawn(name: str, count: int) -> list[Episode]:
    return [TASKS[TASK].draw(house(name), PROTOCOL, 0, index).episode for index in range(count)]


@pytest.mark.parametrize("name", ["houses-v1/val/1", "houses-v1/val/0", "houses-v1/test/2"])
def test_the_reader_finds_exactly_what_is_stored(name: str) -> None:
    for episode in drawn(name, 8):
        for goal, before in zip(episode.goals, before_goals(house(name).scene, episode.goals), strict=True):
            told = read(house(name), goal.text or "")
            assert not told.all_unread, goal.text
            assert satisfying(house(name).scene, told, before) == goal.instances, goal.text


def test_things_to_lift_and_places_for_them_take_turns() -> None:
    for episode in drawn("houses-v1/val/1", 8):
        kinds = {thing.id: thing.category for thing in things(house().scene)}
        for number, goal in enumerate(episode.goals):
            errand, allowed = ((PICK_UP, CARRIED), (BRING, PUT_DOWN_ON))[number % 2]
            assert goal.tags[-1] == errand and len({PICK_UP, BRING} & set(goal.tags)) == 1
            assert {kinds[one] for one in goal.instances} <= set(allowed)
            assert {"count", "coreference", "none"}.isdisjoint(goal.tags)
        assert len(episode.goals) == 4


def test_nothing_is_brought_to_where_it_is() -> None:
    for name in ("houses-v1/val/1", "houses-v1/test/2"):
        standing = {thing.id: thing for thing in things(house(name).scene)}
        for episode in drawn(name, 8):
            for picked, brought in zip(episode.goals[::2], episode.goals[1::2], strict=True):
                carriers = {standing[number].support for number in picked.instances}
                assert carriers.isdisjoint(brought.instances)
                assert brought.shortest_length_m is not None and brought.shortest_length_m >= 1.0


@pytest.mark.parametrize(
    ("text", "errand", "noun"),
    [
        ("Pick up the red mug on the desk.", "pick up", "mug"),
        ("Please fetch the mug.", "pick up", "mug"),
        ("Bring it to the coffee table.", "bring", "coffee table"),
        ("Take it back to the bed.", "bring", "bed"),
        ("Find the mug.", "", "mug"),
        ("Bring me to the bed.", "", "bed"),
    ],
)
def test_what_kind_of_errand_a_sentence_is(text: str, errand: str, noun: str) -> None:
    told = read(house(), text)
    assert (told.errand, told.phrase.noun, told.all_unread) == (errand, noun, ())
    assert told.refers == (errand == "bring")


def test_nothing_can_be_brought_that_was_not_picked_up() -> None:
    told, scene = read(house(), "Bring it to the bed."), house().scene
    beds = matching(scene, told.phrase)
    assert beds and satisfying(scene, told, PICKED) == beds
    assert satisfying(scene, told, None) == ()
    assert satisfying(scene, told, Before("mug", (1,))) == ()
    assert satisfying(scene, told, Before("bed", (1,), "bring")) == ()


def test_what_nobody_can_lift_is_not_picked_up() -> None:
    scene = house().scene
    for noun in ("bed", "wardrobe"):
        assert satisfying(scene, read(house(), f"Find the {noun}."))
        assert satisfying(scene, read(house(), f"Pick up the {noun}.")) == ()


def test_agents_read_through_the_verb() -> None:
    words = Words(("mug", "desk", "coffee_table"))
    asked = goal_phrase("Pick up the red mug on the desk.", words)
    assert (asked.asked.spelled, asked.carrier.thing) == ("red mug", "desk")
    assert goal_phrase("Take it to the coffee table.", words).asked.thing == "coffee_table"
