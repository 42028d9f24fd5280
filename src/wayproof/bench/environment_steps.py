"""Steps of our Gymnasium environment beside MiniWorld's, both with colour pictures of the same size.

MiniWorld draws by OpenGL; without a graphics card, by Mesa's software. Both are timed in turns by the
processor seconds that they take, threads included.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from wayproof.bench import miniworld_peer
from wayproof.bench.peer_environments import last_line, python_of
from wayproof.episode.environment import NavigationEnv

MINIWORLD = "miniworld==2.1.0"
SIZES_PX = ((80, 60), (128, 96))  # MiniWorld's own size, and ours
STEPS, REPEATS = 600, 5
HOUSE = "houses-v1/train/1/4-rooms"
MOVES = ("forward", "forward", "turn_left", "forward", "forward", "turn_right", "forward", "turn_left")


class MiniWorld:
    """The peer at work in a process of its own."""

    def __init__(self) -> None:
        """Raises CalledProcessError or OSError where it cannot be had."""
        python = python_of("miniworld", (MINIWORLD,))
        self._process = subprocess.Popen(
            [str(python), str(Path(str(miniworld_peer.__file__)))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        words = self._said()
        self.name = f"MiniWorld 2.1.0 ({words.split(',')[0].split('(')[0].strip()})"

    def rate(self, size_px: tuple[int, int]) -> float:
        """Steps per processor second."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{size_px[0]} {size_px[1]} {STEPS}\n")
        self._process.stdin.flush()
        return STEPS / float(self._said())

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _said(self) -> str:
        assert self._process.stdout is not None and self._process.stderr is not None
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise subprocess.CalledProcessError(
                    self._process.wait(), "miniworld", stderr=self._process.stderr.read()
                )
            if not line.startswith("Falling back"):  # MiniWorld prints which antialiasing it chose
                return line.strip()


def rows(area: str) -> list[dict[str, Any]]:
    """Steps per processor second at each size."""
    try:
        peer, name = MiniWorld(), ""
        name = peer.name
    except (subprocess.CalledProcessError, OSError) as failure:
        peer, name = None, f"MiniWorld (not measured: {last_line(failure)})"
    try:
        return [_row(area, size_px, peer, name) for size_px in SIZES_PX]
    finally:
        if peer is not None:
            peer.close()


def _row(area: str, size_px: tuple[int, int], peer: MiniWorld | None, name: str) -> dict[str, Any]:
    settings = {"width_px": size_px[0], "height_px": size_px[1]}
    env = NavigationEnv("point_goal", scenes=HOUSE, sensors=("rgb", "point_goal"), settings=settings)
    env.reset(seed=0)
    _rate(env)
    pairs = [(_rate(env), peer.rate(size_px) if peer else np.nan) for _ in range(REPEATS)]
    ours, theirs = np.median(np.array(pairs), axis=0).tolist()
    return {
        "area": area,
        "name": f"environment, colour {size_px[0]}x{size_px[1]}",
        "value": ours,
        "unit": "steps/CPU s",
        "peer": name,
        "peer_value": theirs if peer else None,
        "ratio": float(np.median([mine / other for mine, other in pairs])) if peer else None,
    }


def _rate(env: NavigationEnv) -> float:
    actions = [env.protocol.actions.index(name) for name in MOVES]
    begun = time.process_time()
    for step in range(STEPS):
        _, _, terminated, truncated, _ = env.step(actions[step % len(actions)])
        if terminated or truncated:
            env.reset()
    return STEPS / (time.process_time() - begun)
