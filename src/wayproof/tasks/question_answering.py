"""Question answering: explore a house until a question about it can be answered, and answer it."""

from __future__ import annotations

import math

from wayproof.tasks import TASKS, Task
from wayproof.tasks.drawing.question_answering_draws import TASK, sample_episode
from wayproof.tasks.judging.evidence import QuestionJudge
from wayproof.vocabulary import Protocol

OMNINAVBENCH = Protocol(
    task=TASK,
    name="omninavbench",
    sensors=("rgb", "depth", "gps", "compass"),
    maximum_steps=500,
    success_distance_m=2.5,
    body="carter_v1",
    actions=("answer", "forward", "turn_left", "turn_right", "look_up", "look_down"),
    turn_rad=math.radians(15.0),
    border_counts=True,
    must_see=True,
    sources={
        "body, turn_rad, forward_m": "OmniNavBench, Uni-NaVid adapter on Carter V1; its comment says 0.25 m",
        "sensors": "OmniNavBench, Observation: colour, depth, position and orientation",
        "actions": "OmniNavBench, EQA answers in words; looking up and down is ours",
        "success_distance_m, must_see, border_counts": "ours: OmniNavBench judges the words alone; here an "
        "answer also needs its evidence to have been in the picture, within 2.5 m",
        "maximum_steps, sliding, actuation": "ours",
        "one_by_one, goal_steps, people_mode": "ours: one question, nobody about",
    },
)

PROTOCOLS = {protocol.name: protocol for protocol in (OMNINAVBENCH,)}

TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="explore a house until a question about it can be answered, and answer it",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=QuestionJudge,
        source="Das et al. 2018; OmniNavBench",
    ),
)
