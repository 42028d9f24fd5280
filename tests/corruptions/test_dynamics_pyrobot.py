"""PyRobot's tables: the moments of what is drawn agree with SciPy's truncated normal."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kstest, truncnorm

from wayproof.corruptions.dynamics.truncated_normal import truncated_normal
from wayproof.corruptions.stream import start
from wayproof.seeding import generator_for
from wayproof.simulator.motion import Motion

DRAWS = 2_000
STEP_M, TURN_RAD = 0.25, math.radians(30)
# (along, across, rotation) as (mean, second number), for a step and for a turn; typed from Habitat's table.
TABLES = {
    "pyrobot_noise": (
        ((0.014, 0.006), (0.009, 0.005), (0.008, 0.004)),
        ((0.003, 0.002), (0.003, 0.003), (0.023, 0.012)),
    ),
    "pyrobot_noise_locobot_proportional": (
        ((0.017, 0.007), (0.042, 0.023), (0.031, 0.026)),
        ((0.001, 0.001), (0.005, 0.004), (0.043, 0.017)),
    ),
    "pyrobot_noise_locobot_movebase": (
        ((0.074, 0.019), (0.036, 0.033), (0.189, 0.038)),
        ((0.002, 0.0), (0.003, 0.002), (0.219, 0.019)),
    ),
    "pyrobot_noise_lite_ilqr": (
        ((0.142, 0.008), (0.023, 0.008), (0.031, 0.028)),
        ((0.002, 0.001), (0.002, 0.002), (0.122, 0.030)),
    ),
    "pyrobot_noise_lite_proportional": (
        ((0.135, 0.007), (0.043, 0.009), (0.049, 0.009)),
        ((0.002, 0.002), (0.002, 0.001), (0.054, 0.061)),
    ),
    "pyrobot_noise_lite_movebase": (
        ((0.192, 0.055), (0.117, 0.144), (0.128, 0.143)),
        ((0.002, 0.001), (0.001, 0.001), (0.173, 0.025)),
    ),
}


def expected(mean: float, second: float, *, variance: bool, lowest: float | None = None):
    """SciPy's distribution of one entry, or None where there is no spread."""
    spread = math.sqrt(second) if variance else second
    if spread == 0.0:
        return None
    low = -3.0 if lowest is None else max(-3.0, (lowest - mean) / spread)
    return truncnorm(low, 3.0, loc=mean, scale=spread)


def assert_drawn_from(values: np.ndarray, mean: float, distribution) -> None:
    if distribution is None:
        assert values == pytest.approx(mean)
        return
    error = distribution.std() / math.sqrt(DRAWS)
    assert values.mean() == pytest.approx(distribution.mean(), abs=4.5 * error)
    assert values.std() == pytest.approx(distribution.std(), rel=0.08)
    assert kstest(values, distribution.cdf).pvalue > 1e-4


def errors(name: str, command: Motion, profile: str, severity: float = 1.0) -> np.ndarray:
    """Forward, right and turn errors (n, 3) over the steps of one episode."""
    stream = start(name, severity, profile=profile)
    motions = [stream(command, step=step) for step in range(DRAWS)]
    return np.array(
        [
            (m.forward_m - command.forward_m, -m.left_m, m.turn_rad + m.turn_last_rad - command.turn_rad)
            for m in motions
        ]
    )


@pytest.mark.parametrize("name", TABLES)
def test_steps_in_parity_read_the_table_as_variances(name: str) -> None:
    drawn = errors(name, Motion(forward_m=STEP_M), "parity")
    lowest = (-0.95 * STEP_M, None, None)
    for column, entry in enumerate(TABLES[name][0]):
        distribution = expected(*entry, variance=True, lowest=lowest[column])
        assert_drawn_from(drawn[:, column], entry[0], distribution)


@pytest.mark.parametrize("name", TABLES)
def test_turns_in_parity_read_the_table_as_variances(name: str) -> None:
    drawn = errors(name, Motion(turn_rad=TURN_RAD), "parity")
    lowest = (None, None, -0.95 * TURN_RAD)
    for column, entry in enumerate(TABLES[name][1]):
        distribution = expected(*entry, variance=True, lowest=lowest[column])
        assert_drawn_from(drawn[:, column], entry[0], distribution)


