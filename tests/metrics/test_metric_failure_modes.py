"""Failure modes and slices: one word for each failure, and the labels that results are told apart by."""

import pytest
from made_logs import goal_at, made_log, straight

from wayproof.metrics.failure_mode import MODES, failure_mode
from wayproof.results.episode_labels import features_of, slices_of
from wayproof.vocabulary import Goal

MINUTES = [0.0, 30.0, 90.0, 100.0]
EXAMPLES = {
    "none": made_log(straight(0, 3)),
    "invalid": made_log(straight(0, 3), reason="invalid"),
    "agent_fault": made_log(straight(0, 3), end=None, reason="agent_timeout"),
    "fall": made_log(straight(0, 3), end=None, reason="fall", fallen=True),
    "wrong_answer": made_log(end="answer", goals=[goal_at(0.0, answer="two")], texts=["three"]),
    "premature_stop": made_log(straight(0, 1)),
    "drift": made_log(straight(0, 3, 9)),
    "no_stop": made_log(straight(0, 2, 3), end=None),
    "immobile": made_log(straight(0, 1, 1.01, 1.02), end=None, times_s=MINUTES),
    "never_reached": made_log(straight(0, 1, 1.01, 1.5), end=None, times_s=MINUTES),
}


@pytest.mark.parametrize("mode", EXAMPLES)
def test_each_mode_has_its_example(mode: str) -> None:
    assert failure_mode(EXAMPLES[mode]) == mode


def test_the_examples_cover_all_modes() -> None:
    assert set(EXAMPLES) == set(MODES)


def test_reached_left_and_out_of_steps_is_drift_too() -> None:
    assert failure_mode(made_log(straight(0, 3, 9), end=None)) == "drift"


def test_a_fall_goes_before_what_else_went_wrong() -> None:
    assert failure_mode(made_log(straight(0, 1), reason="stop", fallen=True)) == "fall"


def test_the_first_goal_that_is_not_done_decides() -> None:
    goals = [goal_at(2.0), goal_at(9.0)]
    log = made_log(straight(0, 2, 2, 4), goals=goals, actions=["forward", "found", "forward"])
    assert failure_mode(log) == "premature_stop"
    skipped = made_log(straight(0, 0, 9), goals=goals, actions=["found", "forward"])
    assert failure_mode(skipped) == "premature_stop"  # the second was reached, the first was not


def test_stopping_with_goals_left_over_is_premature() -> None:
    assert failure_mode(made_log(straight(0, 2), goals=[goal_at(2.0), goal_at(9.0)])) == "premature_stop"


def test_who_stands_still_in_a_short_episode_is_immobile() -> None:
    assert failure_mode(made_log(straight(0, 0, 0), end=None)) == "immobile"
    assert failure_mode(made_log(straight(0, 1, 1), end=None, times_s=[0, 1, 2])) == "never_reached"


def test_slices_name_what_an_episode_is_about() -> None:
    goals = [
        Goal("language_goal", text="the red chair", tags=("colour",), category="chair"),
        Goal("language_goal", text="a sofa", category="sofa"),
        Goal("language_goal", text="the big chair", tags=("size", "colour"), category="chair"),
    ]
    labels = slices_of(
        made_log(goals=goals, labels={"difficulty": "hard"}, language="hi-IN", distances=[[9] * 3] * 2)
    )
    assert labels == {
        "scene": ("houses-v1/val/1",),
        "body": ("locobot",),
        "language": ("hi-IN",),
        "goals": ("3",),
        "feature": ("colour", "none", "size"),
        "attributes": ("1", "0", "2"),
        "category": ("chair", "sofa"),
        "difficulty": ("hard",),
    }


def test_goals_without_words_have_no_features() -> None:
    assert features_of(goal_at(1.0)) == ()
    assert "feature" not in slices_of(made_log()) and "category" not in slices_of(made_log())
