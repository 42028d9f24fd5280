"""Metrics over goals: success and SPL of each goal, with numbers worked out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from made_logs import PROTOCOL, goal_at, logs, made_log, straight
from msgspec.structs import replace

from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS
from wayproof.metrics.goal_errors import (
    NOT_REACHED,
    OUT_OF_TIME,
    WRONG_DETECTION,
    WRONG_PLACE,
    errors_by_goal,
)
from wayproof.metrics.goals import goals_done
from wayproof.metrics.scores import score_all, score_goals

GOAL_ERRORS = ("wrong_detection", "wrong_goal_on_map", "out_of_time", "not_reached")
SEARCH = replace(PROTOCOL, task="language_goals", goal_steps=3, one_by_one=True)

# From 0 to 3 over a detour of 1 m and back (5 m for 3 m), on to 5 (2 m for 2 m), then not as far as 9.
THREE = [
    goal_at(3.0, shortest_length_m=3.0),
    goal_at(5.0, shortest_length_m=2.0),
    goal_at(9.0, shortest_length_m=4.0),
]
WAY = straight(0, -1, 3, 3, 5, 5, 6)
DONE = ["forward", "forward", "found", "forward", "found", "forward"]


def by_goal(name: str, log: EpisodeLog) -> tuple[float | None, ...]:
    return score_goals(log, [name])[name]


def test_each_goal_has_its_own_success_and_spl() -> None:
    log = made_log(WAY, goals=THREE, actions=DONE, end="found")
    assert by_goal("goal_success", log) == (1.0, 1.0, 0.0)
    assert by_goal("goal_spl", log) == pytest.approx((3 / 5, 1.0, 0.0))
    assert score_all(log, ["goal_success", "goal_spl", "success"]) == {
        "goal_success": pytest.approx(2 / 3),
        "goal_spl": pytest.approx((3 / 5 + 1.0) / 3),
        "success": 0.0,
    }


def test_a_goal_never_come_to_has_failed() -> None:
    log = made_log(straight(0, 3), goals=THREE, actions=["forward"], end=None)
    assert by_goal("goal_success", log) == (0.0, 0.0, 0.0) == by_goal("goal_spl", log)


def test_a_wrong_claim_fails_its_goal_and_not_the_next() -> None:
    log = made_log(straight(0, 0, 5), goals=THREE[:2], actions=["found", "forward"], end="found")
    assert by_goal("goal_success", log) == (0.0, 1.0)
    assert by_goal("goal_spl", log) == pytest.approx((0.0, 2 / 5))  # 5 m for 2 m: the goal before was missed


def test_what_was_done_before_a_fault_stays_done() -> None:
    log = made_log(WAY[:4], goals=THREE, actions=DONE[:3], end=None, reason="agent_error")
    assert by_goal("goal_success", log) == (1.0, 0.0, 0.0)


def test_a_goal_without_a_known_way_is_left_out() -> None:
    goals = [THREE[0], goal_at(5.0), goal_at(9.0, shortest_length_m=math.inf)]
    log = made_log(WAY, goals=goals, actions=DONE, end="found")
    assert by_goal("goal_spl", log) == (pytest.approx(3 / 5), None, None)
    assert METRICS["goal_spl"].score(log) == pytest.approx(3 / 5)


def test_the_only_goal_of_an_episode_has_the_episodes_way() -> None:
    log = made_log(straight(0, -1, 3), shortest_length_m=3.0)
    assert METRICS["goal_spl"].score(log) == METRICS["spl"].score(log) == pytest.approx(3 / 5)


@given(logs())
def test_one_value_for_each_goal_and_their_mean_for_the_episode(log: EpisodeLog) -> None:
    for name, values in score_goals(log).items():
        assert len(values) == len(log.episode.goals)
        known = [value for value in values if value is not None]
        mean = sum(known) / len(known) if known else None
        assert METRICS[name].score(log) == pytest.approx(mean) if known else mean is None
    assert METRICS["goal_success"].score(log) == METRICS["goals_reached"].score(log)


def test_what_a_metric_is_averaged_over() -> None:
    assert {one.name for one in METRICS if one.over == "goal"} == {"goal_success", "goal_spl", *GOAL_ERRORS}


def test_each_missed_goal_has_one_error() -> None:
    """Of five goals one is found, two are claimed elsewhere, one runs out of steps, one is given up."""
    goals = [goal_at(float(place), shortest_length_m=1.0) for place in (1, 20, 30, 40, 50)]
    actions = ["forward", "found", "found", "found", "forward", "forward", "forward", "stop"]
    log = made_log(
        straight(0, 1, 1, 1, 1, 2, 3, 4),
        goals=goals,
        actions=actions[:-1],
        end="stop",
        texts=["detector", "detector", "map"],
        protocol=SEARCH,
        task="language_goals",
    )
    pursued = np.array([0, 0, 1, 2, 3, 3, 3, 4, 4], np.uint8)
    claims = tuple(replace(claim, goal=number) for number, claim in enumerate(log.claims[:3]))
    log = replace(log, steps=replace(log.steps, goal=pursued), claims=claims)
    assert errors_by_goal(log) == [None, WRONG_DETECTION, WRONG_PLACE, OUT_OF_TIME, NOT_REACHED]
    scores = score_goals(log, list(GOAL_ERRORS))
    for number in range(5):
        missed = sum(scores[name][number] for name in GOAL_ERRORS)
        assert missed == 1.0 - by_goal("goal_success", log)[number]


def test_a_claim_that_does_not_say_what_it_was_made_by_is_a_detection() -> None:
    log = made_log(straight(0), goals=THREE[:1], actions=[], end="found", protocol=SEARCH)
    assert errors_by_goal(log) == [WRONG_DETECTION]


@given(logs())
def test_every_goal_is_done_or_has_exactly_one_error(log: EpisodeLog) -> None:
    errors = errors_by_goal(log)
    assert len(errors) == len(log.episode.goals)
    assert [error is None for error in errors] == [bool(done) for done in goals_done(log)]
