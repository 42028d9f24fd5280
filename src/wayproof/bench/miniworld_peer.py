"""MiniWorld's environment steps, timed by the interpreter of an environment of its own, without a display.

PYTHON miniworld_peer.py first prints with what it draws. It then answers each line "WIDTH HEIGHT STEPS" of
its input with the processor seconds that so many random steps took, episodes begun anew included. This file
imports nothing of the package, which is not installed there, and at its top nothing of the peer.
"""

from __future__ import annotations

import sys
import time
from typing import Any

ENVIRONMENT = "MiniWorld-FourRooms-v0"


def environment(width_px: int, height_px: int) -> Any:
    """Four rooms with things of one kind; pictures in the size that is asked for."""
    import gymnasium  # noqa: PLC0415 - the peer's own
    import miniworld  # type: ignore[import-not-found, unused-ignore]  # noqa: F401, PLC0415 - registers

    return gymnasium.make(ENVIRONMENT, obs_width=width_px, obs_height=height_px)


def steps_cpu_s(env: Any, steps: int) -> float:
    """Processor seconds for random steps ahead and aside."""
    begun = time.process_time()
    for step in range(steps):
        ended = env.step(MOVES[step % len(MOVES)])[2:4]
        if any(ended):
            env.reset()
    return time.process_time() - begun


MOVES = (2, 2, 0, 2, 2, 1, 2, 0)  # 0 and 1 turn, 2 goes ahead


def renderer() -> str:
    """What OpenGL draws with, as it names itself."""
    from pyglet.gl import gl_info  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

    return str(gl_info.get_renderer())


def main() -> None:
    import pyglet  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415 - the peer's own

    pyglet.options["headless"] = True
    made: dict[tuple[int, int], Any] = {}
    environment(80, 60).reset(seed=0)
    print(renderer(), flush=True)
    for line in sys.stdin:
        width_px, height_px, steps = (int(word) for word in line.split())
        if (width_px, height_px) not in made:
            env = made[width_px, height_px] = environment(width_px, height_px)
            env.reset(seed=0)
            steps_cpu_s(env, 50)
        print(steps_cpu_s(made[width_px, height_px], steps), flush=True)


if __name__ == "__main__":
    main()
