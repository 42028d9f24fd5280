"""Faults of pictures that look back: what they promise over a sequence of frames."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.stream import start
from wayproof.vocabulary import Context

CASES = [
    (one, modality)
    for one in CORRUPTIONS
    if isinstance(start(one.name, 1.0).corrupt, Keeping)
    for modality in one.modalities
    if modality in ("rgb", "depth")
]
STEPS = 40
each = pytest.mark.parametrize(
    ("corruption", "modality"), CASES, ids=[f"{one.name}-{modality}" for one, modality in CASES]
)


def frames(modality: str, shape: tuple[int, int] = (48, 64)) -> list[NDArray[np.generic]]:
    """A view that passes by."""
    wide = bench_frame(shape[0], shape[1] + 2 * STEPS)
    views = [wide[:, 2 * step : 2 * step + shape[1]].copy() for step in range(STEPS)]
    return views if modality == "rgb" else [(0.5 + v[:, :, 0] / 60).astype(np.float32) for v in views]


def played(
    corruption: Corruption, modality: str, severity: float, seed: int = 1
) -> list[NDArray[np.generic]]:
    stream = start(corruption.name, severity, seed=seed, scene="house", episode="1")
    return [
        stream(frame, step=step, context=Context(step=step, reading=modality))
        for step, frame in enumerate(frames(modality))
    ]


def distortion(corruption: Corruption, modality: str, severity: float) -> float:
    clean = frames(modality)
    total = 0.0
    for seed in range(6):
        shown = played(corruption, modality, severity, seed)
        total += sum(float(np.abs(a.astype(float) - b).mean()) for a, b in zip(shown, clean, strict=True))
    return total


@each
def test_shape_and_type_are_kept_and_the_input_is_untouched(corruption: Corruption, modality: str) -> None:
    stream = start(corruption.name, 1.0)
    for step, frame in enumerate(frames(modality)):
        before = frame.copy()
        shown = stream(frame, step=step, context=Context(step=step, reading=modality))
        assert shown.shape == frame.shape and shown.dtype == frame.dtype and np.isfinite(shown).all()
        assert np.array_equal(frame, before)


@each
def test_who_writes_into_frames_does_not_change_later_ones(corruption: Corruption, modality: str) -> None:
    expected = played(corruption, modality, 0.8)
    stream = start(corruption.name, 0.8, seed=1, scene="house", episode="1")
    for step, frame in enumerate(frames(modality)):
        shown = stream(frame, step=step, context=Context(step=step, reading=modality))
        assert np.array_equal(shown, expected[step])
        shown[:], frame[:] = 7, 9


@each
def test_severity_zero_gives_the_frames_themselves(corruption: Corruption, modality: str) -> None:
    for shown, frame in zip(played(corruption, modality, 0.0), frames(modality), strict=True):
        assert np.array_equal(shown, frame)


@each
def test_distortion_does_not_fall_with_severity(corruption: Corruption, modality: str) -> None:
    strengths = [distortion(corruption, modality, severity) for severity in (0.2, 0.4, 0.6, 0.8, 1.0)]
    assert strengths[0] > 0 and all(later >= 0.97 * sooner for sooner, later in pairwise(strengths))


@pytest.mark.parametrize("modality", ["rgb", "depth"])
def test_a_stalled_camera_shows_its_last_picture(modality: str) -> None:
    clean = frames(modality)
    for name, longest in (("dropped_frames", 1), ("frozen_frames", 6)):
        shown = played(CORRUPTIONS[name], modality, 0.4)
        ages = [
            next(age for age in range(step + 1) if np.array_equal(shown[step], clean[step - age]))
            for step in range(STEPS)
        ]
        assert ages[0] == 0 and max(ages) >= longest
        assert all(later in (0, sooner + 1) for sooner, later in pairwise(ages))


def test_the_share_of_stalled_steps_is_as_written() -> None:
    for name in ("dropped_frames", "frozen_frames"):
        old = 0
        for seed in range(60):
            shown = played(CORRUPTIONS[name], "depth", 0.8, seed)
            old += sum(not np.array_equal(a, b) for a, b in zip(shown, frames("depth"), strict=True))
        assert 0.42 < old / (60 * (STEPS - 1)) < 0.56, name  # half at severity 0.8, a little less at first


def test_a_camera_stalls_with_its_colours_and_its_depth() -> None:
    stalled = []
    for modality in ("rgb", "depth"):
        shown = played(CORRUPTIONS["frozen_frames"], modality, 0.6)
        stalled.append([not np.array_equal(a, b) for a, b in zip(shown, frames(modality), strict=True)])
    assert stalled[0] == stalled[1] and any(stalled[0])


def test_lagging_colours_are_those_of_so_many_steps_ago() -> None:
    clean = frames("rgb")
    shown = played(CORRUPTIONS["rgb_lag"], "rgb", 0.6)
    assert all(np.array_equal(shown[step], clean[max(step - 3, 0)]) for step in range(STEPS))


def test_a_still_picture_in_a_video_stream_gets_no_worse_and_a_whole_frame_forgets() -> None:
    stream, frame = start("h264", 1.0), bench_frame(48, 64)
    errors = [float(np.abs(stream(frame, step=step).astype(int) - frame).mean()) for step in range(13)]
    assert all(later <= sooner + 0.5 for sooner, later in pairwise(errors[:12]))
    assert np.array_equal(stream(frame, step=24), start("h264", 1.0)(frame, step=0))
