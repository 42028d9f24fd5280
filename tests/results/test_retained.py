"""What is retained: PRS plain and clipped, by hand and by another formula; undefined with a reason."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import made_log, straight

from wayproof.results.estimates.retention import score_of_means
from wayproof.results.metric_result import metric_result
from wayproof.results.part import parts_of_logs
from wayproof.results.retained import retained, retained_of_base

GOOD, BAD = straight(0, 3), straight(0, 1)


def values_of(*numbers: float) -> dict[tuple[str, str], float]:
    return {("house", f"e{number}"): value for number, value in enumerate(numbers)}


def logs_of(condition: str, *ways):
    return [
        made_log(way, condition=condition, id=f"e{number}", shortest_length_m=3.0)
        for number, way in enumerate(ways)
    ]


def test_by_hand() -> None:
    found = retained(
        "spl", {"clean": values_of(0.5, 0.5), "fog": values_of(0.25, 0.25), "flare": values_of(0.5, 1.0)}
    )
    assert found is not None and found.score.value == 1.0 and found.clipped == 0.75
    assert {row.condition: row.ratio for row in found.rows} == {"fog": 0.5, "flare": 1.5}


def test_of_a_mitigation_the_clean_episodes_of_the_base_count() -> None:
    """It loses half of the clean success and no more under fog: of its own all is retained, else half."""
    mitigated = {"clean": values_of(1.0, 0.0), "fog": values_of(1.0, 0.0)}
    own = retained("success", mitigated)
    base = retained_of_base("success", mitigated, values_of(1.0, 1.0))
    assert own is not None and own.score.value == 1.0
    assert base is not None and base.score.value == 0.5
    assert base.rows[0].clean == 1.0 and base.rows[0].corrupted == 0.5


def test_nothing_to_retain_says_why() -> None:
    found = retained("success", {"clean": values_of(0.0, 0.0), "fog": values_of(0.0, 1.0)})
    assert found is not None and found.score.value is None and found.clipped is None
    assert found.rows[0].ratio is None and "clean performance is 0" in found.cautions[0]
    assert retained("success", {"clean": values_of(1.0)}) is None
    assert retained("success", {"fog": values_of(1.0)}) is None


@given(st.lists(st.lists(st.floats(0.05, 1.0), min_size=3, max_size=3), min_size=2, max_size=5))
def test_retention_is_the_mean_of_ratios_of_means(table) -> None:
    """The reference is the formula for printed means, which knows no episodes."""
    clean, *others = table
    found = retained(
        "spl", {"clean": values_of(*clean), **{str(k): values_of(*row) for k, row in enumerate(others)}}
    )
    means = [math.fsum(row) / 3 for row in table]
    assert found is not None
    assert found.score.value == pytest.approx(score_of_means(means[0], means[1:]))
    assert found.clipped == pytest.approx(score_of_means(means[0], means[1:], clip=True))


def test_of_logs() -> None:
    logs = [
        *logs_of("clean", GOOD, GOOD, BAD, BAD),
        *logs_of("fog", GOOD, BAD, BAD, BAD),
        *logs_of("flare", GOOD, GOOD, GOOD, BAD),
    ]
    (part,) = parts_of_logs(logs)
    for metric in ("success", "spl"):
        found = metric_result(part, metric).retained
        assert found is not None and {row.condition: row.ratio for row in found.rows} == {
            "fog": 0.5,
            "flare": 1.5,
        }
        assert found.score.value == 1.0 and found.clipped == 0.75


def test_a_condition_with_fewer_episodes_stands_beside_its_own_twins() -> None:
    (part,) = parts_of_logs([*logs_of("clean", BAD, GOOD), *logs_of("fog", BAD, GOOD)[1:]])
    found = metric_result(part, "success").retained
    assert found is not None and found.score.value == 1.0 and found.rows[0].n == 1
