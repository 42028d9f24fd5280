"""Our parity profile beside imagecorruptions itself, which lives in an environment of its own.

Deterministic corruptions agree pixel by pixel, random ones in the mean, the spread and the share of changed
pixels.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from wayproof.bench import corruption_peers
from wayproof.bench.corruption_libraries import IMAGECORRUPTIONS, peer_python, run_peers
from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.stream import start

pytestmark = pytest.mark.slow

FRAME = bench_frame(200, 240)
DRAWS = 16
LEVELS = (1, 2, 3, 4, 5)
# Largest difference in grey levels, and the largest in the mean.
DETERMINISTIC = {
    "brightness": (1, 0.25),  # a shift by whole grey levels leaves truncation to rounding errors
    "contrast": (1, 0.05),
    "defocus_blur_robustnav": (1, 0.05),
    "gaussian_blur": (1, 0.6),  # ours rounds
    "jpeg": (8, 0.5),  # two releases of one library
    "low_lighting_robustnav": (1, 0.25),  # the same
    "pixelate": (1, 0.5),
}
# Largest relative difference of the mean distortion, and of the spread of the result.
RANDOM = {
    "fog": (0.25, 0.25),  # few large clouds: sixteen frames scatter a lot
    "gaussian_noise": (0.01, 0.01),
    "impulse_noise": (0.01, 0.01),
    "motion_blur_robustnav": (0.12, 0.05),
    "shot_noise": (0.01, 0.01),
    "spatter_robustnav": (0.12, 0.05),
    "speckle_noise": (0.01, 0.01),
}


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the peers make of the frame."""
    folder = tmp_path_factory.mktemp("peers")
    np.save(folder / "frame.npy", FRAME)
    try:
        python = peer_python(IMAGECORRUPTIONS)
    except (subprocess.CalledProcessError, OSError) as failure:
        pytest.skip(f"the environment of imagecorruptions cannot be made here: {failure}")
    program = Path(__file__).with_name("peer_pictures.py")
    run_peers(python, program, str(Path(str(corruption_peers.__file__)).parent), str(folder))
    return folder


def _ours(name: str, level: int) -> NDArray[np.uint8]:
    profile = "parity" if "parity" in CORRUPTIONS[name].profiles else "fixed"
    stream = start(name, level / 5, profile=profile)
    return np.stack([stream(FRAME, step=step) for step in range(DRAWS)])


def test_every_peer_is_compared() -> None:
    assert {*corruption_peers.NAMES, *corruption_peers.PLAIN} == {*DETERMINISTIC, *RANDOM}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", DETERMINISTIC)
def test_deterministic_ones_agree_pixel_by_pixel(theirs: Path, name: str, level: int) -> None:
    expected = np.load(theirs / f"{name}_{level}.npy")[0].astype(int)
    difference = np.abs(_ours(name, level)[0] - expected)
    largest, mean = DETERMINISTIC[name]
    assert difference.max() <= largest
    assert difference.mean() <= mean


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", RANDOM)
def test_random_ones_agree_in_distribution(theirs: Path, name: str, level: int) -> None:
    expected, ours = np.load(theirs / f"{name}_{level}.npy").astype(float), _ours(name, level).astype(float)
    distortion, spread = RANDOM[name]
    assert np.abs(ours - FRAME).mean() == pytest.approx(np.abs(expected - FRAME).mean(), rel=distortion)
    assert ours.std() == pytest.approx(expected.std(), rel=spread)
    assert ours.mean() == pytest.approx(expected.mean(), abs=1.5 if name != "fog" else 25)


@pytest.mark.parametrize("level", LEVELS)
def test_spatter_covers_as_much_as_theirs(theirs: Path, level: int) -> None:
    expected, ours = np.load(theirs / f"spatter_robustnav_{level}.npy"), _ours("spatter_robustnav", level)
    shares = [(np.abs(frames.astype(int) - FRAME).max(axis=-1) > 2).mean() for frames in (ours, expected)]
    assert shares[0] == pytest.approx(shares[1], abs=0.02)
