"""Every corruption that acts step by step can be brought back to an earlier step: none hides its memory."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.stream import Stream, start
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import BODY_MODALITIES, Context

CASES = [one for one in CORRUPTIONS if one.modality in ("rgb", "depth", "dynamics", *BODY_MODALITIES)]
STEPS, SAVED_AT = 9, 5


def reading(modality: str, step: int) -> object:
    """Another reading at each step."""
    if modality == "dynamics":
        return Motion(0.25 + 0.01 * step, 0.0, 0.1)
    if modality == "imu":
        return np.full((4, 7), 0.1 * step, np.float32)
    if modality in BODY_MODALITIES:
        return np.array([0.2 * step, 0.1 * step], np.float32)
    frame = np.roll(bench_frame(24, 32), step, axis=1)
    return frame if modality == "rgb" else (0.5 + frame[:, :, 0] / 60.0).astype(np.float32)


def played(stream: Stream, modality: str, steps: range) -> list[object]:
    found = []
    for step in steps:
        result = stream(reading(modality, step), step=step, context=Context(step=step, reading=modality))
        found.append(np.array(result, copy=True).tolist() if isinstance(result, np.ndarray) else result)
    return found


@pytest.mark.parametrize("corruption", CASES, ids=[one.name for one in CASES])
def test_a_corruption_goes_on_from_a_saved_step_as_it_did(corruption: Corruption) -> None:
    stream = start(corruption.name, 1.0, seed=3, scene="house", episode="one")
    played(stream, corruption.modality, range(SAVED_AT))
    saved = stream.corrupt.save() if isinstance(stream.corrupt, Keeping) else None
    rest = range(SAVED_AT, STEPS)
    once = played(stream, corruption.modality, rest)
    if isinstance(stream.corrupt, Keeping):
        stream.corrupt.restore(saved)
    assert played(stream, corruption.modality, rest) == once


def test_those_that_remember_steps_are_these() -> None:
    kept = [one.name for one in CASES if isinstance(start(one.name, 1.0).corrupt, Keeping)]
    assert sorted(kept) == [
        *("action_delay", "depth_lag", "dropped_frames", "frozen_frames", "h264", "odometry_drift", "rgb_lag")
    ]
