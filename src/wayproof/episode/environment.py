"""The Gymnasium environments: a task in any world, under any faults, on the same trial as a run.

An episode is known by its scene, the seed given to `reset` and its index, as in a run: `reset(seed=s)` begins
with index 0, each further `reset()` takes the next, and nothing that came before changes it. With the same
condition and actions the observations are, bit for bit, those of a run.

The reward is Wayproof's own choice, of the usual form: metres of progress along the floor, a small price
per step, and a bonus for each right claim. It is for training only; scores come from `info`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.stream import check_severity
from wayproof.corruptions.written import condition_written
from wayproof.episode.action_spaces import action_space_for
from wayproof.episode.environment_info import goal_place_m, score_of
from wayproof.episode.people import check_people
from wayproof.episode.reward import rewarded_act
from wayproof.episode.scene_choice import SceneChoice, scene_choice
from wayproof.episode.trial import Trial
from wayproof.errors import InvalidInput
from wayproof.pictures.route_map import SceneMap, Walk, draw_walk, square_plan
from wayproof.scenes.light.lightings import lighting_named
from wayproof.sensor_rigs import Rig
from wayproof.sensors import SENSORS, Reading, Sensor, sensors_for
from wayproof.sensors.mounted_rig import equipped
from wayproof.sensors.rig_files import rig_setting
from wayproof.simulator.actuation import actuation_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import known_categories
from wayproof.simulator.worlds import keep_worlds, world_named
from wayproof.spec import from_plain
from wayproof.tasks import TASKS
from wayproof.vocabulary import Condition, Protocol, Readings, Settings, shows_colours

FRAMES_PER_S = 4
MOST_WORLDS = 16  # kept at most; a lit house of four rooms takes some 40 MB
OPTIONS = ("scene", "index")
WIDTH_PX, HEIGHT_PX = 128, 96  # unless the settings say otherwise: small enough to train on
CATEGORY = "goal_category"  # what to search for, beside the sensors' readings


class NavigationEnv(gymnasium.Env[Readings, Any]):
    """A navigation task in scenes of Wayproof's worlds.

    Observations: the readings of the sensors by name; in ObjectNav also `goal_category`, the id of what to
    find. Actions: see `action_spaces.py`. `info`: see `environment_info.py`.
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
        task: str,
        *,
        protocol: str | Protocol | None = None,
        condition: Condition | str | Sequence[str] | None = None,
        scenes: SceneChoice | str | Sequence[str] | None = None,
        sensors: Sequence[str] | None = None,
        settings: Settings | Mapping[str, Any] | None = None,
        rig: str | Path | Rig | None = None,
        control: str = "discrete",
        people: int = 0,
        light: str = "day",
        privileged: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Everything is checked here, before the first scene is made.

        protocol: a name, or a Protocol of one's own; None is the task's first. condition: faults, as
        "fog:0.5" or a list of them. scenes: names of scenes or worlds; None is ten houses for training.
        sensors: None takes all that the protocol permits. settings: of the sensors; pictures are small unless
        they say otherwise. rig: the cameras, lidar and IMU on the body, by name or TOML file. control:
        "discrete", "velocity" or "waypoint". privileged: allow sensors that show the truth (semantic,
        instance).
        """
        _check_render_mode(render_mode)
        lighting_named(light)
        self.task, self.protocol = TASKS[task], _protocol(task, protocol)
        self.condition, self.scenes = _condition(condition), scene_choice(scenes)
        _check_prompts(self.condition)
        check_people(people, self.protocol.people_mode)
        self.people, self.light, self.render_mode = people, light, render_mode
        given = _settings(settings, rig)
        self._plain_body = body_under(self.protocol, load_body(self.protocol.body))
        self.body = equipped(self._plain_body, given)
        actuation_for(self.protocol.actuation, self.body)
        names = self.protocol.sensors if sensors is None else tuple(sensors)
        _check_privilege(names, privileged)
        self.sensors = sensors_for(self.body, names, settings=given)
        self._lit = shows_colours(names) or render_mode == "rgb_array" or _needs_light(self.condition)
        self.actions = action_space_for(control, self.protocol, self.body)
        self.action_space = self.actions.space
        self.observation_space = _observations(self.sensors, with_category=task == "object_goal")
        keep_worlds(min(len(self.scenes.names), MOST_WORLDS))

    @property
    def trial(self) -> Trial:
        """The episode under way, truth included; an error before the first reset."""
        if self._trial is None:
            raise InvalidInput("no episode has begun; call reset() first")
        return self._trial

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Readings, dict[str, Any]]:
        """The next episode; with a seed the first one of that seed.

        options: {"index": i} takes episode i of the seed, {"scene": name} takes it in that scene.
        """
        super().reset(seed=seed)
        if seed is not None or self._run_seed is None:
            self._run_seed = int(self.np_random.integers(2**31)) if seed is None else seed
            self._index = 0
        chosen = _checked_options(options)
        index = chosen.get("index", self._index)
        self._index = index + 1
        scenes = [chosen["scene"]] if "scene" in chosen else self.scenes.in_order(self._run_seed, index)
        self._trial = self._drawn(scenes, self._run_seed, index)
        return self._observed(), score_of(self._trial)

    def step(self, action: Any) -> tuple[Readings, float, bool, bool, dict[str, Any]]:
        """One action. Truncated where the steps run out, terminated by any other end."""
        trial = self.trial
        if trial.outcome is not None:
            raise InvalidInput("the episode is over; call reset() before the next step")
        if not self.action_space.contains(action):
            raise InvalidInput(f"action is {action!r}; give {self.actions.meaning}")
        reward = rewarded_act(trial, self.actions.action(action))
        truncated = trial.outcome is not None and trial.outcome.reason == "steps"
        terminated = trial.outcome is not None and not truncated
        return self._observed(), reward, terminated, truncated, score_of(trial)

    def render(self) -> NDArray[np.uint8] | None:
        """The front camera's picture, or the plan with the way gone, the shortest way, goal and body."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                'render() shows nothing; make the environment with render_mode="rgb_array" or "map"'
            )
            return None
        if self.render_mode == "rgb_array":
            return self.trial.picture()
        scene = self.trial.world.scene
        if self._map is None or self._map[0] != scene.name:
            self._map = (scene.name, square_plan(scene))
        return draw_walk(self._map[1], _walk(self.trial))

    def _drawn(self, scenes: Iterable[str], run_seed: int, index: int) -> Trial:
        """The first of the scenes that has room for this episode, ready for its first action."""
        refusal: InvalidInput | None = None
        for name in scenes:
            # Episodes are those of the body without a rig, as in a run.
            plain = world_named(name, self._plain_body, lit=self._lit, light=self.light)
            try:
                episode = self.task.draw(plain, self.protocol, run_seed, index).episode
            except InvalidInput as error:
                refusal = error
                continue
            world = world_named(name, self.body, lit=self._lit, light=self.light)
            among = replace(episode, people=self.people or episode.people)
            return Trial(world, self.protocol, among, self.sensors, self.condition)
        raise InvalidInput(f"no scene has room for episode {index} of {self.task.name}: {refusal}")

    def _observed(self) -> Readings:
        readings = dict(self.trial.observe().corrupted)
        if CATEGORY in self.observation_space.spaces:  # type: ignore[attr-defined]  # a Dict, see below
            readings[CATEGORY] = _category(self.trial)
        return readings


