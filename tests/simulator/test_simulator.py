"""The simulator as an agent meets it: steps, velocities, way-points, bad starts and bad actions."""

from __future__ import annotations

import math
from functools import cache

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_walks import distance_to_free

from wayproof.errors import InvalidInput
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace, free_space_of_plan
from wayproof.scenes.houses.house import build_house
from wayproof.seeding import generator_for
from wayproof.simulator.actuation import Actuation, actuation_for, exact
from wayproof.simulator.body import Body, body_names, load_body
from wayproof.simulator.control import rest_to_rest_s, steer
from wayproof.simulator.simulator import Simulator, simulator_in
from wayproof.simulator.state import State
from wayproof.vocabulary import Action, Pose


@cache
def _hall() -> FreeSpace:
    """An empty hall of 20 m by 20 m."""
    return free_space_of_plan(np.ones((400, 400), bool))


@cache
def _house_simulator(name: str, sliding: bool) -> Simulator:
    body = load_body(name)
    return simulator_in(
        build_house(2, rooms=3).scene, body, sliding=sliding, actuation=actuation_for("nominal", body)
    )


def _in_hall(body: Body, *, sliding: bool = False, actuation: Actuation = exact) -> tuple[Simulator, State]:
    simulator = Simulator(_hall(), body, sliding=sliding, actuation=actuation)
    return simulator, simulator.start(Pose(10.0, 0.0, 10.0, 0.3))


def _walk(simulator: Simulator, state: State, actions: list[Action], seed: int = 1) -> State:
    rng = generator_for(seed, "test")
    for action in actions:
        state = simulator.step(state, action, rng)
    return state


numbers = st.floats(-3.0, 3.0)
actions = st.one_of(
    st.sampled_from(["forward", "turn_left", "turn_right", "look_up", "look_down", "stop"]).map(Action),
    st.tuples(numbers, numbers).map(lambda pair: Action("velocity", velocity=pair)),
    st.tuples(numbers, numbers, numbers).map(lambda triple: Action("waypoint", waypoint=triple)),
)


@given(
    st.sampled_from(["locobot", "h1"]), st.booleans(), st.integers(0, 10**6), st.lists(actions, max_size=12)
)
def test_no_action_leads_out_of_free_space_in_a_house(name, sliding, seed, wanted) -> None:
    simulator = _house_simulator(name, sliding)
    rng = generator_for(seed, "start")
    point = sample_points(simulator.free, rng, 1)[0]
    state = simulator.start(Pose(*point.tolist(), heading_rad=float(rng.uniform(-math.pi, math.pi))))
    for action in wanted:
        state = simulator.step(state, action, rng)
        assert distance_to_free(simulator.free, state.pose) <= 1e-3


@pytest.mark.parametrize("name", ["locobot", "cylinder"])
def test_twelve_turns_of_thirty_degrees_are_a_full_turn(name: str) -> None:
    for turn in ("turn_left", "turn_right"):
        simulator, state = _in_hall(load_body(name))
        after = _walk(simulator, state, [Action(turn)] * 12)
        assert after.pose.heading_rad == pytest.approx(state.pose.heading_rad, abs=1e-9)
        assert (after.pose.x_m, after.pose.z_m) == (state.pose.x_m, state.pose.z_m)


def test_left_is_counter_clockwise_and_forward_is_where_the_body_looks() -> None:
    simulator, _ = _in_hall(load_body("locobot"))
    state = _walk(
        simulator, simulator.start(Pose(10.0, 0.0, 10.0)), [Action("turn_left")] * 3 + [Action("forward")]
    )
    assert state.pose.heading_rad == pytest.approx(math.pi / 2)
    assert (state.pose.x_m, state.pose.z_m) == pytest.approx((9.75, 10.0))
    assert state.travelled_m == pytest.approx(0.25) and state.turned_rad == pytest.approx(math.pi / 2)


def test_looking_tilts_the_camera_up_to_its_limit_and_back() -> None:
    body = load_body("cylinder")
    simulator, state = _in_hall(body)
    assert _walk(simulator, state, [Action("look_up")]).camera_pitch_rad == body.look_rad
    assert _walk(simulator, state, [Action("look_down")] * 5).camera_pitch_rad == -body.look_limit_rad
    level = _walk(simulator, state, [Action("look_up"), Action("look_down")])
    assert level.camera_pitch_rad == pytest.approx(0.0) and level.pose == state.pose


@pytest.mark.parametrize("name", ["stop", "found", "answer"])
def test_a_standing_action_counts_a_step_but_moves_nothing_and_takes_no_time(name: str) -> None:
    simulator, state = _in_hall(load_body("locobot"))
    moving = _walk(simulator, state, [Action("velocity", velocity=(0.5, 0.1))] * 3)
    after = simulator.step(moving, Action(name), generator_for(1))
    assert after == msgspec.structs.replace(moving, step=4, speed_m_s=0.0, turn_rate_rad_s=0.0)


