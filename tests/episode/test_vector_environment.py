"""Environments in processes: the same, to the bit, as Gymnasium's own vector of them in one process."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import wayproof as wp
from wayproof.episode.environment import NavigationEnv
from wayproof.errors import InvalidInput, WayproofError
from wayproof.seeding import generator_for
from wayproof.simulator import worlds

CHOICES: dict[str, Any] = {
    "scenes": ["houses-v1/train/1/2-rooms", "houses-v1/train/2/2-rooms"],
    "settings": {"width_px": 32, "height_px": 24},
    "condition": "speckle_noise:0.5",
    "sensors": ("rgb", "point_goal"),
}
COUNT = 3


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return all(_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other))


@pytest.mark.slow
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_it_is_gymnasiums_own_vector(mode: AutoresetMode) -> None:
    """Over the ends of episodes too: one action in four is "stop"."""
    theirs = SyncVectorEnv(
        [lambda: NavigationEnv("point_goal", **CHOICES)] * COUNT, copy=True, autoreset_mode=mode
    )
    ours = wp.make_env("point_goal", num_envs=COUNT, processes=2, autoreset_mode=mode.value, **CHOICES)
    try:
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space
        assert all(map(_same, ours.reset(seed=5), theirs.reset(seed=5)))
        rng = generator_for(0, "vector")
        ends = 0
        for _ in range(25):
            actions = rng.integers(4, size=COUNT)
            mine, reference = ours.step(actions), theirs.step(actions)
            assert all(map(_same, mine, reference))
            ends += int((mine[2] | mine[3]).sum())
        assert ends > COUNT
        with pytest.raises(InvalidInput, match="give one of 0 \\(stop\\)"):
            ours.step(np.array([9, 9, 9]))
        os.kill(ours._processes[0].pid, signal.SIGKILL)
        with pytest.raises(WayproofError, match="make the environment anew"):
            ours.step(np.zeros(COUNT, np.int64))
    finally:
        ours.close()
    assert not any(process.is_alive() for process in ours._processes)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"num_envs": 0}, "num_envs is 0"),
        ({"num_envs": 2, "processes": -1}, "processes is -1"),
        ({"num_envs": 2, "autoreset_mode": "never"}, "give 'NextStep' or 'SameStep'"),
        ({"num_envs": 2, "condition": "speckle_noise:7"}, "severity"),
    ],
)
def test_wrong_choices_are_refused_before_a_process_is_started(choices: Any, words: str) -> None:
    with pytest.raises(WayproofError, match=words):
        wp.make_env("point_goal", **{**CHOICES, **choices})


def test_an_environment_keeps_the_worlds_that_it_comes_back_to() -> None:
    NavigationEnv("point_goal")  # ten houses
    kept = worlds._kept[-1]
    assert kept.count >= 10
    worlds.keep_worlds(2)
    assert worlds._kept[-1] is kept  # others still want theirs
