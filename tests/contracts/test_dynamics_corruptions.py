"""What every dynamics corruption promises, tried on all of the catalogue."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_text import read_page

from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.dynamics.motor_stack import actuation_at
from wayproof.corruptions.stream import start
from wayproof.simulator.actuation import exact, locobot
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

PAGE = Path(__file__).resolve().parents[2] / "docs/concepts/corruptions-depth-and-dynamics.md"
DYNAMICS = [component for component in CORRUPTIONS if component.modality == "dynamics"]
EXPECTED = (
    "action_delay dropped_actions friction_zones locobot_noise motion_bias_constant motion_bias_stochastic "
    "motion_drift motor_failure pyrobot_noise pyrobot_noise_lite_ilqr pyrobot_noise_lite_movebase "
    "pyrobot_noise_lite_proportional pyrobot_noise_locobot_movebase pyrobot_noise_locobot_proportional"
).split()
# Faults that draw nothing or remember, for which "another seed" or "any order" has no meaning.
NO_CHANCE, REMEMBERS = ("action_delay",), ("action_delay",)

FORWARD = Motion(forward_m=0.25, duration_s=1.0)
LEFT = Motion(turn_rad=math.radians(30), duration_s=0.8)
RIGHT = Motion(turn_rad=-math.radians(30), duration_s=0.8)
ARC = Motion(forward_m=0.05, turn_rad=0.1, duration_s=0.1)
WALK = [FORWARD, FORWARD, LEFT, FORWARD, RIGHT, FORWARD, FORWARD, LEFT, LEFT, FORWARD, RIGHT, ARC] * 3

each = pytest.mark.parametrize("component", DYNAMICS, ids=[component.name for component in DYNAMICS])
each_profile = pytest.mark.parametrize(
    ("component", "profile"),
    [(component, profile) for component in DYNAMICS for profile in component.profiles],
    ids=[f"{component.name}-{profile}" for component in DYNAMICS for profile in component.profiles],
)


def numbers(motion: Motion) -> tuple[float, ...]:
    turns = (motion.turn_rad, motion.turn_first_rad, motion.turn_last_rad)
    return (motion.forward_m, motion.left_m, *turns, motion.duration_s)


def executed(
    component: Corruption, severity: float, *, profile: str = "fixed", seed: int = 3
) -> list[Motion]:
    stream = start(component.name, severity, seed=seed, scene="house", episode="1", profile=profile)
    return [stream(motion, step=step, context=Context(step=step)) for step, motion in enumerate(WALK)]


def places(motions: list[Motion]) -> np.ndarray:
    """Where a body without obstacles is after each motion: x, z and a metre's worth of heading."""
    x = z = heading = 0.0
    path = []
    for motion in motions:
        heading += motion.turn_first_rad
        middle = heading + motion.turn_rad / 2
        x += -motion.forward_m * math.sin(middle) - motion.left_m * math.cos(middle)
        z += -motion.forward_m * math.cos(middle) + motion.left_m * math.sin(middle)
        heading += motion.turn_rad + motion.turn_last_rad
        path.append((x, z, heading))
    return np.array(path)


def severities(component: Corruption) -> list[float]:
    return [1.0] if component.switch else [0.05, 0.2, 0.4, 0.6, 0.8, 1.0]


def test_the_catalogue_holds_the_dynamics_corruptions() -> None:
    assert [component.name for component in DYNAMICS] == EXPECTED


@each
def test_the_page_on_dynamics_corruptions_gives_every_constant(component: Corruption) -> None:
    page = read_page(PAGE)
    assert f"`{component.name}`" in page
    for name, value in component.constants.items():
        assert f"| {name} | {value} |" in page


@each
def test_a_dynamics_corruption_explains_itself(component: Corruption) -> None:
    assert component.summary.endswith(".") and component.sources
    assert component.constants and all(component.constants.values())


def test_stochastic_bias_and_pyrobot_replace_the_nominal_noise_and_no_other_does() -> None:
    replacing = [component.name for component in DYNAMICS if component.replaces_nominal]
    assert replacing == ["motion_bias_stochastic", *[name for name in EXPECTED if "pyrobot" in name]]


@each_profile
def test_severity_zero_gives_the_command_itself(component: Corruption, profile: str) -> None:
    assert executed(component, 0.0, profile=profile) == WALK


@each_profile
def test_executed_motions_are_finite_and_take_a_time(component: Corruption, profile: str) -> None:
    for severity in severities(component):
        for motion in executed(component, severity, profile=profile):
            assert isinstance(motion, Motion)
            assert all(map(math.isfinite, numbers(motion))) and motion.duration_s > 0


@each_profile
def test_a_body_at_rest_stays_at_rest(component: Corruption, profile: str) -> None:
    rest = Motion(duration_s=0.5)
    stream = start(component.name, 1.0, profile=profile)
    for step in range(20):
        assert stream(rest, step=step) == rest


@each_profile
def test_the_same_seed_gives_the_same_motions(component: Corruption, profile: str) -> None:
    np.random.seed(1)  # noqa: NPY002  the point is that the global state does not matter
    first = executed(component, 1.0, profile=profile)
    np.random.seed(2)  # noqa: NPY002
    assert executed(component, 1.0, profile=profile) == first


