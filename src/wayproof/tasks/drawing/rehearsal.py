"""The expert's rehearsal: an episode is kept only if one who knows the way solves it by the protocol's rules.

The expert's motors are exact; its steps, turns and limits are those of the protocol.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under
from wayproof.simulator.simulator import Simulator
from wayproof.simulator.world import World
from wayproof.tasks import Judge, Now
from wayproof.vocabulary import CLAIMS, Episode, Pose, Protocol

# An expert that walks to a place never turns further than half round on the spot; if it does, it is stuck.
MOST_TURNS_RAD = 1.1 * math.pi


def rehearse(
    world: World,
    protocol: Protocol,
    episode: Episode,
    judge: Judge,
    *,
    most_turns_rad: float = MOST_TURNS_RAD,
) -> NDArray[np.float64] | None:
    """Poses (n, 4) of the expert, x, y, z and heading, one for each of its n actions; None if it fails.

    It fails if it claims a goal that is not in range, runs out of steps, or turns on the spot further than
    `most_turns_rad` in a row: give infinity for an expert that looks around.
    """
    simulator = Simulator(world.free, body_under(protocol, world.body), sliding=protocol.sliding)
    state, rng = simulator.start(episode.start), generator_for(0, "exact motors draw nothing")
    poses, turns, goal = [state.pose], 0, 0
    last_step = limit = min(episode.maximum_steps, protocol.goal_steps or episode.maximum_steps)
    while state.step < last_step and turns <= most_turns_rad / protocol.turn_rad:
        now = Now(state, goal=goal)
        measures, action = judge.measure(now), judge.advice(now)
        turns = turns + 1 if action.name.startswith("turn") else 0
        if action.name in CLAIMS:
            if not measures[goal].in_range:
                return None
            goal += 1
            if goal == len(episode.goals):
                return _array(poses)
            last_step = min(episode.maximum_steps, state.step + 1 + limit)
        state = simulator.step(state, action, rng)
        poses.append(state.pose)
    return None


def _array(poses: list[Pose]) -> NDArray[np.float64]:
    return np.array([(pose.x_m, pose.y_m, pose.z_m, pose.heading_rad) for pose in poses])