def _category(trial: Trial) -> NDArray[np.generic]:
    """The id of the kind of thing to find, as the sensor "semantic" has it; 0 if only this scene knows it."""
    known, name = known_categories(), trial.present.category
    return np.array([known.index(name) + 1 if name in known else 0], np.int64)


def _walk(trial: Trial) -> Walk:
    return Walk(
        trail_m=[(state.pose.x_m, state.pose.z_m) for state in trial.trail],
        goal_m=goal_place_m(trial),
        shortest_m=[(x, z) for x, _, z in trial.episode.reference_path_m],
        body=trial.state.pose,
        body_radius_m=trial.world.body.radius_m,
        people_m=[(walker.state.position_m[0], walker.state.position_m[2]) for walker in trial.walkers],
    )


def _observations(sensors: Sequence[Sensor], *, with_category: bool) -> spaces.Space[Readings]:
    made: dict[str, spaces.Space[Any]] = {sensor.reading.name: _space(sensor.given) for sensor in sensors}
    if with_category:
        made[CATEGORY] = spaces.MultiDiscrete([len(known_categories()) + 1])
    return spaces.Dict(made)  # type: ignore[return-value]  # Gymnasium types it by its spaces, not its samples


def _space(reading: Reading) -> spaces.Box[Any]:
    dtype = np.dtype(reading.dtype)
    low, high = (
        np.broadcast_to(np.array(limit, dtype), reading.shape) for limit in (reading.low, reading.high)
    )
    return spaces.Box(low, high, reading.shape, dtype.type)


def _protocol(task: str, protocol: str | Protocol | None) -> Protocol:
    if not isinstance(protocol, Protocol):
        return TASKS[task].protocol(protocol)
    if protocol.task != task:
        raise InvalidInput(f"protocol {protocol.name!r} is one of {protocol.task}, and the task is {task}")
    return protocol


def _condition(condition: Condition | str | Sequence[str] | None) -> Condition:
    if not isinstance(condition, Condition):
        return condition_written([condition] if isinstance(condition, str) else condition or [])
    for fault in condition.faults:
        check_severity(CORRUPTIONS[fault.name], fault.severity)
    return condition


def _check_prompts(condition: Condition) -> None:
    """Refuse what could not act here: only an agent has a system prompt, and an environment has no agent."""
    for fault in condition.faults:
        if CORRUPTIONS[fault.name].modality == "system_prompt":
            raise InvalidInput(
                f"{fault.name} changes an agent's system prompt, which an environment does not have; "
                "run an agent whose card declares one with `wayproof run`"
            )


def _needs_light(condition: Condition) -> bool:
    """Whether a fault looks at how bright surfaces are."""
    return any(CORRUPTIONS[fault.name].needs_surfaces for fault in condition.faults)


def _settings(settings: Settings | Mapping[str, Any] | None, rig: str | Path | Rig | None) -> Settings:
    if not isinstance(settings, Settings):
        small = {"width_px": WIDTH_PX, "height_px": HEIGHT_PX}
        settings = from_plain({**small, **(settings or {})}, Settings, where="settings")
    return settings if rig is None else replace(settings, rig=rig_setting(rig))


def _check_render_mode(render_mode: str | None) -> None:
    modes = NavigationEnv.metadata["render_modes"]
    if render_mode is not None and render_mode not in modes:
        raise InvalidInput(f"render_mode is {render_mode!r}; give None or one of {', '.join(modes)}")


def _check_privilege(names: Sequence[str], privileged: bool) -> None:
    truths = [name for name in names if SENSORS[name].privileged]
    if truths and not privileged:
        raise InvalidInput(
            f"sensors {', '.join(truths)} show the truth, which an agent on a robot does not have; "
            "pass privileged=True to allow them"
        )


def _checked_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    chosen = dict(options or {})
    for name, value in chosen.items():
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool) and value >= 0
        if name not in OPTIONS or not (whole if name == "index" else isinstance(value, str)):
            raise InvalidInput(
                f"reset option {name!r} is {value!r}; give index, a whole number from 0 on, or scene, a name"
            )
    return chosen
