"""Out and back (OmniNavBench's RETURN): walk a way that is told in words, then come back to where it began.

Two goals in sequence: "found" at the end of the way, "stop" at the start. Being back counts only for an agent
that has been away, further than 2 m.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.path_instructions import CONCISE
from wayproof.language.route_languages import ENGLISH
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.instructed_ways import Drawing, Way, episode_of, ways
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.rejection import (
    NO_WAY_BY_STEPS,
    accepted,
    episode_generator,
    episode_id,
    no_episode,
)
from wayproof.tasks.judging.places import EXPERT_STOPS_M, Guide, Places
from wayproof.vocabulary import WHEELED_ACTIONS, Action, Episode, Goal, Headlines, Protocol

TASK = "return_to_start"
DRAWN_AS = "omninav"  # the protocol's former name: it still seeds the draws and stands in ids
LANDMARK_M = 3.0  # OmniNavBench: how near the landmark of an instruction counts
AWAY_M = 2.0  # OmniNavBench: an agent that was never further from the start has not returned

OMNINAVBENCH = Protocol(
    task=TASK,
    name="omninavbench",
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
PROTOCOLS = {OMNINAVBENCH.name: OMNINAVBENCH}

# Ours: so long that an agent in range of the landmark has been away.
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


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world without room for such an episode is an error that says what the draws failed on.
    """
    rng = episode_generator(seed, world.scene.name, TASK, DRAWN_AS, index)
    name = episode_id(TASK, DRAWN_AS, seed, index)
    rejected: Counter[str] = Counter()
    for way in ways(world, DRAWING, ENGLISH, rng, rejected):
        sentence = SENTENCES[int(rng.integers(len(SENTENCES)))]
        episode = and_back(episode_of(world, protocol, way, name=name, seed=seed), way, protocol, sentence)
        if rehearse(world, protocol, episode, ReturnJudge(world, protocol, episode)) is not None:
            return accepted(episode, rejected)
        rejected[NO_WAY_BY_STEPS] += 1
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=DRAWING.length_m)


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


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="follow a route described in words, then come back to the start",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=ReturnJudge,
        source="OmniNavBench, RETURN",
        headlines=Headlines(("success", "spl", "csr_ratio"), ("sgc_walking", "osr_final_goal")),
        former_names={DRAWN_AS: OMNINAVBENCH.name},
    ),
)
