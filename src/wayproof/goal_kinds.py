"""The names of tasks and goals that foreign files are translated to."""

from __future__ import annotations

POINT_GOAL = "point_goal"
OBJECT_GOAL = "object_goal"
LANGUAGE_GOALS = "language_goals"  # one thing, described in words
IMAGE_GOAL = "image_goal"  # one thing, shown as a picture; kept, though no task of ours shows pictures
INSTRUCTION_FOLLOWING = "instruction_following"
ROOM_GOAL = "room_goal"
PERSON_FOLLOWING = "person_following"
QUESTION_ANSWERING = "question_answering"
# Tasks of several goals in order.
MULTI_GOAL = "multi_goal"  # things, told one by one
MISSION = "mission"  # goals of different kinds in one instruction
