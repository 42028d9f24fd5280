"""How fast the colour corruptions are, beside imagecorruptions in an environment of its own."""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.bench import corruption_peers
from wayproof.bench.peer_environments import last_line, python_of
from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.corruptions.stream import Stream, start
from wayproof.seeding import generator_for

SIZES = ((256, 256), (480, 640))
SEVERITIES = tuple(level / 5 for level in corruption_peers.LEVELS)
REPEATS = 15
# The ten that users of both compare.
SHARED = (
    "motion_blur_robustnav",
    "defocus_blur_robustnav",
    "speckle_noise",
    "spatter_robustnav",
    "shot_noise",
    "gaussian_noise",
    "impulse_noise",
    "brightness",
    "contrast",
    "low_lighting_robustnav",
)
PEER = "imagecorruptions 1.1.2"
PLAIN_PEER = "scikit-image"
# NumPy 1 and this scikit-image are the newest with which release 1.1.2 works; OpenCV without a display, as
# the one that imagecorruptions asks for needs system libraries.
PACKAGES = ("numpy<2", "scikit-image<0.25", "scipy<1.15", "opencv-python-headless<4.12", "pillow", "numba")
OLD_TOOLS = "setuptools<81"  # imagecorruptions finds its pictures through pkg_resources

Row = dict[str, Any]
Times = dict[str, dict[str, list[float]]]  # frame -> name -> milliseconds per level


def rows() -> list[Row]:
    """Milliseconds per frame of each corruption in both profiles, and the geometric means of those shared."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        frames = {f"frame_{width}x{height}": bench_frame(height, width) for height, width in SIZES}
        theirs, reason = peer_times(frames)
        found = [row for name, frame in frames.items() for row in _rows_for(name, frame, theirs, reason)]
        return found + list(_means(found))
    finally:
        cv2.setNumThreads(threads)


def bench_frame(height: int, width: int) -> Pixels:
    """Hills of colour with edges and fine grain: something of everything that a room has."""
    rng = generator_for(1, "bench", "corruptions")
    hills = np.asarray(cv2.GaussianBlur(rng.standard_normal((height, width, 3)), (0, 0), 12), np.float64)
    hills = hills / np.abs(hills).max()
    steps = np.sign(np.sin(np.arange(width) / 17.0))[None, :, None] * 0.1
    grain = rng.normal(0.0, 0.02, (height, width, 3))
    return np.asarray(np.clip(0.5 + 0.4 * hills + steps + grain, 0, 1) * 255, np.uint8)


def _rows_for(frame_name: str, frame: Pixels, theirs: Times, reason: str) -> Iterator[Row]:
    for corruption in CORRUPTIONS:
        if corruption.modality != "rgb":
            continue
        has_peer = corruption.name in (*corruption_peers.NAMES, *corruption_peers.PLAIN)
        peer_ms = theirs.get(frame_name, {}).get(corruption.name)
        for profile in corruption.profiles:
            ours_ms = _geometric_mean(_best_ms(corruption, profile, frame))
            yield {
                "area": "corruptions",
                "name": f"{corruption.name} ({profile}) {frame_name.removeprefix('frame_')}",
                "value": round(ours_ms, 4),
                "unit": "ms/frame",
                "peer": _peer_name(corruption.name, reason) if has_peer else "none",
                "peer_value": round(_geometric_mean(peer_ms), 4) if peer_ms else None,
                "ratio": round(_geometric_mean(peer_ms) / ours_ms, 2) if peer_ms else None,
            }


def _peer_name(name: str, reason: str) -> str:
    peer = PLAIN_PEER if name in corruption_peers.PLAIN else PEER
    return f"{peer} (not measured: {reason})" if reason else peer


def _best_ms(corruption: Corruption, profile: str, frame: Pixels) -> list[float]:
    """Processor time of the shortest of several steps at each severity; patterns are drawn before."""
    severities = (1.0,) if corruption.switch else SEVERITIES
    return [
        _best_step_ms(start(corruption.name, severity, profile=profile), frame) for severity in severities
    ]


def _best_step_ms(stream: Stream, frame: NDArray[Any]) -> float:
    stream(frame)
    times = []
    for step in range(REPEATS):
        begun = time.process_time()
        stream(frame, step=step)
        times.append(time.process_time() - begun)
    return 1000 * min(times)


def _means(found: list[Row]) -> Iterator[Row]:
    """Per size and profile, the geometric mean of the ten shared ones; a single profile counts for both."""
    for height, width in SIZES:
        for profile in ("fixed", "parity"):
            chosen = []
            for name in SHARED:
                own = profile if profile in CORRUPTIONS[name].profiles else "fixed"
                chosen += [row for row in found if row["name"] == f"{name} ({own}) {width}x{height}"]
            measured = all(row["ratio"] for row in chosen)
            yield {
                "area": "corruptions",
                "name": f"geometric mean of {len(chosen)} ({profile}) {width}x{height}",
                "value": round(_geometric_mean([row["value"] for row in chosen]), 4),
                "unit": "ms/frame",
                "peer": PEER,
                "peer_value": round(_geometric_mean([row["peer_value"] for row in chosen]), 4)
                if measured
                else None,
                "ratio": round(_geometric_mean([row["ratio"] for row in chosen]), 2) if measured else None,
            }


def _geometric_mean(values: list[float]) -> float:
    return math.exp(sum(math.log(value) for value in values) / len(values))


def peer_times(frames: dict[str, Pixels]) -> tuple[Times, str]:
    """What the peers need for the same frames, or nothing and the reason why."""
    try:
        python = peer_python()
    except (subprocess.CalledProcessError, OSError) as failure:
        return {}, f"its environment cannot be made: {last_line(failure)}"
    with tempfile.TemporaryDirectory() as folder:
        for name, frame in frames.items():
            np.save(Path(folder) / f"{name}.npy", frame)
        try:
            return json.loads(run_peers(python, Path(str(corruption_peers.__file__)), folder)), ""
        except subprocess.CalledProcessError as failure:
            return {}, f"it failed: {last_line(failure)}"


def run_peers(python: Path, program: Path, *arguments: str) -> str:
    """Run a program by the peers' interpreter and return what it prints."""
    command = [str(python), str(program), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def peer_python() -> Path:
    """The interpreter of the peers' environment, which is made if it is not there."""
    return python_of("imagecorruptions", (OLD_TOOLS, *PACKAGES), ("--no-deps", "imagecorruptions==1.1.2"))
