"""PointNav as a Gymnasium environment: `gymnasium.make("wayproof/PointNav-v0")`.

An episode is known by three numbers: the seed given to `reset`, the house, and its index. `reset(seed=s)`
begins with index 0, each further `reset()` takes the next, and the draws of one episode depend on nothing
that came before, so a run can be repeated, cut in pieces or resumed.

The reward is Wayproof's own choice, of the usual form: metres of progress along the floor, a small price
per step, and a bonus for success. It is for training only; scores come from `info`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.episode.environment_houses import Houses
from wayproof.episode.people import check_people
from wayproof.episode.trial import Trial, begin_trial
from wayproof.errors import InvalidInput
from wayproof.pictures.route_map import SceneMap, Walk, draw_walk, square_plan
from wayproof.sensors import SENSORS, Reading, Sensor, sensors_for
from wayproof.simulator.actuation import actuation_for
from wayproof.simulator.body import body_under, load_body
from wayproof.spec import from_plain
from wayproof.tasks.judging.places import path_efficiency
from wayproof.tasks.point_goal import ACTIONS, goal_of, protocol_named
from wayproof.vocabulary import Action, Pose, Protocol, Readings, Settings

STEP_REWARD = -0.01  # RobustNav, section 3
SUCCESS_REWARD = 10.0  # RobustNav, section 3
FRAMES_PER_S = 4
OPTIONS = ("house", "index")


class PointNavEnv(gymnasium.Env[Readings, np.int64]):
    """Go to a point in houses of the embedded world.

    Actions: 0 stop, 1 forward, 2 turn left, 3 turn right. Observations: the readings of the sensors by name.
    `info`: success, spl, distance_to_goal (geodesic metres), bumps, touched_person, scene, episode_id.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["rgb_array", "map"],
        "render_fps": FRAMES_PER_S,
    }

    _run_seed: int | None = None
    _index = 0
    _trial: Trial | None = None
    _map: tuple[str, SceneMap] | None = None

    def __init__(
        self,
        *,
        split: str = "train",
        houses: Sequence[int] = tuple(range(10)),
        rooms: int | None = None,
        episodes_per_house: int = 10,
        body: str = "locobot",
        protocol: str = "habitat",
        sensors: Sequence[str] = ("rgb", "depth", "point_goal"),
        width_px: int = 128,
        height_px: int = 96,
        hfov_deg: float | None = None,
        sensor_settings: Mapping[str, Any] | None = None,
        sliding: bool | None = None,
        actuation: str | None = None,
        people: int = 0,
        people_mode: str = "scripted",
        condition: str = "day",
        privileged: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Everything is checked here, before the first house is made.

        sliding, actuation: None keeps the protocol's. hfov_deg: None keeps the body's. sensor_settings: any
        field of `sensors.Settings`, such as {"lidar_beams": 64}. privileged: allow sensors that show the
        truth (semantic, instance). episodes_per_house: so many in a row, since making a house takes a second.
        """
        _check_render_mode(render_mode)
        _check_privilege(sensors, privileged)
        check_people(people, people_mode)
        self.protocol = _changed(protocol_named(protocol), sliding, actuation, people_mode)
        self.body = body_under(self.protocol, load_body(body))
        actuation_for(self.protocol.actuation, self.body)
        settings = _settings(width_px, height_px, hfov_deg, sensor_settings or {})
        self.sensors = sensors_for(self.body, sensors, settings=settings)
        lit = "rgb" in sensors or render_mode == "rgb_array"
        self.houses = Houses(split, tuple(houses), rooms, episodes_per_house, condition, lit)
        self.people, self.people_mode, self.render_mode = people, people_mode, render_mode
        self.observation_space = _observations(self.sensors)
        self.action_space = spaces.Discrete(len(ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Readings, dict[str, Any]]:
        """The next episode; with a seed the first one of that seed.

        options: {"index": i} takes episode i of the seed, {"house": h} takes it in house h.
        """
        super().reset(seed=seed)
        if seed is not None or self._run_seed is None:
            self._run_seed = int(self.np_random.integers(2**31)) if seed is None else seed
            self._index = 0
        chosen = _checked_options(options)
        index = chosen.get("index", self._index)
        self._index = index + 1
        house = chosen.get("house", self.houses.house_of(self._run_seed, index))
        world = self.houses.world(house, self.body)
        self._trial = begin_trial(
            world,
            self.protocol,
            self.sensors,
            seed=self._run_seed,
            index=index,
            people=self.people,
        )
        return self._trial.observe().corrupted, _score(self._trial)

    def step(self, action: np.int64) -> tuple[Readings, float, bool, bool, dict[str, Any]]:
        """One action. Terminated after "stop" or a fall, truncated at the protocol's limit of steps."""
        trial = self._running()
        if trial.outcome is not None:
            raise InvalidInput("the episode is over; call reset() before the next step")
        if not self.action_space.contains(action):
            meanings = ", ".join(f"{number} ({name})" for number, name in enumerate(ACTIONS))
            raise InvalidInput(f"action is {action!r}; give one of {meanings}")
        name = ACTIONS[int(action)]
        before_m = trial.distance_m
        trial.act(Action(name))
        score = _score(trial)
        reward = before_m - trial.distance_m + STEP_REWARD + SUCCESS_REWARD * float(score["success"])
        truncated = trial.outcome is not None and trial.outcome.reason == "steps"
        terminated = trial.outcome is not None and not truncated
        return trial.observe().corrupted, reward, terminated, truncated, score

    def render(self) -> NDArray[np.uint8] | None:
        """The front camera's picture, or the plan with the way gone, the shortest way, goal and body."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                'render() shows nothing; make the environment with render_mode="rgb_array" or "map"'
            )
            return None
        trial = self._running()
        return (
            trial.picture() if self.render_mode == "rgb_array" else draw_walk(self._plan(trial), _walk(trial))
        )

    def _running(self) -> Trial:
        if self._trial is None:
            raise InvalidInput("no episode has begun; call reset() first")
        return self._trial

    def _plan(self, trial: Trial) -> SceneMap:
        scene = trial.world.scene
        if self._map is None or self._map[0] != scene.name:
            self._map = (scene.name, square_plan(scene))
        return self._map[1]


def _score(trial: Trial) -> dict[str, Any]:
    """The state of affairs, as Gymnasium's `info`."""
    success = any(claim.in_range for claim in trial.claims)
    shortest_m = trial.episode.shortest_length_m or 0.0
    return {
        "success": success,
        "spl": path_efficiency(success, shortest_m, trial.state.travelled_m),
        "distance_to_goal": trial.distance_m,
        "bumps": trial.state.bumps,
        "touched_person": trial.people.touches(trial.walkers, trial.state),
        "scene": trial.episode.scene,
        "episode_id": trial.episode.id,
    }


def _walk(trial: Trial) -> Walk:
    goal_m = goal_of(trial.episode)
    return Walk(
        trail_m=[_plan_point(pose) for pose in trial.trail],
        goal_m=(goal_m[0], goal_m[2]),
        shortest_m=[(x, z) for x, _, z in trial.episode.reference_path_m],
        body=trial.state.pose,
        body_radius_m=trial.world.body.radius_m,
        people_m=[(walker.state.position_m[0], walker.state.position_m[2]) for walker in trial.walkers],
    )


def _plan_point(pose: Pose) -> tuple[float, float]:
    return pose.x_m, pose.z_m


def _observations(sensors: Sequence[Sensor]) -> spaces.Space[Readings]:
    made: dict[str, spaces.Space[Any]] = {sensor.reading.name: _space(sensor.reading) for sensor in sensors}
    return spaces.Dict(made)  # type: ignore[return-value]  # Gymnasium types it by its spaces, not its samples


def _space(reading: Reading) -> spaces.Box[Any]:
    dtype = np.dtype(reading.dtype)
    low, high = (
        np.broadcast_to(np.array(limit, dtype), reading.shape) for limit in (reading.low, reading.high)
    )
    return spaces.Box(low, high, reading.shape, dtype.type)


def _settings(width_px: int, height_px: int, hfov_deg: float | None, more: Mapping[str, Any]) -> Settings:
    """The cameras' settings and others by the names of their fields."""
    hfov_rad = None if hfov_deg is None else float(np.radians(hfov_deg))
    plain = {"width_px": width_px, "height_px": height_px, "hfov_rad": hfov_rad, **more}
    return from_plain(plain, Settings, where="sensor_settings")


def _changed(protocol: Protocol, sliding: bool | None, actuation: str | None, people_mode: str) -> Protocol:
    """The protocol with the switches that were asked for."""
    asked = {"sliding": sliding, "actuation": actuation, "people_mode": people_mode}
    return replace(protocol, **{name: value for name, value in asked.items() if value is not None})


def _check_render_mode(render_mode: str | None) -> None:
    modes = PointNavEnv.metadata["render_modes"]
    if render_mode is not None and render_mode not in modes:
        raise InvalidInput(f"render_mode is {render_mode!r}; give None or one of {', '.join(modes)}")


def _check_privilege(names: Sequence[str], privileged: bool) -> None:
    truths = [name for name in names if SENSORS[name].privileged]
    if truths and not privileged:
        raise InvalidInput(
            f"sensors {', '.join(truths)} show the truth, which an agent on a robot does not have; "
            "pass privileged=True to allow them"
        )


def _checked_options(options: Mapping[str, Any] | None) -> dict[str, int]:
    chosen = dict(options or {})
    for name, value in chosen.items():
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if name not in OPTIONS or not whole or value < 0:
            raise InvalidInput(
                f"reset option {name!r} is {value!r}; give {' or '.join(OPTIONS)}, whole numbers from 0 on"
            )
    return {name: int(value) for name, value in chosen.items()}
