"""Plain means: what is defined counts, what is undefined is counted; parts are told apart."""

import math

import msgspec
import pytest
from made_logs import PROTOCOL, goal_at, made_log, straight

from wayproof.errors import InvalidInput, UnknownName
from wayproof.metrics.scores import score_all
from wayproof.results.mean_rows import Mean, failure_counts, label_rows, mean_of, mean_rows
from wayproof.results.part import parts_of_logs
from wayproof.spec import differences
from wayproof.vocabulary import Goal

GOOD, DETOUR, BAD = straight(0, 3), straight(0, -1.5, 3), straight(0, 1)


def logs_of(condition: str, *ways, **more):
    return [
        made_log(way, condition=condition, id=f"e{number}", shortest_length_m=3.0, **more)
        for number, way in enumerate(ways)
    ]


def rows_of(logs, metrics=None):
    return [row for part in parts_of_logs(logs, metrics) for row in mean_rows(part)]


def test_a_row_per_condition_with_means_by_hand() -> None:
    rows = rows_of([*logs_of("clean", GOOD, DETOUR, BAD, BAD), *logs_of("fog", BAD, BAD, BAD, BAD)])
    assert [row["condition"] for row in rows] == ["clean", "fog"]
    clean, fog = rows
    assert (clean["n"], clean["sr"]) == (4, 0.5)
    assert clean["spl"] == pytest.approx((1 + 1 / 2) / 4)
    assert fog["sr"] == 0.0 and fog["spl"] == 0.0
    assert clean["undefined"]["time_to_goal"] == 2 and fog["time_to_goal"] is None
    assert "hfs" not in clean and "ndtw" not in clean  # undefined for all
    assert list(clean)[:7] == ["condition", "n", "missing", "invalid", "agent_faults", "sr", "spl"]


def test_what_is_undefined_is_left_out_and_counted() -> None:
    assert mean_of([1.0, None, 0.0, None]) == Mean(0.5, 2, 2)
    assert mean_of([None]) == Mean(None, 0, 1) and mean_of([]) == Mean(None, 0, 0)
    unreachable = made_log(GOOD, id="e9", shortest_length_m=math.inf)
    row = rows_of([*logs_of("clean", GOOD, BAD), unreachable], ["success", "spl"])[0]
    assert row["spl"] == 0.5 and row["undefined"] == {"spl": 1} and row["sr"] == pytest.approx(2 / 3)


def test_faults_are_counted_apart() -> None:
    broken = [
        made_log(GOOD, id="a", reason="invalid"),
        made_log(GOOD, id="b", reason="agent_error"),
        made_log(GOOD, id="c"),
    ]
    row = rows_of(broken)[0]
    assert (row["invalid"], row["agent_faults"]) == (1, 1) and row["sr"] == pytest.approx(1 / 3)


def test_no_logs_make_no_rows() -> None:
    assert rows_of([]) == [] and failure_counts([]) == {}


def test_slices_group_by_label_and_condition() -> None:
    logs = [
        made_log(GOOD, id="a", labels={"difficulty": "easy"}),
        made_log(BAD, id="b", labels={"difficulty": "hard"}),
        made_log(BAD, id="b", labels={"difficulty": "hard"}, condition="fog"),
        made_log(BAD, id="c"),
    ]
    (part,) = parts_of_logs(logs)
    rows = label_rows(part, "difficulty")
    assert [(row["difficulty"], row["condition"], row["n"], row["sr"]) for row in rows] == [
        ("easy", "clean", 1, 1.0),
        ("hard", "clean", 1, 0.0),
        ("hard", "fog", 1, 0.0),
    ]
    with pytest.raises(InvalidInput, match="no episode has a label of kind 'room'.*difficulty"):
        label_rows(part, "room")


def test_goals_are_counted_by_the_words_they_use() -> None:
    """Three goals in one episode: the red chair is found, the big red sofa and the lamp are not."""
    goals = [
        Goal("language_goal", position_m=(0, 0, 0), text="red chair", tags=("colour",), instances=(4,)),
        Goal(
            "language_goal",
            position_m=(9, 0, 0),
            text="big red sofa",
            tags=("size", "colour"),
            instances=(5,),
        ),
        Goal("language_goal", position_m=(9, 0, 0), text="lamp", instances=(6, 7)),
    ]
    protocol = msgspec.structs.replace(PROTOCOL, task="language_goals")
    (part,) = parts_of_logs([made_log(straight(0, 0), goals=goals, actions=["found"], protocol=protocol)])

    def told(kind: str) -> list[tuple[str, int, float]]:
        return [(row[kind], row["n"], row["goal_success"]) for row in label_rows(part, kind)]

    assert told("feature") == [("colour", 2, 0.5), ("none", 1, 0.0), ("size", 1, 0.0)]
    assert told("attributes") == [("0", 1, 0.0), ("1", 1, 1.0), ("2", 1, 0.0)]
    assert told("candidates") == [("1", 2, 0.5), ("2", 1, 0.0)]
    assert told("scene") == [("houses-v1/val/1", 3, pytest.approx(1 / 3))]
    assert label_rows(part, "feature")[0]["goal_spl"] is None  # no shortest way is known


def test_failures_are_counted_by_mode() -> None:
    assert failure_counts(logs_of("fog", GOOD, BAD, BAD)) == {"fog": {"premature_stop": 2, "none": 1}}


def test_differences_are_told_field_by_field() -> None:
    other = msgspec.structs.replace(PROTOCOL, body="h1", sources={"x": "y"})
    assert differences(PROTOCOL, other, but="sources") == ["body is 'locobot' against 'h1'"]
    assert len(differences(PROTOCOL, other)) == 2


def test_several_agents_and_protocols_make_several_parts() -> None:
    other = msgspec.structs.replace(PROTOCOL, turn_rad=0.25)
    parts = parts_of_logs([made_log(), made_log(agent="other"), made_log(protocol=other)])
    assert [part.agent for part in parts] == ["made", "other", "made"]
    assert len({part.protocol for part in parts}) == 2


def test_a_trial_twice_is_refused() -> None:
    with pytest.raises(InvalidInput, match="two logs of episode 'e1', repeat 0, under 'clean'"):
        parts_of_logs([made_log(), made_log()])
    assert rows_of([made_log(), made_log(repeat=1)])[0]["n"] == 2


def test_an_unknown_metric_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'success'"):
        score_all(made_log(), ["sucess"])


def test_a_mixture_of_one_and_several_goals_has_one_table() -> None:
    several = made_log(straight(0, 0), goals=[goal_at(0.0), goal_at(9.0)], actions=["found"], id="e2")
    row = rows_of([made_log(GOOD), several])[0]
    assert row["goals_reached"] == pytest.approx((1 + 0.5) / 2) and row["sr"] == 0.5
