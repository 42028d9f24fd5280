"""What an environment tells in `info`: scores by the metrics' own arithmetic, and what is asked for.

success, spl        as the metrics of these names; spl is NaN where no shortest length is known
distance_to_goal    geodesic metres to the present goal
bumps               steps in which something was touched
touched_person      whether the body and a person are in each other's way
goal                which goal is pursued, from 0
instruction         the words that the agent reads now, faults included; None where there are none
category            the kind of thing to find, in ObjectNav; else None
ended               why the episode is over, see `log.REASONS`; None while it lasts
scene, episode_id   as in a log
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wayproof.episode.trial import Trial
from wayproof.metrics.goals import done_by_claims
from wayproof.metrics.lengths import path_share, shortest_of
from wayproof.metrics.walked import way_driven_m


def score_of(trial: Trial) -> dict[str, Any]:
    """The state of affairs, as Gymnasium's `info`."""
    done = done_by_claims(trial.episode.goals, trial.claims)
    success = bool(done) and all(done)
    return {
        "success": success,
        "spl": _spl(trial) if success else 0.0,
        "distance_to_goal": trial.distance_m,
        "bumps": trial.state.bumps,
        "touched_person": trial.people.touches(trial.walkers, trial.state),
        "goal": trial.goal,
        "instruction": trial.instruction,
        "category": trial.present.category if trial.present.kind == "object_goal" else None,
        "ended": None if trial.outcome is None else trial.outcome.reason,
        "scene": trial.episode.scene,
        "episode_id": trial.episode.id,
    }


def goal_place_m(trial: Trial) -> tuple[float, float]:
    """Where a map shows the present goal, as (x, z): the point, a view point, or the end of the way."""
    goal, episode = trial.present, trial.episode
    start = (episode.start.x_m, episode.start.y_m, episode.start.z_m)
    places = (*goal.view_points_m, *episode.reference_path_m[-1:], start)
    x, _, z = places[0] if goal.position_m is None else goal.position_m
    return x, z


def _spl(trial: Trial) -> float:
    """SPL of an episode whose goals are all done."""
    poses = [state.pose for state in trial.trail]
    places_m = np.array([(pose.x_m, pose.y_m, pose.z_m) for pose in poses])
    travelled_m = np.array([state.travelled_m for state in trial.trail])
    share = path_share(shortest_of(trial.episode), way_driven_m(places_m, travelled_m))
    return math.nan if share is None else share
