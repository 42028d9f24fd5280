"""What all Habitat episode files share: the fields of an episode, its start, and where the files lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.formats.coordinate_frames import (
    LARGEST_TILT_RAD,
    Quaternion,
    heading_from_quaternion,
    quaternion_from_heading,
)
from wayproof.formats.documents import Reading, Row
from wayproof.formats.typed_json import Free, Id, Length, Place, Whole, refuse_wild
from wayproof.vocabulary import Episode, Goal, Pose

SCENE_PREFIX = "data/scene_datasets/"  # Habitat's loaders strip it and join the rest to their own folder
CONTENT_PATH = "{data_path}/content/{scene}.json.gz"
SUFFIX = ".json.gz"


class PathPoint(Struct, frozen=True, omit_defaults=True):
    """A step of a stored shortest path."""

    position: Place | UnsetType | None = UNSET
    rotation: tuple[float, ...] | UnsetType | None = UNSET
    action: Id | UnsetType | None = UNSET


class PointGoalFields(Struct, frozen=True, omit_defaults=True):
    """A goal that is a place."""

    position: Place
    radius: Length | UnsetType | None = UNSET


class HabitatEpisode(Struct, frozen=True, kw_only=True):
    """The fields of every Habitat episode. UNSET: not in the file, and not written."""

    episode_id: Id
    scene_id: str
    scene_dataset_config: str | UnsetType = UNSET
    additional_obj_config_paths: tuple[str, ...] | UnsetType = UNSET
    start_position: Place
    start_rotation: Quaternion
    start_room: Id | UnsetType | None = UNSET
    shortest_paths: tuple[tuple[PathPoint | Whole | str | None, ...], ...] | UnsetType | None = UNSET
    info: Free | UnsetType | None = UNSET


def scene_of(record: HabitatEpisode) -> str:
    """The scene as loaders see it, without the customary prefix."""
    return record.scene_id.removeprefix(SCENE_PREFIX)


def start_of(rotation: Quaternion, position: Place, reading: Reading, field: str) -> Pose:
    """The start pose; a tilted one keeps its heading and is remarked on."""
    try:
        heading_rad, tilt_rad = heading_from_quaternion(rotation)
    except InvalidInput as error:
        raise reading.broken(f"{field}.start_rotation", str(error)) from None
    if tilt_rad > LARGEST_TILT_RAD:
        reading.remark("tilted start rotations, of which only the heading is used", f"{field}.start_rotation")
    return Pose(*position, heading_rad)


def shared_fields(record: HabitatEpisode, reading: Reading, field: str) -> dict[str, Any]:
    """The fields of our episode that are the same in every Habitat format."""
    info = record.info or {}
    refuse_wild(info, reading.where, f"{field}.info")
    labels = {"difficulty": info["difficulty"]} if isinstance(info.get("difficulty"), str) else {}
    return {
        "id": str(record.episode_id),
        "scene": scene_of(record),
        "start": start_of(record.start_rotation, record.start_position, reading, field),
        "shortest_length_m": _length(info.get("geodesic_distance"), reading, f"{field}.info"),
        "labels": labels,
        "file_id": str(record.episode_id),
    }


def changed_fields(row: Row) -> dict[str, Any]:
    """The shared fields of a record for an episode: the old ones where the episode is as it was read."""
    episode, record = row.episode, row.record
    fields: dict[str, Any] = {}
    if not row.kept("start"):
        start = episode.start
        fields["start_position"] = (start.x_m, start.y_m, start.z_m)
        fields["start_rotation"] = quaternion_from_heading(start.heading_rad)
    if not row.kept("shortest_length_m", "labels"):
        info = dict((record.info or {}) if record is not None else {})
        facts = {
            "geodesic_distance": episode.shortest_length_m,
            "difficulty": episode.labels.get("difficulty"),
        }
        for name, value in facts.items():
            info.pop(name, None)
            if value is not None:
                info[name] = value
        fields["info"] = info
    if record is None:
        fields |= {
            "episode_id": episode.file_id or episode.id,
            "scene_id": episode.scene,
            "scene_dataset_config": "default",
            "additional_obj_config_paths": (),
            "start_room": None,
            "shortest_paths": None,
        }
    return fields


def known(value: Any) -> Any:
    """A field's value; None if the file does not have it."""
    return None if value is UNSET else value


def only_goal(episode: Episode, format_name: str) -> Goal:
    """The one goal of an episode; another number cannot be written."""
    if len(episode.goals) != 1:
        raise InvalidInput(
            f"episode {episode.id!r} has {len(episode.goals)} goals; {format_name} files hold one each"
        )
    return episode.goals[0]


def scene_stem(scene: str) -> str:
    """The name of a scene's content file: its last part up to the first dot.

    >>> scene_stem("hm3d/val/00800-TEEsavR23oF/TEEsavR23oF.basis.glb")
    'TEEsavR23oF'
    """
    stem = PurePosixPath(scene).name.split(".")[0]
    if not re.fullmatch(r"[\w+-]+", stem):
        raise InvalidInput(f"scene {scene!r} makes no file name; name it by letters, digits, '_', '-' or '+'")
    return stem


def content_name(episode: Episode, _folder: str) -> str:
    """Where a new episode goes in a folder of contents."""
    return f"content/{scene_stem(episode.scene)}{SUFFIX}"


def split_files(folder: Path) -> list[Path]:
    """The index file of a split's folder, or without one its contents."""
    for suffix in (SUFFIX, ".json"):
        if (folder / f"{folder.name}{suffix}").is_file():
            return [folder / f"{folder.name}{suffix}"]
    return sorted((folder / "content").glob(f"*{SUFFIX}"))


def content_files(document: Any, index: Path) -> list[Path]:
    """The content files that an index file leads to: content/*.json.gz, or where it says."""
    template = getattr(document, "content_scenes_path", UNSET)
    start, _, ending = (template or CONTENT_PATH).removeprefix("{data_path}/").partition("{scene}")
    inside = (index.parent / start).resolve()
    if template and (
        not template.startswith("{data_path}/")
        or not ending.endswith(SUFFIX)
        or "/" in ending
        or not (start == "" or start.endswith("/"))
        or not inside.is_relative_to(index.parent.resolve())
    ):
        raise BrokenFile(
            f"{index.name}: content_scenes_path: is {template!r}, needs the form {CONTENT_PATH!r}"
        )
    return sorted(file for file in (index.parent / start).glob(f"*{ending}") if file != index)


def records_of(document: Any) -> Sequence[Any]:
    episodes: Sequence[Any] = document.episodes
    return episodes


def each(document: Any, make: Callable[[Any, int, str], Episode]) -> list[Episode]:
    """One episode per record; `make` gets the record, its position and the field's name for messages."""
    return [make(record, i, f"episodes[{i}]") for i, record in enumerate(document.episodes)]


def _length(value: object, reading: Reading, field: str) -> float | None:
    """A geodesic distance of the free field `info`; absent and negative ones mean that none is known."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value > 1e6:
        raise reading.broken(f"{field}.geodesic_distance", f"is {value!r:.40}, needs metres")
    return float(value) if value >= 0 else None
