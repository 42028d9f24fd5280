"""Habitat PointNav files: gzipped JSON, an index and one content file per scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.formats import register
from wayproof.formats.documents import Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import (
    HabitatEpisode,
    PointGoalFields,
    changed_fields,
    content_files,
    content_name,
    each,
    known,
    only_goal,
    records_of,
    shared_fields,
    split_files,
)
from wayproof.goal_kinds import POINT_GOAL
from wayproof.vocabulary import Episode, Goal

NAME = "habitat_point_goal"
MAXIMUM_STEPS = 500


class PointGoalEpisode(HabitatEpisode, frozen=True, kw_only=True):
    goals: tuple[PointGoalFields, ...]


class PointGoalDocument(Struct, frozen=True):
    """One file."""

    episodes: tuple[PointGoalEpisode, ...]
    content_scenes_path: str | UnsetType = UNSET


def episodes(document: PointGoalDocument, reading: Reading) -> list[Episode]:
    def made(record: PointGoalEpisode, _: int, field: str) -> Episode:
        if len(record.goals) != 1:
            raise reading.broken(f"{field}.goals", f"{len(record.goals)} goals, needs 1")
        goal = record.goals[0]
        return Episode(
            task=POINT_GOAL,
            goals=(Goal(POINT_GOAL, goal.position, known(goal.radius)),),
            maximum_steps=MAXIMUM_STEPS,
            source=NAME,
            **shared_fields(record, reading, field),
        )

    return each(document, made)


def rebuild(rows: Sequence[Row], writing: Writing) -> PointGoalDocument:
    path = writing.before.content_scenes_path if writing.before is not None else UNSET
    return PointGoalDocument(tuple(_record(row) for row in rows), path)


def _record(row: Row) -> PointGoalEpisode:
    if row.untouched:
        return row.record  # type: ignore[no-any-return]
    fields = changed_fields(row)
    if not row.kept("goals"):
        goal = only_goal(row.episode, NAME)
        if goal.position_m is None:
            raise InvalidInput(
                f"episode {row.episode.id!r} has a goal without a position, which {NAME} needs"
            )
        fields["goals"] = (PointGoalFields(goal.position_m, goal.radius_m),)
    return PointGoalEpisode(**fields) if row.record is None else replace(row.record, **fields)


def _index(_contents: Sequence[Any]) -> PointGoalDocument:
    return PointGoalDocument(())


LAYOUT = Layout(
    NAME, PointGoalDocument, records_of, episodes, rebuild, split_files, content_name, content_files, _index
)
register(
    LAYOUT,
    "Habitat PointNav-v1: a place to reach, given relative to the start.",
    marks=(("episodes[].start_rotation", "episodes[].goals[].position"),),
    protocols={POINT_GOAL: "habitat"},
)
