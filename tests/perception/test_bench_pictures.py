"""What the bench of perception measures: the network, and not its memory of pictures it has seen."""

from __future__ import annotations

from wayproof.bench.perception import new_picture


def test_every_picture_of_the_bench_is_new() -> None:
    assert len({new_picture(64, 64, number).tobytes() for number in range(600)}) == 600
