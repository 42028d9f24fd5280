"""How fast the colour corruptions are, beside two libraries in environments of their own, and bare OpenCV."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.bench import corruption_peers
from wayproof.bench.corruption_libraries import (
    ALBUMENTATIONS,
    IMAGECORRUPTIONS,
    PeerLibrary,
    Times,
    peer_times,
)
from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.corruptions.rgb.jpeg import QUALITY
from wayproof.corruptions.setting import Setting
from wayproof.corruptions.stream import Stream, start
from wayproof.seeding import generator_for

SIZES = ((256, 256), (480, 640))
SEVERITIES = tuple(level / 5 for level in corruption_peers.LEVELS)
REPEATS = 15
IN_TURN = 40
# Those that users of both compare; of albumentations all but fog and spatter, which differ in what they do.
SHARED = {
    "imagecorruptions": (
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
    ),
    "albumentations": tuple(
        name for name in corruption_peers.NEAREST if name not in ("fog", "spatter_robustnav")
    ),
}
PLAIN_PEER = "scikit-image"
JPEG_PEER = "cv2 encode and decode of RGB"
LIBRARIES = (IMAGECORRUPTIONS, ALBUMENTATIONS)

Row = dict[str, Any]


@dataclass(frozen=True)
class Beside:
    """A library with its times, or with the reason why there are none."""

    library: PeerLibrary
    times: Times
    reason: str

    @property
    def names(self) -> tuple[str, ...]:
        """Ours of what it has."""
        if self.library is ALBUMENTATIONS:
            return tuple(corruption_peers.NEAREST)
        return (*corruption_peers.NAMES, *corruption_peers.PLAIN)

    def shown(self, name: str) -> str:
        plain = self.library is IMAGECORRUPTIONS and name in corruption_peers.PLAIN
        peer = PLAIN_PEER if plain else self.library.shown
        return f"{peer} (not measured: {self.reason})" if self.reason else peer


def rows() -> list[Row]:
    """Milliseconds per frame of each corruption in both profiles, and the geometric means of those shared."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        frames = {f"frame_{width}x{height}": bench_frame(height, width) for height, width in SIZES}
        beside = [Beside(library, *peer_times(library, frames)) for library in LIBRARIES]
        found = [row for name, frame in frames.items() for row in _rows_for(name, frame, beside)]
        return found + [row for library in LIBRARIES for row in _means(found, library)]
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


def _rows_for(frame_name: str, frame: Pixels, beside: list[Beside]) -> Iterator[Row]:
    """A row for each corruption, profile and peer; one without a peer where there is none."""
    size = frame_name.removeprefix("frame_")
    for corruption in CORRUPTIONS:
        if corruption.modality != "rgb":
            continue
        for profile in corruption.profiles:
            ours_ms = _geometric_mean(_best_ms(corruption, profile, frame))
            name = f"{corruption.name} ({profile}) {size}"
            peers = [one for one in beside if corruption.name in one.names]
            for one in peers:
                peer_ms = one.times.get(frame_name, {}).get(corruption.name)
                yield _row(name, ours_ms, one.shown(corruption.name), peer_ms)
            if not peers:
                yield _row(name, ours_ms, "none", None)
    yield _jpeg_row(frame, size)


def _row(name: str, ours_ms: float, peer: str, peer_ms: list[float] | None) -> Row:
    return {
        "area": "corruptions",
        "name": name,
        "value": round(ours_ms, 4),
        "unit": "ms/frame",
        "peer": peer,
        "peer_value": round(_geometric_mean(peer_ms), 4) if peer_ms else None,
        "ratio": round(_geometric_mean(peer_ms) / ours_ms, 2) if peer_ms else None,
    }


def _jpeg_row(frame: Pixels, size: str) -> Row:
    """Ours beside the bare codec, step by step in turn, so that both meet the same machine."""
    ours, bare = [], []
    for severity in SEVERITIES:
        stream = start("jpeg", severity)
        options = [cv2.IMWRITE_JPEG_QUALITY, round(Setting(severity).between(*QUALITY))]
        pairs = [
            (_spent_ms(lambda: stream(frame)), _spent_ms(lambda: _coded(frame, options)))  # noqa: B023
            for _ in range(IN_TURN)
        ]
        ours.append(min(one for one, _ in pairs))
        bare.append(min(other for _, other in pairs))
    return _row(f"jpeg (fixed) {size}", _geometric_mean(ours), JPEG_PEER, bare)


def _coded(frame: Pixels, options: list[int]) -> None:
    _, packed = cv2.imencode(".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), options)
    cv2.imdecode(packed, cv2.IMREAD_COLOR_RGB)


def _spent_ms(act: Callable[[], object]) -> float:
    begun = time.process_time()
    act()
    return 1000 * (time.process_time() - begun)


def _best_ms(corruption: Corruption, profile: str, frame: Pixels) -> list[float]:
    """Processor time of the shortest of several steps at each severity; patterns are drawn before."""
    severities = (1.0,) if corruption.switch else SEVERITIES
    return [
        _best_step_ms(start(corruption.name, severity, profile=profile), frame) for severity in severities
    ]


def _best_step_ms(stream: Stream, frame: NDArray[Any]) -> float:
    stream(frame)
    return min(_spent_ms(lambda: stream(frame, step=step)) for step in range(REPEATS))  # noqa: B023


def _means(found: list[Row], library: PeerLibrary) -> Iterator[Row]:
    """Per size and profile, the geometric mean of those shared; a single profile counts for both."""
    for height, width in SIZES:
        for profile in ("fixed", "parity"):
            chosen = []
            for name in SHARED[library.name]:
                own = profile if profile in CORRUPTIONS[name].profiles else "fixed"
                here = [row for row in found if row["name"] == f"{name} ({own}) {width}x{height}"]
                chosen += [row for row in here if _is_of(row, library)]
            measured = all(row["ratio"] for row in chosen)
            yield {
                "area": "corruptions",
                "name": f"geometric mean of {len(chosen)} ({profile}) {width}x{height}",
                "value": round(_geometric_mean([row["value"] for row in chosen]), 4),
                "unit": "ms/frame",
                "peer": library.shown,
                "peer_value": round(_geometric_mean([row["peer_value"] for row in chosen]), 4)
                if measured
                else None,
                "ratio": round(_geometric_mean([row["ratio"] for row in chosen]), 2) if measured else None,
            }


def _is_of(row: Row, library: PeerLibrary) -> bool:
    own = row["peer"].startswith(library.shown)
    return own or (library is IMAGECORRUPTIONS and row["peer"].startswith(PLAIN_PEER))


def _geometric_mean(values: list[float]) -> float:
    return math.exp(sum(math.log(value) for value in values) / len(values))
