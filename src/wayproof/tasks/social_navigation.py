"""Social navigation: go to a point through a house with people and keep out of their personal space.

The goal is PointNav's, and so is the way episodes are drawn; how often the body came nearer than 1.2 m to
somebody is a constraint beside the goal, and the metric `sii` (OmniNavBench).
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from wayproof.metrics.personal_space import PERSONAL_M
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Task
from wayproof.tasks.drawing.point_goal_lengths import DRAWINGS
from wayproof.tasks.point_goal import PointGoalJudge
from wayproof.tasks.point_goal import sample_episode as sample_point_goal
from wayproof.vocabulary import Constraint, Headlines, Protocol

TASK = "social_navigation"
PEOPLE = 3
KEEP_OFF = Constraint(
    "keep_distance", text="Keep at least 1.2 metres away from people.", distance_m=PERSONAL_M
)

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


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """A PointNav episode, drawn as Habitat's are, with people about and the constraint to keep off them."""
    draw = sample_point_goal(
        world.paths, world.scene.name, protocol, seed=seed, index=index, drawing=DRAWINGS["habitat"]
    )
    return Draw(replace(draw.episode, people=PEOPLE, constraints=(KEEP_OFF,)), draw.rejected)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="go to a point among people and keep out of their personal space",
        protocols={OMNINAVBENCH.name: OMNINAVBENCH},
        draw=sample_episode,
        judge=PointGoalJudge,
        source="OmniNavBench",
        headlines=Headlines(("sii", "success", "spl")),
        gives_words=False,
    ),
)
