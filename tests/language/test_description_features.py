"""Descriptions by a wanted feature: each says what it should, and a reader of its own finds what it means."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from wayproof.language.description_constraints import NO_TAG, TAGS
from wayproof.language.description_features import FEATURES, FeatureWriter
from wayproof.language.description_further import FURTHER
from wayproof.language.description_places import may_be_anchor, may_stand, stands
from wayproof.language.descriptions import Description
from wayproof.language.goal_reader import read_goal
from wayproof.language.goal_truth import Before, satisfying
from wayproof.scenes.by_name import scene_named
from wayproof.scenes.scene import Attributes, Instance, Scene, things
from wayproof.seeding import generator_for

HOUSES = ("houses-v1/val/3", "houses-v1/test/1")


@cache
def house(name: str) -> Scene:
    return scene_named(name, light=False)


@cache
def written(name: str, feature: str) -> tuple[tuple[Description | None, Description], ...]:
    """Each thing of a house described by a feature, after a goal before where one is needed."""
    scene = house(name)
    writer, found = FeatureWriter(scene, frozenset(), None), []
    for number, thing in enumerate(things(scene)[::2]):
        rng = generator_for(5, name, feature, thing.id)
        before = None
        if feature == "coreference":
            other = things(scene)[int(rng.integers(len(things(scene))))]
            before = writer.describe(other, TAGS[number % 2], rng)
        said = writer.describe(thing, feature, rng, before)
        if said is not None:
            assert thing.id in said.matches
            found.append((before, said))
    return tuple(found)


@pytest.mark.parametrize("feature", FEATURES)
def test_a_description_uses_the_feature_that_is_wanted(feature: str) -> None:
    every = [said for name in HOUSES for _, said in written(name, feature)]
    assert len(every) >= 3
    assert all(feature in said.tags and set(said.tags) <= set(FEATURES) for said in every)
    assert all((said.tags == (NO_TAG,)) == (feature == NO_TAG) for said in every)
    assert all(said.text.endswith(".") and said.text.split()[0] in ("Find", "Go") for said in every)


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("feature", FEATURES)
def test_the_reader_finds_exactly_what_is_stored(name: str, feature: str) -> None:
    scene = house(name)
    kinds = {thing.category for thing in things(scene)}
    for before, said in written(name, feature):
        read, earlier = read_goal(said.text, kinds), None
        if before is not None:
            earlier = Before(read_goal(before.text, kinds).phrase.noun, before.matches)
        assert read.all_unread == () and satisfying(scene, read, earlier) == said.matches, said.text


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("above", "under"),
        ("to the left of", "to the right of"),
        ("tallest", "shortest"),
        ("is not", "is"),
        ("exactly one", "exactly three"),
    ],
)
def test_the_reader_finds_something_else_if_the_words_are_others(right: str, wrong: str) -> None:
    """A reader that could not fail would prove nothing."""
    told = [(name, said) for name in HOUSES for f in FURTHER for _, said in written(name, f)]
    for name, said in told:
        if right in said.text:
            kinds = {thing.category for thing in things(house(name))}
            read = read_goal(said.text.replace(right, wrong), kinds)
            assert satisfying(house(name), read) != said.matches, said.text


def test_only_wanted_categories_are_meant() -> None:
    scene = house(HOUSES[0])
    writer = FeatureWriter(scene, frozenset(), frozenset({"easy_chair"}))
    chairs = [thing for thing in things(scene) if thing.category == "easy_chair"]
    for thing in chairs:
        for seed in range(6):
            said = writer.describe(thing, "none", generator_for(seed, "kinds"))
            assert said is None or {scene.instances[k - 1].category for k in said.matches} == {"easy_chair"}


def box(
    number: int,
    category: str,
    x: tuple[float, float],
    z: tuple[float, float],
    y: tuple[float, float] = (0.0, 0.8),
    heading_rad: float = 0.0,
    **more: object,
) -> Instance:
    fields = {"room": 1, "support": None, "relation": None, **more}
    low, high = (x[0], y[0], z[0]), (x[1], y[1], z[1])
    middle = (sum(x) / 2, y[0], sum(z) / 2)
    return Instance(
        number,
        category,
        "plain",
        Attributes(),
        **fields,  # type: ignore[arg-type]
        low_m=low,
        high_m=high,
        position_m=middle,
        heading_rad=heading_rad,
    )


WARDROBE = box(1, "wardrobe", (0.0, 1.0), (0.0, 0.6))  # its front looks along +z


@pytest.mark.parametrize(
    ("thing", "relation", "answer"),
    [
        (box(2, "vase", (1.2, 1.5), (0.1, 0.4)), "right", True),
        (box(2, "vase", (1.2, 1.5), (0.1, 0.4)), "left", False),
        (box(2, "vase", (-0.5, -0.2), (0.1, 0.4)), "left", True),
        (box(2, "vase", (-1.6, -1.3), (0.1, 0.4)), "left", None),
        (box(2, "vase", (-4.0, -3.7), (0.1, 0.4)), "left", False),
        (box(2, "vase", (1.2, 1.5), (0.1, 0.4)), "next to", True),
        (box(2, "vase", (1.9, 2.2), (0.1, 0.4)), "next to", None),
        (box(2, "vase", (2.9, 3.2), (0.1, 0.4)), "next to", False),
        (box(2, "vase", (1.2, 1.5), (0.1, 0.4), room=2), "next to", False),
        (box(2, "vase", (0.2, 0.5), (0.1, 0.4), (0.8, 1.0), support=1, relation="on"), "next to", None),
        (box(2, "couch", (0.0, 1.0), (2.6, 3.4), heading_rad=math.pi), "opposite", True),
        (box(2, "couch", (0.0, 1.0), (2.6, 3.4)), "opposite", False),
        (box(2, "couch", (1.0, 2.0), (2.6, 3.4), heading_rad=math.pi), "opposite", None),
    ],
)
def test_where_a_thing_stands_is_told_only_if_it_is_clear(thing, relation, answer) -> None:
    assert stands(relation, thing, WARDROBE) is answer


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_left_and_right_turn_with_the_thing_that_is_faced(quarters: int) -> None:
    """Turned by quarters about the middle of the world, counter-clockwise seen from above."""

    def turned(thing: Instance) -> Instance:
        corners = [
            complex(x, -z) * 1j**quarters  # north is -z
            for x in (thing.low_m[0], thing.high_m[0])
            for z in (thing.low_m[2], thing.high_m[2])
        ]
        x, z = [place.real for place in corners], [-place.imag for place in corners]
        heading_rad = thing.heading_rad + quarters * math.pi / 2
        return box(thing.id, thing.category, (min(x), max(x)), (min(z), max(z)), heading_rad=heading_rad)

    vase = box(2, "vase", (1.2, 1.5), (0.1, 0.4))
    for relation in ("left", "right", "next to", "behind"):
        assert stands(relation, turned(vase), turned(WARDROBE)) is stands(relation, vase, WARDROBE)


def test_above_and_under() -> None:
    couch, picture = (
        box(3, "couch", (0.0, 2.0), (0.1, 1.0)),
        box(4, "picture", (0.5, 1.5), (0.0, 0.03), (1.3, 1.9)),
    )
    assert stands("above", picture, couch) is True and stands("under", couch, picture) is True
    assert stands("under", box(5, "couch", (4.0, 6.0), (0.1, 1.0)), picture) is False
    table, rug = (
        box(6, "coffee_table", (0.0, 1.0), (0.0, 0.6), (0.0, 0.45)),
        box(7, "rug", (-1, 2), (-1, 2), (0.0, 0.01)),
    )
    assert stands("under", rug, table) is True
    assert stands("under", box(8, "rug", (0.8, 3.0), (0.0, 2.0), (0.0, 0.01)), table) is None
    assert may_be_anchor("under", table) and not may_be_anchor("under", WARDROBE)
    assert may_stand("above", picture) and not may_stand("above", couch)


def test_what_clauses_are_read() -> None:
    told = read_goal(
        "Find the tallest blue vase that is to the left of the old wardrobe, as you face it.", ["vase"]
    )
    assert (told.phrase.noun, told.phrase.said[0].word) == ("vase", "blue")
    place, extreme = told.clauses
    assert (place.kind, place.word, place.phrase.noun, extreme.word) == ("place", "left", "", "tallest")
    assert read_goal("Find the vase next to it.", ["vase"]).refers
    assert read_goal("Go to another one.").clauses[0].word == "another"
    counted = read_goal("Find the couch with exactly two pillows on it.", ["couch", "pillow"]).clauses[0]
    assert (counted.kind, counted.count, counted.phrase.noun, counted.word) == ("carries", 2, "pillow", "on")
    assert read_goal("Find the mug that is not blue.", ["mug"]).clauses[0].said[0].word == "blue"
    assert read_goal("Find the mug that is not wobbly.", ["mug"]).all_unread == ("wobbly",)


def test_without_a_goal_before_nothing_is_the_other_one() -> None:
    scene = house(HOUSES[0])
    assert satisfying(scene, read_goal("Find the other one.")) == ()
    several = Before("chair", tuple(range(1, 5)))
    assert satisfying(scene, read_goal("Find the vase next to it.", ["vase"]), several) == ()


def test_a_description_is_the_same_for_the_same_generator() -> None:
    scene = house(HOUSES[1])
    thing = things(scene)[0]
    first, again = (
        [
            FeatureWriter(scene, frozenset(), None).describe(thing, f, np.random.default_rng(3))
            for f in FEATURES
        ]
        for _ in range(2)
    )
    assert first == again
