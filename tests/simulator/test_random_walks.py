"""Long random walks: nothing breaks, nobody enters an obstacle, the same walk is the same bits anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from random_walks import digest_of_walks, distance_to_free

from wayproof.simulator.simulator import Simulator
from wayproof.simulator.state import State


def _inspect(simulator: Simulator, state: State) -> None:
    assert distance_to_free(simulator.free, state.pose) <= 1e-3
    assert 0.0 <= state.margin <= 1.0 and state.fallen == (state.margin == 0.0)
    assert abs(state.speed_m_s) <= simulator.body.maximum_speed_m_s + 1e-12
    assert abs(state.camera_pitch_rad) <= simulator.body.look_limit_rad


def _elsewhere(steps: int) -> str:
    """The digest in another process, with another order of hashes."""
    program = Path(__file__).with_name("random_walks.py")
    done = subprocess.run(
        [sys.executable, str(program), str(steps)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_random_walks_keep_to_free_space_and_are_the_same_in_another_process() -> None:
    assert digest_of_walks(2_000, _inspect) == _elsewhere(2_000)


@pytest.mark.slow
def test_a_hundred_thousand_steps_keep_to_free_space_and_are_the_same_bits_again_and_elsewhere() -> None:
    first = digest_of_walks(100_000, _inspect)
    assert digest_of_walks(100_000) == first
    assert _elsewhere(100_000) == first
