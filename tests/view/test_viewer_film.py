"""Frames made again from a log: bit by bit what the agent got, one by one, ahead of whoever watches."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from shown_runs import SmallRun, real_run

from wayproof.episode.replay import replay, replayed_world
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.view.film import Film, shots, views_of
from wayproof.view.projector import Frame, Projector
from wayproof.view.reading_pictures import NO_READING, to_jpeg, to_pixels

Made = TypeVar("Made")


def waited(ask: Callable[[], Made | None], longest_s: float = 120.0) -> Made:
    until_s = time.monotonic() + longest_s
    while time.monotonic() < until_s:
        made = ask()
        if made is not None:
            return made
        time.sleep(0.01)
    raise TimeoutError


def test_every_frame_shows_the_very_bits_that_the_agent_got(small_run: SmallRun) -> None:
    for log in small_run.logs[:4]:
        same = [step["depth"].same for step in shots(log)]
        assert same[:-1] == [True] * len(log.steps.action), log.condition.name
        assert same[-1] is None  # after the last action nothing was observed


def test_a_reading_that_is_not_that_of_the_log_is_noticed(small_run: SmallRun) -> None:
    log = small_run.logs[1]
    sums = log.steps.seen["depth"].copy()
    sums[2] += 1
    forged = replace(log, steps=replace(log.steps, seen={**log.steps.seen, "depth": sums}))
    same = [step["depth"].same for _, step in zip(range(4), shots(forged), strict=False)]
    assert same == [True, True, False, True]


def test_colours_are_shown_also_for_an_agent_that_sees_none(small_run: SmallRun) -> None:
    log = small_run.logs[0]
    first = next(shots(log))
    replayed = next(replay(log, replayed_world(log), sensors=("rgb",)))
    assert replayed.observed is not None
    assert first["rgb"].same is None
    assert np.array_equal(first["rgb"].pixels, replayed.observed.corrupted["rgb"])
    assert [view.seen for view in views_of(log)] == [False, True]


def test_depth_is_lighter_the_nearer_and_grey_where_there_is_no_reading() -> None:
    depth_m = np.repeat(np.array([[0.5, 2.0, 5.0, 10.0]], np.float32), 8, axis=1)
    depth_m = np.repeat(depth_m, 8, axis=0)
    depth_m[:, :3] = 0.0
    pixels = to_pixels(depth_m, 10.0)
    assert tuple(pixels[4, 0].tolist()) == NO_READING
    brightness = pixels.astype(int).sum(axis=2)[4]
    assert brightness[5] > brightness[12] > brightness[20] > brightness[28]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -1.0, 1e9])
def test_readings_that_make_no_sense_have_a_colour_too(value: float) -> None:
    assert to_pixels(np.full((4, 4), value, np.float32), 10.0).shape == (4, 4, 3)


def test_a_picture_survives_its_file() -> None:
    ramp = np.linspace(0, 255, 64).astype(np.uint8)
    pixels = np.stack(
        [np.tile(ramp, (48, 1)), np.tile(ramp[::-1], (48, 1)), np.full((48, 64), 128, np.uint8)], 2
    )
    read = cv2.imdecode(np.frombuffer(to_jpeg(pixels), np.uint8), cv2.IMREAD_COLOR)
    assert read is not None
    assert np.abs(read[:, :, ::-1].astype(int) - pixels).mean() < 2.0


def test_a_film_ends_with_its_last_state_and_costs_what_it_holds(small_run: SmallRun) -> None:
    log = small_run.logs[0]
    film = Film(lambda: log)
    while not film.over:
        film.make_one()
    assert film.error is None and film.made == len(log.steps.pose)
    assert film.size_bytes == sum(map(len, film.frames.values()))
    assert all(data.startswith(b"\xff\xd8\xff") for data in film.frames.values())


def test_a_log_of_another_world_ends_the_film_with_the_reason(small_run: SmallRun) -> None:
    film = Film(lambda: replace(small_run.logs[0], scene_hash="0" * 16))
    film.make_one()
    assert film.over and "another version of the world" in (film.error or "")


@pytest.fixture
def projector() -> Projector:
    return Projector()


def test_frames_arrive_whatever_the_order_in_which_they_are_asked_for(
    projector: Projector, small_run: SmallRun
) -> None:
    log = small_run.logs[1]
    film = Film(lambda: log)
    while not film.over:
        film.make_one()
    try:
        for step in (7, 2, 7, 0, len(log.steps.pose) - 1):
            frame: Frame = waited(lambda step=step: projector.frame("one", lambda: log, "depth", step))
            assert frame.data == film.frames["depth", step]
    finally:
        projector.close()


def test_frames_are_made_ahead_of_who_watches(
    projector: Projector, small_run: SmallRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wayproof.view.projector.WANTED_FOR_S", 600.0)  # one question is enough
    log = small_run.logs[1]
    try:
        waited(lambda: projector.frame("one", lambda: log, "depth", 0))
        waited(lambda: projector._films["one"].made >= 10 or None)
        assert projector.frame("one", lambda: log, "depth", 9) is not None
    finally:
        projector.close()


@pytest.mark.parametrize(("view", "step"), [("rgb", 10_000), ("../../etc/passwd", 0), ("lidar", 1)])
def test_a_frame_that_can_never_be_is_refused(
    projector: Projector, small_run: SmallRun, view: str, step: int
) -> None:
    log = small_run.logs[0]
    try:
        with pytest.raises(InvalidInput, match="there is no view"):
            waited(lambda: projector.frame("one", lambda: log, view, step))
    finally:
        projector.close()


def test_whatever_goes_wrong_is_told_and_the_next_film_runs(
    projector: Projector, small_run: SmallRun, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken() -> EpisodeLog:
        raise RuntimeError("the disk is on fire")

    log = small_run.logs[0]
    try:
        with pytest.raises(InvalidInput, match="the disk is on fire"):
            waited(lambda: projector.frame("bad", broken, "rgb", 0))
        with pytest.raises(InvalidInput, match="the disk is on fire"):
            waited(lambda: projector.plan("bad", broken))
        assert waited(lambda: projector.frame("good", lambda: log, "rgb", 0)).data
        assert waited(lambda: projector.plan("good", lambda: log)).svg.startswith("<svg")
    finally:
        projector.close()
    assert "Traceback" in capfd.readouterr().err


def test_what_was_looked_at_last_is_kept(
    projector: Projector, small_run: SmallRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wayproof.view.projector.KEPT_BYTES", 10_000)
    log = small_run.logs[0]
    try:
        for key in ("a", "b", "c", "d"):
            waited(lambda key=key: projector.frame(key, lambda: log, "rgb", 3))
        waited(lambda: len(projector._films) <= 3 or None)
        assert "d" in projector._films
    finally:
        projector.close()


@pytest.mark.slow
def test_two_large_views_are_made_fast_enough_to_watch(tmp_path: Path) -> None:
    run = real_run(tmp_path / "large", width_px=256, height_px=256)
    clean, noisy = run.logs[0], run.logs[1]
    films = [Film(lambda: clean), Film(lambda: noisy)]
    for film in films:
        film.make_one()  # the world is made, kernels are ready
    began_s = time.process_time()
    steps = min(len(clean.steps.pose), len(noisy.steps.pose)) - 1
    for _ in range(steps):
        for film in films:
            film.make_one()
    rate = steps / (time.process_time() - began_s)
    print(f"two twins, colour and depth of 256 x 256 each: {rate:.0f} steps/s of CPU time")
    assert rate > 4  # above 20 on a quiet machine