def test_a_discrete_step_takes_the_time_of_speeding_up_and_braking() -> None:
    simulator, state = _in_hall(load_body("carter_v1"))
    assert simulator.step(state, Action("forward"), generator_for(1)).time_s == pytest.approx(1.0)
    assert rest_to_rest_s(2.0, 1.0, 1.0) == pytest.approx(3.0)


@given(st.sampled_from(body_names()), st.lists(st.tuples(numbers, numbers), min_size=1, max_size=30))
def test_velocity_control_keeps_to_speed_and_acceleration_limits(name, wanted) -> None:
    body = load_body(name)
    simulator, state = _in_hall(body)
    period, tiny = simulator.control_period_s, 1e-9
    for pair in wanted:
        before, state = state, _walk(simulator, state, [Action("velocity", velocity=pair)])
        assert abs(state.speed_m_s) <= body.maximum_speed_m_s + tiny
        assert abs(state.turn_rate_rad_s) <= body.maximum_turn_rad_s + tiny
        assert abs(state.speed_m_s - before.speed_m_s) <= body.acceleration_m_s2 * period + tiny
        assert (
            abs(state.turn_rate_rad_s - before.turn_rate_rad_s)
            <= body.turn_acceleration_rad_s2 * period + tiny
        )
        assert state.travelled_m - before.travelled_m <= abs(state.speed_m_s) * period + tiny


def test_a_steady_velocity_is_reached_and_drives_a_circle() -> None:
    body = load_body("carter_v1")
    simulator, state = _in_hall(body)
    state = _walk(simulator, state, [Action("velocity", velocity=(0.5, 0.5))] * 20)
    assert (state.speed_m_s, state.turn_rate_rad_s) == pytest.approx((0.5, 0.5))
    periods = round(2 * math.pi / 0.5 / simulator.control_period_s)
    around = _walk(simulator, state, [Action("velocity", velocity=(0.5, 0.5))] * periods)
    assert math.dist((around.pose.x_m, around.pose.z_m), (state.pose.x_m, state.pose.z_m)) < 0.03


@given(
    st.sampled_from(body_names()), st.floats(-2.5, 2.5), st.floats(-2.5, 2.5), st.floats(-math.pi, math.pi)
)
def test_a_waypoint_in_the_open_is_reached_within_tolerance_and_at_rest(name, forward, left, heading) -> None:
    simulator, state = _in_hall(load_body(name))
    after = _walk(simulator, state, [Action("waypoint", waypoint=(forward, left, heading))])
    sin, cos = math.sin(state.pose.heading_rad), math.cos(state.pose.heading_rad)
    goal = (10.0 - forward * sin - left * cos, 10.0 - forward * cos + left * sin)
    assert math.dist((after.pose.x_m, after.pose.z_m), goal) <= 0.05
    gap = math.remainder(after.pose.heading_rad - state.pose.heading_rad - heading, 2 * math.pi)
    assert abs(gap) <= math.radians(3.0)
    assert (after.speed_m_s, after.turn_rate_rad_s, after.step) == (0.0, 0.0, 1)


@pytest.mark.parametrize("name", ["locobot", "aliengo", "h1"])
def test_waypoints_are_reached_with_noisy_motors_too(name: str) -> None:
    body = load_body(name)
    simulator, state = _in_hall(body, actuation=actuation_for("nominal", body))
    for seed in range(20):
        after = _walk(simulator, state, [Action("waypoint", waypoint=(2.0, 1.0, -1.0))], seed)
        sin, cos = math.sin(0.3), math.cos(0.3)
        goal = (10.0 - 2.0 * sin - cos, 10.0 - 2.0 * cos + sin)
        assert math.dist((after.pose.x_m, after.pose.z_m), goal) <= 0.07


@given(st.floats(1e-4, 3.0), st.floats(1e-4, math.pi))
def test_steering_never_commands_more_than_is_left_to_go(distance, heading) -> None:
    body = load_body("aliengo")
    assert steer(body, (distance, 0.0, 0.0), 0.1)[0] * 0.1 <= distance
    assert steer(body, (0.0, 0.0, heading), 0.1)[1] * 0.1 <= heading


def test_a_far_waypoint_ends_when_time_is_out() -> None:
    simulator, state = _in_hall(load_body("stretch"))
    after = _walk(simulator, state, [Action("waypoint", waypoint=(9.9, 0.0, 0.0))])
    assert after.time_s == pytest.approx(30.0) and after.travelled_m > 7.0


