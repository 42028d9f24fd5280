"""Pictures of figures in a report: those of the step shown, in the right place; none where none were kept."""

from __future__ import annotations

import base64
import math
import re
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from made_logs import goal_at, made_log, straight
from made_runs import really_seen, write_run
from msgspec.structs import replace
from page_reading import Page

from wayproof.agents.contract.trace_pictures import (
    ValuePicture,
    colour_of,
    read_seen,
    read_value_map,
    seen_picture,
    value_picture,
)
from wayproof.agents.seeing.image_labels import by_boxes
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE, NetworkPerception
from wayproof.episode.brief import brief_for
from wayproof.episode.replay import ReplayStep, replay, replayed_world
from wayproof.log import EpisodeLog
from wayproof.report.example_episodes import Example
from wayproof.report.house_map import Frame
from wayproof.report.layer_maps import layer_figures
from wayproof.report.output_formats import Form
from wayproof.report.outputs import report_text
from wayproof.report.trace_figures import trace_figures, value_map_svg
from wayproof.report.twin_map import twin_maps
from wayproof.results.divergence import divergence
from wayproof.results.pairs import Pair
from wayproof.scenes.houses.house import build_house
from wayproof.vocabulary import Pose

EVIL = "<script>alert(1)</script>"
WINS = {"clean": [True] * 6, "fog": [True, True, False, False, False, False]}


def seeing(*names: str) -> dict[str, Any]:
    """Takes equal stripes of its image for these."""
    return {"seen": seen_picture(np.arange(len(names))[None, :].repeat(2, 0), names)}


def value_map(peak: float = 3.0) -> dict[str, Any]:
    values = np.array([[0.0, 1.0], [2.0, peak]])
    return {"value_map": value_picture(values, values > -1.0, (0.0, 0.0), 0.5, f"fit {EVIL}")}


def told(before: EpisodeLog, after: EpisodeLog) -> Example:
    pair = Pair(before, after)
    return Example("fog", pair, divergence(pair), True)


def apart(clean: list[dict[str, Any]], hurt: list[dict[str, Any]]) -> Example:
    """Twins that part after the first step."""
    goals = [goal_at(3.0)]
    return told(
        replace(made_log(straight(0, 1, 2, 3), goals=goals), trace=tuple(clean)),
        replace(made_log(straight(0, 1, 1.5), goals=goals), trace=tuple(hurt)),
    )


def page_of(folder: Path, thinks: dict[str, dict[str, Any]] | None) -> str:
    write_run(folder, WINS, thinks=thinks)
    return report_text([folder], Form.HTML, episodes=2, tell=lambda _: None)


def pixels(uri: str) -> np.ndarray[Any, Any]:
    data = np.frombuffer(base64.b64decode(uri.removeprefix("data:image/png;base64,")), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR)[:, :, ::-1])


def test_the_pictures_are_those_of_the_step_at_which_the_ways_part() -> None:
    steps = [{"perception": seeing("wall", f"clean {k}")} for k in range(4)]
    other = [{"perception": seeing("wall", f"hurt {k}")} for k in range(3)]
    one = apart(steps, other)
    assert one.step == 1
    segmentation = trace_figures(one).segmentation
    assert segmentation is not None
    assert pixels(segmentation.clean)[0].tolist() == [[*colour_of("wall")], [*colour_of("clean 1")]]
    assert pixels(segmentation.hurt)[0].tolist() == [[*colour_of("wall")], [*colour_of("hurt 1")]]
    assert [(named.text, named.shares) for named in segmentation.names] == [
        ("wall", "50 % → 50 %"),
        ("clean 1", "50 % → 0 %"),
        ("hurt 1", "0 % → 50 %"),
    ]


def test_what_is_sought_is_listed_however_small_it_is() -> None:
    label = np.zeros((30, 40), np.int64)
    label[0, 0], label[0, 1] = 1, 2
    step = {"perception": {"seen": seen_picture(label, ["wall", "bed", "lamp"])}}
    one = apart([step] * 4, [step] * 3)
    sought = [replace(one.pair.before.episode.goals[0], category="bed")]
    before, after = (replace(log, episode=replace(log.episode, goals=tuple(sought))) for log in one.pair)
    for pair, names in ((one.pair, ["wall"]), ((before, after), ["wall", "bed"])):
        segmentation = trace_figures(told(*pair)).segmentation
        assert segmentation is not None and [named.text for named in segmentation.names] == names


def test_one_twin_that_tells_is_shown_alone() -> None:
    segmentation = trace_figures(apart([], [{"perception": seeing("", "bed")}] * 3)).segmentation
    assert segmentation is not None and segmentation.clean == "" and segmentation.hurt
    assert [(named.text, named.shares) for named in segmentation.names] == [
        ("not sure", "50 %"),
        ("bed", "50 %"),
    ]


