"""Pictures of a trace as the server gives them: checked, with colours, apart from what is read as text."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import made_log, straight
from msgspec.structs import replace
from shown_runs import made_run, pair

from wayproof.agents.contract.layer_pictures import MOST_LAYERS
from wayproof.agents.contract.trace_pictures import colour_of, seen_picture, value_picture
from wayproof.log import EpisodeLog
from wayproof.view.index import RunIndex
from wayproof.view.story import story, traced
from wayproof.view.trace_overlays import layers_in, pictured

LABEL = np.array([[0, 1, 1], [2, 2, 2]])
NAMES = ["", "floor", "<b>chair</b>\u202e"]


def thought() -> dict[str, Any]:
    values = np.arange(6.0).reshape(2, 3)
    return {
        "perception": {"nearest_m": 1.5, "seen": seen_picture(LABEL, NAMES)},
        "memory": {
            "place": [0, 0, 0],
            "value_map": value_picture(values, values > 0, (1.0, -0.5), 0.25, "fit with <i>words</i>"),
        },
        "decision": "forward",
    }


def thinking(*steps: dict[str, Any]) -> EpisodeLog:
    return replace(made_log(straight(0, 1, 2)), trace=steps)


def test_pictures_stand_apart_from_what_is_read_as_text() -> None:
    answer = traced(thinking(thought(), {"decision": "stop"}), 0)
    assert answer["steps"][0] == {
        "perception": {"nearest_m": 1.5},
        "memory": {"place": [0, 0, 0]},
        "decision": "forward",
    }
    assert [sorted(pictures) for pictures in answer["pictures"]] == [["seen", "value_map"], []]


def test_labels_come_with_their_names_and_colours() -> None:
    seen = traced(thinking(thought()), 0)["pictures"][0]["seen"]
    cells = np.frombuffer(base64.b64decode(seen["cells"]), np.uint8).reshape(seen["height"], seen["width"])
    shown = np.array(seen["names"])[cells]
    assert shown[0].tolist() == ["", "floor", "floor"] and set(shown[1]) == {"<b>chair</b>⟨U+202E⟩"}
    assert [tuple(colour) for colour in seen["colours"]] == [
        colour_of(""),
        colour_of(NAMES[2]),
        colour_of("floor"),
    ]


def test_a_value_map_comes_with_its_place_and_scale() -> None:
    value_map = traced(thinking(thought()), 0)["pictures"][0]["value_map"]
    assert (value_map["corner_m"], value_map["cell_m"], value_map["low"], value_map["high"]) == (
        [1.0, -0.5],
        0.25,
        1.0,
        5.0,
    )
    cells = np.frombuffer(base64.b64decode(value_map["cells"]), np.uint8)
    assert (value_map["along_x"], value_map["along_y"], cells[0], cells[1], cells[-1]) == (2, 3, 0, 1, 255)
    assert value_map["meaning"] == "fit with <i>words</i>"


def test_a_picture_that_is_none_is_replaced_by_the_reason() -> None:
    broken = thought()
    broken["perception"]["seen"]["cells"] = "A" * 40
    broken["memory"]["value_map"] = [1, 2, 3]
    answer = traced(thinking(broken), 0)
    assert answer["pictures"] == [{}]
    assert answer["steps"][0]["perception"]["seen"].startswith("not drawn: cells do not unpack")
    assert "must be a table of fields" in answer["steps"][0]["memory"]["value_map"]


plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63), st.floats(), st.text(max_size=9)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    field=st.sampled_from(["width", "names", "cells", "cell_m", "low", "along_x"]), wrong=plain, whole=plain
)
def test_whatever_strangers_write_can_be_sent(field: str, wrong: object, whole: object) -> None:
    changed, replaced = thought(), thought()
    for part, name in (("perception", "seen"), ("memory", "value_map")):
        changed[part][name][field] = wrong
        replaced[part][name] = whole
    log = thinking(changed, replaced, {"perception": whole, "memory": whole})
    msgspec.json.decode(msgspec.json.encode(traced(log, 0)))
    assert set(pictured(log)) == {"seen", "value_map"}


def test_a_side_says_which_pictures_it_has(tmp_path: Path) -> None:
    clean, fog = pair("e1")
    told = replace(fog, trace=tuple({"perception": thought()["perception"]} for _ in fog.steps.action))
    run = RunIndex(made_run(tmp_path, [clean, told]), "run")
    run.read_new()
    shown = story(run, next(row for row in run.rows if row.condition == "fog"))
    assert [side["pictured"] for side in shown["sides"]] == [[], ["seen"]]


def test_value_maps_by_layer_come_apart_from_the_text_and_say_how_many_they_are() -> None:
    layered = thought()
    layered["memory"]["value_maps_by_layer"] = [layered["memory"]["value_map"], None]
    log = thinking(layered, thought())
    answer = traced(log, 0)
    lowest, nothing = answer["pictures"][0]["value_maps_by_layer"]
    assert lowest == answer["pictures"][0]["value_map"] and nothing is None
    assert answer["steps"][0]["memory"] == {"place": [0, 0, 0]}
    assert layers_in(log) == 2 and layers_in(thinking(thought())) == 0
    assert pictured(log) == ["seen", "value_map", "value_maps_by_layer"]


@pytest.mark.parametrize("given", [[5], [{"along_x": -1}], [None] * 99, []])
def test_layers_that_are_none_are_replaced_by_the_reason(given: object) -> None:
    broken = {"memory": {"value_maps_by_layer": given}}
    answer = traced(thinking(broken), 0)
    assert answer["pictures"] == [{}]
    assert answer["steps"][0]["memory"]["value_maps_by_layer"].startswith("not drawn: ")
    assert layers_in(thinking(broken)) <= MOST_LAYERS


@pytest.mark.parametrize("steps", [(), ({"perception": {"seen": None}},), ({"memory": 5},)])
def test_without_pictures_there_are_none(steps: tuple[dict[str, Any], ...]) -> None:
    assert pictured(thinking(*steps)) == []
    assert traced(thinking(*steps), 0)["pictures"] == [{} for _ in steps]
