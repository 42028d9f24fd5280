"""Pictures from the trace in a real Chromium: drawn at each step, for each twin, and hidden by a key."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browsing import DESKTOP, PHONE, Tab
from msgspec.structs import replace
from served import CHROMIUM, answering
from shown_runs import SmallRun, made_run, pair, thinking_run

from wayproof.agents.contract.trace_pictures import (
    colour_of,
    picture_in,
    read_seen,
    read_value_map,
    seen_picture,
    value_picture,
)

pytest.importorskip("uvicorn", reason="the extra `view` is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]
DARK = "tbody tr[data-key]:has-text('dark') >> nth=0"
CELLS = "canvas[data-picture=seen]"
EVIL = "<img src=x onerror=\"document.title='taken'\">"


@pytest.fixture(scope="module")
def dark_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """Two short episodes of an agent that learned to see, by day and in the dark."""
    return thinking_run(tmp_path_factory.mktemp("thinking") / "run")


@pytest.fixture(scope="module")
def address(dark_run: SmallRun) -> Iterator[str]:
    with answering(dark_run.folder) as client:
        yield client.address


def opened(tab: Tab, address: str) -> None:
    tab.open(address, DARK)
    for side in ("clean", "corrupted"):
        tab.page.wait_for_selector(f".side.{side} .cell-names li")


def painted(tab: Tab, side: str) -> np.ndarray[Any, Any]:
    """What the canvas of a twin really shows, RGB (h, w, 3)."""
    width, height, data = tab.page.evaluate(
        "side => { const c = document.querySelector(`canvas[data-picture=seen][data-side=${side}]`);"
        "const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "return [c.width, c.height, btoa(String.fromCharCode(...p))]; }",
        side,
    )
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, width, 4)[:, :, :3]


def test_a_run_with_traces_keeps_what_its_agent_saw_and_valued(dark_run: SmallRun) -> None:
    for log in dark_run.logs:
        for step in log.trace:
            assert read_seen(picture_in(step, "perception", "seen")).cells.shape == (42, 56)
        value_map = read_value_map(picture_in(log.trace[-1], "memory", "value_map"))
        place = np.array(log.trace[-1]["memory"]["place"][:2])
        assert value_map.cell_m == 0.25 and (np.array(value_map.cells.shape) * 0.25 < 25.0).all()
        corner = np.array([value_map.x_m, value_map.y_m])
        assert (place > corner - 5.0).all() and (
            place < corner + np.array(value_map.cells.shape) * 0.25 + 5.0
        ).all()


def test_both_twins_show_what_they_take_the_image_for(tab: Tab, address: str, dark_run: SmallRun) -> None:
    opened(tab, address)
    clean, dark = (
        next(log for log in dark_run.logs if log.condition.name == name) for name in ("clean", "dark")
    )
    for presses in (0, 3):
        for _ in range(presses):
            tab.page.keyboard.press("ArrowRight")
        for side, log in (("clean", clean), ("corrupted", dark)):
            seen = read_seen(picture_in(log.trace[presses], "perception", "seen"))
            assert np.array_equal(painted(tab, side), seen.pixels())
    assert tab.page.locator(".side canvas").count() == 4 and tab.page.locator(".cell-names").count() == 2
    told = tab.page.get_attribute(f"{CELLS}[data-side=clean]", "aria-label")
    assert told.startswith("clean, recognised: ") and told.split(": ")[1].split(", ")[
        0
    ] in tab.page.inner_text(".side.clean .cell-names")
    # Chromium remarks on this test, which reads the canvases; nothing else may be complained of.
    assert all("willReadFrequently" in text for text in tab.troubles), tab.troubles


def test_the_value_map_lies_under_the_paths_where_the_agent_has_been(tab: Tab, address: str) -> None:
    opened(tab, address)
    tab.page.keyboard.press("End")
    tab.until(lambda: tab.page.locator(".map-frame .value-map path").count() == 10)
    tab.until(lambda: tab.page.locator(".map image").count() == 2)
    inside = tab.page.evaluate(
        "() => { const box = document.querySelector('.map-frame .value-map').getBoundingClientRect();"
        "const body = document.querySelector('.body.corrupted').getBoundingClientRect();"
        "const [x, y] = [body.x + body.width / 2, body.y + body.height / 2];"
        "return x > box.left - 60 && x < box.right + 60 && y > box.top - 60 && y < box.bottom + 60; }"
    )
    assert inside
    order = tab.page.evaluate(
        "() => { const all = [...document.querySelectorAll('.map-frame .value-map, .map-frame .whole')];"
        "return all[0].classList.contains('value-map'); }"
    )
    # It ends where the rooms do, and the names of the plan lie on it.
    cut = tab.page.evaluate(
        "() => [getComputedStyle(document.querySelector('.value-map').parentNode).clipPath,"
        "document.querySelectorAll('#rooms polygon').length,"
        "document.querySelectorAll('.value-map ~ *, g:has(> .value-map) + g image').length]"
    )
    assert "rooms" in cut[0] and cut[1] > 1 and cut[2] == 1
    assert order and "fit of what is seen with" in tab.page.inner_text(".value-map-words")


def test_keys_and_boxes_hide_and_show_them_and_are_remembered(tab: Tab, address: str) -> None:
    opened(tab, address)
    tab.page.keyboard.press("s")
    assert not tab.page.locator(CELLS).first.is_visible()
    assert not tab.page.is_checked("input[name=seen]")
    tab.page.focus("select[name=value-map]")
    tab.page.keyboard.press("Shift+Tab")
    tab.page.keyboard.press("Space")
    assert tab.page.locator(CELLS).first.is_visible() and tab.shown() == 0
    assert tab.page.get_attribute(".play", "aria-pressed") == "false"
    assert tab.page.input_value("select[name=value-map]") == "corrupted"
    for wanted in ("clean", "off", "corrupted", "clean", "off"):
        tab.page.keyboard.press("w")
        assert tab.page.input_value("select[name=value-map]") == wanted
        assert (tab.page.locator(".map-frame .value-map path").count() > 0) == (wanted != "off")
    tab.page.keyboard.press("j")
    tab.until(tab.settled)
    tab.page.wait_for_selector("select[name=value-map]")
    assert tab.page.input_value("select[name=value-map]") == "off"
    tab.page.keyboard.press("?")
    assert "value map" in tab.page.inner_text("dialog[open]") and tab.troubles == []


def test_text_of_a_trace_is_without_its_pictures(tab: Tab, address: str) -> None:
    opened(tab, address)
    text = tab.page.inner_text(".trace.corrupted .trace-body")
    assert "nearest m" in text and "cells" not in text and "value map" not in text


def test_one_layer_of_a_value_map_can_be_chosen(tab: Tab, tmp_path: Path) -> None:
    """A real search that keeps three layers: the page draws the one that is chosen, with its own words."""
    run = thinking_run(tmp_path / "layered", agent="mlfm", most_steps=14)
    dark = next(log for log in run.logs if log.condition.name == "dark")
    maps = dark.trace[-1]["memory"]["value_maps_by_layer"]
    with answering(run.folder) as client:
        opened(tab, client.address)
        tab.page.keyboard.press("End")
        tab.until(lambda: tab.page.locator(".map-frame .value-map path").count() == 10)
        assert "value maps by layer" not in tab.page.inner_text(".trace.corrupted .trace-body")
        for layer, told in enumerate(maps, 1):
            tab.page.keyboard.press("l")
            assert tab.page.input_value("select[name=layer]") == str(layer)
            words = tab.page.inner_text(".value-map-words")
            assert (told is None and words == "") or f"layer {layer} from below" in words
            runs = tab.page.evaluate(
                "() => [...document.querySelectorAll('.map-frame .value-map path')]"
                ".flatMap(one => [...one.getAttribute('d').matchAll(/v(\\d+)/g)])"
                ".reduce((sum, found) => sum + Number(found[1]), 0)"
            )
            known = 0 if told is None else int(np.count_nonzero(read_value_map(told).cells))
            assert runs == known
        tab.page.keyboard.press("l")
        assert tab.page.input_value("select[name=layer]") == "all"
        assert "layer" not in tab.page.inner_text(".value-map-words")
        tab.page.keyboard.press("?")
        assert "layer by layer" in tab.page.inner_text("dialog[open]") and tab.troubles == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["laptop", "phone"])
def test_nothing_is_cut_off_sideways_by_trace_pictures(
    browser: Any, address: str, size: tuple[int, int]
) -> None:
    tab = Tab(browser, size)
    opened(tab, address)
    inner = "document.getElementById('main').scrollWidth - document.getElementById('main').clientWidth"
    assert tab.page.evaluate(inner) <= 0 and tab.troubles == []
    assert tab.page.locator("select[name=value-map]").is_visible()
    assert tab.page.locator("select[name=layer]").count() == 0  # this agent has no layers
    tab.page.close()


def strange_traces() -> list[dict[str, Any]]:
    """Of an agent of somebody else's: a known place, a hostile name; then garbage; then nothing."""
    values = np.array([[1.0, 2.0]])
    good = {
        "perception": {"seen": seen_picture(np.array([[1, 0]]), ["floor", EVIL])},
        "memory": {"value_map": value_picture(values, values > 0, (1.0, 0.0), 1.0, EVIL)},
    }
    bad = {"perception": {"seen": {"width": 9**9, "names": EVIL}}, "memory": {"value_map": {"cells": EVIL}}}
    return [good, bad, {}, good, good, good]