def test_value_map_is_that_of_the_hurt_twin_at_its_end_and_lies_under_its_way() -> None:
    hurt = [{"memory": value_map(peak)} for peak in (3.0, 4.0, 9.0)]
    one = apart([{"memory": value_map(99.0)}] * 4, hurt)
    figures = trace_figures(one)
    assert figures.value_map is not None and figures.value_map.high == 9.0
    (drawn,) = twin_maps(one, None, figures.value_map)
    assert drawn.index('class="value-map"') < drawn.index('class="w-clean"')
    assert "value-map" not in twin_maps(one, None)[0]


def test_value_map_ends_where_the_rooms_do_and_lies_under_their_names() -> None:
    one = apart([{"memory": value_map()}] * 4, [{"memory": value_map()}] * 3)
    scene = build_house(4, rooms=3).scene
    (drawn,) = twin_maps(one, scene, trace_figures(one).value_map)
    cut = re.search(
        r'<clipPath id="(rooms-\w+)">(.*?)</clipPath><g clip-path="url\(#\1\)"><g class="value-map"', drawn
    )
    assert cut and cut[2].count("<polygon") == len(scene.rooms)
    assert drawn.index('class="p-room"') < drawn.index('class="value-map"')
    assert all(at.start() > drawn.index('class="value-map"') for at in re.finditer('class="p-name"', drawn))


@pytest.mark.parametrize("heading", [0.0, 0.7, math.pi / 2, -2.0])
def test_cells_lie_ahead_of_the_start_and_to_its_left(heading: float) -> None:
    """Against the definition of a heading: counter-clockwise from -z, seen from above."""
    picture = read_value_map(value_map()["value_map"])
    drawn = value_map_svg(picture, Pose(5.0, 0.0, 7.0, heading), Frame(1.0, 2.0, 11.0, 12.0))
    found = re.search(r"matrix\(([^)]+)\)", drawn)
    assert found
    a, b, c, d, e, f = map(float, found[1].split())
    ahead, left = (
        np.array([-math.sin(heading), -math.cos(heading)]),
        np.array([-math.cos(heading), math.sin(heading)]),
    )
    i, j = 1.0, 2.0  # the corner half a metre ahead and a metre to the left
    wanted = (np.array([5.0, 7.0]) + 0.5 * ahead + 1.0 * left - (1.0, 2.0)) * 100
    assert [a * i + c * j + e, b * i + d * j + f] == pytest.approx(wanted.tolist(), abs=0.01)


def test_darker_is_worth_more_and_unknown_is_left_out() -> None:
    values = np.array([[0.0, 5.0, 10.0, np.nan]])
    picture = read_value_map(value_picture(values, np.isfinite(values), (0.0, 0.0), 0.5, "fit"))
    drawn = value_map_svg(picture, Pose(0.0, 0.0, 0.0, 0.0), Frame(0.0, 0.0, 9.0, 9.0))
    found = re.findall(r'<path fill-opacity="([\d.]+)" d="([^"]+)"', drawn)
    assert [d for _, d in found] == ["M0 0h1v1h-1z", "M0 1h1v1h-1z", "M0 2h1v1h-1z"]
    assert [float(opacity) for opacity, _ in found] == sorted(float(opacity) for opacity, _ in found)


def test_the_page_shows_them_with_a_legend_and_escapes_every_name(tmp_path: Path) -> None:
    thinks = {
        "clean": {"perception": seeing("floor", EVIL), "memory": value_map()},
        "fog": {"perception": seeing("floor", ""), "memory": value_map()},
    }
    text = page_of(tmp_path, thinks)
    page = Page(text)
    pictures = [
        known for tag, known in page.tags if tag == "img" and "recognised" in (known.get("alt") or "")
    ]
    under = ["clean" if ", clean," in (known["alt"] or "") else "fog" for known in pictures]
    assert under == ["clean", "fog"] * 2 and page.silent_pictures() == []
    assert all((known["src"] or "").startswith("data:image/png;base64,") for known in pictures)
    assert EVIL not in text and EVIL in page.text and "not sure 0 % → 50 %" in " ".join(page.text.split())
    fills = {known.get("fill") for tag, known in page.tags if tag == "rect" and "rx" in known}
    assert "#{:02x}{:02x}{:02x}".format(*colour_of("floor")) in fills
    layers = [known for tag, known in page.tags if tag == "g" and known.get("class") == "value-map"]
    assert len(layers) == 3  # of two cases, and of the one that opens the page
    assert "0 (pale) to 3 (dark)" in page.text


