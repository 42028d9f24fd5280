"""Every corruption that acts step by step can be brought back to an earlier step: none hides its memory."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.stream import Stream, start
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

CASES = [one for one in CORRUPTIONS if one.modality in ("rgb", "depth", "dynamics")]
STEPS, SAVED_AT = 9, 5


def reading(modality: str, step: int) -> object:
    """Another reading at each step."""
    if modality == "dynamics":
        return Motion(0.25 + 0.01 * step, 0.0, 0.1)
    frame = np.roll(bench_frame(24, 32), step, axis=1)
    return frame if modality == "rgb" else (0.5 + frame[:, :, 0] / 60.0).astype(np.float32)


def played(stream: Stream, modality: str, steps: range) -> list[object]:
    found = []
    for step in steps:
        result = stream(reading(modality, step), step=step, context=Context(step=step))
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
    assert sorted(kept) == ["action_delay", "depth_lag"]
