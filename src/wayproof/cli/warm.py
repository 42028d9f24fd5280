"""`wayproof warm`: compile every kernel once, so that tests and first runs do not wait one by one."""

from __future__ import annotations

import time

from wayproof.cli.output import say


def warm() -> None:
    """Compile all kernels into the cache by doing one small real job of each kind."""
    from wayproof.kernels import source_digest

    start = time.perf_counter()
    _look_at_a_house()
    say(f"kernels {source_digest()} ready after {time.perf_counter() - start:.1f} s")


def _look_at_a_house() -> None:
    from wayproof.scenes.houses.house import build_house
    from wayproof.scenes.light.bake import bake

    scene = build_house(1, rooms=2).scene
    bake(scene)
