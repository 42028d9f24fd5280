"""The reader that checks descriptions: what it reads, and that it finds what our writer meant."""

from __future__ import annotations

import pytest

from wayproof.language.descriptions import GRANULARITIES, describe, granularities
from wayproof.language.phrase_reader import Said, read_phrase
from wayproof.language.phrase_truth import matching
from wayproof.scenes.by_name import scene_named
from wayproof.scenes.scene import things
from wayproof.seeding import generator_for


def test_what_a_phrase_says() -> None:
    text = "Go to the large brown cabinet with two doors that is on the wooden wall shelf."
    phrase = read_phrase(text, ["wall_shelf"])
    assert (phrase.noun, phrase.relation) == ("cabinet", "on")
    assert phrase.said == (Said("size", "large"), Said("colour", "brown"), Said("number", "door", count=2))
    assert phrase.carrier == read_phrase("a wooden wall shelf", ["wall_shelf"])
    assert phrase.carrier.said == (Said("material", "wooden"),)
    lamp = read_phrase("Find the floor lamp with a blue striped shade.", ["floor_lamp"])
    assert lamp.said == (Said("colour", "blue", "shade"), Said("texture", "striped", "shade"))
    assert read_phrase("find a stack of three books").said == (Said("number", "book", count=3),)
    assert read_phrase("the two-drawer dresser", ["dresser"]).said == (Said("number", "drawer", count=2),)


def test_words_that_are_not_known_are_told() -> None:
    assert read_phrase("Find the wobbly chair.").all_unread == ("wobbly",)
    assert read_phrase("Find the flux capacitor.").noun == ""
    assert read_phrase("").all_unread == ()
    assert (
        read_phrase("Find the mug on the " * 2_000, ["mug"]).noun == "mug"
    )  # long texts are cut, not refused


@pytest.mark.slow
@pytest.mark.parametrize("house", ["val/100", "val/104", "test/5", "test/8"])
def test_the_reader_finds_what_the_writer_meant(house: str) -> None:
    """By text and scene alone, for every thing at every granularity; two tables of words, two programmes."""
    scene = scene_named(f"houses-v1/{house}", light=False)
    categories = {thing.category for thing in things(scene)}
    read = 0
    for thing in things(scene):
        for granularity in granularities(scene, thing):
            said = describe(scene, thing, generator_for(3, house, thing.id, granularity), granularity)
            phrase = read_phrase(said.text, categories)
            assert phrase.all_unread == () and matching(scene, phrase) == said.matches, said.text
            read += 1
    assert read > 10 * len(GRANULARITIES)
