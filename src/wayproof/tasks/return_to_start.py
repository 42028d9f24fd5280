"""Out and back (OmniNavBench's RETURN): walk a way that is told in words, then come back to where it began.

Two goals in sequence: "found" at the end of the way, "stop" at the start. To be back counts only for one who
has been away: further than 2 m.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.path_instructions import CONCISE
from wayproof.language.route_languages import ENGLISH
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.instructed_ways import (
    Drawing,
    Way,
    episode_of,
    no_episode,
    rehearse,
    ways,
)
from wayproof.tasks.judging.places import Guide, Places
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Goal, Protocol

TASK = "return_to_start"
LANDMARK_M = 3.0  # OmniNavBench: how near the landmark of an instruction counts
AWAY_M = 2.0  # OmniNavBench: who was never further from the start has not returned
EXPERT_STOPS_M = 0.5

OMNINAV = Protocol(
    task=TASK,
    name="omninav",
    sensors=("rgb", "depth"),
    actions=(*WHEELED_ACTIONS, "found"),
    turn_rad=math.radians(15.0),
    maximum_steps=500,
    success_distance_m=2.0,
    border_counts=True,
    sources={
        "success_distance_m, border_counts": "OmniNavBench: back within 2.0 m; 3.0 m for the landmark",
        "turn_rad": "OmniNavBench, step profile of Uni-NaVid: 15 degrees",
        "forward_m": "ours: 0.25 m as in all tasks; OmniNavBench's comment says so, its code 0.5 m",
        "actions, maximum_steps": "ours: found, then stop; OmniNavBench stops at twice the expert's time",
        "sensors, body, sliding, actuation, must_see": "ours: RGB-D, LoCoBot, exact motors, no sliding",
        "one_by_one, goal_steps, people_mode": "ours: both goals are told at once, nobody about",
    },
)
PROTOCOLS = {OMNINAV.name: OMNINAV}

# Ours: at least as long that one who is in range of the landmark has been away.
DRAWING = Drawing(
    (LANDMARK_M + AWAY_M + 1.0, 15.0),
    CONCISE,
    (ENGLISH,),
    same_room_share=0.05,
    sources={"length_m, style, languages, same_room_share": "ours"},
)
SENTENCES = (
    "Then go back to where you started.",
    "Afterwards, return to your starting point.",
    "Once you are there, come back to where you started.",
    "When you are done, walk back to the start.",
    "After that, return to the place where you started.",
)


class ReturnJudge:
    """How far it is to the end of the way and back to its start."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        places = [goal.position_m for goal in episode.goals]
        if len(places) != 2 or places[0] is None or places[1] is None:
            raise InvalidInput(
                f"episode {episode.id!r} needs two goals with positions, the second at the start"
            )
        self.protocol, self.goals = protocol, episode.goals
        self.places = tuple(Places(world.paths, (place,)) for place in places if place is not None)
        self.guides = tuple(Guide(one, protocol, EXPERT_STOPS_M) for one in self.places)
        self._has_left = False

    def measure(self, now: Now) -> tuple[Measure, ...]:
        out_m, home_m = (places.distance_m(now.state.pose) for places in self.places)
        self._has_left = self._has_left or home_m > AWAY_M
        is_there = self.protocol.close_enough(out_m, self.goals[0].radius_m)
        is_back = self._has_left and self.protocol.close_enough(home_m, self.goals[1].radius_m)
        return Measure(out_m, is_there), Measure(home_m, is_back)

    def advice(self, now: Now) -> Action:
        name = self.guides[now.goal].next_action(now.state.pose)
        return Action("found") if name == "stop" and now.goal == 0 else Action(name)


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world without room for such an episode is an error that says what the draws failed on.
    """
    if index < 0:
        raise InvalidInput(f"episode index is {index}; episodes are counted from 0")
    rng = generator_for(seed, world.scene.name, TASK, protocol.name, index)
    rejected: Counter[str] = Counter()
    for way in ways(world, DRAWING, ENGLISH, rng, rejected):
        sentence = SENTENCES[int(rng.integers(len(SENTENCES)))]
        episode = and_back(episode_of(world, protocol, way, seed=seed, index=index), way, protocol, sentence)
        if rehearse(world, protocol, episode, ReturnJudge(world, protocol, episode)) is not None:
            return Draw(episode, dict(sorted(rejected.items())))
        rejected["no way by steps"] += 1
    raise no_episode(world, protocol, rejected)


def and_back(episode: Episode, way: Way, protocol: Protocol, sentence: str) -> Episode:
    """An episode there, made into one there and back."""
    start, length_m = way.start, way.length_m
    there = replace(episode.goals[0], radius_m=LANDMARK_M)
    back = Goal(
        TASK,
        position_m=(start.x_m, start.y_m, start.z_m),
        radius_m=protocol.success_distance_m,
        text=sentence,
        shortest_length_m=length_m,
    )
    path = np.array(episode.reference_path_m)
    return replace(
        episode,
        goals=(there, back),
        instruction=f"{episode.instruction} {sentence}",
        shortest_length_m=2.0 * length_m,
        reference_path_m=(*episode.reference_path_m, *(tuple(point) for point in path[-2::-1].tolist())),
    )


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="walk a way that is told in words, then come back to where it began",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=ReturnJudge,
        source="OmniNavBench, RETURN",
    ),
)
