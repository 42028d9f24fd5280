"""ObjectNav: find a thing of a named kind and say when it is found."""

from __future__ import annotations

import math

from wayproof.tasks import TASKS, Task
from wayproof.tasks.drawing.object_goal_draws import TASK, sample_episode
from wayproof.tasks.judging.object_search import SearchJudge
from wayproof.vocabulary import WHEELED_ACTIONS, Protocol

ACTIONS = (*WHEELED_ACTIONS, "look_up", "look_down")

HABITAT = Protocol(
    task=TASK,
    name="habitat",
    sensors=("rgb", "depth", "gps", "compass"),
    maximum_steps=500,
    success_distance_m=0.1,
    actions=ACTIONS,
    turn_rad=math.radians(30.0),
    sources={
        "forward_m, turn_rad, maximum_steps, actions": "habitat-lab, ObjectNav on HM3D",
        "success_distance_m, border_counts, must_see": "habitat-lab, ObjectNav: less than 0.1 m along the "
        "floor from the nearest view point of any such thing, whatever is in view",
        "sensors, sliding, actuation": "Habitat challenge 2022, ObjectNav",
        "body": "ours: LoCoBot, 0.88 m high and 0.18 m in radius there, is all but the same",
        "one_by_one, goal_steps, people_mode": "ours: one goal, nobody about",
    },
)

ROBUSTNAV = Protocol(
    task=TASK,
    name="robustnav",
    sensors=("rgb", "depth"),
    maximum_steps=300,
    success_distance_m=1.0,
    actions=ACTIONS,
    turn_rad=math.radians(30.0),
    border_counts=True,
    must_see=True,
    actuation="locobot",
    sources={
        "forward_m, turn_rad, maximum_steps, actuation, actions": "RobustNav, sections 3 and A.3",
        "success_distance_m, must_see": "RobustNav, section 3: within 1.0 m and in view",
        "border_counts": "ours: as in the RoboTHOR challenge's PointNav",
        "sensors, body": "RobustNav, section 3: RGB or RGB-D on a LoCoBot, without GPS and compass",
        "sliding": "AI2-THOR: a blocked move fails",
        "one_by_one, goal_steps, people_mode": "ours: one goal, nobody about",
    },
)

OPEN = Protocol(
    task=TASK,
    name="open",
    sensors=HABITAT.sensors,
    maximum_steps=HABITAT.maximum_steps,
    success_distance_m=HABITAT.success_distance_m,
    actions=HABITAT.actions,
    turn_rad=HABITAT.turn_rad,
    sources={
        "forward_m, turn_rad, maximum_steps, actions, success_distance_m, border_counts, must_see, sensors, "
        "sliding, actuation, body, one_by_one, goal_steps, people_mode": "as habitat; what is ours is that "
        "any kind of thing in the house may be asked for",
    },
)

PROTOCOLS = {protocol.name: protocol for protocol in (HABITAT, ROBUSTNAV, OPEN)}

TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="find a thing of a named kind and say when it is found",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=SearchJudge,
        source="Batra et al. 2020; Habitat; RobustNav",
    ),
)