@pytest.mark.parametrize("name", [name for name in TABLES if name != "pyrobot_noise_lite_movebase"])
def test_steps_and_turns_in_fixed_read_the_table_as_standard_deviations(name: str) -> None:
    """Up to the side, which is drawn per episode. Lite with Movebase also meets the motors' limits."""
    for command, table in zip(
        (Motion(forward_m=STEP_M), Motion(turn_rad=TURN_RAD)), TABLES[name], strict=True
    ):
        drawn = errors(name, command, "fixed")
        for column, entry in enumerate(table):
            values = drawn[:, column] * np.sign(drawn[:, column].mean())
            lowest = -0.95 * (STEP_M if column == 0 else TURN_RAD)
            bounded = (column == 0 and command.forward_m > 0) or (column == 2 and command.turn_rad > 0)
            distribution = expected(*entry, variance=False, lowest=lowest if bounded else None)
            assert_drawn_from(values, entry[0], distribution)


def test_the_effective_size_is_the_one_measured_for_habitat() -> None:
    drawn = errors("pyrobot_noise", Motion(forward_m=STEP_M), "parity")
    assert drawn[:, 0].mean() == pytest.approx(0.014, abs=0.006)
    assert drawn.std(axis=0) == pytest.approx([0.077, 0.070, math.radians(3.6)], rel=0.05)


@pytest.mark.parametrize("profile", ["fixed", "parity"])
def test_a_turn_to_the_right_overshoots_to_the_right(profile: str) -> None:
    drawn = errors("pyrobot_noise_locobot_movebase", Motion(turn_rad=-TURN_RAD), profile)
    assert drawn[:, 2].mean() == pytest.approx(-0.219, abs=0.02)


def test_the_side_to_which_a_robot_pulls_is_drawn_per_episode_and_in_parity_always_the_same() -> None:
    command = Motion(forward_m=STEP_M)
    sides = {"fixed": [], "parity": []}
    for profile, seen in sides.items():
        for episode in range(40):
            stream = start("pyrobot_noise_lite_proportional", 1.0, profile=profile, episode=str(episode))
            seen.append(np.mean([stream(command, step=step).turn_last_rad for step in range(60)]) > 0)
    assert all(sides["parity"])
    assert 8 < sum(sides["fixed"]) < 32


def test_severity_is_the_multiplier() -> None:
    full = errors("pyrobot_noise", Motion(forward_m=STEP_M), "parity")
    half = errors("pyrobot_noise", Motion(forward_m=STEP_M), "parity", severity=0.5)
    assert half == pytest.approx(full / 2)


def test_the_way_comes_before_the_turn() -> None:
    motion = start("pyrobot_noise", 1.0)(Motion(turn_rad=TURN_RAD))
    assert motion.turn_rad == 0.0 and motion.turn_last_rad > 0.2 and motion.length_m > 0.0


@pytest.mark.parametrize(
    ("mean", "spread", "lowest"), [(0.0, 1.0, None), (0.5, 2.0, -1.0), (-3.0, 0.5, -2.5), (1.0, 1.0, 3.5)]
)
def test_the_truncated_normal_is_scipys(mean: float, spread: float, lowest: float | None) -> None:
    rng = generator_for(1, "truncated")
    drawn = [truncated_normal(rng, mean, spread, widest=3.0, lowest=lowest) for _ in range(DRAWS)]
    assert kstest(drawn, expected(mean, spread, variance=False, lowest=lowest).cdf).pvalue > 1e-3


def test_a_truncated_normal_without_spread_or_room_is_a_number() -> None:
    rng = generator_for(2, "truncated")
    assert truncated_normal(rng, 0.3, 0.0, widest=3.0) == 0.3
    assert truncated_normal(rng, 0.3, 0.0, widest=3.0, lowest=0.5) == 0.5
    assert truncated_normal(rng, 0.0, 1.0, widest=3.0, lowest=7.0) == 7.0
