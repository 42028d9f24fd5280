"""One PointNav episode under way: the body, the people around it, and how well it is doing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.crowd import Crowd, crowd_in
from wayproof.navigation.fields import Field
from wayproof.rendering.batch import Batch
from wayproof.seeding import generator_for
from wayproof.sensors import Sensor, Settings, sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.actuation import actuation_for
from wayproof.simulator.people.reactive import Walker
from wayproof.simulator.simulator import Simulator
from wayproof.simulator.state import State
from wayproof.tasks.point_goal import (
    PointGoalProtocol,
    distance_to_goal,
    field_to_goal,
    goal_of,
    path_efficiency,
    reached,
)
from wayproof.tasks.point_goal_sampling import sample_episode
from wayproof.vocabulary import Action, Episode, Point, Pose
from wayproof.world import World


@dataclass
class Trial:
    """An episode and how far it has come; it changes with each action."""

    world: World
    protocol: PointGoalProtocol
    episode: Episode
    to_goal: Field
    simulator: Simulator
    rig: SensorRig
    crowd: Crowd
    state: State
    walkers: tuple[Walker, ...]
    trail: list[Pose] = field(default_factory=list)
    is_over: bool = False

    @property
    def goal_m(self) -> Point:
        return goal_of(self.episode)

    @property
    def distance_m(self) -> float:
        """Metres to the goal along the floor."""
        return distance_to_goal(self.to_goal, self.state.pose)

    def act(self, name: str) -> None:
        """Carry out one action; people go on meanwhile."""
        rng = generator_for(
            self.episode.seed, self.episode.scene, self.episode.id, "actuation", self.state.step
        )
        before = self.state
        after = self.simulator.step(before, Action(name), rng)
        self.state = self.crowd.stopped(self.walkers, before, after)
        self.walkers = self.crowd.after(self.walkers, before, self.state)
        self.trail.append(self.state.pose)

    def observe(self) -> dict[str, NDArray[np.generic]]:
        """What the sensors say."""
        return self.rig.read(
            self.state, start=self.episode.start, goal_m=self.goal_m, moving=self._people_seen(self.rig)
        )

    def picture(self) -> NDArray[np.uint8]:
        """What the first camera sees, in its own size."""
        moving = self._people_seen(self._viewer)
        seen = self._viewer.read(self.state, start=self.episode.start, moving=moving)
        return np.asarray(seen["rgb"], np.uint8)

    def score(self, *, called_stop: bool) -> dict[str, Any]:
        """The state of affairs, as Gymnasium's `info`."""
        success = reached(self.protocol, self.to_goal, self.state.pose, called_stop=called_stop)
        shortest_m = self.episode.shortest_length_m or 0.0
        return {
            "success": success,
            "spl": path_efficiency(success, shortest_m, self.state.travelled_m),
            "distance_to_goal": self.distance_m,
            "bumps": self.state.bumps,
            "touched_person": self.crowd.touches(self.walkers, self.state),
            "scene": self.episode.scene,
            "episode_id": self.episode.id,
        }

    def _people_seen(self, rig: SensorRig) -> list[Batch]:
        """Triangles of people; none where no sensor could meet them."""
        return self.crowd.batches(self.walkers) if rig.sees_people else []

    @cached_property
    def _viewer(self) -> SensorRig:
        body = self.world.body
        return SensorRig(
            self.world, sensors_for(body, ("rgb",), settings=Settings(cameras=(body.cameras[0].name,)))
        )


def begin_trial(
    world: World,
    protocol: PointGoalProtocol,
    sensors: Sequence[Sensor],
    *,
    seed: int,
    index: int,
    people: int = 0,
    mode: str = "scripted",
) -> Trial:
    """Episode `index` of a run seed in a world, ready for its first action."""
    scene = world.scene.name
    episode = sample_episode(world.paths, scene, protocol, seed=seed, index=index).episode
    return trial_of(world, protocol, replace(episode, people=people), sensors, mode=mode)


def trial_of(
    world: World,
    protocol: PointGoalProtocol,
    episode: Episode,
    sensors: Sequence[Sensor],
    *,
    mode: str = "scripted",
) -> Trial:
    """An episode at hand, ready for its first action; one that cannot be solved is an error."""
    simulator = world.simulator(
        sliding=protocol.sliding, actuation=actuation_for(protocol.actuation, world.body)
    )
    state = simulator.start(episode.start)
    to_goal = field_to_goal(world.paths, episode)
    crowd = crowd_in(
        world,
        episode.people,
        episode.seed,
        episode.scene,
        episode.id,
        mode=mode,
        clear_of_m=[(episode.start.x_m, episode.start.z_m)],
    )
    rig = SensorRig(world, sensors)
    return Trial(world, protocol, episode, to_goal, simulator, rig, crowd, state, crowd.start(), [state.pose])
