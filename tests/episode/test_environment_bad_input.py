"""Bad input to the environment: refused before the first house is made, with a sentence that helps."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import pytest

from wayproof.episode.environment import PointNavEnv
from wayproof.episode.trial import Trial
from wayproof.errors import WayproofError
from wayproof.simulator.world import World
from wayproof.tasks.point_goal import HABITAT, sample_episode
from wayproof.vocabulary import Action, Goal, Pose

SMALL: dict[str, Any] = {"houses": (1,), "rooms": 2, "sensors": ("point_goal",)}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"split": "vall"}, "no split named 'vall'. Did you mean 'val'"),
        ({"houses": ()}, "houses is .*at least one whole number"),
        ({"houses": (-1,)}, "houses is .*whole number from 0 on"),
        ({"rooms": 1}, "rooms is 1; a house has 2 to 10"),
        ({"episodes_per_house": 0}, "episodes_per_house is 0; give 1 or more"),
        ({"body": "locobto"}, "no body named 'locobto'. Did you mean 'locobot'"),
        ({"protocol": "habitta"}, "no PointNav protocol named 'habitta'"),
        ({"sensors": ("rbg",)}, "no sensor named 'rbg'. Did you mean 'rgb'"),
        ({"sensors": ("rgb",), "width_px": 0}, "camera width_px is 0; it must be a whole number from 1"),
        ({"sensors": ("depth",), "height_px": 0}, "camera height_px is 0"),
        ({"sensors": ("depth",), "hfov_deg": 180.0}, "above 0 and below pi.*render a panorama"),
        ({"sensors": ("depth",), "hfov_deg": math.nan}, "above 0 and below pi"),
        ({"sensor_settings": {"lidar_beans": 3}}, "no field named 'lidar_beans'. Did you mean 'lidar_beams'"),
        ({"sensor_settings": {"lidar_beams": "many"}}, "sensor_settings: Expected `int`"),
        ({"sensors": ("semantic",)}, "show the truth.*privileged=True"),
        ({"actuation": "shaky"}, "no actuation named 'shaky'"),
        ({"actuation": "legged"}, "needs a body with a gait"),
        ({"people": -1}, "people is -1; give 0 to 100"),
        ({"people_mode": "shy"}, "no mode of people named 'shy'"),
        ({"condition": "dusk"}, "no lighting named 'dusk'"),
        ({"render_mode": "human"}, "render_mode is 'human'; give None or one of rgb_array, map"),
    ],
)
def test_wrong_options_are_refused_at_once(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WayproofError, match=sentence):
        PointNavEnv(**{**SMALL, **options})


@pytest.mark.parametrize("action", [4, -1, math.nan, 1.0, "forward", None])
def test_an_action_that_is_none_is_refused(action: Any) -> None:
    env = PointNavEnv(**SMALL)
    env.reset(seed=0)
    with pytest.raises(WayproofError, match=r"give one of 0 \(stop\), 1 \(forward\)"):
        env.step(action)


def test_a_step_before_reset_and_after_the_end_is_refused() -> None:
    env = PointNavEnv(**SMALL)
    with pytest.raises(WayproofError, match=r"call reset\(\) first"):
        env.step(np.int64(1))
    env.reset(seed=0)
    env.step(np.int64(0))
    with pytest.raises(WayproofError, match=r"the episode is over; call reset\(\)"):
        env.step(np.int64(1))


@pytest.mark.parametrize("options", [{"hause": 1}, {"house": -1}, {"index": 1.5}, {"index": True}])
def test_wrong_reset_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(WayproofError, match="give house or index, whole numbers from 0 on"):
        PointNavEnv(**SMALL).reset(seed=0, options=options)


@pytest.fixture(scope="module")
def world() -> World:
    env = PointNavEnv(**SMALL)
    env.reset(seed=0)
    return env._running().world


def test_a_start_inside_a_wall_names_the_nearest_free_point(world: World) -> None:
    episode = sample_episode(world.paths, world.scene.name, HABITAT, seed=0, index=0).episode
    low = min(x for room in world.scene.rooms for x, _ in room.polygon_m)
    in_wall = msgspec.structs.replace(episode, start=Pose(low - 0.05, 0.0, episode.start.z_m))
    with pytest.raises(WayproofError, match=r"is not free for body 'locobot'.*nearest free point is \("):
        Trial(world, HABITAT, in_wall, ())


def test_a_goal_out_of_the_house_is_refused(world: World) -> None:
    episode = sample_episode(world.paths, world.scene.name, HABITAT, seed=0, index=0).episode
    outside = msgspec.structs.replace(episode, goals=(Goal("point_goal", position_m=(80.0, 0.0, 80.0)),))
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
