"""What episodes leave behind is given back."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from killers import resident_mb
from small_suites import run_small, small_suite

from wayproof.memory import give_back

KILLERS = Path(__file__).with_name("killers.py")


def test_circles_of_large_arrays_are_given_back() -> None:
    give_back()
    before_mb = resident_mb()
    for _ in range(6):
        circle: list[object] = [np.ones(4_000_000)]
        circle.append(circle)
    del circle
    assert resident_mb() > before_mb + 100.0
    give_back()
    assert resident_mb() < before_mb + 40.0


@pytest.mark.slow
def test_a_worker_does_not_grow_with_its_episodes(tmp_path: Path) -> None:
    run_small(small_suite(episodes=12, per_house=12), tmp_path, agent=f"{KILLERS}:Hoarder")
    held_mb = [float(found) for found in re.findall(r"holds (\d+)", (tmp_path / "workers.txt").read_text())]
    assert len(held_mb) == 12
    assert held_mb[-1] < held_mb[1] + 100.0  # without giving back, 400 more
