"""Habitat ObjectNav files (MP3D, HM3D v1 and v2): a kind of thing to find, goals shared between episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput, unknown_name
from wayproof.formats import register
from wayproof.formats.documents import Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import (
    HabitatEpisode,
    changed_fields,
    content_files,
    content_name,
    each,
    only_goal,
    records_of,
    shared_fields,
    split_files,
)
from wayproof.formats.object_goal_fields import HabitatObject, ObjectGoalFields, goal_from, things_from
from wayproof.formats.typed_json import Whole
from wayproof.goal_kinds import OBJECT_GOAL
from wayproof.vocabulary import Episode, Goal

NAME = "habitat_object_goal"
MAXIMUM_STEPS = 500
Things = tuple[ObjectGoalFields, ...]
CategoryMap = dict[str, Whole]


class ObjectGoalEpisode(HabitatEpisode, frozen=True, kw_only=True):
    goals: Things | UnsetType = UNSET  # empty; old files have them here and not in goals_by_category
    object_category: str | UnsetType = UNSET


class ObjectGoalDocument(Struct, frozen=True, kw_only=True):
    """One file. Goals are keyed by the scene's file name with its ending, "_" and the category."""

    episodes: tuple[ObjectGoalEpisode, ...]
    goals_by_category: dict[str, Things] | UnsetType = UNSET
    category_to_task_category_id: CategoryMap | UnsetType = UNSET
    category_to_scene_annotation_category_id: CategoryMap | UnsetType = UNSET
    category_to_mp3d_category_id: CategoryMap | UnsetType = UNSET  # the same by its older name
    content_scenes_path: str | UnsetType = UNSET


def goals_key(scene: str, category: str) -> str:
    """The name of a scene's goals of one category.

    >>> goals_key("hm3d/val/00800-TEEsavR23oF/TEEsavR23oF.basis.glb", "tv_monitor")
    'TEEsavR23oF.basis.glb_tv_monitor'
    """
    return f"{PurePosixPath(scene).name}_{category}"


def episodes(document: ObjectGoalDocument, reading: Reading) -> list[Episode]:
    categories = _categories(document, reading)
    by_key: Mapping[str, Things] = document.goals_by_category or {}
    inline = document.goals_by_category is UNSET
    ready: dict[str, Goal] = {}

    def goal_of(record: ObjectGoalEpisode, field: str) -> Goal:
        category = _category(record, inline, reading, field)
        if categories is not None and category not in categories:
            raise reading.broken(
                f"{field}.object_category", str(unknown_name("category", category, categories))
            )
        key = goals_key(record.scene_id, category)
        if key not in ready:
            things = (record.goals or ()) if inline else by_key.get(key, ())
            if not things:
                raise reading.broken(f"{field}.object_category", f"goals_by_category has no goals {key!r}")
            ready[key] = goal_from(things, OBJECT_GOAL, category)
        return ready[key]

    def made(record: ObjectGoalEpisode, index: int, field: str) -> Episode:
        # Habitat's loader counts anew in each file and forgets the id that is written there.
        fields = shared_fields(record, reading, field) | {"id": str(index)}
        goals = (goal_of(record, field),)
        return Episode(task=OBJECT_GOAL, goals=goals, maximum_steps=MAXIMUM_STEPS, source=NAME, **fields)

    return each(document, made)


def rebuild(rows: Sequence[Row], writing: Writing) -> ObjectGoalDocument:
    return rebuild_with(rows, writing, {})


def rebuild_with(
    rows: Sequence[Row], writing: Writing, known: dict[int, HabitatObject]
) -> ObjectGoalDocument:
    """A document; goals of new episodes are described by the known things, as far as there are any."""
    before, shared = writing.before, dict[str, Things]()
    documents = {id(document): document for document in (before, *(row.document for row in rows))}
    for document in documents.values():
        if document is not None:
            _add(shared, document.goals_by_category or {})
    asked: dict[str, Things] = {}
    records = tuple(_record(row, asked, known) for row in rows)
    shared.update(asked)  # goals that were changed replace those that they were read as
    keyed = bool(shared) or before is None or before.goals_by_category is not UNSET
    base = before if before is not None else ObjectGoalDocument(episodes=())
    document = replace(base, episodes=records, goals_by_category=shared if keyed else UNSET)
    return _with_categories(document, writing)


