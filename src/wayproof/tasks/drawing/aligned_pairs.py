"""Aligned episodes (NavTrust): the same start and the same end, once as ObjectNav and once as an instruction.

An ObjectNav episode is drawn first; the way from its start to the nearest place from which the thing is
seen is then put into words. Pairs without clear words, or shorter than instructions are, are drawn anew.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.language.landmarks import landmark_words, landmarks_of
from wayproof.navigation.distance_fields import distance_field, field_distance
from wayproof.scenes.scene import Instance
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Draw
from wayproof.tasks.drawing.instructed_ways import episode_of, way_to
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.rejection import NO_WAY_BY_STEPS, check_index, length_fault, no_episode
from wayproof.tasks.instruction_following import TASK as INSTRUCTIONS
from wayproof.tasks.instruction_following import InstructionJudge, drawing_of
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Episode, Protocol

OBJECTS = "object_goal"
MOST_TRIES = 96
LENGTHS_M = (4.0, 20.0)  # ours: longer than the 3 m that count as arrived, up to the longest instructions


def aligned_pair(
    world: World,
    seed: int,
    index: int,
    *,
    object_protocol: str | None = None,
    instruction_protocol: str = "r2r",
) -> tuple[Episode, Episode]:
    """Pair number `index` of a run seed: an ObjectNav episode and an instruction from and to the same places.

    Both carry the label "pair", by which results are put side by side.
    """
    check_index(index, "pair")
    protocol = TASKS[INSTRUCTIONS].protocol(instruction_protocol)
    objects = TASKS[OBJECTS].protocol(object_protocol)
    pair = f"aligned/{objects.name}+{protocol.name}/{seed}/{index}"
    languages = drawing_of(protocol).languages
    rejected: Counter[str] = Counter()
    for attempt in range(MOST_TRIES):
        search = TASKS[OBJECTS].draw(world, objects, seed, index * MOST_TRIES + attempt).episode
        told = told_way(world, protocol, search, languages[index % len(languages)])
        if isinstance(told, Episode):
            return _labelled(search, f"{pair}/object", pair), _labelled(told, f"{pair}/instruction", pair)
        rejected[told] += 1
    raise no_episode(world.scene.name, world.free, protocol, rejected, lengths_m=LENGTHS_M)


def aligned_draw(world: World, task: str, protocol: str, other: str, seed: int, index: int) -> Draw:
    """One side of a pair, as a task draws episodes; `other` is the protocol of the other side."""
    protocols = (protocol, other) if task == OBJECTS else (other, protocol)
    search, told = aligned_pair(
        world, seed, index, object_protocol=protocols[0], instruction_protocol=protocols[1]
    )
    return Draw(search if task == OBJECTS else told, {})


def check_alignment(task: str, other: str) -> None:
    """Refuse tasks that have no aligned pairs, and unknown protocols of the other side."""
    others = {OBJECTS: INSTRUCTIONS, INSTRUCTIONS: OBJECTS}
    if task not in others:
        raise InvalidInput(f"episodes: {task} has no aligned pairs; {OBJECTS} and {INSTRUCTIONS} have")
    TASKS[others[task]].protocol(other)


def told_way(world: World, protocol: Protocol, search: Episode, language: str) -> Episode | str:
    """The shortest way of an ObjectNav episode as an instruction, or why there is none."""
    end = np.array(search.reference_path_m[-1])
    thing = _thing_at(world, search, end)
    if thing is None:
        return "thing without a name"
    field = distance_field(world.paths, end)
    fault = length_fault(field_distance(field, position_of(search.start)), LENGTHS_M)
    if fault is not None:
        return fault
    rng = generator_for(search.seed, world.scene.name, "aligned", protocol.name, search.id)
    way = way_to(world, field, search.start, thing, drawing_of(protocol).style, language, rng)
    if way is None:
        return "no clear words"
    episode = episode_of(world, protocol, way, name=search.id, seed=search.seed)
    if rehearse(world, protocol, episode, InstructionJudge(world, protocol, episode)) is None:
        return NO_WAY_BY_STEPS
    return episode


def _thing_at(world: World, search: Episode, end: NDArray[np.float64]) -> Instance | None:
    """The instance sought that is nearest to the end of the way, if it is a landmark."""
    landmarks = landmarks_of(world)
    sought = set(search.goals[0].instances)
    gaps = landmarks.gap_m(end[[0, 2]][None])[:, 0]
    for number in np.argsort(gaps, kind="stable").tolist():
        thing = landmarks.things[number]
        if thing.id in sought:
            return thing if thing.category in landmark_words().things else None
    return None


def _labelled(episode: Episode, name: str, pair: str) -> Episode:
    return replace(episode, id=name, labels=episode.labels | {"pair": pair})
