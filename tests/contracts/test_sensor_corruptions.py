"""What every fault of position, heading and motion sensing promises, and what each of them does."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.vocabulary import BODY_MODALITIES, Context

PAGE = Path(__file__).resolve().parents[2] / "docs/concepts/corruptions-sensors.md"
SENSORS = [one for one in CORRUPTIONS if one.modality in BODY_MODALITIES]
CASES = [(one, modality) for one in SENSORS for modality in one.modalities]
each = pytest.mark.parametrize("corruption", SENSORS, ids=lambda one: one.name)
each_case = pytest.mark.parametrize(
    ("corruption", "modality"), CASES, ids=[f"{one.name}-{modality}" for one, modality in CASES]
)
STEPS = 20
GOAL = (8.0, 3.0)  # ahead and right of the start


def place(step: int) -> tuple[float, float, float]:
    """A bend to the left."""
    return (0.25 * step, -0.02 * step * step, 0.08 * step)


def reading(modality: str, at: tuple[float, float, float], step: int = 0) -> NDArray[np.float32]:
    """What a perfect sensor says at a place."""
    ahead, right, heading = at
    if modality == "gps":
        return np.array([ahead, right], np.float32)
    if modality == "compass":
        return np.array([math.remainder(heading, math.tau)], np.float32)
    if modality == "point_goal":
        to_ahead, to_right = GOAL[0] - ahead, GOAL[1] - right
        left = math.remainder(math.atan2(-to_right, to_ahead) - heading, math.tau)
        return np.array([math.hypot(to_ahead, to_right), left], np.float32)
    rows = np.zeros((10, 7), np.float32)
    rows[:, 0] = 0.01 * (5 * step + np.arange(10))  # five rows are new at each step
    return rows


def played(
    corruption: Corruption, modality: str, severity: float, *, seed: int = 0, known: bool = True
) -> list[NDArray[np.float32]]:
    stream = start(corruption.name, severity, seed=seed, scene="house", episode="1")
    return [
        stream(
            reading(modality, place(step), step),
            step=step,
            context=Context(step=step, reading=modality, true_place=place(step) if known else None),
        )
        for step in range(STEPS)
    ]


def clean(modality: str) -> list[NDArray[np.float32]]:
    return [reading(modality, place(step), step) for step in range(STEPS)]


def test_the_catalogue_holds_these() -> None:
    assert [one.name for one in SENSORS] == ["compass_noise", "gps_noise", "imu_noise", "odometry_drift"]


@each
def test_it_explains_itself_and_the_page_gives_every_constant(corruption: Corruption) -> None:
    page = PAGE.read_text()
    assert corruption.summary.endswith(".") and corruption.constants and f"`{corruption.name}`" in page
    for name, value in corruption.constants.items():
        assert "ours" in value and f"| {name} | {value} |" in page


@each_case
@pytest.mark.parametrize("known", [True, False], ids=["in a run", "alone"])
def test_readings_keep_their_form_and_are_changed(corruption: Corruption, modality: str, known: bool) -> None:
    shown = played(corruption, modality, 1.0, known=known)
    for one, true in zip(shown, clean(modality), strict=True):
        assert one.shape == true.shape and one.dtype == np.float32 and np.isfinite(one).all()
    assert any(not np.array_equal(one, true) for one, true in zip(shown, clean(modality), strict=True))


@each_case
def test_severity_zero_changes_nothing_and_a_seed_decides_all(corruption: Corruption, modality: str) -> None:
    assert np.array_equal(played(corruption, modality, 0.0), clean(modality))
    assert np.array_equal(played(corruption, modality, 0.7), played(corruption, modality, 0.7))
    drawn = {np.array(played(corruption, modality, 0.7, seed=seed)).tobytes() for seed in range(12)}
    assert len(drawn) > 1


@each_case
def test_errors_grow_with_severity(corruption: Corruption, modality: str) -> None:
    errors = []
    for severity in (0.05, 0.2, 0.4, 0.6, 0.8, 1.0):
        shown = [played(corruption, modality, severity, seed=seed) for seed in range(6)]
        errors.append(np.abs(np.array(shown) - np.array(clean(modality))).mean())
    assert errors[0] > 0 and all(later > sooner for sooner, later in pairwise(errors))


def test_gps_noise_has_the_spread_that_is_written() -> None:
    stream = start("gps_noise", 0.6)
    context = Context(reading="gps", true_place=(0.0, 0.0, 0.0))
    errors = [stream(np.zeros(2, np.float32), step=step, context=context) for step in range(3000)]
    assert np.std(errors) == pytest.approx(0.2, rel=0.05) and abs(np.mean(errors)) < 0.01


def test_compass_noise_has_the_offset_and_the_spread_that_are_written() -> None:
    stream = start("compass_noise", 0.6)
    context = Context(reading="compass", true_place=(0.0, 0.0, 0.0))
    errors = np.degrees([stream(np.zeros(1, np.float32), step=step, context=context) for step in range(3000)])
    assert abs(errors.mean()) == pytest.approx(4.0, rel=0.05) and errors.std() == pytest.approx(4.0, rel=0.05)


@pytest.mark.parametrize("seed", range(8))
def test_a_straight_way_is_reckoned_too_long_or_short_and_veers(seed: int) -> None:
    """Ten metres at severity 1: lengths 10 % wrong, heading 5 degrees per metre wrong."""
    streams = {name: start("odometry_drift", 1.0, seed=seed) for name in ("gps", "compass")}
    for step in range(1001):
        context = Context(step=step, true_place=(0.01 * step, 0.0, 0.0))
        gps = streams["gps"](
            np.array([0.01 * step, 0.0]), step=step, context=Context(**{**vars(context), "reading": "gps"})
        )
        heading = streams["compass"](
            np.zeros(1), step=step, context=Context(**{**vars(context), "reading": "compass"})
        )
    turned = float(heading[0])
    assert abs(turned) == pytest.approx(math.radians(50.0), rel=0.01)
    # An arc of constant bend: its chord follows from its length and angle.
    chord = math.hypot(*gps)
    length = chord / (2 * math.sin(abs(turned) / 2) / abs(turned))
    assert length == pytest.approx(11.0, rel=0.01) or length == pytest.approx(9.0, rel=0.01)
    assert math.copysign(1.0, -gps[1]) == math.copysign(1.0, turned)  # it bends to where it turns


@given(
    true=st.tuples(st.floats(-5, 5), st.floats(-5, 5), st.floats(-3, 3)),
    error=st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)),
)
def test_the_way_to_the_goal_is_worked_out_from_the_believed_place(
    true: tuple[float, float, float], error: tuple[float, float, float]
) -> None:
    from wayproof.corruptions.sensors.believed_place import Place, believed

    place = tuple(a + b for a, b in zip(true, error, strict=True))
    context = Context(reading="point_goal", true_place=true)
    shown = believed(reading("point_goal", true), context, Place(*true), Place(*place))
    expected = reading("point_goal", place)
    assert shown[0] == pytest.approx(expected[0], abs=1e-4)
    if expected[0] > 0.1:
        assert math.remainder(shown[1] - expected[1], math.tau) == pytest.approx(0.0, abs=1e-3)


def test_an_imu_sample_keeps_its_error_in_every_reading_and_times_stay_true() -> None:
    shown, true = played(CORRUPTIONS["imu_noise"], "imu", 1.0), clean("imu")
    for step in range(STEPS - 1):
        assert np.array_equal(shown[step][5:], shown[step + 1][:5])
        assert np.array_equal(shown[step][:, 0], true[step][:, 0])


@pytest.mark.parametrize(
    ("name", "wrong", "reading_name", "advice"),
    [
        ("gps_noise", np.zeros(1), "gps", r"\(2,\)"),
        ("gps_noise", [0.0, 0.0], "gps", "NumPy array"),
        ("compass_noise", np.zeros(1), "lidar", "gps, compass, point_goal"),
        ("imu_noise", np.zeros((3, 6)), "imu", r"\(samples, 7\)"),
    ],
)
def test_what_is_no_such_reading_is_refused(name: str, wrong: object, reading_name: str, advice: str) -> None:
    with pytest.raises(InvalidInput, match=advice):
        start(name, 1.0)(wrong, context=Context(reading=reading_name))