def test_without_traces_nothing_changes(tmp_path: Path) -> None:
    bare = page_of(tmp_path / "a" / "run", None)
    silent = page_of(tmp_path / "b" / "run", {"clean": {"decision": "forward"}, "fog": {"decision": "stop"}})
    assert "recognised" not in bare and 'class="value-map"' not in bare and 'key-value-map"' not in bare
    assert bare == silent


@pytest.mark.parametrize("garbage", [{"width": 3}, {"cells": "x" * 10**5}, {"names": [["a"]]}])
def test_pictures_that_are_none_are_told_of_and_the_page_stands(
    tmp_path: Path, garbage: dict[str, Any]
) -> None:
    text = page_of(tmp_path, {"fog": {"perception": {"seen": garbage}, "memory": {"value_map": garbage}}})
    assert "The agent&#39;s seen is not drawn:" in text and "The agent&#39;s value map is not drawn:" in text
    assert "recognised" not in text


def test_traces_of_strange_shapes_are_left_alone(tmp_path: Path) -> None:
    text = page_of(tmp_path, {"fog": {"perception": [1], "memory": {"value_map": "dark"}}})
    assert "not drawn:" not in text and "recognised" not in text


def test_layers_of_a_value_map_stand_side_by_side_on_one_scale(tmp_path: Path) -> None:
    told = value_map()["value_map"]
    high = value_map(30.0)["value_map"]
    page = Page(page_of(tmp_path, {"fog": {"memory": {"value_maps_by_layer": [told, None, high]}}}))
    drawn = [known for tag, known in page.tags if tag == "svg" and "Layer" in (known.get("aria-label") or "")]
    assert [known["aria-label"] for known in drawn] == [
        f"Layer {number} of the value map, with the path under the fault" for number in (1, 2, 3)
    ] * 2  # of two cases
    layers = [known for tag, known in page.tags if tag == "g" and known.get("class") == "value-map"]
    assert len(layers) == 4
    text = " ".join(page.text.split())
    assert "layer 1, the lowest: at best 3" in text and "layer 3, the highest: at best 30" in text
    assert "layer 2: nothing known" in text


def test_one_layer_alone_or_none_adds_nothing() -> None:
    one = apart([{}] * 4, [{"memory": {"value_maps_by_layer": [value_map()["value_map"]]}}] * 3)
    assert layer_figures(one, None, trace_figures(one).layers) == ()
    assert layer_figures(one, None, ()) == () and layer_figures(one, None, (None, None)) == ()


@pytest.mark.slow
def test_what_a_real_agent_took_its_image_for_is_of_the_very_frame_that_is_shown() -> None:
    """Its own eyes, shown the frame again, take it for the same; and its value_map lies where it has been."""
    one = told(*really_seen(12))
    figures = trace_figures(one)
    assert figures.segmentation is not None and figures.value_map is not None and not figures.trouble
    world = replayed_world(one.pair.before)
    for log, shown in zip(one.pair, (figures.segmentation.clean, figures.segmentation.hurt), strict=True):
        replayed: ReplayStep = next(islice(replay(log, world), one.step, None))
        assert replayed.observed is not None
        brief = brief_for(replayed.trial, log.agent, log.comparable.settings)
        perception = NetworkPerception(brief, eyes=by_boxes)  # value_explorer's
        again = read_seen(perception.look(replayed.observed.corrupted).picture(LEAST_CONFIDENCE))
        assert np.array_equal(pixels(shown), again.pixels())
    assert not np.array_equal(
        pixels(figures.segmentation.clean), pixels(figures.segmentation.hurt)
    )  # it is dark
    (drawn,) = twin_maps(one, world.scene, figures.value_map)
    assert drawn.index('class="p-wall"') < drawn.index('class="value-map"') < drawn.index('class="w-clean"')
    seen = world_points(figures.value_map, one.pair.after.episode.start)
    start = one.pair.after.steps.pose[0, [0, 2]]
    assert np.linalg.norm(seen - start, axis=1).min() < 1.0
    house = np.array([corner for room in world.scene.rooms for corner in room.polygon_m])
    inside = (seen > house.min(axis=0) - 0.5) & (seen < house.max(axis=0) + 0.5)
    assert inside.all(axis=1).mean() > 0.95  # light falls through windows too


def world_points(value_map: ValuePicture, start: Pose) -> np.ndarray[Any, Any]:
    """The middles of the known cells in the house, by turning vectors instead of a matrix of SVG."""
    cells = (np.argwhere(value_map.cells > 0) + 0.5) * value_map.cell_m + (value_map.x_m, value_map.y_m)
    turned = (cells[:, 0] + 1j * cells[:, 1]) * np.exp(1j * start.heading_rad)  # ahead, and to the left of -z
    return np.stack([start.x_m - turned.imag, start.z_m - turned.real], axis=1)
