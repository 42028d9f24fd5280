"""Descriptions of things: true, tagged by what they use, and matched by what they mean."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wayproof.language
from wayproof.language.description_constraints import TAGS, matches
from wayproof.language.descriptions import (
    GRANULARITIES,
    LANGUAGES,
    Constraints,
    Description,
    describe,
    granularities,
)
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.scene import Instance, Scene, things
from wayproof.seeding import generator_for

FOLDER = Path(wayproof.language.__file__).parent
TABLES = {
    name: tomllib.loads((FOLDER / f"description_{name}.toml").read_text()) for name in ("things", "english")
}
HOUSES = (("train", 1), ("test", 2))
languages = pytest.mark.parametrize("language", LANGUAGES)


@cache
def _house(number: int) -> Scene:
    split, seed = HOUSES[number]
    return build_house(seed, split=split, rooms=4).scene


def _drawn(house: int, seed: int, language: str) -> Description | None:
    scene, rng = _house(house), generator_for(seed, "test", language)
    everything = things(scene)
    thing = everything[int(rng.integers(len(everything)))]
    possible = granularities(scene, thing, language)
    if not possible:
        return None
    said = describe(scene, thing, rng, possible[int(rng.integers(len(possible)))], language)
    assert thing.id in said.matches
    return said


# ---- a second implementation of what descriptions mean, straight from the attributes ----


def _spoken(thing: Instance) -> dict[str, Any]:
    """What ground truth allows to say of a thing."""
    table, look = TABLES["things"], thing.attributes
    keys = {thing.category, f"{thing.category}/{thing.shape}"}
    part = table["finish_of"].get(
        f"{thing.category}/{thing.shape}", table["finish_of"].get(thing.category, "")
    )
    said: dict[str, Any] = {"finish_of": part, "state_of": table["state_of"].get(thing.category, "")}
    hidden = {what: bool(keys & set(table["unsaid"].get(what, ()))) for what in (*TAGS, "closed")}
    if part != "-":
        clear = look.material == "glass" and look.colour == "silver"
        said["colour"] = None if clear or hidden["colour"] else look.colour
        said["texture"] = None if look.pattern == "plain" or hidden["texture"] else look.pattern
        said["material"] = None if hidden["material"] else look.material
    said["size"] = look.size if look.size != "medium" and not hidden["size"] else None
    state = None if hidden["state"] or (look.state == "closed" and hidden["closed"]) else look.state
    if thing.category.endswith("_lamp"):
        state = {"on": "lit", "off": "unlit"}.get(state or "", state)
    said["state"] = state
    return said


def _true(scene: Scene, said: Constraints, thing: Instance) -> bool:
    look, spoken = thing.attributes, _spoken(thing)
    checks = [thing.category in said.kinds or f"{thing.category}/{thing.shape}" in said.kinds]
    finish = [name for name in ("colour", "texture", "material") if getattr(said, name)]
    checks += [spoken.get(name) == getattr(said, name) for name in finish]
    checks.append(not finish or spoken["finish_of"] == said.finish_of)
    if said.size:
        checks.append(spoken["size"] == said.size)
    if said.state:
        checks.append(spoken["state"] == said.state and spoken["state_of"] == said.state_of)
    if said.number:
        checks.append(look.number.get(said.number[0]) == said.number[1])
    if said.modifier:
        shapes = TABLES["things"]["modifiers"].get(said.modifier, [])
        checks.append(look.modifier == said.modifier or f"{thing.category}/{thing.shape}" in shapes)
    if said.support:
        carriers = [one for one in scene.instances if one.id == thing.support]
        checks.append(
            thing.relation == said.relation and any(_true(scene, said.support, c) for c in carriers)
        )
    return all(checks)


@languages
@settings(max_examples=40, deadline=None)
@given(house=st.sampled_from((0, 1)), seed=st.integers(0, 10**9))
def test_matches_are_what_a_second_implementation_finds_among_all_instances(
    language: str, house: int, seed: int
) -> None:
    said = _drawn(house, seed, language)
    if said is None:
        return
    scene = _house(house)
    assert said.matches == tuple(thing.id for thing in things(scene) if _true(scene, said.constraints, thing))
    assert said.matches == matches(scene, said.constraints)


@languages
@settings(max_examples=40, deadline=None)
@given(house=st.sampled_from((0, 1)), seed=st.integers(0, 10**9))
def test_tags_are_exactly_the_attributes_that_the_description_uses(
    language: str, house: int, seed: int
) -> None:
    said = _drawn(house, seed, language)
    if said is None:
        return
    used = msgspec.to_builtins(said.constraints)
    used |= used.get("support", {})
    expected = {name for name in used if name in TAGS}
    assert set(said.tags) == (expected or {"none"})
    counts = {"category": (0, 0), "attribute": (1, 1), "attributes": (2, 3), "relation": (1, 1)}
    if said.granularity == "instance":
        assert len(said.matches) == 1 and expected
    else:
        low, high = counts[said.granularity]
        assert low <= len(expected) <= high
        assert ("support" in expected) == (said.granularity == "relation")


@settings(max_examples=60, deadline=None)
@given(house=st.sampled_from((0, 1)), seed=st.integers(0, 10**9), english=st.sampled_from(("en-US", "en-IN")))
def test_an_english_sentence_has_a_word_for_all_that_it_is_tagged_with(
    house: int, seed: int, english: str
) -> None:
    said = _drawn(house, seed, english)
    assert said is not None or english == "en-US"
    if said is None:
        return
    assert said.text.startswith(("Find the ", "Go to the ")) and said.text.endswith(".")
    assert "  " not in said.text and said.text.count(".") == 1
    words = TABLES["english"]["words"]
    for part in filter(None, (said.constraints, said.constraints.support)):
        if part.number is None:
            assert part.noun in said.text
        else:
            assert words["numbers"][part.number[1] - 1] in said.text
        assert part.colour is None or f" {part.colour} " in said.text
        for name in ("size", "texture", "material", "state"):
            value = getattr(part, name)
            assert value is None or any(word in said.text for word in words[name][value])
    assert said.constraints.support is None or f" {said.constraints.relation} the " in said.text


@pytest.mark.slow
def test_descriptions_are_the_same_in_another_process() -> None:
    program = (
        "from wayproof.language.descriptions import LANGUAGES, describe, granularities\n"
        "from wayproof.scenes.houses.house import build_house\n"
        "from wayproof.scenes.scene import things\n"
        "from wayproof.seeding import generator_for\n"
        "scene = build_house(3, rooms=2).scene\n"
        "for language in LANGUAGES:\n"
        "    for thing in things(scene):\n"
        "        for name in granularities(scene, thing, language):\n"
        "            print(describe(scene, thing, generator_for(thing.id), name, language).text)\n"
    )
    done = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": salt},
        ).stdout
        for salt in ("1", "2")
    ]
    assert done[0] == done[1] and done[0].count(b"\n") > 100


@languages
def test_every_thing_of_a_house_can_be_described_at_the_granularities_it_is_said_to_have(
    language: str,
) -> None:
    scene, seen = _house(1), set()
    for thing, granularity in product(things(scene), GRANULARITIES):
        if granularity in granularities(scene, thing, language):
            said = describe(scene, thing, generator_for(thing.id), granularity, language)
            assert thing.id in said.matches and said.granularity == granularity
            seen.add(granularity)
    assert seen == set(GRANULARITIES)
