"""Success, SPL and their kin on episodes that can be worked out by hand."""

import math

import msgspec
import pytest
from made_logs import PROTOCOL, goal_at, made_log, straight

from wayproof.log import AGENT_FAULTS
from wayproof.metrics import METRICS
from wayproof.metrics.lengths import path_share

THREE_GOALS = [
    goal_at(2.0, shortest_length_m=2.0),
    goal_at(4.0, shortest_length_m=2.0),
    goal_at(6.0, shortest_length_m=2.0),
]


def score(name: str, log) -> float | None:
    return METRICS[name].score(log)


def test_stopping_in_range_is_a_success_and_elsewhere_is_not() -> None:
    assert score("success", made_log(straight(0, 1, 2, 3))) == 1.0
    assert score("success", made_log(straight(0, 1))) == 0.0
    assert score("success", made_log(straight(0, 1, 2, 3), end=None)) == 0.0


def test_the_border_belongs_to_the_range_only_where_the_protocol_says_so() -> None:
    at_border = straight(0, 1, 2)  # one metre left, and one metre is the success distance
    assert score("success", made_log(at_border)) == 0.0
    wide = msgspec.structs.replace(PROTOCOL, border_counts=True)
    assert score("success", made_log(at_border, protocol=wide)) == 1.0


@pytest.mark.parametrize("reason", [*AGENT_FAULTS, "invalid"])
def test_faults_are_failures_even_at_the_goal(reason: str) -> None:
    log = made_log(straight(0, 1, 2, 3), reason=reason, shortest_length_m=3.0)
    assert score("success", log) == 0.0 and score("spl", log) == 0.0 and score("sr_goal_stop", log) == 0.0


def test_every_goal_has_to_be_claimed_in_its_own_range() -> None:
    right = made_log(
        straight(0, 2, 2, 4, 4, 6),
        goals=THREE_GOALS,
        actions=["forward", "found", "forward", "found", "forward"],
    )
    assert score("success", right) == 1.0 and score("goals_reached", right) == 1.0
    skipped = made_log(
        straight(0, 2, 2, 2, 4, 6),
        goals=THREE_GOALS,
        actions=["forward", "found", "found", "forward", "forward"],
    )
    assert score("success", skipped) == 0.0
    assert score("goals_reached", skipped) == pytest.approx(2 / 3)
    assert score("sr_goal_stop", skipped) == 1.0  # it stopped at the last goal after all


def test_a_second_claim_of_the_same_goal_does_not_count() -> None:
    log = made_log(straight(0, 1, 2, 3))
    first = msgspec.structs.replace(log.claims[0], step=0, in_range=False)
    assert score("success", msgspec.structs.replace(log, claims=(first, *log.claims))) == 0.0


def test_only_the_goals_left_out_make_success_undefined() -> None:
    assert score("success", made_log(straight(0, 3), goals=())) is None


@pytest.mark.parametrize(
    ("xs", "shortest_m", "expected"),
    [
        ((0, 1, 2, 3), 3.0, 1.0),
        ((0, -1, 0, 1, 2, 3), 3.0, 3 / 5),
        ((0, 1, 2, 3), 6.0, 1.0),  # a way below the shortest length counts as the shortest
        ((0, 1), 3.0, 0.0),
        ((0, 1, 2, 3), None, None),
        ((0, 1, 2, 3), math.inf, None),
        ((0, 1), math.inf, None),  # failed or not
        ((0, 1, 2, 3), math.nan, None),
    ],
)
def test_spl_by_hand(xs, shortest_m, expected) -> None:
    assert score("spl", made_log(straight(*xs), shortest_length_m=shortest_m)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("shortest_m", "driven_m", "expected"),
    [
        (4.0, 4.0, 1.0),
        (4.0, 8.0, 0.5),
        (4.0, 3.9, 1.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.25, 0.04),
        (math.inf, 4.0, None),
        (math.nan, 4.0, None),
        (-1.0, 4.0, None),
        (None, 4.0, None),
    ],
)
def test_the_share_of_a_path_is_a_total_function(shortest_m, driven_m, expected) -> None:
    assert path_share(shortest_m, driven_m) == (expected and pytest.approx(expected))


def test_spl_of_whoever_starts_at_the_goal() -> None:
    here = [goal_at(0.0)]
    assert score("spl", made_log(goals=here, shortest_length_m=0.0)) == 1.0
    assert score("spl", made_log(straight(0, 0.005), goals=here, shortest_length_m=0.0)) == 1.0
    assert score("spl", made_log(straight(0, 0.25), goals=here, shortest_length_m=0.0)) == pytest.approx(0.04)