@pytest.mark.parametrize("heading", [0.0, 1.2])
def test_pictures_of_any_agent_are_drawn_in_place_and_hostile_ones_are_inert(
    tab: Tab, tmp_path: Path, heading: float
) -> None:
    _, fog = pair("e1")
    start = replace(fog.episode.start, heading_rad=heading)
    log = replace(fog, episode=replace(fog.episode, start=start), trace=tuple(strange_traces()))
    with answering(made_run(tmp_path / "strange", [log])) as client:
        tab.page.goto(client.address)
        tab.page.click("tbody tr[data-key]")
        tab.page.wait_for_selector(".cell-names li")
        assert painted(tab, "corrupted").tolist() == [[[*colour_of(EVIL)], [*colour_of("floor")]]]
        assert EVIL.replace("_", " ") in tab.page.inner_text(".cell-names")
        matrix = tab.page.get_attribute(".map-frame .value-map", "transform")
        a, b, c, d, e, f = map(float, matrix.removeprefix("matrix(").removesuffix(")").split())
        # The far corner of the second cell: two metres ahead of the start and two to its left.
        x = start.x_m - 2 * math.sin(heading) - 2 * math.cos(heading)
        z = start.z_m - 2 * math.cos(heading) + 2 * math.sin(heading)
        assert [a + 2 * c + e, b + 2 * d + f] == pytest.approx([100 * x, 100 * z], abs=0.05)
        tab.page.keyboard.press("ArrowRight")
        tab.until(lambda: "not drawn:" in tab.page.inner_text(".trace-body"))
        assert tab.page.locator(".cell-names li").count() == 0
        assert tab.page.locator(".map-frame .value-map path").count() == 0
        tab.page.keyboard.press("ArrowRight")
        tab.page.keyboard.press("ArrowRight")
        tab.until(lambda: tab.page.locator(".cell-names li").count() == 2)
        assert tab.page.locator("main img").count() == 0 and "taken" not in tab.page.title().split("·")[0]
        assert all("status of 422" in text for text in tab.troubles), tab.troubles
