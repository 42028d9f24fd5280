"""OneMap's multi-object files: kinds of things to find in turn, without ids and positions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.formats import register
from wayproof.formats.coordinate_frames import Quaternion, quaternion_from_heading
from wayproof.formats.documents import FILE_SUFFIXES, Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import SCENE_PREFIX, each, records_of, scene_stem, start_of
from wayproof.formats.typed_json import FURTHEST_M, Place, Whole
from wayproof.goal_kinds import LANGUAGE_GOALS, MULTI_GOAL, OBJECT_GOAL
from wayproof.vocabulary import Episode, Goal

NAME = "onemap"
MAXIMUM_STEPS = 500
# A leg's length and, in newer files, where it ends. Its bounds are checked by hand: msgspec 0.22 crashes on a
# bounded number beside a tuple of fixed length.
Leg = float | tuple[float, Place]


class OneMapEpisode(Struct, frozen=True, kw_only=True):
    scene_id: str
    start_position: Place
    start_rotation: Quaternion
    object_goals: tuple[str, ...]
    best_seq_dists: tuple[Leg, ...] | UnsetType = UNSET
    floor: Whole | UnsetType | None = UNSET


class OneMapDocument(Struct, frozen=True):
    """One file."""

    episodes: tuple[OneMapEpisode, ...]


def episodes(document: OneMapDocument, reading: Reading) -> list[Episode]:
    def made(record: OneMapEpisode, index: int, field: str) -> Episode:
        legs = [leg if isinstance(leg, float) else leg[0] for leg in record.best_seq_dists or ()]
        for i, leg_m in enumerate(legs):
            if not 0.0 <= leg_m <= FURTHEST_M:
                raise reading.broken(f"{field}.best_seq_dists[{i}]", f"is {leg_m}, needs metres")
        if legs and len(legs) != len(record.object_goals):
            count = len(record.object_goals)
            raise reading.broken(
                f"{field}.best_seq_dists", f"{len(legs)} lengths, needs {count}, one per goal"
            )
        lengths: Sequence[float | None] = legs or [None] * len(record.object_goals)
        return Episode(
            id=str(reading.count + index),  # files have no ids; OneMap counts through all of them
            scene=record.scene_id.removeprefix(SCENE_PREFIX),
            task=MULTI_GOAL,
            start=start_of(record.start_rotation, record.start_position, reading, field),
            goals=tuple(
                Goal(OBJECT_GOAL, category=category, shortest_length_m=length_m)
                for category, length_m in zip(record.object_goals, lengths, strict=True)
            ),
            shortest_length_m=sum(legs) if legs else None,
            maximum_steps=MAXIMUM_STEPS,
            source=NAME,
        )

    return each(document, made)


def rebuild(rows: Sequence[Row], _writing: Writing) -> OneMapDocument:
    return OneMapDocument(tuple(_record(row) for row in rows))


def _record(row: Row) -> OneMapEpisode:
    old: OneMapEpisode | None = row.record
    if old is not None and row.untouched:
        return old
    episode, fields = row.episode, dict[str, Any]()
    if not row.kept("start"):
        start = episode.start
        fields["start_position"] = (start.x_m, start.y_m, start.z_m)
        fields["start_rotation"] = quaternion_from_heading(start.heading_rad)
    if not row.kept("goals"):
        if any(goal.category is None for goal in episode.goals):
            raise InvalidInput(f"episode {episode.id!r} has a goal without a category, which {NAME} needs")
        legs = [goal.shortest_length_m for goal in episode.goals]
        fields["object_goals"] = tuple(goal.category or "" for goal in episode.goals)
        fields["best_seq_dists"] = tuple(legs) if None not in legs else ()
    if old is not None:
        return replace(old, **fields)
    return OneMapEpisode(scene_id=episode.scene, floor=0, **fields)


def _files(folder: Path) -> list[Path]:
    """All episode files below a folder, in OneMap's order: without regard to case."""
    files = [file for suffix in FILE_SUFFIXES for file in folder.rglob(f"*{suffix}")]
    return sorted(files, key=lambda file: file.relative_to(folder).as_posix().casefold())


def _file_for(episode: Episode, _folder: str) -> str:
    return f"{scene_stem(episode.scene)}_episodes.json.gz"


register(
    Layout(NAME, OneMapDocument, records_of, episodes, rebuild, _files, _file_for),
    "OneMap's multi-object episodes: kinds of things to find in turn.",
    marks=(("episodes[].start_rotation", "episodes[].object_goals"),),
    protocols={LANGUAGE_GOALS: "goat_bench"},  # the nearest that we have: OneMap's own is not in its files
)
