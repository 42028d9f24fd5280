"""RoboTHOR and RobustNav files: a list of ObjectNav or PointNav episodes per scene, in AI2-THOR's frame."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput, unknown_name
from wayproof.formats import register
from wayproof.formats.coordinate_frames import from_thor, heading_from_thor, heading_to_thor
from wayproof.formats.documents import FILE_SUFFIXES, Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import only_goal, scene_stem
from wayproof.formats.typed_json import FURTHEST_M, Id, Metres
from wayproof.goal_kinds import OBJECT_GOAL, POINT_GOAL
from wayproof.kinds import ROBOTHOR_NAMES
from wayproof.vocabulary import Episode, Goal, Point, Pose

NAME = "robothor"
CHALLENGE_STEPS, ROBUSTNAV_STEPS = 500, 300
TARGETS = tuple(ROBOTHOR_NAMES.values())
# AI2-THOR gives the middle of the agent's body, our poses its feet. Paths in the files lie on the floor;
# where there is none, this is how far below the floor is.
MIDDLE_M = 0.9


class ThorPoint(Struct, frozen=True):
    x: Metres
    y: Metres
    z: Metres


class ThorEpisode(Struct, frozen=True, kw_only=True):
    """ObjectNav has an object_type, PointNav a target_position; RobustNav adds the difficulty."""

    id: Id
    scene: str
    object_type: str | UnsetType = UNSET
    target_position: ThorPoint | UnsetType = UNSET
    initial_position: ThorPoint
    initial_orientation: float
    initial_horizon: float | UnsetType = UNSET
    shortest_path: tuple[ThorPoint, ...] | UnsetType = UNSET
    shortest_path_length: float | UnsetType = UNSET
    difficulty: str | UnsetType = UNSET


Document = tuple[ThorEpisode, ...]


def episodes(document: Document, reading: Reading) -> list[Episode]:
    return [_episode(record, reading, f"[{i}]") for i, record in enumerate(document)]


def _episode(record: ThorEpisode, reading: Reading, field: str) -> Episode:
    if not abs(record.initial_orientation) <= FURTHEST_M:
        raise reading.broken(f"{field}.initial_orientation", "is too large to be an angle in degrees")
    length_m = record.shortest_path_length
    if length_m is not UNSET and length_m > FURTHEST_M:
        raise reading.broken(f"{field}.shortest_path_length", "is too large to be a length in metres")
    path = tuple(from_thor(point.x, point.y, point.z) for point in record.shortest_path or ())
    start = from_thor(record.initial_position.x, _floor(record), record.initial_position.z)
    goal = _goal(record, reading, field)
    return Episode(
        id=str(record.id),
        scene=record.scene,
        task=goal.kind,
        start=Pose(*start, heading_from_thor(record.initial_orientation)),
        goals=(goal,),
        shortest_length_m=length_m if length_m is not UNSET and length_m >= 0 else None,
        reference_path_m=path,
        maximum_steps=CHALLENGE_STEPS if record.difficulty is UNSET else ROBUSTNAV_STEPS,
        labels={} if record.difficulty is UNSET else {"difficulty": record.difficulty},
        file_id=str(record.id),
        source=NAME,
    )


def _goal(record: ThorEpisode, reading: Reading, field: str) -> Goal:
    point, kind = record.target_position, record.object_type
    if (point is UNSET) == (kind is UNSET):
        raise reading.broken(f"{field}.object_type", "needs either an object_type or a target_position")
    if kind is not UNSET:
        if kind not in TARGETS:
            raise reading.broken(f"{field}.object_type", str(unknown_name("RoboTHOR target", kind, TARGETS)))
        return Goal(OBJECT_GOAL, category=kind)
    assert point is not UNSET
    floor_m = record.shortest_path[-1].y if record.shortest_path else point.y - MIDDLE_M
    return Goal(POINT_GOAL, position_m=from_thor(point.x, floor_m, point.z))


def _floor(record: ThorEpisode) -> float:
    """The height of the floor where the episode starts."""
    return record.shortest_path[0].y if record.shortest_path else record.initial_position.y - MIDDLE_M


def rebuild(rows: Sequence[Row], _writing: Writing) -> Document:
    return tuple(_record(row) for row in rows)


def _record(row: Row) -> ThorEpisode:
    old: ThorEpisode | None = row.record
    if old is not None and row.untouched:
        return old
    episode, fields = row.episode, dict[str, Any]()
    if not row.kept("start"):
        middle_m = MIDDLE_M if old is None else old.initial_position.y - _floor(old)
        start = episode.start
        fields["initial_position"] = _thor((start.x_m, start.y_m + middle_m, start.z_m))
        fields["initial_orientation"] = heading_to_thor(start.heading_rad)
    if not row.kept("reference_path_m"):
        fields["shortest_path"] = tuple(_thor(point) for point in episode.reference_path_m)
    if not row.kept("shortest_length_m"):
        # -1 is AI2-THOR's "no path".
        fields["shortest_path_length"] = (
            -1.0 if episode.shortest_length_m is None else episode.shortest_length_m
        )
    if not row.kept("labels"):
        fields["difficulty"] = episode.labels.get("difficulty", UNSET)
    if not row.kept("goals"):
        fields |= _target(only_goal(episode, NAME), episode.id)
    if old is not None:
        return replace(old, **fields)
    horizon = 0.0 if episode.goals[0].kind == OBJECT_GOAL else UNSET
    return ThorEpisode(
        id=episode.file_id or episode.id, scene=episode.scene, initial_horizon=horizon, **fields
    )


def _target(goal: Goal, episode_id: str) -> dict[str, Any]:
    if goal.kind == OBJECT_GOAL and goal.category is not None:
        same = {name.lower(): name for name in TARGETS}  # "alarm_clock" and "AlarmClock" alike
        wanted = goal.category.replace("_", "").lower()
        if wanted not in same:
            raise unknown_name("RoboTHOR target", goal.category, TARGETS)
        return {"object_type": same[wanted], "target_position": UNSET}
    if goal.kind == POINT_GOAL and goal.position_m is not None:
        x, y, z = goal.position_m
        return {"target_position": _thor((x, y + MIDDLE_M, z)), "object_type": UNSET}
    raise InvalidInput(
        f"episode {episode_id!r} has a goal of kind {goal.kind!r}; {NAME} takes things or points"
    )


def _thor(place: Point) -> ThorPoint:
    return ThorPoint(*from_thor(*place))  # its own inverse


def _files(folder: Path) -> list[Path]:
    """The scenes' files of a folder, or of its folder "episodes"."""
    inner = folder / "episodes" if (folder / "episodes").is_dir() else folder
    return sorted(file for suffix in FILE_SUFFIXES for file in inner.glob(f"*{suffix}"))


def _file_for(episode: Episode, _folder: str) -> str:
    return f"episodes/{scene_stem(episode.scene)}.json.gz"


def _records(document: Document) -> Document:
    return document


register(
    Layout(NAME, Document, _records, episodes, rebuild, _files, _file_for),
    "RoboTHOR and RobustNav ObjectNav and PointNav: a list of episodes per scene.",
    marks=(("[].scene", "[].initial_position"),),
    protocols={OBJECT_GOAL: "robustnav", POINT_GOAL: "robustnav"},
)
