"""The measurement of the colour corruptions: its rows, a missing peer, and the promised speed."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from wayproof.bench import corruption_libraries
from wayproof.bench import corruptions as bench
from wayproof.corruptions import CORRUPTIONS

KEYS = {"area", "name", "value", "unit", "peer", "peer_value", "ratio"}
SLOWEST_MS = 5.0


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SIZES", ((24, 32),))
    monkeypatch.setattr(bench, "REPEATS", 2)


def _unavailable(library: corruption_libraries.PeerLibrary) -> Path:
    raise subprocess.CalledProcessError(1, "pip", stderr="first\nno network\n")


def _times(library: object, frames: dict[str, object]) -> tuple[corruption_libraries.Times, str]:
    return {frame: {name: [1.0, 10.0, 100.0] for name in CORRUPTIONS.names()} for frame in frames}, ""


def test_rows_say_so_where_the_peer_cannot_be_had(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corruption_libraries, "peer_python", _unavailable)
    rows = bench.rows()
    assert all(set(row) == KEYS and row["area"] == "corruptions" and row["value"] > 0 for row in rows)
    brightness = next(row for row in rows if row["name"] == "brightness (fixed) 32x24")
    assert "no network" in brightness["peer"]
    assert all(row["ratio"] is None for row in rows if row["peer"] != bench.JPEG_PEER)


def test_ratios_are_their_time_over_ours(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "peer_times", _times)
    rows = bench.rows()
    names = [row["name"] for row in rows]
    for corruption in CORRUPTIONS:
        if corruption.modality == "rgb":
            assert all(f"{corruption.name} ({profile}) 32x24" in names for profile in corruption.profiles)
    jpeg = next(row for row in rows if row["name"] == "jpeg (fixed) 32x24")
    assert jpeg["peer_value"] == pytest.approx(10.0)
    assert jpeg["ratio"] == pytest.approx(10.0 / jpeg["value"], rel=0.02)
    mean = next(row for row in rows if row["name"] == "geometric mean of 10 (fixed) 32x24")
    shared = {f"{name} (fixed) 32x24" for name in bench.SHARED["imagecorruptions"]}
    chosen = [row["ratio"] for row in rows if row["name"] in shared and "albument" not in row["peer"]]
    assert len(chosen) == 10
    assert mean["ratio"] == pytest.approx(math.prod(chosen) ** 0.1, rel=0.02)


def test_threads_of_opencv_are_as_before(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "peer_times", _times)
    before = cv2.getNumThreads()
    bench.rows()
    assert cv2.getNumThreads() == before


def test_the_frame_has_light_shadow_and_detail() -> None:
    frame = bench.bench_frame(64, 96)
    assert frame.shape == (64, 96, 3) and frame.dtype == np.uint8
    assert frame.min() < 40 and frame.max() > 200
    assert np.array_equal(frame, bench.bench_frame(64, 96))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [corruption.name for corruption in CORRUPTIONS if corruption.modality == "rgb"]
)
def test_a_frame_of_256_pixels_takes_less_than_five_milliseconds(name: str) -> None:
    frame = bench.bench_frame(256, 256)
    for profile in CORRUPTIONS[name].profiles:
        assert max(bench._best_ms(CORRUPTIONS[name], profile, frame)) < SLOWEST_MS
