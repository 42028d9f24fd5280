"""Question answering: explore a house until a question about it can be answered, and answer it.

Evidence counts once a quarter of it has been in the picture, near enough, at any time of the episode: an
agent may walk on before it answers.

The kinds of questions take turns. Of a kind, first the answer is drawn among those that the house allows and
then a question with this answer, so that no answer is right more often than it must be. The start is the
first of those drawn from which the expert finds the answer.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import KEPT_WORLDS
from wayproof.tasks import TASKS, Draw, Measure, Now, Task
from wayproof.tasks.drawing.questions import KINDS, Question, questions_about
from wayproof.tasks.drawing.rejection import accepted, episode_generator, episode_id, no_episode
from wayproof.tasks.drawing.search_starts import Search, solvable_search
from wayproof.tasks.judging.expert_walks import Walk
from wayproof.tasks.judging.goal_places import goal_places
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.visibility.evidence import WELL_SEEN, evidence_places, inside_room, is_before
from wayproof.tasks.visibility.in_view import looks_to, seen_now
from wayproof.tasks.visibility.view_points import sights_of
from wayproof.vocabulary import Action, Episode, Goal, Headlines, Pose, Protocol

TASK = "question_answering"
MOST_QUESTIONS = 12  # drawn of one kind before the next kind is tried
MOST_STARTS = 256  # drawn for one question
LENGTHS_M = (1.0, 30.0)  # to the nearest place from which the evidence is seen (ours)
LOOK_ROUND_M = 0.15  # the expert looks round once it is this near to a place

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

PROTOCOLS = {OMNINAVBENCH.name: OMNINAVBENCH}


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world that allows no question is an error that says what the draws failed on.
    """
    rng = episode_generator(seed, world.scene.name, TASK, protocol.name, index)
    rejected: Counter[str] = Counter()
    turn = index % len(KINDS)
    for kind in (*KINDS[turn:], *KINDS[:turn]):
        questions = _askable(world)[kind]
        if not questions:
            rejected[f"no question of {kind}"] += 1
            continue
        for _ in range(MOST_QUESTIONS):
            question = _drawn(questions, rng)
            goal = _goal(question)
            places = _places(world, goal, protocol)
            if places is None:
                rejected["cannot be seen"] += 1
                continue
            search = Search(world, protocol, goal, places, LENGTHS_M, QuestionJudge)
            episode = solvable_search(search, MOST_STARTS, rng, rejected)
            if episode is not None:
                room = next(room.type for room in world.scene.rooms if room.id == question.room)
                labels = episode.labels | {"question": kind, "room": room}
                name = episode_id(TASK, protocol.name, seed, index)
                return accepted(msgspec.structs.replace(episode, id=name, seed=seed, labels=labels), rejected)
    raise no_episode(world.scene.name, world.free, protocol, rejected)


@lru_cache(maxsize=KEPT_WORLDS)
def _askable(world: World) -> dict[str, list[Question]]:
    return {kind: questions_about(world.scene, kind) for kind in KINDS}


def _drawn(questions: list[Question], rng: np.random.Generator) -> Question:
    """A question, after its answer."""
    answers = sorted({question.answer for question in questions})
    answer = answers[int(rng.integers(len(answers)))]
    fitting = [question for question in questions if question.answer == answer]
    return fitting[int(rng.integers(len(fitting)))]


def _goal(question: Question) -> Goal:
    """The question as a goal: the things to have seen, and the room where it is about the room as a whole."""
    whole_room = question.kind == "count" or not question.instances
    return Goal(
        TASK,
        instances=question.instances,
        rooms=(question.room,) if whole_room else (),
        text=question.text,
        answer=question.answer,
        tags=(question.kind,),
    )


def _places(world: World, goal: Goal, protocol: Protocol) -> NearestPlace | None:
    """The places from which the evidence is seen; None if there are none."""
    try:
        return goal_places(world, goal, protocol, find=evidence_places)
    except InvalidInput:
        return None


class QuestionJudge:
    """What has been seen so far for the answer to one question."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        if len(episode.goals) != 1 or episode.goals[0].answer is None or not episode.goals[0].text:
            raise InvalidInput(f"episode {episode.id!r} needs one goal with a text and an answer: a question")
        self.world, self.protocol, self.goal = world, protocol, episode.goals[0]
        self.places = goal_places(world, self.goal, protocol, find=evidence_places)
        if not math.isfinite(self.places.distance_m(episode.start)):
            raise InvalidInput(
                f"episode {episode.id!r} starts where body {world.body.name!r} finds no way to what is asked "
                "about; start on the main island (navigation.places.island_of)"
            )
        region = goal_places(world, self.goal, protocol, find=evidence_places, all_places=True)
        self.walk = Walk(region, protocol)
        self.seen: set[int] = set()
        self.entered: set[int] = set()

    def measure(self, now: Now) -> tuple[Measure, ...]:
        self._look(now.state)
        return (Measure(self.places.distance_m(now.state.pose), self.knows),)

    @property
    def knows(self) -> bool:
        """Whether all that the answer rests on has been seen."""
        return not self._missing() and self.entered >= set(self.goal.rooms)

    def advice(self, now: Now) -> Action:
        if self.measure(now)[0].in_range:
            return Action("answer", text=self.goal.answer)
        missing, limit_m = self._missing(), self.protocol.success_distance_m
        if missing and self.walk.places.distance_m(now.state.pose) <= LOOK_ROUND_M:
            looks = looks_to(self.world, now.state, missing, self.protocol, within_m=limit_m, least=WELL_SEEN)
            if looks:
                return Action(looks[0])
        return Action(self.walk.next_action(now.state.pose))

    def _missing(self) -> list[int]:
        """Things that are still to be seen; of things whose existence is asked one is enough."""
        if "existence" in self.goal.tags and self.seen:
            return []
        return [number for number in self.goal.instances if number not in self.seen]

    def _look(self, state: State) -> None:
        """Note what is seen and which room the body is in now."""
        limit_m = self.protocol.success_distance_m
        wanted = [number for number in self._missing() if self._shows(number, state.pose)]
        self.seen.update(seen_now(self.world, state, wanted, within_m=limit_m, least=WELL_SEEN))
        here = np.array([[state.pose.x_m, state.pose.z_m]])
        for room in self.world.scene.rooms:
            if room.id in self.goal.rooms and room.id not in self.entered and inside_room(room, here)[0]:
                self.entered.add(room.id)

    def _shows(self, number: int, pose: Pose) -> bool:
        """Whether a thing shows from here what is asked."""
        thing = sights_of(self.world).instance(number)
        return "state" not in self.goal.tags or is_before(thing, pose.x_m, pose.z_m)


TASKS.add(
    TASK,
    Task(
        name=TASK,
        summary="explore a house until a question about it can be answered, and answer it",
        protocols=PROTOCOLS,
        draw=sample_episode,
        judge=QuestionJudge,
        source="Das et al. 2018; OmniNavBench",
        headlines=Headlines(("eqa_accuracy",), ("success", "spl")),
    ),
)
