"""LangNav files (LangNavBench): three things in turn, each described by a sentence with tagged words.

The data files were not at hand; the fields are those that the published loader, evaluator and generator use.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.formats import register
from wayproof.formats.documents import Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import (
    HabitatEpisode,
    changed_fields,
    content_files,
    content_name,
    each,
    records_of,
    shared_fields,
    split_files,
)
from wayproof.formats.typed_json import FURTHEST_M, Free, Metres, refuse_wild
from wayproof.goal_kinds import LANGUAGE_GOALS
from wayproof.vocabulary import Episode, Goal, Point

NAME = "langnav"
STEPS_PER_GOAL = 500
Loose = Metres | str  # the generator writes some numbers as text
LoosePlace = tuple[Loose, Loose, Loose]
# What the files call the kinds of words, and what we do.
TAGS = {
    **{name: name for name in ("colour", "size", "texture", "state", "number", "material", "modifier")},
    "color": "colour",
}
# LangNavBench counts every "on ": in "lemon bowl" and "on your left" too. Ours: the word, and not a side.
_SUPPORT = re.compile(r"\bon\b(?!\s+(?:your|the|my|its)\s+(?:left|right)\b)", re.IGNORECASE)


class LangNavObject(Struct, frozen=True, kw_only=True):
    """A thing that fulfils the goal."""

    centroid: LoosePlace
    aabb: Any = UNSET
    navigable_points: tuple[LoosePlace, ...] | UnsetType = UNSET
    sizes: Any = UNSET
    nearest_nav_point: LoosePlace | UnsetType | None = UNSET


class LangNavGoal(Struct, frozen=True, kw_only=True):
    language_instruction: str
    object_category: str | UnsetType | None = UNSET
    goal_object: tuple[LangNavObject, ...]
    extras: Free | UnsetType | None = UNSET
    granularity: str | UnsetType | None = UNSET
    spatial_rel_type: str | UnsetType | None = UNSET
    spatial_rel: Any = UNSET


class LangNavEpisode(HabitatEpisode, frozen=True, kw_only=True):
    goals: tuple[LangNavGoal, ...]
    shortest_paths: tuple[tuple[LoosePlace, ...], ...] | UnsetType | None = UNSET  # type: ignore[assignment]
    object_category: tuple[str, ...] | UnsetType = UNSET  # the first goal's alone, in the published files


class LangNavDocument(Struct, frozen=True):
    """One file."""

    episodes: tuple[LangNavEpisode, ...]
    content_scenes_path: str | UnsetType = UNSET


def episodes(document: LangNavDocument, reading: Reading) -> list[Episode]:
    def made(record: LangNavEpisode, _: int, field: str) -> Episode:
        ways = record.shortest_paths or ()
        lengths = [_length(way, reading, f"{field}.shortest_paths[{i}]") for i, way in enumerate(ways)]
        lengths += [None] * (len(record.goals) - len(lengths))
        goals = tuple(
            _goal(goal, lengths[i], reading, f"{field}.goals[{i}]") for i, goal in enumerate(record.goals)
        )
        fields = shared_fields(record, reading, field)
        fields["id"] = f"{record.scene_id}__{record.episode_id}"
        if fields["shortest_length_m"] is None and goals and None not in lengths:
            fields["shortest_length_m"] = sum(length or 0.0 for length in lengths[: len(goals)])
        steps = STEPS_PER_GOAL * max(len(goals), 1)
        return Episode(task=LANGUAGE_GOALS, goals=goals, maximum_steps=steps, source=NAME, **fields)

    return each(document, made)


def _goal(goal: LangNavGoal, length_m: float | None, reading: Reading, field: str) -> Goal:
    if not goal.goal_object:
        raise reading.broken(f"{field}.goal_object", "0 things, needs 1 or more")
    refuse_wild({"extras": goal.extras or {}, "spatial_rel": goal.spatial_rel}, reading.where, field)
    places: list[Point] = []
    for i, thing in enumerate(goal.goal_object):
        name = f"{field}.goal_object[{i}]"
        refuse_wild({"aabb": thing.aabb, "sizes": thing.sizes}, reading.where, name)
        points = enumerate(thing.navigable_points or ())
        places += [_place(point, reading, f"{name}.navigable_points[{j}]") for j, point in points]
    centres = [
        _place(thing.centroid, reading, f"{field}.goal_object[{i}].centroid")
        for i, thing in enumerate(goal.goal_object)
    ]
    return Goal(
        LANGUAGE_GOALS,
        position_m=centres[0] if len(centres) == 1 else None,
        category=goal.object_category or None,
        view_points_m=tuple(places),
        text=goal.language_instruction,
        tags=tags_of(goal),
        shortest_length_m=length_m,
    )


def tags_of(goal: LangNavGoal) -> tuple[str, ...]:
    """The kinds of words that the sentence uses, as annotated, and "support" where it says on what."""
    properties = (goal.extras or {}).get("language_properties")
    features = properties.get("features") if isinstance(properties, dict) else None
    found = {
        TAGS[name.lower()]
        for feature in (features if isinstance(features, list) else [])
        for group in (feature.values() if isinstance(feature, dict) else [])
        for name, fact in (group.items() if isinstance(group, dict) else [])
        if name.lower() in TAGS and isinstance(fact, dict) and fact.get("exists") is True
    }
    if _SUPPORT.search(goal.language_instruction):
        found.add("support")
    return tuple(sorted(found))


def rebuild(rows: Sequence[Row], writing: Writing) -> LangNavDocument:
    path = writing.before.content_scenes_path if writing.before is not None else UNSET
    return LangNavDocument(tuple(_record(row) for row in rows), path)


def _record(row: Row) -> LangNavEpisode:
    old: LangNavEpisode | None = row.record
    if old is not None and row.untouched:
        return old
    fields = changed_fields(row)
    if not row.kept("goals"):
        before = row.original.goals if row.original is not None else ()
        records = old.goals if old is not None else ()
        fields["goals"] = tuple(
            _retold(goal, before[i], records[i]) if i < len(before) else _fresh(goal)
            for i, goal in enumerate(row.episode.goals)
        )
        fields["object_category"] = tuple(goal.category or "" for goal in row.episode.goals[:1])
    return LangNavEpisode(**fields) if old is None else replace(old, **fields)


def _retold(goal: Goal, before: Goal, record: LangNavGoal) -> LangNavGoal:
    """A goal in other words keeps its things; the annotations are those of its tags now."""
    if goal == before:
        return record
    if replace(goal, text=None, tags=()) != replace(before, text=None, tags=()):
        return _fresh(goal)
    return replace(record, language_instruction=goal.text or "", extras=_annotated(goal.tags))


def _fresh(goal: Goal) -> LangNavGoal:
    place = goal.position_m or (goal.view_points_m[0] if goal.view_points_m else None)
    if goal.text is None or place is None:
        raise InvalidInput(f"a goal of kind {goal.kind!r} has no text, or no place; {NAME} files need both")
    return LangNavGoal(
        language_instruction=goal.text,
        object_category=goal.category,
        goal_object=(LangNavObject(centroid=place, navigable_points=goal.view_points_m),),
        extras=_annotated(goal.tags),
    )


def _annotated(tags: Iterable[str]) -> dict[str, Any]:
    """Tags as the files annotate them; "support" is read from the sentence."""
    facts = {tag: {"exists": True, "explanation": []} for tag in tags if tag in TAGS.values()}
    return {"language_properties": {"features": [{"attributes": facts}]}}


def _place(loose: LoosePlace, reading: Reading, field: str) -> Point:
    numbers = []
    for number in loose:
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not abs(value) <= FURTHEST_M:  # also refuses NaN
            raise reading.broken(field, f"is {number!r:.40}, needs a number of metres up to {FURTHEST_M:g}")
        numbers.append(value)
    return numbers[0], numbers[1], numbers[2]


def _length(way: Sequence[LoosePlace], reading: Reading, field: str) -> float | None:
    places = [_place(point, reading, f"{field}[{i}]") for i, point in enumerate(way)]
    return sum(math.dist(a, b) for a, b in pairwise(places)) if places else None


def _index(_contents: Sequence[Any]) -> LangNavDocument:
    return LangNavDocument(())


register(
    Layout(
        NAME, LangNavDocument, records_of, episodes, rebuild, split_files, content_name, content_files, _index
    ),
    "LangNav: three things in turn, each described by a sentence.",
    marks=(
        (
            "episodes[].start_rotation",
            "episodes[].goals[].language_instruction",
            "episodes[].goals[].goal_object",
        ),
    ),
    protocols={LANGUAGE_GOALS: "langnav"},
)
