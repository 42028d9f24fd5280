"""Faults of the view, drawn from true poses: a knocked camera, rows read late, a long exposure."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as changed

from wayproof.camera_change import AS_MOUNTED, CameraChange
from wayproof.corruptions.episode_faults import EpisodeFaults
from wayproof.corruptions.stream import start
from wayproof.navigation.free_points import sample_points
from wayproof.seeding import generator_for
from wayproof.sensors import sensors_for
from wayproof.sensors.other_views import state_at
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Condition, Fault, Pose, Settings

SETTINGS = Settings(width_px=48, height_px=36)


@pytest.fixture(scope="module")
def passed(world: World) -> tuple[State, ...]:
    """A turn of 30 degrees to the left within a second."""
    start = world.simulator().start(Pose(*sample_points(world.free, generator_for(3), 1)[0].tolist(), 0.4))
    turned = changed(start.pose, heading_rad=0.4 + math.radians(30.0))
    return start, changed(start, pose=turned, time_s=1.0, step=1)


def rig_in(world: World) -> SensorRig:
    return SensorRig(world, sensors_for(world.body, ("rgb", "depth"), settings=SETTINGS), surfaces=True)


def seen_under(rig: SensorRig, passed: tuple[State, ...], *names: str) -> dict[str, np.ndarray]:
    """What the last state shows under faults at full severity."""
    clean = rig.read(passed[-1], start=passed[0].pose, passed=passed)
    condition = Condition("faulty", tuple(Fault(name, 1.0) for name in names))
    faults = EpisodeFaults(condition, list(clean), 0, "house", "1")
    return dict(faults.on_readings(clean, rig.contexts(passed[-1].step)))


def test_a_view_as_mounted_is_the_reading_itself(world: World, passed: tuple[State, ...]) -> None:
    rig = rig_in(world)
    clean = rig.read(passed[-1], start=passed[0].pose, passed=passed)
    for name, context in rig.contexts(1).items():
        assert np.array_equal(context.retake(AS_MOUNTED), clean[name])


def test_a_camera_turned_on_its_mast_sees_what_a_turned_body_sees(
    world: World, passed: tuple[State, ...]
) -> None:
    centred = load_body("locobot")
    mounts = tuple(changed(mount, forward_m=0.0, left_m=0.0) for mount in centred.cameras)
    here = World(world.scene, changed(centred, cameras=mounts))
    rig = rig_in(here)
    clean = rig.read(passed[0], start=passed[0].pose)
    seen = rig.contexts(0)["depth"].retake(CameraChange(turn_left_rad=math.radians(30.0)))
    expected = rig_in(here).read(passed[1], start=passed[0].pose)["depth"]
    np.testing.assert_allclose(seen, expected, atol=1e-5)
    assert not np.array_equal(seen, clean["depth"])


def test_a_view_of_half_a_second_ago_is_from_half_the_way(world: World, passed: tuple[State, ...]) -> None:
    rig = rig_in(world)
    rig.read(passed[-1], start=passed[0].pose, passed=passed)
    seen = rig.contexts(1)["rgb"].retake(CameraChange(seconds_ago=0.5))
    halfway = changed(
        passed[0], pose=changed(passed[0].pose, heading_rad=0.4 + math.radians(15.0)), time_s=0.5
    )
    assert np.array_equal(seen, rig_in(world).read(halfway, start=passed[0].pose)["rgb"])


def test_states_between_states_take_the_short_way_round_and_hold_at_both_ends() -> None:
    first = State(Pose(0.0, 0.0, 0.0, 3.0), time_s=0.0)
    last = State(Pose(1.0, 0.0, 2.0, -3.0), time_s=2.0)
    middle = state_at((first, last), 1.0)
    assert (middle.pose.x_m, middle.pose.z_m) == (0.5, 1.0)
    assert abs(math.remainder(middle.pose.heading_rad - math.pi, math.tau)) < 1e-9
    assert state_at((first, last), -1.0) == first and state_at((first, last), 5.0) == last
    assert state_at((first,), 0.3) == first


def test_a_knocked_camera_sees_colours_and_depth_from_one_view(
    world: World, passed: tuple[State, ...]
) -> None:
    rig = rig_in(world)
    seen = seen_under(rig, passed, "camera_pose_shift")
    clean = rig.read(passed[-1], start=passed[0].pose, passed=passed)
    assert not np.array_equal(seen["rgb"], clean["rgb"])
    moved = seen["depth"]
    # Draw depth from the change that the colours had: it must be the depth that was seen.
    from wayproof.corruptions.stream import start

    changes: list[CameraChange] = []
    stream = start("camera_pose_shift", 1.0, seed=0, scene="house", episode="1")
    context = rig.contexts(1)["rgb"]

    def noting(change: CameraChange) -> np.ndarray:
        changes.append(change)
        return context.retake(change)

    assert np.array_equal(stream(clean["rgb"], context=replace(context, retake=noting)), seen["rgb"])
    assert np.array_equal(rig.contexts(1)["depth"].retake(changes[0]), moved)
    turned = math.hypot(changes[0].turn_left_rad, changes[0].tilt_up_rad, changes[0].roll_rad)
    assert math.degrees(turned) == pytest.approx(10.0)
    assert math.hypot(changes[0].right_m, changes[0].up_m, changes[0].back_m) == pytest.approx(0.05)


def test_misaligned_depth_leaves_the_colours_alone(world: World, passed: tuple[State, ...]) -> None:
    rig = rig_in(world)
    seen = seen_under(rig, passed, "depth_misalignment")
    clean = rig.read(passed[-1], start=passed[0].pose, passed=passed)
    assert np.array_equal(seen["rgb"], clean["rgb"]) and not np.array_equal(seen["depth"], clean["depth"])


@pytest.mark.parametrize("name", ["rolling_shutter", "exposure_blur"])
def test_a_body_at_rest_takes_sharp_pictures(world: World, passed: tuple[State, ...], name: str) -> None:
    rig = rig_in(world)
    still = (passed[0], changed(passed[0], time_s=1.0, step=1))
    clean = rig.read(still[-1], start=still[0].pose, passed=still)
    assert np.array_equal(seen_under(rig, still, name)["rgb"], clean["rgb"])


def test_rows_read_late_show_where_the_camera_was_before(world: World, passed: tuple[State, ...]) -> None:
    rig = rig_in(world)
    seen = seen_under(rig, passed, "rolling_shutter")["rgb"]
    rig.read(passed[-1], start=passed[0].pose, passed=passed)
    for band in range(12):
        ago_s = 0.15 * (1.0 - (band + 0.5) / 12)
        rows = slice(3 * band, 3 * band + 3)
        before = rig.contexts(1)["rgb"].retake(CameraChange(seconds_ago=ago_s))
        assert np.array_equal(seen[rows], before[rows])


def test_a_long_exposure_is_the_mean_of_its_instants(world: World, passed: tuple[State, ...]) -> None:
    rig = rig_in(world)
    seen = seen_under(rig, passed, "exposure_blur")["rgb"].astype(float)
    rig.read(passed[-1], start=passed[0].pose, passed=passed)
    context = rig.contexts(1)["rgb"]
    instants = [context.retake(CameraChange(seconds_ago=0.15 * k / 7)) / 255.0 for k in range(8)]
    expected = 255.0 * np.mean([picture**2.2 for picture in instants], axis=0) ** (1 / 2.2)
    np.testing.assert_allclose(seen, expected, atol=0.51)


def test_faults_of_the_view_act_through_each_other_whatever_their_order(
    world: World, passed: tuple[State, ...]
) -> None:
    """A knocked camera whose rows are read late: each band is drawn from a knocked earlier view."""
    rig = rig_in(world)
    one = seen_under(rig, passed, "camera_pose_shift", "rolling_shutter")["rgb"]
    other = seen_under(rig, passed, "rolling_shutter", "camera_pose_shift")["rgb"]
    alone = [seen_under(rig, passed, name)["rgb"] for name in ("camera_pose_shift", "rolling_shutter")]
    assert np.array_equal(one, other)
    assert not any(np.array_equal(one, picture) for picture in alone)


def test_fog_hides_what_is_far_by_the_true_depth(world: World, passed: tuple[State, ...]) -> None:
    rig = rig_in(world)
    seen = seen_under(rig, passed, "fog_by_depth")["rgb"].astype(float)
    clean = rig.read(passed[-1], start=passed[0].pose, passed=passed)
    depth = rig.frames[rig.sensors[0].mount.name].depth_m
    clear = np.exp(-3.912 / 3.0 * np.where(depth > 0, depth, 1000.0))[:, :, None]
    np.testing.assert_allclose(seen, clean["rgb"] * clear + 204.0 * (1 - clear), atol=0.6)


def test_fog_after_a_shift_uses_the_depth_of_the_shifted_camera(
    world: World, passed: tuple[State, ...]
) -> None:
    rig = rig_in(world)
    both = seen_under(rig, passed, "camera_pose_shift", "fog_by_depth")["rgb"]
    shifted = seen_under(rig, passed, "camera_pose_shift")
    context = rig.contexts(1)["rgb"]
    fog = start("fog_by_depth", 1.0, scene="house", episode="1")
    own = fog(shifted["rgb"], step=1, context=replace(context, depth_m=shifted["depth"]))
    assert np.array_equal(both, own)
    assert not np.array_equal(both, fog(shifted["rgb"], step=1, context=context))
