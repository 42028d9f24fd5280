"""Every metric of the catalogue, on every log: a finite number within its bounds, or None."""

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_logs import CONSTRAINTS, hostile_logs, logs, made_log, straight

import wayproof.metrics
from wayproof.log import EpisodeLog, decode_log, encode_log
from wayproof.metrics import METRICS
from wayproof.metrics.failure_mode import MODES, failure_mode
from wayproof.metrics.scores import score_all, score_goals
from wayproof.vocabulary import Goal

HOSTILE = hostile_logs()
# A step over a border changes these: people are in single precision, and constraints stay where they were.
BY_BORDERS = """
    hfs hfr hfr_walking sii csr_ratio csr_all_in_order sgc sgc_without_markers sgc_walking constraint_kept
""".split()
NEVER_NONE = ("path_length", "steps", "collisions", "collisions_per_metre")


def check(log: EpisodeLog) -> None:
    """All of them, also those that are meant for other tasks."""
    for metric in METRICS:
        value = metric.score(log)
        if value is None:
            assert metric.name not in NEVER_NONE
            continue
        assert isinstance(value, float) and math.isfinite(value), metric.name
        assert metric.low is None or value >= metric.low, (metric.name, value)
        assert metric.high is None or value <= metric.high + 1e-12, (metric.name, value)


def every_score(log: EpisodeLog) -> dict[str, float | None]:
    return {metric.name: metric.score(log) for metric in METRICS}


@pytest.mark.parametrize("name", HOSTILE)
def test_metrics_are_total_on_hostile_logs(name: str) -> None:
    check(HOSTILE[name])
    assert failure_mode(HOSTILE[name]) in MODES


BROKEN = ("pose", "time_s", "travelled_m", "people")


@pytest.mark.parametrize("array", BROKEN)
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_log_with_a_state_that_is_no_number_has_no_score(array: str, value: float) -> None:
    for log in (*HOSTILE.values(), full_log()):
        states = getattr(log.steps, array).copy()
        if states.size == 0:
            continue
        states.flat[-1] = value
        broken = msgspec.structs.replace(log, steps=msgspec.structs.replace(log.steps, **{array: states}))
        assert {name: value for name, value in score_all(broken).items() if value is not None} == {}
        assert all(value is None for values in score_goals(broken).values() for value in values)
        assert failure_mode(broken) in MODES


def test_the_full_log_has_most_scores() -> None:
    """So that the test above takes away what is there."""
    known = [name for name, value in score_all(full_log()).items() if value is not None]
    assert len(known) > 30


def full_log() -> EpisodeLog:
    """A log for which nearly every metric is defined."""
    goals = [
        Goal("follow_person", person=0, shortest_length_m=2.0),
        Goal("question", position_m=(2.0, 0.0, 0.0), answer="two", shortest_length_m=1.0),
    ]
    people = np.array([[(9.0, 0.0, -2.0 - state, 0.0), (1.0, 0.0, 1.0, 0.0)] for state in range(4)])
    return made_log(
        straight(0, 1, 2),
        goals=goals,
        actions=["forward", "found"],
        end="answer",
        texts=["", "two"],
        people=people,
        people_ways_m=(((9.0, 0.0, -2.0), (9.0, 0.0, -5.0)),),
        constraints=CONSTRAINTS,
        reference_path_m=tuple(straight(0, 1, 2)),
        task="mission",
        shortest_length_m=2.0,
    )


@given(logs())
@settings(max_examples=150)
def test_metrics_are_finite_and_within_their_bounds(log: EpisodeLog) -> None:
    check(log)


@given(logs())
def test_scores_survive_writing_and_reading(log: EpisodeLog) -> None:
    assert every_score(decode_log(encode_log(log))) == every_score(log)


@given(logs())
@settings(max_examples=150)
def test_the_order_between_metrics_holds(log: EpisodeLog) -> None:
    scores = every_score(log)

    def at_most(low: str, high: str) -> None:
        if scores[low] is not None and scores[high] is not None:
            assert scores[low] <= scores[high] + 1e-9, (low, high)

    at_most("spl", "success")
    at_most("success", "oracle_success")
    at_most("success", "goals_reached")
    at_most("sdtw", "ndtw")
    at_most("csr_all_in_order", "csr_ratio")
    at_most("sgc_without_markers", "sgc")
    by_goal = [METRICS[name].by_goal for name in ("goal_spl", "goal_success")]
    for spl, success in zip(*(of(log) for of in by_goal if of is not None), strict=True):
        assert spl is None or success is None or spl <= success + 1e-9
    at_most("eqa_strict", "eqa_accuracy")
    at_most("minimum_distance", "distance_to_goal")
    at_most("latency_p50_ms", "latency_p95_ms")
    assert (failure_mode(log) == "none") == (scores["success"] == 1.0)
    if len(log.episode.goals) == 1 and log.episode.goals[0].answer is None:
        assert scores["sr_goal_stop"] == scores["success"]
        assert scores["osr_final_goal"] == scores["oracle_success"]


