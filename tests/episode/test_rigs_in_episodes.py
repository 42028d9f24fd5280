"""Rigs in whole episodes: the brief, existing agents, maps from a moved camera, replay, suites and Python."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from acting import Guided
from gymnasium.utils.env_checker import check_env

from wayproof.agents import AGENTS
from wayproof.agents.mapping.depth_projection import camera_of
from wayproof.agents.moving.navigator import Navigator
from wayproof.api import make_env
from wayproof.component_lists import components
from wayproof.episode.options import RolloutOptions
from wayproof.episode.replay import replay, replayed_world
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput, UnknownName
from wayproof.log import decode_log, encode_log, protocol_hash
from wayproof.sensor_rigs import Rig, RigCamera
from wayproof.sensors.mounted_rig import equipped
from wayproof.sensors.rig_files import rig_setting
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.spec import differences
from wayproof.suites import changed_suite, load_suite, settings_of
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Settings
from wayproof.wire.messages import read_start, start_message

SCENE = "houses-v1/train/1/2-rooms"
SMALL: dict[str, Any] = {"width_px": 64, "height_px": 48}
TURNED = Rig(
    "turned",
    cameras=(RigCamera("eye", height_m=0.5, forward_m=0.15, left_m=-0.05, heading_deg=40, pitch_deg=-15),),
)


def _run(agent: Any, rig: Rig | str | None, most_steps: int = 500) -> Any:
    settings = Settings(**SMALL, rig=rig_setting(rig))
    own = body_under(ROBUSTNAV, load_body("locobot"))
    episode = TASKS["point_goal"].draw(world_named(SCENE, own), ROBUSTNAV, 5, 0).episode
    episode = msgspec.structs.replace(episode, maximum_steps=most_steps)
    world = world_named(SCENE, equipped(own, settings))
    return rollout(world, ROBUSTNAV, episode, agent, options=RolloutOptions(settings))


def test_an_agent_gets_and_is_told_all_cameras_of_the_rig() -> None:
    agent = Guided("rgb", "depth")
    _run(agent, "forward_left_right", 3)
    assert agent.brief is not None
    assert [one.name for one in agent.brief.cameras] == ["forward", "left", "right"]
    assert set(agent.observations[0].readings) == {
        *("rgb", "rgb_left", "rgb_right", "depth", "depth_left", "depth_right")
    }
    sent, seed = read_start(start_message(agent.brief, 7, 1))
    assert (sent, seed) == (agent.brief, 7)
    plain = Guided("rgb", "depth")
    _run(plain, None, 3)
    assert plain.brief is not None and plain.brief.cameras == ()
    assert msgspec.structs.replace(agent.brief, cameras=()) == plain.brief


@pytest.mark.parametrize("name", ["map_and_plan", "forward_only"])
def test_agents_with_one_eye_do_the_same_with_three(name: str) -> None:
    one, three = (_run(AGENTS[name](), rig) for rig in (None, "forward_left_right"))
    np.testing.assert_array_equal(one.steps.action, three.steps.action)
    np.testing.assert_array_equal(one.steps.pose, three.steps.pose)
    assert protocol_hash(one.comparable) != protocol_hash(three.comparable)
    assert differences(one.comparable, three.comparable)


def test_a_log_with_a_rig_is_read_back_and_replayed_bit_by_bit() -> None:
    log = decode_log(encode_log(_run(Guided("rgb", "panorama_depth", "imu"), "body", 12)))
    for step, lived in enumerate(replay(log, replayed_world(log))):
        assert lived.observed is not None and step < len(log.steps.pose)
    turned = decode_log(encode_log(_run(Guided("depth"), TURNED, 4)))
    assert turned.comparable.settings.rig == TURNED
    assert replayed_world(turned).body.cameras[0].name == "eye"


def test_the_map_of_a_moved_and_turned_camera_shows_the_same_walls() -> None:
    """Obstacles on the map of an odd camera lie as near to the scene as those of the usual one."""

    def off_m(rig: Rig | None) -> float:
        agent = Guided("depth", "gps", "compass")
        _run(agent, rig, 40)
        assert agent.brief is not None
        navigator = Navigator(agent.brief)
        for observation in agent.observations:
            navigator.sense(observation.readings)
        solid = np.argwhere(navigator.map.layers.score > 0)
        assert len(solid) > 50
        return _mean_distance_to_scene(navigator, solid)

    usual, odd = off_m(None), off_m(TURNED)
    assert odd < usual + 0.03
    # And wrong geometry shows: the same readings taken for those of the usual camera.
    agent = Guided("depth", "gps", "compass")
    _run(agent, TURNED, 40)
    assert agent.brief is not None
    fooled = Navigator(msgspec.structs.replace(agent.brief, cameras=()))
    assert camera_of(fooled.brief).heading_rad == 0.0
    for observation in agent.observations:
        fooled.sense(observation.readings)
    assert _mean_distance_to_scene(fooled, np.argwhere(fooled.map.layers.score > 0)) > odd + 0.05


def _mean_distance_to_scene(navigator: Navigator, cells: np.ndarray) -> float:
    """Mean distance in the plan from map cells to triangles' points above the floor and below the body."""
    own = body_under(ROBUSTNAV, load_body("locobot"))
    world = world_named(SCENE, own)
    start = TASKS["point_goal"].draw(world, ROBUSTNAV, 5, 0).episode.start
    scene = world.scene
    corners = scene.vertices_m[scene.faces]
    weights = np.random.Generator(np.random.Philox(1)).dirichlet([1, 1, 1], 40)
    points = np.einsum("kc,fcx->fkx", weights, corners).reshape(-1, 3)
    points = points[(points[:, 1] > start.y_m + 0.1) & (points[:, 1] < start.y_m + 0.9)][:, [0, 2]]
    middle = (cells + 0.5 - navigator.map.side // 2) * navigator.map.cell_m
    sin, cos = math.sin(start.heading_rad), math.cos(start.heading_rad)
    x = start.x_m - middle[:, 0] * sin - middle[:, 1] * cos
    z = start.z_m - middle[:, 0] * cos + middle[:, 1] * sin
    gaps = [np.hypot(points[:, 0] - a, points[:, 1] - b).min() for a, b in zip(x, z, strict=True)]
    return float(np.mean(gaps))


@pytest.mark.parametrize("rig", ["forward_left_right", "panorama", "lidar_and_imu"])
def test_gymnasiums_own_check_passes_with_a_rig(rig: str) -> None:
    sensors = {"panorama": ("panorama", "panorama_depth"), "lidar_and_imu": ("lidar", "imu")}
    env = make_env(
        "point_goal", scenes=SCENE, settings=SMALL, rig=rig, sensors=sensors.get(rig, ("rgb", "depth"))
    )
    check_env(env, skip_render_check=True)


def test_episodes_are_the_same_with_any_rig() -> None:
    starts = set()
    for rig in (None, "forward_left_right", TURNED):
        env = make_env(
            "object_goal", scenes="houses-v1/train/1/4-rooms", settings=SMALL, rig=rig, sensors=("depth",)
        )
        env.reset(seed=3)
        starts.add(msgspec.json.encode(env.trial.episode))
    assert len(starts) == 1


def test_a_suite_names_a_rig_by_name_file_or_table(tmp_path: Path) -> None:
    text = (
        'name = "s"\nversion = 1\nsummary = "s"\n{rig}\n[[episodes]]\ntask = "point_goal"\ncount = 1\n'
        'protocol = "robustnav"\n{table}'
    )
    (tmp_path / "mine.toml").write_text('name = "mine"\n[lidar]\nbeams = 30\n')
    by_file, by_table, by_name = tmp_path / "a.toml", tmp_path / "b.toml", tmp_path / "c.toml"
    by_file.write_text(text.format(rig='rig = "mine.toml"', table=""))
    by_table.write_text(text.format(rig="", table='[rig]\nname = "mine"\n[rig.lidar]\nbeams = 30\n'))
    by_name.write_text(text.format(rig='rig = "panorama"', table=""))
    assert settings_of(load_suite(by_file)) == settings_of(load_suite(by_table))
    assert settings_of(load_suite(by_name)).rig == rig_setting("panorama")
    by_name.write_text(text.format(rig='rig = "panorma"', table=""))
    with pytest.raises(UnknownName, match="Did you mean 'panorama'"):
        load_suite(by_name)
    (tmp_path / "mine.toml").write_text('name = "mine"\n[[cameras]]\nname = "far"\nforward_m = 2.0\n')
    with pytest.raises(InvalidInput, match=r"a\.toml: .*off the middle of a body"):
        load_suite(by_file)


def test_an_option_changes_the_rig_of_a_suite_and_its_name() -> None:
    suite = load_suite("quickstart")
    fitted = changed_suite(suite, rig="lidar_and_imu")
    assert fitted.name == "quickstart-with-lidar_and_imu"
    assert changed_suite(suite, rig="body") == suite


def test_sensors_and_rigs_are_listed() -> None:
    sensors = {row["name"]: row for row in components("sensors")}
    assert sensors["imu"]["unit"] == ["s", "rad/s", "m/s2"] and sensors["panorama"]["dtype"] == "uint8"
    rigs = {row["name"]: row for row in components("rigs")}
    assert rigs["forward_left_right"]["cameras"] == ["forward", "left", "right"]
    assert all(row["summary"] for row in (*sensors.values(), *rigs.values()))


def test_runs_with_different_rigs_are_told_apart_by_the_rigs_name() -> None:
    one, three = (_run(Guided("rgb"), rig, 1).comparable for rig in (None, "forward_left_right"))
    told = differences(one, three)
    assert told[0] == "settings.rig.name is not given against 'forward_left_right'"
    assert not any("UNSET" in line for line in told)