def test_spl_of_several_goals_takes_the_way_through_them() -> None:
    back_and_forth = [goal_at(4.0, shortest_length_m=4.0), goal_at(0.0, shortest_length_m=4.0)]
    log = made_log(
        straight(0, 4, 4, 0),
        goals=back_and_forth,
        actions=["forward", "found", "forward"],
    )
    assert score("spl", log) == 1.0  # the sum of the parts, since no whole is given
    twice = made_log(
        straight(0, 4, 4, 8, 0),
        goals=back_and_forth,
        actions=["forward", "found", "forward", "forward"],
        shortest_length_m=8.0,
    )
    assert score("spl", twice) == pytest.approx(8 / 16)


def test_arcs_count_at_their_length_and_ramps_at_their_slope() -> None:
    arc = made_log(straight(0, 2), end=None, travelled_m=[0.0, math.pi])
    assert score("path_length", arc) == pytest.approx(math.pi)
    ramp = made_log([(0.0, 0.0, 0.0), (4.0, 3.0, 0.0)], end=None)
    assert score("path_length", ramp) == pytest.approx(5.0)


def test_soft_spl_by_hand() -> None:
    halfway = made_log(straight(0, 1, 0, 1), end=None, shortest_length_m=3.0)
    assert score("soft_spl", halfway) == pytest.approx(1 / 3)  # 2 of 3 m left, and 3 m driven are no detour
    away = made_log(straight(0, -4), end=None, shortest_length_m=3.0)
    assert score("soft_spl", away) == 0.0
    nowhere = made_log(straight(0, 1), end=None, distances=[[math.inf]] * 2, shortest_length_m=3.0)
    assert score("soft_spl", nowhere) == 0.0


def test_soft_spl_of_several_goals_counts_all_that_is_left() -> None:
    log = made_log(
        straight(0, 2, 2, 3),
        goals=THREE_GOALS,
        actions=["forward", "found", "forward"],
        end=None,
        shortest_length_m=6.0,
    )
    assert score("soft_spl", log) == pytest.approx(3 / 6)  # 1 m to the second goal and 2 m to the third


def test_oracle_success_forgives_the_stop_but_not_the_order() -> None:
    passed_by = made_log(straight(0, 3, 9))
    assert score("success", passed_by) == 0.0 and score("oracle_success", passed_by) == 1.0
    assert score("oracle_success", made_log(straight(0, 1))) == 0.0
    wrong_order = made_log(straight(0, 6, 4, 2), goals=THREE_GOALS)
    assert score("oracle_success", wrong_order) == 0.0
    assert score("oracle_success", made_log(straight(0, 2, 4, 6), goals=THREE_GOALS)) == 1.0
    assert score("osr_final_goal", wrong_order) == 1.0


def test_distances_are_those_to_the_last_goal() -> None:
    log = made_log(straight(0, 5, 4), goals=THREE_GOALS)
    assert score("distance_to_goal", log) == pytest.approx(2.0)
    assert score("minimum_distance", log) == pytest.approx(1.0)


def test_steps_time_collisions_and_latency() -> None:
    log = made_log(
        straight(0, 1, 2, 3), bumped=(1, 3), times_s=[5.0, 6.0, 7.5, 9.0, 9.0], act_s=[0.01, 0.02, 0.03, 0.04]
    )
    assert score("steps", log) == 4.0
    assert score("collisions", log) == 2.0
    assert score("collisions_per_metre", log) == pytest.approx(2 / 3)
    assert score("time_to_goal", log) == pytest.approx(4.0)
    assert score("latency_p50_ms", log) == pytest.approx(25.0)
    assert score("latency_p95_ms", log) == pytest.approx(38.5, rel=1e-6)


def test_who_pushes_against_a_wall_is_not_lost_from_the_mean() -> None:
    assert score("collisions_per_metre", made_log(straight(0, 0, 0), bumped=(1, 2))) == pytest.approx(8.0)


def test_time_to_goal_is_defined_for_successes_only() -> None:
    assert score("time_to_goal", made_log(straight(0, 1))) is None


def test_a_bump_before_the_first_step_is_none_of_the_agents() -> None:
    assert score("collisions", made_log(straight(0, 1), bumped=(0,))) == 0.0
