"""Retention: PRS plain and clipped, undefined with a reason, over twins."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import made_log, straight

from wayproof.errors import InvalidInput
from wayproof.results.pairs import twins_by_condition
from wayproof.results.retention_of_means import relative_drop, retained, retention

GOOD, BAD = straight(0, 3), straight(0, 1)
shares = st.floats(0.0, 1.0)


def logs_of(condition: str, *ways, **more):
    return [
        made_log(way, condition=condition, id=f"e{number}", shortest_length_m=3.0, **more)
        for number, way in enumerate(ways)
    ]


def test_by_hand() -> None:
    found = retained(0.5, {"fog": 0.25, "flare": 0.75})
    assert found.value == 1.0 and found.clipped == 0.75
    assert found.ratios == {"fog": 0.5, "flare": 1.5} and found.undefined == ""


@pytest.mark.parametrize(
    ("clean", "corrupted", "reason"),
    [
        (0.0, {"fog": 0.5}, "the clean mean is 0"),
        (None, {"fog": 0.5}, "no mean under clean conditions"),
        (0.5, {"fog": None, "flare": 0.5}, "no mean under fog"),
        (0.5, {}, "no corrupted condition"),
    ],
)
def test_what_is_undefined_says_why(clean, corrupted, reason) -> None:
    found = retained(clean, corrupted)
    assert found.value is None and found.clipped is None and reason in found.undefined


@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf])
def test_numbers_that_cannot_be_retained_are_refused(value: float) -> None:
    with pytest.raises(InvalidInput, match="finite numbers from 0 up"):
        retained(0.5, {"fog": value})


@given(st.floats(0.01, 1.0), st.lists(shares, min_size=1, max_size=6), st.floats(0.1, 10.0))
def test_retention_is_a_mean_of_ratios_without_a_unit(clean, values, scale) -> None:
    corrupted = dict(enumerate(values))
    found = retained(clean, corrupted)
    assert found.value == pytest.approx(math.fsum(values) / len(values) / clean)
    scaled = retained(clean * scale, {name: value * scale for name, value in corrupted.items()})
    assert scaled.value == pytest.approx(found.value) and scaled.clipped == pytest.approx(found.clipped)
    assert 0.0 <= found.clipped <= min(1.0, found.value + 1e-12)


def test_of_twins() -> None:
    logs = [
        *logs_of("clean", GOOD, GOOD, BAD, BAD),
        *logs_of("fog", GOOD, BAD, BAD, BAD),
        *logs_of("flare", GOOD, GOOD, GOOD, BAD),
    ]
    found = retention(twins_by_condition(logs))
    assert found.ratios == {"fog": 0.5, "flare": 1.5}
    assert found.value == 1.0 and found.clipped == 0.75
    assert retention(twins_by_condition(logs), "spl").value == 1.0


def test_a_condition_with_fewer_episodes_stands_beside_its_own_twins() -> None:
    logs = [*logs_of("clean", BAD, GOOD), *logs_of("fog", BAD, GOOD)[1:]]
    assert retention(twins_by_condition(logs)).value == 1.0


def test_nothing_to_retain_is_said_with_the_condition() -> None:
    logs = [*logs_of("clean", BAD), *logs_of("fog", GOOD)]
    found = retention(twins_by_condition(logs))
    assert found.value is None and found.undefined == "fog: the clean mean is 0: there is nothing to retain"
    assert retention({}).undefined == "no corrupted condition"


def test_the_relative_drop() -> None:
    assert relative_drop(0.8, 0.2) == pytest.approx(0.75)
    assert relative_drop(0.5, 0.75) == pytest.approx(-0.5)
    assert (
        relative_drop(0.0, 0.5) is None
        and relative_drop(None, 0.5) is None
        and relative_drop(0.5, None) is None
    )
