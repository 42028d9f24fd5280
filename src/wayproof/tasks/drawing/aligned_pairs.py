"""Aligned episodes (NavTrust): the same start and the same end, once as ObjectNav and once as an instruction.

An ObjectNav episode is drawn first; the way from its start to the nearest place from which the thing is
seen is then put into words. Pairs without clear words, or shorter than instructions are, are drawn anew.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.landmarks import landmark_words, landmarks_of
from wayproof.navigation.distance_fields import distance_field, field_distance
from wayproof.scenes.scene import Instance
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.instructed_ways import (
    TASK,
    Way,
    drawing_of,
    episode_of,
    no_episode,
    rehearse,
    way_to,
)
from wayproof.tasks.instruction_following import InstructionJudge
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Episode, Protocol

OBJECTS = "object_goal"
MOST_TRIES = 96
LENGTH_M = (
    4.0,
    20.0,
)  # ours: longer than the 3 m that count as arrived, up to what instructions are drawn for


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
    if index < 0:
        raise InvalidInput(f"pair index is {index}; pairs are counted from 0")
    protocol = TASKS[TASK].protocol(instruction_protocol)
    objects = TASKS[OBJECTS].protocol(object_protocol)
    rejected: Counter[str] = Counter()
    for attempt in range(MOST_TRIES):
        search = TASKS[OBJECTS].draw(world, objects, seed, index * MOST_TRIES + attempt).episode
        told = told_way(world, protocol, search, seed, index, rejected)
        if told is not None:
            pair = f"aligned/{objects.name}+{protocol.name}/{seed}/{index}"
            return _labelled(search, f"{pair}/object", pair), _labelled(told, f"{pair}/instruction", pair)
    raise no_episode(world, protocol, rejected)


def told_way(
    world: World, protocol: Protocol, search: Episode, seed: int, index: int, rejected: Counter[str]
) -> Episode | None:
    """The instruction from the start of an ObjectNav episode to the end of its shortest way, or None."""
    end = np.array(search.reference_path_m[-1])
    thing = _thing_at(world, search, end)
    if thing is None:
        rejected["thing without a name"] += 1
        return None
    drawing, field = drawing_of(protocol), distance_field(world.paths, end)
    length_m = field_distance(field, position_of(search.start))
    if not LENGTH_M[0] <= length_m <= LENGTH_M[1]:
        rejected["too near" if length_m < LENGTH_M[0] else "too far"] += 1
        return None
    language = drawing.languages[index % len(drawing.languages)]
    rng = generator_for(seed, world.scene.name, "aligned", protocol.name, search.id)
    way: Way | None = way_to(world, field, search.start, thing, drawing.style, language, rng)
    if way is None:
        rejected["no clear words"] += 1
        return None
    episode = episode_of(world, protocol, way, seed=seed, index=index)
    if rehearse(world, protocol, episode, InstructionJudge(world, protocol, episode)) is None:
        rejected["no way by steps"] += 1
        return None
    return episode


def _thing_at(
    world: World, search: Episode, end: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> Instance | None:
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
