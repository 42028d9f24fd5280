"""The panorama beside rays and beside the body's own camera, and what faults learn of its surfaces."""

from __future__ import annotations

import math

import numpy as np

from wayproof.corruptions.episode_faults import EpisodeFaults
from wayproof.geometry.incidence import incidence_all_around
from wayproof.geometry.ray_tree import closest_hit
from wayproof.sensor_rigs import Rig, RigPanorama
from wayproof.sensors import sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Condition, Fault, Settings

WIDE, HIGH = 256, 128
AROUND = Settings(
    furthest_depth_m=50.0, rig=Rig("own", panorama=RigPanorama(width_px=WIDE, height_px=HIGH, height_m=0.7))
)


def _read(world: World, state: State, names: list[str], settings: Settings = AROUND) -> dict[str, np.ndarray]:
    rig = SensorRig(world, sensors_for(world.body, names, settings=settings))
    return {name: np.asarray(value) for name, value in rig.read(state, start=state.pose).items()}


def _rays(heading_rad: float) -> np.ndarray:
    """Directions (h, w, 3) of the pixels in the world, by the definition of the picture."""
    azimuth = heading_rad + (0.5 - (np.arange(WIDE) + 0.5) / WIDE) * 2 * math.pi
    elevation = ((0.5 - (np.arange(HIGH) + 0.5) / HIGH) * math.pi)[:, None]
    level = np.cos(elevation)
    return np.stack(
        np.broadcast_arrays(-np.sin(azimuth) * level, np.sin(elevation), -np.cos(azimuth) * level), axis=-1
    )


def test_distances_are_those_of_rays(world: World, states: list[State]) -> None:
    for state in states[:3]:
        seen = _read(world, state, ["panorama_depth"])["panorama_depth"]
        ways = _rays(state.pose.heading_rad).reshape(-1, 3).astype(np.float32)
        eye = np.array([state.pose.x_m, state.pose.y_m + 0.7, state.pose.z_m], np.float32)
        _, found = closest_hit(
            world.ray_tree, np.repeat(eye[None], len(ways), axis=0), ways, max_distance=50.0
        )
        by_rays = found.reshape(HIGH, WIDE)
        close = np.abs(seen - by_rays) < 0.02 * by_rays + 0.01
        assert close.mean() > 0.93  # the rest are edges, where the nearest pixel of a side is another thing
        assert np.median(np.abs(seen - by_rays)) < 5e-3


def test_the_middle_looks_ahead_and_stays_level_when_the_camera_tilts(
    world: World, states: list[State]
) -> None:
    state = states[1]
    tilted = State(state.pose, camera_pitch_rad=0.5)
    level, looking_up = (_read(world, one, ["panorama", "panorama_depth"]) for one in (state, tilted))
    for name, picture in level.items():
        np.testing.assert_array_equal(picture, looking_up[name])
    ahead = Settings(
        furthest_depth_m=50.0,
        width_px=65,
        height_px=65,
        hfov_rad=0.2,
        rig=Rig("own", panorama=RigPanorama(width_px=2048, height_px=1024)),
    )
    both = _read(world, state, ["depth", "panorama_depth"], ahead)
    np.testing.assert_allclose(both["panorama_depth"][512, 1024], both["depth"][32, 32], rtol=0.01)


def test_a_heading_of_the_rig_turns_the_picture_by_whole_columns(world: World, states: list[State]) -> None:
    turned = Settings(
        furthest_depth_m=50.0,
        rig=Rig("t", panorama=RigPanorama(width_px=WIDE, height_px=HIGH, height_m=0.7, heading_deg=90.0)),
    )
    ahead = _read(world, states[2], ["panorama"])["panorama"].astype(int)
    left = _read(world, states[2], ["panorama"], turned)["panorama"].astype(int)
    rolled = np.roll(ahead, WIDE // 4, axis=1)  # what was left of the middle is in the middle now
    assert np.median(np.abs(rolled - left)) <= 1


def test_incidence_is_that_of_a_floor_and_a_ceiling() -> None:
    """Between two level planes the cosine is the sine of the elevation."""
    elevation = ((0.5 - (np.arange(HIGH) + 0.5) / HIGH) * math.pi)[:, None]
    distance = np.broadcast_to(1.2 / np.abs(np.sin(elevation)), (HIGH, WIDE))
    cosines = incidence_all_around(distance)
    expected = np.broadcast_to(np.abs(np.sin(elevation)), (HIGH, WIDE))
    away = np.abs(elevation[:, 0]) > 0.1  # the horizon, where the planes never end, is left out
    np.testing.assert_allclose(cosines[away], expected[away], atol=0.03)
    assert incidence_all_around(np.zeros((4, 8))).tolist() == np.ones((4, 8)).tolist()


def test_faults_of_colour_and_depth_act_on_the_panorama(world: World, states: list[State]) -> None:
    made = sensors_for(world.body, ["rgb", "panorama", "panorama_depth", "lidar"])
    condition = Condition(
        "all", (Fault("speckle_noise", 0.5), Fault("missing_depth", 1.0), Fault("gaussian_depth_noise", 0.5))
    )
    faults = EpisodeFaults(condition, [one.reading.name for one in made], 1, "house", "episode")
    rig = SensorRig(world, made, surfaces=faults.needs_surfaces)
    clean = rig.read(states[0], start=states[0].pose)
    seen = faults.on_readings(clean, rig.contexts(0))
    for name in ("rgb", "panorama", "panorama_depth"):
        assert not np.array_equal(seen[name], clean[name]), name
        assert seen[name].shape == clean[name].shape and seen[name].dtype == clean[name].dtype
    assert seen["lidar"] is clean["lidar"]
