"""Social navigation: go to a point through a house with people and keep out of their personal space.

The goal is PointNav's; how often the body came nearer than 1.2 m to somebody is a constraint beside it, and
the metric `sii` (OmniNavBench).
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Task
from wayproof.tasks.drawing.point_goal_draws import DRAWINGS, sample_episode
from wayproof.tasks.point_goal import PointGoalJudge
from wayproof.vocabulary import Constraint, Episode, Protocol

TASK = "social_navigation"
PERSONAL_M = 1.2
PEOPLE = 3
TEXT = "Keep at least 1.2 metres away from people."

OMNINAVBENCH = Protocol(
    task=TASK,
    name="omninavbench",
    body="carter_v1",
    sensors=("rgb", "depth", "gps", "compass", "point_goal"),
    turn_rad=math.radians(15.0),
    maximum_steps=500,
    success_distance_m=0.36,
    border_counts=True,
    sources={
        "success_distance_m, border_counts": "OmniNavBench, Table II: PointNav at most 0.36 m",
        "body, turn_rad, actions": "OmniNavBench, its adapter for discrete agents",
        "forward_m, maximum_steps, sensors": "ours: as Habitat's PointNav",
        "sliding, actuation": "ours: a blocked move fails, exact motors",
        "people_mode": "ours: three people on scripted ways, the same in twin episodes",
    },
)


def draw_social(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """A PointNav episode with people about."""
    drawing = DRAWINGS["habitat"]
    made = sample_episode(world.paths, world.scene.name, protocol, seed=seed, index=index, drawing=drawing)
    return replace_episode(made, social(made.episode))


def social(episode: Episode) -> Episode:
    """The episode with people and the constraint to keep off them."""
    keep_off = Constraint("keep_distance", text=TEXT, distance_m=PERSONAL_M)
    goals = tuple(replace(goal, kind=TASK) for goal in episode.goals)
    name = episode.id.replace("point_goal", TASK, 1)
    return replace(episode, id=name, task=TASK, goals=goals, people=PEOPLE, constraints=(keep_off,))


def replace_episode(draw: Draw, episode: Episode) -> Draw:
    return Draw(episode, draw.rejected)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="go to a point among people and keep out of their personal space",
        protocols={"omninavbench": OMNINAVBENCH},
        draw=draw_social,
        judge=PointGoalJudge,
        source="OmniNavBench",
    ),
)