def _record(row: Row, asked: dict[str, Things], known: dict[int, HabitatObject]) -> ObjectGoalEpisode:
    """A record; what it asks for is added to what others of its scene and category ask for."""
    old: ObjectGoalEpisode | None = row.record
    goal = only_goal(row.episode, NAME)
    key = goals_key(old.scene_id if old is not None else row.episode.scene, goal.category or "")
    inline = row.document is not None and row.document.goals_by_category is UNSET
    if row.kept("goals") and not inline:
        _add(asked, {key: row.document.goals_by_category[key]})
    fields = changed_fields(row)
    if not row.kept("goals"):
        things = things_from(goal, known)
        fields |= {"object_category": goal.category, "goals": things if inline else ()}
        if not inline:
            _add(asked, {key: things})
    if old is None:
        return ObjectGoalEpisode(**fields)
    return old if row.untouched else replace(old, **fields)


def _add(shared: dict[str, Things], more: Mapping[str, Things]) -> None:
    """Goals are shared by all episodes of a scene and category, so that they may not differ."""
    for key, things in more.items():
        if shared.setdefault(key, things) != things:
            raise InvalidInput(
                f"two episodes have different goals {key!r}; a Habitat file holds one list for all"
            )


def _with_categories(document: ObjectGoalDocument, writing: Writing) -> ObjectGoalDocument:
    """The category maps, with those of all written categories that they lack at the end."""
    declared = next(
        (
            source
            for source in (document, writing.first)
            if source is not None and source.category_to_task_category_id is not UNSET
        ),
        None,
    )
    if declared is None and writing.before is not None:
        return document  # read without maps, and so written
    names = {goal.category for episode in writing.episodes for goal in episode.goals if goal.category}
    task = dict(declared.category_to_task_category_id or {}) if declared is not None else {}
    missing = sorted(names - set(task))
    if not missing and (declared is document or writing.before is not None):
        return document
    older = declared is not None and declared.category_to_mp3d_category_id is not UNSET
    other = f"category_to_{'mp3d' if older else 'scene_annotation'}_category_id"
    scene = dict(getattr(declared, other) or {}) if declared is not None else {}
    for ids in (task, scene):
        following = max(ids.values(), default=-1) + 1
        ids.update((name, following + place) for place, name in enumerate(missing))
    return replace(document, category_to_task_category_id=task, **{other: scene})


def _categories(document: ObjectGoalDocument, reading: Reading) -> CategoryMap | None:
    """The categories that the file, or the index before it, declares; None if neither does."""
    for source in (document, *reading.earlier[:1]):
        task = source.category_to_task_category_id
        scene = source.category_to_mp3d_category_id or source.category_to_scene_annotation_category_id
        if task is UNSET:
            continue
        if scene is not UNSET and set(task) != set(scene):
            odd = sorted(set(task) ^ set(scene))
            raise reading.broken("category_to_task_category_id", f"the two category maps differ in {odd[:5]}")
        return task  # type: ignore[no-any-return]
    if document.episodes:
        reading.remark("categories are not declared, so that they are taken as they come", "category maps")
    return None


def _category(record: ObjectGoalEpisode, inline: bool, reading: Reading, field: str) -> str:
    if inline and record.goals and isinstance(record.goals[0].object_category, str):
        return record.goals[0].object_category
    if record.object_category is UNSET:
        raise reading.broken(f"{field}.object_category", "is missing")
    return record.object_category


def _index(contents: Sequence[Any]) -> ObjectGoalDocument:
    """An index has no episodes and all categories."""
    document = ObjectGoalDocument(episodes=())
    for content in contents:
        for name in ("category_to_task_category_id", "category_to_scene_annotation_category_id"):
            ids = {**(getattr(document, name) or {}), **(getattr(content, name) or {})}
            document = replace(document, **{name: ids})
    return document


LAYOUT = Layout(
    NAME, ObjectGoalDocument, records_of, episodes, rebuild, split_files, content_name, content_files, _index
)
register(
    LAYOUT,
    "Habitat ObjectNav-v1 (MP3D, HM3D v1 and v2): a kind of thing to find.",
    marks=(
        ("episodes[].start_rotation", "episodes[].object_category", "goals_by_category"),
        ("episodes[].start_rotation", "episodes[].goals[].position", "episodes[].goals[].object_category"),
    ),
    protocols={OBJECT_GOAL: "habitat"},
)