@given(logs(), st.lists(st.floats(0.0, 5.0), min_size=30, max_size=30))
def test_a_longer_way_never_raises_spl(log: EpisodeLog, detours: list[float]) -> None:
    longer = log.steps.travelled_m + np.cumsum(detours)[: len(log.steps.travelled_m)]
    slower = msgspec.structs.replace(log, steps=msgspec.structs.replace(log.steps, travelled_m=longer))
    for name in ("spl", "soft_spl"):
        before, after = METRICS[name].score(log), METRICS[name].score(slower)
        assert (before is None and after is None) or after <= before + 1e-12


@given(logs(), st.floats(-3.0, 3.0), st.tuples(st.floats(-50, 50), st.floats(-50, 50)))
def test_scores_do_not_depend_on_where_the_world_lies(log, turn_rad, shift) -> None:
    before, after = every_score(log), every_score(moved(log, turn_rad, shift))
    for name, value in before.items():
        if value is None:
            assert after[name] is None
        elif name not in BY_BORDERS:
            assert after[name] == pytest.approx(value, abs=1e-6), name


def moved(log: EpisodeLog, turn_rad: float, shift: tuple[float, float]) -> EpisodeLog:
    """The same episode in a world turned about +y and shifted."""
    cos, sin = math.cos(turn_rad), math.sin(turn_rad)
    rotation = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    offset = np.array([shift[0], 0.0, shift[1]])
    pose = log.steps.pose.copy()
    pose[:, :3] = pose[:, :3] @ rotation.T + offset
    pose[:, 3] += turn_rad
    people = log.steps.people.copy()
    people[..., :3] = people[..., :3] @ rotation.T + offset
    path = tuple(tuple(rotation @ np.array(point) + offset) for point in log.episode.reference_path_m)
    return msgspec.structs.replace(
        log,
        steps=msgspec.structs.replace(log.steps, pose=pose, people=people),
        episode=msgspec.structs.replace(log.episode, reference_path_m=path),
    )


def test_the_catalogue_says_what_each_metric_is() -> None:
    for metric in METRICS:
        assert metric.summary.endswith(".") and metric.unit and metric.source, metric.name
        assert metric.better in ("higher", "lower", "neither")
        text = metric.score.__doc__ or ""
        assert "None" in text, f"{metric.name} does not say when it is undefined"


def test_the_metrics_asked_for_are_there() -> None:
    asked = """
        success sr_goal_stop goals_reached spl soft_spl oracle_success osr_final_goal distance_to_goal
        minimum_distance path_length steps collisions collisions_per_metre time_to_goal latency_p50_ms
        latency_p95_ms stop_failure_positive stop_failure_negative ndtw sdtw cls path_proximity csr_ratio
        csr_all_in_order sgc sgc_without_markers hfs hfr sii constraint_kept eqa_accuracy eqa_strict
        goal_success goal_spl hfr_walking sgc_walking
    """.split()
    assert set(asked) <= set(METRICS.names())


def test_metrics_import_nothing_that_runs_a_world() -> None:
    folder = Path(wayproof.metrics.__file__).parent
    for file in folder.glob("*.py"):
        text = file.read_text()
        assert "wayproof.simulator" not in text and "wayproof.simulator.world" not in text, file.name


def test_a_sequence_of_names_limits_the_scores() -> None:
    log = made_log(straight(0, 1, 2, 3), shortest_length_m=3.0)
    assert score_all(log, ["success", "spl"]) == {"success": 1.0, "spl": 1.0}


def test_metrics_for_other_tasks_are_not_scored() -> None:
    way = {"reference_path_m": tuple(straight(0, 3))}
    described = made_log(straight(0, 3), task="instruction_following", **way)
    assert score_all(described, ["ndtw"]) == {"ndtw": 1.0}
    assert score_all(made_log(straight(0, 3), task="point_goal", **way), ["ndtw"]) == {"ndtw": None}
    assert set(score_all(described)) == set(METRICS.names())
