"""GOAT-Bench files: several things to find one after the other, named by category, description or picture.

Differences from the reference loader, which change no goal: lists of goals are never extended in place, and
descriptions that are too long are dropped and counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from wayproof.errors import InvalidInput
from wayproof.formats import register
from wayproof.formats.documents import Layout, Reading, Row, Writing
from wayproof.formats.goat_bench_fields import (
    KINDS,
    MOST_WORDS,
    Goals,
    GoatDocument,
    GoatEpisode,
    GoatGoal,
    Task,
    Things,
    too_long,
)
from wayproof.formats.habitat_fields import (
    changed_fields,
    content_files,
    content_name,
    each,
    records_of,
    shared_fields,
    split_files,
)
from wayproof.formats.habitat_object_goal import goals_key
from wayproof.formats.object_goal_fields import things_from
from wayproof.formats.typed_json import refuse_wild
from wayproof.goal_kinds import IMAGE_GOAL, LANGUAGE_GOALS, MULTI_GOAL
from wayproof.vocabulary import Episode, Goal

NAME = "goat_bench"
MAXIMUM_STEPS = 5000
Texts = dict[tuple[str, Any], str]  # description by list and object id


def episodes(document: GoatDocument, reading: Reading) -> list[Episode]:
    goals = Goals(document, reading)

    def made(record: GoatEpisode, index: int, field: str) -> Episode:
        asked = []
        refuse_wild(list(record.goals or ()), reading.where, f"{field}.goals")
        for place, task in enumerate(record.tasks):
            goal = goals.of(record.scene_id, task, f"{field}.tasks[{place}]")
            if goal is None:
                sentence = f"descriptions of more than {MOST_WORDS} words were dropped, as GOAT-Bench does"
                reading.remark(sentence, f"{field}.tasks[{place}]")
            else:
                asked.append(goal)
        fields = shared_fields(record, reading, field) | {"id": str(index)}
        return Episode(
            task=MULTI_GOAL, goals=tuple(asked), maximum_steps=MAXIMUM_STEPS, source=NAME, **fields
        )

    return each(document, made)


def rebuild(rows: Sequence[Row], writing: Writing) -> GoatDocument:
    shared: dict[str, Things] = {}
    documents = {id(document): document for document in (writing.before, *(row.document for row in rows))}
    for document in documents.values():
        if document is not None:
            shared.update(document.goals or {})
    texts: Texts = {}
    lists = {
        key: Goals(document, Reading(NAME)) for key, document in documents.items() if document is not None
    }
    records = tuple(_record(row, shared, texts, lists.get(id(row.document))) for row in rows)
    for key, things in shared.items():
        shared[key] = tuple(
            replace(thing, lang_desc=texts[key, thing.object_id])
            if (key, thing.object_id) in texts
            else thing
            for thing in things
        )
    base = writing.before if writing.before is not None else GoatDocument(episodes=())
    keyed = bool(shared) or writing.before is None or base.goals is not UNSET
    return replace(base, episodes=records, goals=shared if keyed else UNSET)


def _record(row: Row, shared: dict[str, Things], texts: Texts, lists: Goals | None) -> GoatEpisode:
    old: GoatEpisode | None = row.record
    if old is None or row.original is None or lists is None:
        tasks = tuple(_task(goal, row.episode.scene, shared) for goal in row.episode.goals)
        return GoatEpisode(tasks=tasks, goals=(), **changed_fields(row))
    if _without_words(row.original.goals) == _without_words(row.episode.goals):
        _collect_texts(row, old, texts, lists)
        return old if row.untouched else replace(old, **changed_fields(row))
    tasks = tuple(_task(goal, old.scene_id, shared) for goal in row.episode.goals)
    return replace(old, tasks=tasks, **changed_fields(row))


def _without_words(goals: Sequence[Goal]) -> list[Goal]:
    return [replace(goal, text=None, tags=()) for goal in goals]


def _collect_texts(row: Row, record: GoatEpisode, texts: Texts, lists: Goals) -> None:
    """What the episode's descriptions say now; a file holds one for each thing, so that all must agree."""
    asked = [task for task in record.tasks if lists.of(record.scene_id, task, "tasks") is not None]
    for task, goal in zip(asked, row.episode.goals, strict=True):
        if goal.kind != LANGUAGE_GOALS or goal.text is None:
            continue
        if too_long(goal.text):
            raise InvalidInput(f"episode {row.episode.id!r} describes a goal in more than {MOST_WORDS} words")
        key, thing = lists.holder(record.scene_id, task, "tasks")
        if texts.setdefault((key, thing.object_id), goal.text) != goal.text:
            raise InvalidInput(
                f"two episodes describe {thing.object_id!r} of {key!r} differently; "
                f"a {NAME} file holds one text for each thing"
            )


def _task(goal: Goal, scene: str, shared: dict[str, Things]) -> Task:
    """The task for a new goal; the thing that it asks for is added to the shared goals."""
    ways = {kind: way for way, kind in KINDS.items() if kind != IMAGE_GOAL}
    if goal.kind not in ways:
        raise InvalidInput(
            f"a goal of kind {goal.kind!r} cannot be written to {NAME}; it takes {', '.join(ways)}"
        )
    way, thing, category = ways[goal.kind], things_from(goal, {})[0], goal.category or ""
    # A category's goal stands for all of its things at once; each described thing is one of its own.
    name = f"{category}_any" if way == "object" else f"{category}_{thing.object_id}"
    if goal.text is not None and too_long(goal.text):
        raise InvalidInput(
            f"the goal {name!r} is described in more than {MOST_WORDS} words; GOAT-Bench drops it"
        )
    new = GoatGoal(
        **{**asdict(thing), "object_id": name},
        lang_desc=goal.text,
        children_object_categories=(),
        image_goals=(),
    )
    key = goals_key(scene, category)
    same = [old for old in shared.get(key, ()) if old.object_id == name]
    if same and same != [new]:
        raise InvalidInput(
            f"two different goals are {name!r} in scene {scene!r}; a {NAME} file holds one each"
        )
    shared[key] = (*shared.get(key, ()), *([] if same else [new]))
    return category, way, None if way == "object" else name


def _index(_contents: Sequence[Any]) -> GoatDocument:
    return GoatDocument(episodes=())


register(
    Layout(
        NAME, GoatDocument, records_of, episodes, rebuild, split_files, content_name, content_files, _index
    ),
    "GOAT-Bench: things to find in turn, named by category, description or picture.",
    marks=(("episodes[].start_rotation", "episodes[].tasks", "episodes[].tasks[]"),),
    protocols={LANGUAGE_GOALS: "goat_bench"},
)
