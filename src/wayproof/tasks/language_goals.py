"""LangNav: find three things one after another, each told in words when the one before is done with.

A goal is all that satisfies its description. LangNavBench says twice when it is found: near one of its view
points (A.2), and at most 1.5 m from it (5.1). The released evaluation asks for less than 1 m along the floor
to a view point, which can be far from the thing. Here an agent is in range if it stands at a view point, less
than one step from it; or within 1.5 m of the thing in the plan and, so that nothing counts as near through a
wall, within 1.5 m of a view point along the floor.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.language_goals_draws import TASK, sample_episode
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import Guide, Places, claim
from wayproof.tasks.visibility.in_view import things_near
from wayproof.vocabulary import Action, Episode, Goal, Pose, Protocol

LANGNAV = Protocol(
    task=TASK,
    name="langnav",
    sensors=("rgb", "depth", "gps", "compass"),
    maximum_steps=1500,
    goal_steps=500,
    success_distance_m=1.5,
    body="stretch",
    actions=("forward", "turn_left", "turn_right", "found"),
    turn_rad=math.radians(30.0),
    one_by_one=True,
    sources={
        "forward_m, turn_rad, actions, sensors, success_distance_m": "LangNavBench 5.1",
        "goal_steps, maximum_steps, one_by_one": "LangNavBench 3.2 and 3.3: 500 steps for each of three "
        "goals, told one at a time; a failed goal does not end the episode",
        "border_counts": "langmonmap, evaluation: less than",
        "sliding, actuation": "ours: off and exact, as GOAT-Bench, whose set-up LangNavBench follows",
        "body": "ours: langmonmap has a camera at 1.5 m with 90 degrees; of our bodies Stretch is the "
        "nearest in height, and the sensors' setting hfov_rad widens its picture",
        "must_see, people_mode": "no such rule",
    },
)

PROTOCOLS = {
    protocol.name: protocol
    for protocol in (LANGNAV, *(replace(LANGNAV, name=f"langnav_{of}_in") for of in ("en", "hi", "te")))
}


class LanguageGoalsJudge:
    """How far it is to each of the things asked for in one episode."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        if not episode.goals:
            raise InvalidInput(f"episode {episode.id!r} has no goals; a LangNav episode has one at least")
        self.world, self.protocol, self.goals = world, protocol, episode.goals
        self.places = [NearestPlace(world.paths, np.array(_view_points(goal))) for goal in episode.goals]
        for number, places in enumerate(self.places):
            if not math.isfinite(places.distance_m(episode.start)):
                raise InvalidInput(
                    f"episode {episode.id!r} starts where body {world.body.name!r} finds no way to goal "
                    f"{number}; start on the island of its view points (navigation.places.island_of)"
                )
        self._pursued = -1
        self._guide: Guide | None = None
        self._here: tuple[float, float, float] | None = None
        self._measures: tuple[Measure, ...] = ()

    def measure(self, now: Now) -> tuple[Measure, ...]:
        pose = now.state.pose
        here = (pose.x_m, pose.y_m, pose.z_m)
        if here != self._here:  # a turn changes nothing
            self._measures = tuple(
                self._measured(goal, places.distance_m(pose), pose)
                for goal, places in zip(self.goals, self.places, strict=True)
            )
            self._here = here
        return self._measures

    def _measured(self, goal: Goal, left_m: float, pose: Pose) -> Measure:
        if left_m < self.protocol.forward_m:
            return Measure(left_m, True)
        if not self.protocol.close_enough(left_m, goal.radius_m):
            return Measure(left_m, False)
        # Goals of foreign files may name no things; then the view points alone decide.
        limit_m = self.protocol.success_distance_m if goal.radius_m is None else goal.radius_m
        near = not goal.instances or things_near(
            self.world,
            pose,
            goal.instances,
            within_m=limit_m,
            border_counts=self.protocol.border_counts,
        )
        return Measure(left_m, bool(near))

    def advice(self, now: Now) -> Action:
        """On to the view point that was nearest when the goal was told, and there "found"."""
        pose = now.state.pose
        if self._guide is None or self._pursued != now.goal:
            nearest = self.places[now.goal].nearest(pose)
            self._guide = Guide(Places(self.world.paths, (nearest,)), self.protocol, self.protocol.forward_m)
            self._pursued = now.goal
        name = self._guide.next_action(pose)
        return claim(self.protocol) if name == "stop" else Action(name)


def _view_points(goal: Goal) -> tuple[tuple[float, float, float], ...]:
    if not goal.view_points_m:
        raise InvalidInput(
            f"the goal {goal.text!r} has no view points; a LangNav goal lists where it is reached, see "
            "tasks.view_points"
        )
    return goal.view_points_m


def _draw(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    return sample_episode(world, protocol, LanguageGoalsJudge, seed=seed, index=index)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="find three things told in words, one after another",
        protocols=PROTOCOLS,
        draw=_draw,
        judge=LanguageGoalsJudge,
        source="LangNavBench",
    ),
)
