"""Question-answering episodes: draw a question whose evidence can be seen, and a start away from it.

The kinds of questions take turns. Of a kind, first the answer is drawn among those that the house allows and
then a question with this answer, so that no answer is right more often than it must be.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.paths import shortest_path
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.simulator.worlds import KEPT_WORLDS
from wayproof.tasks import Draw
from wayproof.tasks.drawing.object_goal_draws import MOST_FAILURES, difficulty_of
from wayproof.tasks.drawing.questions import KINDS, Question, questions_about
from wayproof.tasks.judging.evidence import QuestionJudge, places_of_evidence
from wayproof.tasks.judging.expert_walks import steps_of_expert
from wayproof.tasks.judging.object_search import search_for
from wayproof.tasks.judging.places import point_from, position_of
from wayproof.tasks.visibility.view_points import MAIN_ISLAND
from wayproof.vocabulary import Episode, Goal, Pose, Protocol

TASK = "question_answering"
QUESTIONS = 12  # drawn of one kind before the next kind is tried
STARTS, BATCH = 256, 64
LENGTHS_M = (1.0, 30.0)  # to the nearest place from which the evidence is seen (ours)


def sample_episode(world: World, protocol: Protocol, seed: int, index: int) -> Draw:
    """Episode number `index` of a run seed in a world: the same whatever was drawn before.

    A world that allows no question is an error that says what the draws failed on.
    """
    if index < 0:
        raise InvalidInput(f"episode index is {index}; episodes are counted from 0")
    rng = generator_for(seed, world.scene.name, TASK, protocol.name, index)
    rejected: Counter[str] = Counter()
    turn = index % len(KINDS)
    for kind in (*KINDS[turn:], *KINDS[:turn]):
        questions = _askable(world)[kind]
        rejected[f"no question of {kind}"] += not questions
        for _ in range(QUESTIONS if questions else 0):
            question = _drawn(questions, rng)
            goal = _goal(question)
            try:
                search_for(world, goal, protocol, find=places_of_evidence)
            except InvalidInput:
                rejected["cannot be seen"] += 1
                continue
            episode = _episode_about(world, protocol, goal, rng, rejected)
            if episode is not None:
                name = f"{TASK}/{protocol.name}/{seed}/{index}"
                room = next(room.type for room in world.scene.rooms if room.id == question.room)
                labels = {**episode.labels, "room": room}
                counts = {reason: count for reason, count in sorted(rejected.items()) if count}
                return Draw(msgspec.structs.replace(episode, id=name, seed=seed, labels=labels), counts)
    raise InvalidInput(
        f"scene {world.scene.name!r} allows no question to body {world.body.name!r}: draws failed on "
        + ", ".join(f"{reason}: {count}" for reason, count in sorted(rejected.items()) if count)
        + "; choose a larger scene or another body"
    )


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


def _episode_about(
    world: World, protocol: Protocol, goal: Goal, rng: np.random.Generator, rejected: Counter[str]
) -> Episode | None:
    """The first start in the range of lengths from which the expert finds the answer."""
    search, failures = search_for(world, goal, protocol, find=places_of_evidence), 0
    for _ in range(STARTS // BATCH):
        starts = sample_points(world.free, rng, BATCH, island=MAIN_ISLAND)
        headings = rng.uniform(-math.pi, math.pi, BATCH)
        for start, heading, length_m in zip(starts, headings, search.distances_m(starts), strict=True):
            if not LENGTHS_M[0] <= length_m <= LENGTHS_M[1]:
                rejected["too near" if length_m < LENGTHS_M[0] else "too far"] += 1
                continue
            episode = _episode(world, protocol, goal, Pose(*point_from(start), float(heading)))
            judge = QuestionJudge(world, protocol, episode)
            if steps_of_expert(world, protocol, judge, episode.start) is not None:
                return episode
            rejected["no way by steps"] += 1
            failures += 1
            if failures == MOST_FAILURES:
                return None
    return None


def _episode(world: World, protocol: Protocol, goal: Goal, start: Pose) -> Episode:
    search = search_for(world, goal, protocol, find=places_of_evidence)
    length_m = search.distance_m(start)
    way = shortest_path(world.paths, position_of(start), np.array(search.nearest(start)))
    return Episode(
        id="",
        scene=world.scene.name,
        task=TASK,
        start=start,
        goals=(goal,),
        instruction=goal.text,
        shortest_length_m=length_m,
        reference_path_m=tuple(point_from(place) for place in way),
        maximum_steps=protocol.maximum_steps,
        labels={"difficulty": difficulty_of(length_m), "question": goal.tags[0]},
    )
