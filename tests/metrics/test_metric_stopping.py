"""Stop failures: judged at the state before each action, against a plain second reckoning."""

import pytest
from hypothesis import given
from made_logs import goal_at, logs, made_log, straight

from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.metrics.oracle_stop_gain import oracle_stop_gain
from wayproof.metrics.stop_failure_negative import stop_failure_negative
from wayproof.metrics.stop_failure_positive import stop_failure_positive
from wayproof.vocabulary import CLAIMS


def test_a_stop_out_of_range_is_a_positive_failure() -> None:
    assert stop_failure_positive(made_log(straight(0, 1))) == 1.0
    assert stop_failure_positive(made_log(straight(0, 3))) == 0.0
    assert stop_failure_positive(made_log(straight(0, 3), end=None)) is None


def test_with_several_goals_it_is_a_share_of_the_claims() -> None:
    log = made_log(straight(0, 0, 3), goals=[goal_at(5.0), goal_at(3.0)], actions=["found", "forward"])
    assert stop_failure_positive(log) == pytest.approx(1 / 2)


def test_steps_in_range_without_a_claim_are_negative_failures() -> None:
    # In range from 2.5 on: two steps are decided there before the stop.
    assert stop_failure_negative(made_log(straight(0, 2.5, 3, 3.5))) == pytest.approx(2 / 3)


def test_the_state_after_the_last_action_is_no_missed_chance() -> None:
    assert stop_failure_negative(made_log(straight(0, 3), end=None)) is None
    assert stop_failure_negative(made_log(straight(0, 3, 3), end=None)) == 1.0


def test_only_the_goal_pursued_counts() -> None:
    log = made_log(straight(0, 3, 5), goals=[goal_at(5.0), goal_at(3.0)])
    assert stop_failure_negative(log) == 0.0  # it passed the second goal while after the first


@given(logs())
def test_both_agree_with_a_plain_count(log: EpisodeLog) -> None:
    chances = missed = claims = wrong = 0
    for step, number in enumerate(log.steps.action):
        claimed = ACTION_NAMES[number] in CLAIMS
        goal = int(log.steps.goal[step])
        near = bool(log.episode.goals) and bool(log.steps.in_range[step, goal])
        chances += near
        missed += near and not claimed
        claims += claimed and bool(log.episode.goals)
        wrong += claimed and bool(log.episode.goals) and not near
    assert stop_failure_negative(log) == (pytest.approx(missed / chances) if chances else None)
    assert stop_failure_positive(log) == (pytest.approx(wrong / claims) if claims else None)


def test_the_gain_of_an_oracle_stop_by_hand() -> None:
    assert oracle_stop_gain(made_log(straight(0, 3))) == 0.0  # stopped at the goal
    assert oracle_stop_gain(made_log(straight(0, 3, 9))) == 1.0  # passed it and stopped beyond
    assert oracle_stop_gain(made_log(straight(0, 1))) == 0.0  # never there
    assert oracle_stop_gain(made_log(straight(0, 3, 9), reason="invalid")) == 0.0
    assert oracle_stop_gain(made_log(goals=[])) is None