def test_a_waypoint_behind_a_wall_ends_at_the_contact() -> None:
    simulator = Simulator(_hall(), load_body("locobot"))
    state = simulator.start(Pose(10.0, 0.0, 1.0))
    after = _walk(simulator, state, [Action("waypoint", waypoint=(5.0, 0.0, 0.0))])
    assert after.bumped and after.bumps == 1 and after.pose.z_m == pytest.approx(0.0, abs=1e-6)
    assert after.time_s < 5.0


def test_bumps_are_counted_once_per_step_and_stop_the_body() -> None:
    simulator = Simulator(_hall(), load_body("locobot"))
    state = _walk(simulator, simulator.start(Pose(10.0, 0.0, 0.3)), [Action("forward")] * 3)
    assert (state.bumped, state.bumps, state.speed_m_s) == (True, 2, 0.0)
    state = _walk(simulator, state, [Action("turn_left")])
    assert (state.bumped, state.bumps) == (False, 2)


def test_a_start_in_a_wall_names_the_nearest_free_point() -> None:
    plan = np.ones((40, 40), bool)
    plan[:10] = False
    simulator = Simulator(free_space_of_plan(plan), load_body("locobot"))
    with pytest.raises(InvalidInput, match=r"nearest free point is \(0\.50\d, 0\.000, 1\.000\)"):
        simulator.start(Pose(0.2, 0.0, 1.0))
    with pytest.raises(InvalidInput, match="no free point within 2 m"):
        simulator.start(Pose(50.0, 0.0, 1.0))
    with pytest.raises(InvalidInput, match="not finite"):
        simulator.start(Pose(math.nan, 0.0, 1.0))


def test_a_start_above_the_floor_is_put_on_it() -> None:
    simulator, _ = _in_hall(load_body("locobot"))
    assert simulator.start(Pose(9.99, 0.03, 9.98, 7.0)).pose == Pose(9.99, 0.0, 9.98, 7.0 - 2 * math.pi)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Action("velocity", velocity=(math.nan, 0.0)), "finite"),
        (Action("velocity", velocity=(0.0, math.inf)), "finite"),
        (Action("velocity", velocity=(1e300, 0.0)), "at most 1e6"),
        (Action("velocity"), "came with None"),
        (Action("velocity", velocity=(1.0,)), "2 finite numbers"),
        (Action("waypoint", waypoint=(1.0, math.nan, 0.0)), "finite"),
        (Action("waypoint", waypoint=("far", 0.0, 0.0)), "finite"),
        (Action("forwards"), "Did you mean 'forward'"),
        (Action(None), "no action named 'None'"),
    ],
)
def test_a_senseless_action_is_refused(action: Action, told: str) -> None:
    simulator, state = _in_hall(load_body("locobot"))
    with pytest.raises(InvalidInput, match=told):
        simulator.step(state, action, generator_for(1))


@pytest.mark.parametrize("name", ["forward", "look_up"])
def test_a_control_that_the_body_does_not_have_is_refused(name: str) -> None:
    body = msgspec.structs.replace(load_body("stretch"), controls=("velocity",))
    simulator, state = _in_hall(body)
    with pytest.raises(InvalidInput, match="no discrete control; it understands velocity"):
        simulator.step(state, Action(name), generator_for(1))


def test_a_simulator_refuses_a_free_space_for_a_smaller_body_and_a_broken_body() -> None:
    free = _house_simulator("locobot", False).free
    with pytest.raises(InvalidInput, match=r"radius of 0\.175 m"):
        Simulator(free, load_body("h1"))
    with pytest.raises(InvalidInput, match="forward_m is -1"):
        Simulator(_hall(), msgspec.structs.replace(load_body("h1"), forward_m=-1.0))
    with pytest.raises(InvalidInput, match="control_period_s"):
        Simulator(_hall(), load_body("h1"), control_period_s=0.0)


def test_the_same_state_action_and_generator_give_the_same_state() -> None:
    body = load_body("h1")
    simulator, state = _in_hall(body, actuation=actuation_for("nominal", body))
    action = Action("waypoint", waypoint=(1.0, 1.0, 0.0))
    first = simulator.step(state, action, generator_for(3))
    simulator.step(state, Action("forward"), generator_for(4))
    assert simulator.step(state, action, generator_for(3)) == first


def test_numpy_numbers_in_an_action_do_not_reach_the_state() -> None:
    simulator, state = _in_hall(load_body("locobot"))
    velocity = tuple(np.array([0.3, 0.1], np.float32))
    after = simulator.step(state, Action("velocity", velocity=velocity), generator_for(1))
    assert type(after.speed_m_s) is float and type(after.pose.x_m) is float
