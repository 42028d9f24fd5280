"""Person following: keep behind a person who walks ahead, facing them, and say when they have arrived.

OmniNavBench asks for a distance above 1 m and up to 3 m and a deviation of at most 60 degrees, judged when
the person stops. The person here walks a way once and then stands, slowly enough for a body that comes to
rest after each step.
"""

from __future__ import annotations

import math

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.simulator.people.persons import PersonState
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Measure, Now, Task
from wayproof.tasks.drawing.person_following_draws import BEHIND_M, TASK, draw_following, stations_of
from wayproof.tasks.judging.places import Guide, Places
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Pose, Protocol

INNER_M, OUTER_M = 1.0, 3.0
WIDEST_RAD = math.radians(60.0)
ARRIVED_M = 0.05
FACING_RAD = math.radians(25.0)  # the expert turns when the person is further off than this

OMNINAVBENCH = Protocol(
    task=TASK,
    name="omninavbench",
    body="carter_v1",
    sensors=("rgb", "depth", "gps", "compass"),
    actions=WHEELED_ACTIONS,
    forward_m=0.5,
    turn_rad=math.radians(15.0),
    maximum_steps=300,
    success_distance_m=OUTER_M,
    border_counts=True,
    sources={
        "body, forward_m, turn_rad, actions": "OmniNavBench, the step profile of its Uni-NaVid adapter",
        "success_distance_m, border_counts": "OmniNavBench, Table II: above 1.0 m, at most 3.0 m, 60 degrees",
        "sensors": "OmniNavBench: camera, depth and own pose",
        "maximum_steps": "ours: OmniNavBench allows twice the expert's frames",
        "sliding, actuation, people_mode": "ours: a blocked move fails, exact motors, scripted people",
    },
)


class FollowingJudge:
    """How the body stands to the person whom it follows."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        goal = episode.goals[0]
        if goal.person is None or not 0 <= goal.person < len(episode.people_ways_m):
            raise InvalidInput(
                f"episode {episode.id!r} follows person {goal.person}; {len(episode.people_ways_m)} have a "
                "way; give the goal a person and the episode that person's way"
            )
        self.person, self.end_m = goal.person, episode.people_ways_m[goal.person][-1]
        self._world, self._protocol, self._way = world, protocol, episode.people_ways_m[goal.person]
        self._guides: dict[int, Guide] = {}
        self._stations: list[tuple[float, float, float]] | None = None

    def measure(self, now: Now) -> tuple[Measure, ...]:
        person = now.people[self.person]
        distance_m, off_rad = self._seen(now.state.pose, person)
        well = INNER_M < distance_m <= OUTER_M and abs(off_rad) <= WIDEST_RAD
        return (Measure(distance_m, well and self._has_arrived(person)),)

    def advice(self, now: Now) -> Action:
        """Walk the person's own way, some steps behind; wait by looking at them."""
        pose, person = now.state.pose, now.people[self.person]
        distance_m, off_rad = self._seen(pose, person)
        if self.measure(now)[0].in_range:
            return Action("stop")
        name = self._step_behind(pose, person) if distance_m > BEHIND_M else "stop"
        if name != "stop":
            return Action(name)
        # There: face the person; where that is done, turn to and fro until they go on.
        return Action("turn_left" if off_rad > 0.0 else "turn_right")

    def _step_behind(self, pose: Pose, person: PersonState) -> str:
        """Towards the station of the way that lies behind the person."""
        if self._stations is None:
            self._stations = stations_of(self._world, self._way)
        at = np.array(person.position_m)
        gaps = [float(np.linalg.norm(at - np.array(station))) for station in self._stations]
        here = int(np.argmin(gaps))
        behind = here
        while behind > 0 and gaps[behind] < BEHIND_M:
            behind -= 1
        if behind not in self._guides:
            places = Places(self._world.paths, (self._stations[behind],))
            self._guides[behind] = Guide(places, self._protocol, self._protocol.forward_m)
        return self._guides[behind].next_action(pose)

    def _has_arrived(self, person: PersonState) -> bool:
        x, _, z = person.position_m
        return math.hypot(x - self.end_m[0], z - self.end_m[2]) < ARRIVED_M and person.speed_m_s < 0.05

    def _seen(self, pose: Pose, person: PersonState) -> tuple[float, float]:
        """Metres to the person, and how far to the left they are from straight ahead."""
        dx, dz = person.position_m[0] - pose.x_m, person.position_m[2] - pose.z_m
        off = math.remainder(math.atan2(-dx, -dz) - pose.heading_rad, math.tau)
        return math.hypot(dx, dz), off


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="keep behind a person who walks ahead and say when they have arrived",
        protocols={"omninavbench": OMNINAVBENCH},
        draw=draw_following,
        judge=FollowingJudge,
        source="OmniNavBench",
    ),
)
