"""Which facts a description may tell: made-up rooms in which a word is right, unclear or wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wayproof.errors import InvalidInput, UnknownName
from wayproof.language.description_aspects import aspects
from wayproof.language.description_constraints import matches, tags_of
from wayproof.language.descriptions import Constraints, describe, granularities, satisfies
from wayproof.scenes.scene import Attributes, Instance, Scene
from wayproof.seeding import generator_for


def _thing(identity: int, category: str, shape: str = "any", **more: Any) -> Instance:
    support, relation = more.pop("support", None), more.pop("relation", None)
    here = (0.0, 0.0, 0.0)
    look = Attributes(**more)
    return Instance(identity, category, shape, look, None, support, relation, here, here, here, 0.0)


def _scene(*instances: Instance) -> Scene:
    nothing = np.zeros((0, 3), np.float32)
    none = np.zeros(0, np.int32)
    return Scene(
        "made up",
        nothing,
        nothing,
        np.zeros((0, 2), np.float32),
        np.zeros((0, 3), np.int32),
        none,
        none,
        np.zeros(0, np.int16),
        (),
        (),
        instances,
    )


def _all_texts(scene: Scene, number: int, granularity: str, language: str = "en-US") -> set[str]:
    thing = scene.instances[number - 1]
    return {describe(scene, thing, generator_for(k, "texts"), granularity, language).text for k in range(250)}


def test_the_papers_granularities_are_there_for_a_made_up_room() -> None:
    scene = _scene(
        _thing(1, "wall_shelf", colour="white", material="wood"),
        _thing(2, "house_plant", "bushy", colour="green", support=1, relation="on"),
        _thing(3, "chair", colour="brown", material="wood", pattern="plain"),
        _thing(4, "cabinet", "low", colour="white", size="large", material="wood", number={"door": 2}),
        _thing(5, "cabinet", "low", colour="white", size="small", material="wood", number={"door": 2}),
    )
    assert _all_texts(scene, 3, "category") == {"Find the chair.", "Go to the chair."}
    assert "Find the brown wooden chair." in _all_texts(scene, 3, "attributes")
    assert "Go to the potted plant on the shelf." in _all_texts(scene, 2, "relation")
    assert "Find the large white cabinet with two doors." in _all_texts(scene, 4, "attributes")
    assert _all_texts(scene, 4, "instance") >= {"Find the large cabinet.", "Go to the big storage cabinet."}


@pytest.mark.parametrize(("other", "said"), [("small", True), ("medium", False), ("large", True)])
def test_a_size_is_said_only_where_the_eye_can_tell_it(other: str, said: bool) -> None:
    scene = _scene(_thing(1, "couch", size="large"), _thing(2, "couch", size=other))
    assert ("attribute" in granularities(scene, scene.instances[0])) is said


def test_a_size_is_not_said_of_a_noun_that_names_other_kinds_in_the_house() -> None:
    alone = _scene(_thing(1, "chair", size="large"))
    among = _scene(_thing(1, "chair", size="large"), _thing(2, "high_chair", size="small"))
    assert "attribute" in granularities(alone, alone.instances[0])
    assert "attribute" not in granularities(among, among.instances[0])


def test_an_armchair_is_found_by_whoever_is_asked_for_a_chair() -> None:
    scene = _scene(_thing(1, "chair"), _thing(2, "easy_chair", "club"), _thing(3, "stool"))
    said = describe(scene, scene.instances[0], generator_for(0), "category")
    assert said.matches == (1, 2)
    other = describe(scene, scene.instances[1], generator_for(0), "category")
    assert other.matches == (2,)


def test_colours_of_a_part_are_told_of_that_part() -> None:
    scene = _scene(_thing(1, "floor_lamp", "tripod", colour="blue", material="fabric", state="on"))
    texts = _all_texts(scene, 1, "attribute")
    assert "Find the floor lamp with a blue shade." in texts
    assert "Go to the lit floor lamp." in texts
    assert not any("blue floor lamp" in text for text in texts)
    of_shade = Constraints("floor lamp", ("floor_lamp",), colour="blue", finish_of="shade")
    of_lamp = Constraints("floor lamp", ("floor_lamp",), colour="blue")
    assert (matches(scene, of_shade), matches(scene, of_lamp)) == ((1,), ())


def test_the_state_of_a_part_is_not_the_state_of_the_thing() -> None:
    scene = _scene(_thing(1, "toilet", state="open"), _thing(2, "laptop", state="open"))
    for kind, part in (("toilet", "lid"), ("laptop", "")):
        number = 1 if kind == "toilet" else 2
        for told in ("lid", ""):
            said = Constraints(kind, (kind,), state="open", state_of=told)
            assert matches(scene, said) == ((number,) if told == part else ())


def test_clear_glass_is_not_called_silver() -> None:
    scene = _scene(
        _thing(1, "side_table", "shelf", colour="silver", material="glass"),
        _thing(2, "side_table", "shelf", colour="silver", material="metal"),
    )
    assert aspects(scene.instances[0]).colour is None
    silver = Constraints("side table", ("side_table",), colour="silver")
    assert [satisfies(scene, silver, thing) for thing in scene.instances] == [False, True]


def test_what_must_not_be_said_is_not_said() -> None:
    scene = _scene(_thing(1, "candle", "pillar", state="lit", modifier="pillar", colour="red"))
    free = {describe(scene, scene.instances[0], generator_for(k), "attribute").tags for k in range(30)}
    assert free == {("state",), ("modifier",), ("colour",)}
    without = frozenset({"state", "modifier"})
    held = {
        describe(scene, scene.instances[0], generator_for(k), "attribute", unsaid=without).tags
        for k in range(30)
    }
    assert held == {("colour",)}


def test_attributes_of_the_support_are_tagged_too() -> None:
    on_white = Constraints("nightstand", ("night_stand",), colour="white")
    said = Constraints("candle", ("candle",), state="lit", support=on_white, relation="on")
    assert tags_of(said) == ("colour", "state", "support")
    scene = _scene(
        _thing(1, "night_stand", colour="white"),
        _thing(2, "night_stand", colour="black"),
        _thing(3, "candle", state="lit", support=1, relation="on"),
        _thing(4, "candle", state="lit", support=2, relation="on"),
        _thing(5, "candle", state="lit", support=1, relation="in"),
        _thing(6, "candle", state="lit"),
    )
    assert matches(scene, said) == (3,)


def test_things_that_cannot_be_described_so_are_refused_with_what_is_possible() -> None:
    scene = _scene(_thing(1, "chair", colour="red"), _thing(2, "plunger"))
    with pytest.raises(InvalidInput, match=r"at the granularity 'relation'; possible: category, attribute"):
        describe(scene, scene.instances[0], generator_for(0), "relation")
    with pytest.raises(InvalidInput, match="none, it has no word there"):
        describe(scene, scene.instances[1], generator_for(0), "category", "hi-IN")
    with pytest.raises(UnknownName, match="Did you mean 'attribute'"):
        describe(scene, scene.instances[0], generator_for(0), "atribute")
    with pytest.raises(UnknownName, match="te-IN"):
        describe(scene, scene.instances[0], generator_for(0), "category", "fr-FR")


def test_a_category_of_another_world_is_called_by_its_own_name() -> None:
    scene = _scene(_thing(1, "tea_trolley", colour="blue"))
    assert "Find the blue tea trolley." in _all_texts(scene, 1, "attribute")
    assert granularities(scene, scene.instances[0], "hi-IN") == ()
