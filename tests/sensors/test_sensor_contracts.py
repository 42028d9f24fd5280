"""What every sensor promises: its readings are what it says of itself, and it says all that is needed."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from wayproof.errors import InvalidInput, UnknownName
from wayproof.sensors import SENSORS, sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Settings

SMALL = Settings(width_px=48, height_px=36, lidar_beams=24)
GOAL = (2.0, 0.0, 1.0)


def test_the_promised_sensors_exist() -> None:
    wanted = {
        "rgb",
        "depth",
        "semantic",
        "instance",
        "lidar",
        "gps",
        "compass",
        "point_goal",
        "bump",
        "speed",
    }
    assert wanted <= set(SENSORS.names())


@pytest.mark.parametrize("name", SENSORS.names())
def test_readings_have_the_shape_type_and_range_that_the_sensor_states(
    name: str, world: World, states: list[State]
) -> None:
    rig = SensorRig(world, sensors_for(world.body, [name], settings=SMALL))
    for state in states:
        readings = rig.read(state, start=states[0].pose, goal_m=GOAL)
        for made in rig.sensors:
            about, value = made.reading, readings[made.reading.name]
            assert value.shape == about.shape and value.dtype == np.dtype(about.dtype)
            assert (value >= np.array(about.low, about.dtype)).all()
            assert (value <= np.array(about.high, about.dtype)).all()


@pytest.mark.parametrize("name", SENSORS.names())
def test_a_sensor_describes_itself_in_full(name: str) -> None:
    kind = SENSORS[name]
    assert kind.summary.endswith(".")
    for made in kind.make(load_body("locobot"), SMALL):
        about = made.reading
        for limits in (about.low, about.high, about.unit):
            assert len(limits) in (1, about.shape[-1])
        assert all(low < high for low, high in zip(about.low, about.high, strict=True))


def test_only_labels_are_privileged() -> None:
    assert [kind.name for kind in SENSORS if kind.privileged] == ["instance", "semantic"]


def test_readings_do_not_share_memory_with_those_of_the_step_before(
    world: World, states: list[State]
) -> None:
    rig = SensorRig(world, sensors_for(world.body, SENSORS.names(), settings=SMALL))
    first = rig.read(states[0], start=states[0].pose, goal_m=GOAL)
    kept = {name: value.copy() for name, value in first.items()}
    rig.read(states[1], start=states[0].pose, goal_m=GOAL)
    for name, value in kept.items():
        np.testing.assert_array_equal(first[name], value)


def test_a_sensor_reads_the_same_alone_and_beside_all_others(world: World, states: list[State]) -> None:
    together = SensorRig(world, sensors_for(world.body, SENSORS.names(), settings=SMALL))
    read = together.read(states[2], start=states[0].pose, goal_m=GOAL)
    for name in SENSORS.names():
        alone = SensorRig(world, sensors_for(world.body, [name], settings=SMALL))
        value = alone.read(states[2], start=states[0].pose, goal_m=GOAL)[name]
        np.testing.assert_array_equal(value, read[name])


def test_an_unknown_sensor_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'depth'"):
        sensors_for(load_body("locobot"), ["detph"])


def test_a_sensor_that_is_named_twice_is_refused() -> None:
    with pytest.raises(InvalidInput, match="only once"):
        sensors_for(load_body("locobot"), ["gps", "gps"])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"width_px": 0}, "width_px is 0; it must be a whole number from 1"),
        ({"height_px": 0}, "height_px is 0; it must be a whole number from 1"),
        ({"hfov_rad": np.pi}, "above 0 and below pi"),
        ({"hfov_rad": float("nan")}, "above 0 and below pi"),
        ({"cameras": ("back",)}, "no camera on body 'locobot' named 'back'"),
        ({"nearest_depth_m": 5.0, "furthest_depth_m": 5.0}, "depth range is 5.0 to 5.0 m"),
        ({"nearest_depth_m": float("nan")}, "depth range is nan"),
        ({"lidar_beams": 0}, "lidar_beams is 0"),
        ({"lidar_field_rad": 7.0}, "lidar_field_rad is 7.0"),
        ({"lidar_range_m": 0.0}, "lidar_range_m is 0.0"),
        ({"lidar_height_m": 2.0}, "body 'locobot' is 0.9 m high"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_a_sentence(
    changes: dict[str, float], sentence: str
) -> None:
    settings = msgspec.structs.replace(SMALL, **changes)
    with pytest.raises((InvalidInput, UnknownName), match=sentence):
        sensors_for(load_body("locobot"), SENSORS.names(), settings=settings)


def test_a_point_goal_without_a_goal_is_an_error(world: World, states: list[State]) -> None:
    rig = SensorRig(world, sensors_for(world.body, ["point_goal"]))
    with pytest.raises(InvalidInput, match="leave the sensor out"):
        rig.read(states[0], start=states[0].pose)
