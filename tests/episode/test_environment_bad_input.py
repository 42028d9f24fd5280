"""Bad input to the environment: refused before the first scene is made, with a sentence that helps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from wayproof.episode.environment import NavigationEnv
from wayproof.episode.scene_choice import SceneChoice
from wayproof.episode.trial import Trial
from wayproof.errors import WayproofError
from wayproof.simulator.world import World
from wayproof.tasks.object_goal import HABITAT as OBJECT_HABITAT
from wayproof.tasks.point_goal import HABITAT, sample_episode
from wayproof.vocabulary import Action, Condition, Fault, Goal, Pose, Settings

SCENE = "houses-v1/train/1/2-rooms"
SMALL: dict[str, Any] = {"scenes": SCENE, "sensors": ("point_goal",)}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"scenes": "houses-v1/vall/1"}, "no split named 'vall'. Did you mean 'val'"),
        ({"scenes": ()}, "scenes is empty; give at least one"),
        ({"scenes": "houses-v1/train/-1"}, "no scene named 'houses-v1/train/-1'; scenes are named WORLD"),
        ({"scenes": ["houses-v2"]}, "no scene named 'houses-v2'.*worlds: houses-v1, offices-v1"),
        ({"scenes": "houses-v1/train/1@scanlike"}, "no variant of a scene named 'scanlike'"),
        ({"scenes": "houses-v1/train/1/1-rooms"}, "a house has 2 to 10 rooms, not 1"),
        ({"scenes": "offices-v1/train/1/4-rooms"}, "only houses-v1 can be asked for a number of rooms"),
        ({"scenes": "imported/no_such_flat"}, "no imported scene named 'no_such_flat'"),
        ({"protocol": replace(HABITAT, body="locobto")}, "no body named 'locobto'. Did you mean 'locobot'"),
        ({"protocol": "habitta"}, "no point_goal protocol named 'habitta'"),
        (
            {"protocol": OBJECT_HABITAT},
            "protocol 'habitat' is one of object_goal, and the task is point_goal",
        ),
        ({"condition": "fgo:0.5"}, "no corruption named 'fgo'. Did you mean 'fog'"),
        ({"condition": ["fog:1.5"]}, "severity of fog is 1.5; it must be a number from 0 to 1"),
        ({"condition": Condition("x", (Fault("fog", 2.0),))}, "severity of fog is 2.0"),
        ({"sensors": ("rbg",)}, "no sensor named 'rbg'. Did you mean 'rgb'"),
        (
            {"sensors": ("rgb",), "settings": {"width_px": 0}},
            "camera width_px is 0; it must be a whole",
        ),
        ({"sensors": ("depth",), "settings": {"height_px": 0}}, "camera height_px is 0"),
        (
            {"sensors": ("depth",), "settings": {"hfov_rad": math.pi}},
            "below pi.*render a panorama",
        ),
        ({"sensors": ("depth",), "settings": Settings(hfov_rad=math.nan)}, "above 0 and below pi"),
        ({"settings": {"lidar_beans": 3}}, "no field named 'lidar_beans'. Did you mean 'lidar_beams'"),
        ({"settings": {"lidar_beams": "many"}}, "settings: Expected `int`"),
        ({"sensors": ("semantic",)}, "show the truth.*privileged=True"),
        ({"protocol": replace(HABITAT, actuation="shaky")}, "no actuation named 'shaky'"),
        ({"protocol": replace(HABITAT, actuation="legged")}, "needs a body with a gait"),
        ({"control": "joystick"}, "no control named 'joystick'"),
        ({"people": -1}, "people is -1; give 0 to 100"),
        ({"protocol": replace(HABITAT, people_mode="shy")}, "no mode of people named 'shy'"),
        ({"light": "dusk"}, "no lighting named 'dusk'"),
        ({"render_mode": "human"}, "render_mode is 'human'; give None or one of rgb_array, map"),
    ],
)
def test_wrong_options_are_refused_at_once(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WayproofError, match=sentence):
        NavigationEnv("point_goal", **{**SMALL, **options})


def test_what_is_no_task_of_numbers_is_refused() -> None:
    with pytest.raises(WayproofError, match="no task named 'point_gaol'. Did you mean 'point_goal'"):
        NavigationEnv("point_gaol")
    with pytest.raises(WayproofError, match="is answered in words, and actions in Gymnasium are numbers"):
        NavigationEnv("question_answering")


def test_a_choice_of_scenes_needs_episodes() -> None:
    with pytest.raises(WayproofError, match="episodes_in_a_row is 0; give 1 or more"):
        SceneChoice((SCENE,), episodes_in_a_row=0)


@pytest.mark.parametrize("control", ["velocity", "waypoint"])
def test_numbers_that_are_none_are_no_motion(control: str) -> None:
    env = NavigationEnv("point_goal", **SMALL, control=control)
    env.reset(seed=0)
    for value in (math.nan, 1.5, math.inf):
        with pytest.raises(WayproofError, match="numbers from -1 to 1"):
            env.step(np.full(env.action_space.shape, value, np.float32))
    assert env.trial.state.step == 0


@pytest.mark.parametrize("action", [4, -1, math.nan, 1.0, "forward", None])
def test_an_action_that_is_none_is_refused(action: Any) -> None:
    env = NavigationEnv("point_goal", **SMALL)
    env.reset(seed=0)
    with pytest.raises(WayproofError, match=r"give one of 0 \(stop\), 1 \(forward\)"):
        env.step(action)


def test_a_step_before_reset_and_after_the_end_is_refused() -> None:
    env = NavigationEnv("point_goal", **SMALL)
    with pytest.raises(WayproofError, match=r"call reset\(\) first"):
        env.step(np.int64(1))
    env.reset(seed=0)
    env.step(np.int64(0))
    with pytest.raises(WayproofError, match=r"the episode is over; call reset\(\)"):
        env.step(np.int64(1))


@pytest.mark.parametrize(
    "options", [{"house": 1}, {"scene": 1}, {"index": -1}, {"index": 1.5}, {"index": True}, {"index": "1"}]
)
def test_wrong_reset_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(WayproofError, match="give index, a whole number from 0 on, or scene, a name"):
        NavigationEnv("point_goal", **SMALL).reset(seed=0, options=options)


@pytest.fixture(scope="module")
def world() -> World:
    env = NavigationEnv("point_goal", **SMALL)
    env.reset(seed=0)
    return env.trial.world


def test_a_start_inside_a_wall_names_the_nearest_free_point(world: World) -> None:
    episode = sample_episode(world.paths, world.scene.name, HABITAT, seed=0, index=0).episode
    low = min(x for room in world.scene.rooms for x, _ in room.polygon_m)
    in_wall = replace(episode, start=Pose(low - 0.05, 0.0, episode.start.z_m))
    with pytest.raises(WayproofError, match=r"is not free for body 'locobot'.*nearest free point is \("):
        Trial(world, HABITAT, in_wall, ())


def test_a_goal_out_of_the_house_is_refused(world: World) -> None:
    episode = sample_episode(world.paths, world.scene.name, HABITAT, seed=0, index=0).episode
    outside = replace(episode, goals=(Goal("point_goal", position_m=(80.0, 0.0, 80.0)),))
    with pytest.raises(
        WayproofError, match=r"the goal point \(80.000, 0.000, 80.000\) is not in the free space"
    ):
        Trial(world, HABITAT, outside, ())


@pytest.mark.parametrize("velocity", [(math.nan, 0.0), (0.0, math.nan), (math.inf, 0.0), None])
def test_a_velocity_that_is_no_number_is_refused_and_changes_nothing(world: World, velocity: Any) -> None:
    episode = sample_episode(world.paths, world.scene.name, HABITAT, seed=0, index=0).episode
    trial = Trial(world, HABITAT, episode, ())
    before = trial.state
    with pytest.raises(WayproofError, match="action 'velocity' came with .*give 2 finite numbers"):
        trial.act(Action("velocity", velocity=velocity))
    assert trial.state == before
