"""Rigs as files: those that are shipped, one's own, what is refused, and how they sit on every body."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec import UNSET

import wayproof.sensors
from wayproof.corruptions.episode_faults import EpisodeFaults
from wayproof.errors import BrokenFile, InvalidInput, UnknownName
from wayproof.log import Comparable, protocol_hash
from wayproof.sensor_rigs import Rig, RigCamera, RigLidar
from wayproof.sensors import sensors_for
from wayproof.sensors.mounted_rig import carried, equipped, geometry_of, mounts
from wayproof.sensors.rig import SensorRig
from wayproof.sensors.rig_files import load_rig, rig_names, rig_setting
from wayproof.simulator.body import body_names, load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.spec import from_plain
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Condition, Fault, Settings

RIGS = Path(wayproof.sensors.__file__).parent / "rigs"
THREE = Settings(width_px=48, height_px=36, rig=rig_setting("forward_left_right"))


def test_the_promised_rigs_exist_with_sources() -> None:
    assert rig_names() == ["body", "forward_left_right", "lidar_and_imu", "panorama"]
    for name in rig_names():
        rig = load_rig(name)
        assert rig.name == name and rig.summary and rig.sources


@pytest.mark.parametrize("name", rig_names())
def test_a_copied_file_and_what_a_plan_stores_are_the_same_rig(name: str, tmp_path: Path) -> None:
    rig = load_rig(name)
    file = tmp_path / "mine.toml"
    file.write_bytes((RIGS / f"{name}.toml").read_bytes())
    assert load_rig(file) == rig == load_rig(str(file))
    stored = msgspec.json.decode(msgspec.json.encode(rig))
    assert from_plain(stored, Rig, where="plan") == rig
    settings = Settings(rig=rig_setting(rig))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(settings), type=Settings) == settings


def test_a_file_of_ones_own_says_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'name = "mine"\n[[cameras]]\nname = "low"\nheight_m = 0.3\npitch_deg = 20\n[lidar]\nbeams = 90\n'
    )
    rig = load_rig(file)
    low = RigCamera("low", height_m=0.3, pitch_deg=20.0)
    assert rig == Rig("mine", cameras=(low,), lidar=RigLidar(beams=90))
    (mount,) = mounts(load_body("locobot"), Settings(rig=rig))
    own = load_body("locobot").cameras[0]
    assert mount == msgspec.structs.replace(own, name="low", height_m=0.3, pitch_rad=math.radians(20.0))


@pytest.mark.parametrize("body", body_names())
@pytest.mark.parametrize("name", rig_names())
def test_every_rig_fits_on_every_body(name: str, body: str) -> None:
    settings = Settings(rig=rig_setting(name))
    names = carried(("rgb", "depth", "panorama", "panorama_depth", "lidar", "imu"), load_body(body), settings)
    assert sensors_for(load_body(body), names, settings=settings)
    dressed = equipped(load_body(body), settings)
    assert equipped(dressed, settings) == dressed
    assert mounts(dressed, settings) == mounts(load_body(body), settings)


def test_the_bodys_own_rig_is_no_rig_at_all() -> None:
    assert rig_setting("body") is UNSET and rig_setting(None) is UNSET
    assert msgspec.json.encode(Settings(rig=rig_setting("body"))) == msgspec.json.encode(Settings())


def test_protocol_hashes_without_a_rig_are_those_of_before_and_with_one_differ_by_content() -> None:
    def hashed(settings: Settings) -> str:
        return protocol_hash(Comparable(ROBUSTNAV, settings, "houses-v1"))

    # Taken from the version before there were rigs.
    assert hashed(Settings()) == "83030752a5af"
    three = load_rig("forward_left_right")
    again = msgspec.structs.replace(three, name="another_name", summary="said otherwise", sources={})
    assert hashed(Settings(rig=rig_setting(three))) == hashed(Settings(rig=rig_setting(again)))
    hashes = {hashed(Settings(rig=rig_setting(name))) for name in rig_names()}
    assert len(hashes) == len(rig_names())


def test_three_cameras_look_where_the_rig_says(world: World, states: list[State]) -> None:
    rig = SensorRig(world, sensors_for(world.body, ["rgb", "depth"], settings=THREE))
    seen = rig.read(states[0], start=states[0].pose)
    assert list(seen) == ["rgb", "rgb_left", "rgb_right", "depth", "depth_left", "depth_right"]
    alone = SensorRig(
        world, sensors_for(world.body, ["rgb"], settings=Settings(width_px=48, height_px=36))
    ).read
    np.testing.assert_array_equal(seen["rgb"], alone(states[0], start=states[0].pose)["rgb"])
    pose = states[0].pose
    turned = State(msgspec.structs.replace(pose, heading_rad=pose.heading_rad + math.radians(60.0)))
    np.testing.assert_array_equal(seen["rgb_left"], alone(turned, start=pose)["rgb"])


def test_a_rig_says_which_pictures_each_camera_takes(world: World, states: list[State]) -> None:
    rig = Rig("split", cameras=(RigCamera("eye", ("rgb",)), RigCamera("range", ("depth",), height_m=0.4)))
    settings = Settings(width_px=32, height_px=24, rig=rig)
    read = SensorRig(world, sensors_for(world.body, ["rgb", "depth"], settings=settings)).read
    assert list(read(states[0], start=states[0].pose)) == ["rgb", "depth"]
    eye, ranging = geometry_of(world.body, settings, ("rgb", "depth"))
    assert (eye.name, eye.readings, eye.height_m) == ("eye", ("rgb",), world.body.cameras[0].height_m)
    assert (ranging.name, ranging.readings, ranging.height_m) == ("range", ("depth",), 0.4)


def test_faults_act_on_each_camera_with_draws_of_its_own(world: World, states: list[State]) -> None:
    made = sensors_for(world.body, ["rgb"], settings=THREE)
    names = [one.reading.name for one in made]
    faults = EpisodeFaults(Condition("n", (Fault("speckle_noise", 0.5),)), names, 1, "house", "episode")
    rig = SensorRig(world, made)
    grey = {name: np.full((36, 48, 3), 128, np.uint8) for name in names}
    rig.read(states[0], start=states[0].pose)
    seen = faults.on_readings(grey, rig.contexts(0))
    noise = {name: np.asarray(seen[name], int) - 128 for name in names}
    assert all(one.std() > 1 for one in noise.values())
    left_and_right = np.corrcoef(noise["rgb_left"].ravel(), noise["rgb_right"].ravel())[0, 1]
    assert abs(left_and_right) < 0.1
    only = EpisodeFaults(Condition("n", (Fault("speckle_noise", 0.5),)), ["rgb"], 1, "house", "episode")
    np.testing.assert_array_equal(only.on_readings(grey, rig.contexts(0))["rgb"], seen["rgb"])


def test_the_lidar_is_that_of_the_rig(world: World, states: list[State]) -> None:
    lidar = RigLidar(beams=19, range_m=3.0, height_m=0.3, field_deg=180.0)
    by_rig, by_settings = (
        SensorRig(world, sensors_for(world.body, ["lidar"], settings=settings)).read(
            states[0], start=states[0].pose
        )["lidar"]
        for settings in (
            Settings(rig=Rig("own", lidar=lidar)),
            Settings(lidar_beams=19, lidar_range_m=3.0, lidar_height_m=0.3, lidar_field_rad=math.pi),
        )
    )
    np.testing.assert_array_equal(by_rig, by_settings)


def test_the_brief_describes_no_cameras_without_a_rig(world: World) -> None:
    assert geometry_of(world.body, Settings(), ("rgb", "depth")) == ()
    told = geometry_of(world.body, THREE, ("rgb", "depth"))
    assert [(one.name, one.readings) for one in told] == [
        ("forward", ("rgb", "depth")),
        ("left", ("rgb_left", "depth_left")),
        ("right", ("rgb_right", "depth_right")),
    ]
    assert told[2].heading_rad == -math.radians(60.0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'name = "a"\n[[cameras]]\nname = "eye"\npictures = ["thermal"]',
            "no kind of picture named",
        ),
        ('name = "a"\n[[cameras]]\nname = "eye"\npictures = []', "give rgb, depth or both"),
        ('name = "a"\n[[cameras]]\nname = "Left Eye"', "small letters, digits and _"),
        ('name = "a"\n[[cameras]]\nname = "panorama"', "which is the table"),
        ('name = "a"\n[[cameras]]\nname = "e"\n[[cameras]]\nname = "e"', "give each its own name"),
        ('name = "a"\n[sonar]\nbeams = 3', "no field named 'sonar'"),
        ('name = "a"\n[lidar]\nbeam = 3', "Did you mean 'beams'"),
        ('name = "a"\n[imu]\nrate_hz = 0.0', "imu.rate_hz is 0.0; give 1 to 10000"),
        ('name = "a"\n[imu]\nrate_hz = 1.0\nsamples = 100', "span at most 60 s"),
        ('name = "a"\n[imu]\ngyro_bias_rad_s = -1.0', "gyro_bias_rad_s is -1.0; give 0 to 10"),
        ('name = "a"\n[imu]\nsamples = "many"', "Expected `int`"),
        ("name = ", "is not valid TOML"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "rig.toml"
    file.write_text(text)
    with pytest.raises((InvalidInput, BrokenFile, UnknownName), match=sentence):
        load_rig(file)


@pytest.mark.parametrize(
    ("rig", "sentence"),
    [
        (
            Rig("r", cameras=(RigCamera("e", forward_m=0.4),)),
            "on body 'locobot': cameras.e is 0.400 m off",
        ),
        (Rig("r", cameras=(RigCamera("e", height_m=90.0),)), "height_m is 90.0; it must be at least 0"),
        (Rig("r", cameras=(RigCamera("e", hfov_deg=180.0),)), "below pi"),
        (Rig("r", cameras=(RigCamera("e", width_px=0),)), "width_px is 0"),
        (Rig("r", lidar=RigLidar(height_m=1.5)), "is 0.9 m high"),
        (Rig("r"), "asks for the sensor 'lidar' and rig 'r' has none; add it to the table"),
    ],
)
def test_a_rig_that_does_not_fit_is_refused_with_a_sentence(rig: Rig, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        sensors_for(load_body("locobot"), ["rgb", "lidar"], settings=Settings(rig=rig))


def test_an_unknown_rig_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'panorama'"):
        load_rig("panorma")
