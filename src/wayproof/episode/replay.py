"""Replay: an episode lived again from its log, without the agent: the same poses, and frames on demand.

Logs hold no pictures. To show what the agent saw, the trial is walked along the logged actions and observed
again; since every draw has its own generator, the frames are those of the run, faults included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from wayproof.episode.trial import Observed, Trial
from wayproof.errors import BrokenFile
from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.sensors import sensors_for
from wayproof.sensors.mounted_rig import equipped
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.vocabulary import Action, Settings


class ReplayStep(NamedTuple):
    """A state of the episode under way, and what was observed there (None if no sensor was asked for)."""

    trial: Trial
    observed: Observed | None


def replayed_world(log: EpisodeLog, *, lit: bool = True) -> World:
    """The world of a log, made again by its name; another world under the same name is an error."""
    protocol = log.comparable.task
    body = equipped(body_under(protocol, load_body(protocol.body)), log.comparable.settings)
    world = world_named(log.episode.scene, body, lit=lit, light=log.comparable.light)
    if log.scene_hash and world.scene_hash != log.scene_hash:
        raise BrokenFile(
            f"episode {log.episode.id!r} was run in a scene with the content {log.scene_hash}, and "
            f"{log.episode.scene!r} now has {world.scene_hash}: another version of the world made that log"
        )
    return world


def replay(
    log: EpisodeLog,
    world: World,
    *,
    sensors: tuple[str, ...] | None = None,
    settings: Settings | None = None,
) -> Iterator[ReplayStep]:
    """Every state of the episode, the first included. `sensors` None takes the agent's own, () none.

    A pose that differs from the logged one is an error: then log and code do not belong together.
    """
    names = log.agent.sensors if sensors is None else sensors
    made = sensors_for(world.body, names, settings=settings or log.comparable.settings)
    trial = Trial(world, log.comparable.task, log.episode, made, log.condition)
    for step in range(len(log.steps.pose)):
        if step > 0:
            if log.comparable.real_time:
                trial.go_on(float(log.steps.act_s[step - 1]))
            trial.act(action_at(log, step - 1))
        _check_pose(log, trial, step)
        yield ReplayStep(trial, trial.observe() if made else None)


def action_at(log: EpisodeLog, step: int) -> Action:
    """What the agent did at a step."""
    name = ACTION_NAMES[int(log.steps.action[step])]
    numbers = log.steps.argument[step].tolist() if len(log.steps.argument) else [0.0, 0.0, 0.0]
    if name == "velocity":
        return Action(name, velocity=(numbers[0], numbers[1]))
    if name == "waypoint":
        return Action(name, waypoint=(numbers[0], numbers[1], numbers[2]))
    texts = [claim.text for claim in log.claims if claim.step == step]
    return Action(name, text=texts[0] if texts else None)


def _check_pose(log: EpisodeLog, trial: Trial, step: int) -> None:
    pose = trial.state.pose
    now = np.array([pose.x_m, pose.y_m, pose.z_m, pose.heading_rad])
    if not np.array_equal(now, log.steps.pose[step]):
        raise BrokenFile(
            f"episode {log.episode.id!r} comes to {now.round(4).tolist()} after {step} steps and its log has "
            f"{log.steps.pose[step].round(4).tolist()}; it was made by {log.software or 'another version'}"
        )