@each
def test_other_seeds_give_other_motions(component: Corruption) -> None:
    if component.name not in NO_CHANCE:
        assert len({tuple(map(numbers, executed(component, 1.0, seed=seed))) for seed in range(12)}) > 1


@each
def test_a_motion_does_not_depend_on_the_order_of_steps(component: Corruption) -> None:
    if component.name in REMEMBERS:
        return
    expected = executed(component, 1.0)
    stream = start(component.name, 1.0, seed=3, scene="house", episode="1")
    for step in (9, 2, 30, 2):
        assert stream(WALK[step], step=step, context=Context(step=step)) == expected[step]


@each
def test_what_is_drawn_per_episode_is_the_same_at_every_step(component: Corruption) -> None:
    if component.name in REMEMBERS:
        return
    stream = start(component.name, 1.0)
    drawn = {numbers(stream(FORWARD, step=step)) + numbers(stream(LEFT, step=step)) for step in range(40)}
    assert (len(drawn) == 1) == (component.scope == "episode")


@each_profile
def test_a_worse_severity_does_not_lead_less_astray(component: Corruption, profile: str) -> None:
    clean, distances = places(WALK), []
    for severity in severities(component):
        paths = [places(executed(component, severity, profile=profile, seed=seed)) for seed in range(12)]
        distances.append(np.mean([np.abs(path - clean).mean() for path in paths]))
    assert distances[-1] > 0
    assert all(later >= 0.97 * sooner for sooner, later in pairwise(distances))


@each
@given(
    forward_m=st.floats(-1.0, 1.0),
    turn_rad=st.floats(-2.0, 2.0),
    severity=st.floats(0.01, 1.0),
    seed=st.integers(0, 10_000),
)
def test_no_fault_moves_the_body_more_than_its_motors_could(
    component: Corruption, forward_m: float, turn_rad: float, severity: float, seed: int
) -> None:
    """At most three times the command; per 0.25 m a further 30 degrees, per 30 degrees a further 5 cm."""
    command = Motion(forward_m=forward_m, turn_rad=turn_rad, duration_s=1.0)
    stream = start(component.name, 1.0 if component.switch else severity, seed=seed)
    driven, turned = abs(forward_m) / 0.25, abs(turn_rad) / math.radians(30)
    for step in range(3):
        motion = stream(command, step=step)
        total_turn = motion.turn_first_rad + motion.turn_rad + motion.turn_last_rad
        assert motion.length_m <= 3 * abs(forward_m) + 0.05 * turned + 1e-9
        assert abs(total_turn) <= 3 * abs(turn_rad) + math.radians(30) * driven + 1e-9


@each
def test_published_models_stay_within_six_times_the_command(component: Corruption) -> None:
    """Parity keeps the published spreads, of which the widest are those of LoCoBot-Lite with Movebase."""
    if "parity" not in component.profiles:
        return
    for seed in range(30):
        for motion in executed(component, 1.0, profile="parity", seed=seed):
            assert motion.length_m <= 6 * 0.25
            assert abs(motion.turn_first_rad + motion.turn_rad + motion.turn_last_rad) <= math.radians(120)


@each
def test_stacking_replaces_or_precedes_the_nominal_noise(component: Corruption) -> None:
    stream = start(component.name, 1.0)
    calls = []

    def nominal(motion: Motion, rng: np.random.Generator, /) -> Motion:
        calls.append(motion)
        return motion

    stacked = actuation_at(0, nominal, [stream])
    result = stacked(FORWARD, np.random.default_rng(0))
    assert calls == ([] if component.replaces_nominal else [result])


def test_without_a_fault_the_nominal_actuation_is_used_as_it_is() -> None:
    assert actuation_at(0, locobot, []) is locobot
    assert actuation_at(0, locobot, [start("motion_drift", 0.0)]) is locobot
    assert actuation_at(0, locobot, [start("depth_lag", 1.0)]) is locobot


def test_faults_stack_in_the_order_given() -> None:
    """Half of the steps are lost before they drift, so a lost step does not drift."""
    drift = start("motion_drift", 1.0, seed=1)
    double = start("motion_bias_constant", 1.0, seed=1)
    both = actuation_at(4, exact, [double, drift])(FORWARD, np.random.default_rng(0))
    assert both == drift(double(FORWARD, step=4), step=4)


def test_control_periods_of_one_step_draw_different_noise() -> None:
    actuation = actuation_at(0, exact, [start("pyrobot_noise", 1.0)])
    rng = np.random.default_rng(0)
    assert actuation(ARC, rng) != actuation(ARC, rng)


def test_faults_leave_the_nominal_noise_of_the_clean_twin_alone() -> None:
    """The nominal draws are the same with and without the fault: only the fault differs between twins."""
    clean = locobot(FORWARD, np.random.default_rng(7))
    faulty = actuation_at(0, locobot, [start("dropped_actions", 0.2, seed=1)])
    assert faulty(FORWARD, np.random.default_rng(7)) == clean  # this step is not among the dropped
