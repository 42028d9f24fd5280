"""Our episodes as datasets that Habitat's loaders read, with the scenes that they play in.

FOLDER/wayproof.scene_dataset_config.json      tells Habitat that our glTF files are +Y up, -Z forward
FOLDER/stages/SCENE.glb                        not written here: see habitat_stage.py
FOLDER/episodes/TASK/SPLIT/SPLIT.json.gz       index, or for instructions all episodes
FOLDER/episodes/TASK/SPLIT/content/SCENE.json.gz
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace as with_fields

from wayproof.errors import InvalidInput
from wayproof.formats import documents, habitat_object_goal, habitat_point_goal, vln_ce_r2r
from wayproof.formats.documents import Extras, Layout, Row, Writing
from wayproof.formats.habitat_fields import SCENE_PREFIX, scene_stem
from wayproof.formats.habitat_stage import FRAME
from wayproof.formats.object_goal_fields import HabitatObject
from wayproof.formats.vln_ce_fields import GroundTruth, write_with_ground_truth
from wayproof.goal_kinds import INSTRUCTION_FOLLOWING, OBJECT_GOAL, POINT_GOAL
from wayproof.kinds import HM3D_IDS, HM3D_NAMES
from wayproof.storage import write_atomically
from wayproof.vocabulary import Episode

LAYOUTS = {
    POINT_GOAL: habitat_point_goal.LAYOUT,
    OBJECT_GOAL: habitat_object_goal.LAYOUT,
    INSTRUCTION_FOLLOWING: vln_ce_r2r.LAYOUT,
}
INSTALLED = f"{SCENE_PREFIX}wayproof"  # where the exported folder lies, seen from where Habitat runs
CONFIG = "wayproof.scene_dataset_config.json"
STAGES = "stages"


def stage_name(scene: str) -> str:
    """A scene's name as the name of a file.

    >>> stage_name("wayproof/val/3")
    'wayproof_val_3'
    """
    return scene_stem(re.sub(r"[^\w+-]+", "_", scene).strip("_"))


def stage_file(folder: Path, scene: str) -> Path:
    """Where the glTF file of a scene belongs; `habitat_stage.write_stage` writes it."""
    return folder / STAGES / f"{stage_name(scene)}.glb"


def export_habitat(
    episodes: Iterable[Episode],
    folder: Path,
    *,
    split: str = "val",
    objects: Mapping[str, Sequence[HabitatObject]] | None = None,
    hm3d_names: bool = False,
    installed: str = INSTALLED,
) -> list[Path]:
    """Write episodes of any number of scenes, one dataset per task; returns the dataset folders.

    `objects` has the things of each scene with their view points, so that object goals name each instance;
    without it a goal's instances are written as one thing with all view points of the goal. `hm3d_names`
    gives object goals the names and numbers that HM3D has for them, for agents that know no others.
    """
    by_task: dict[str, list[Episode]] = {}
    for episode in episodes:
        by_task.setdefault(episode.task, []).append(episode)
    unknown = sorted(set(by_task) - set(LAYOUTS))
    if unknown:
        raise InvalidInput(
            f"episodes of {', '.join(unknown)} have no Habitat dataset; give {', '.join(LAYOUTS)}"
        )
    if scene_stem(split) != split:
        raise InvalidInput(f"split {split!r} makes no file name; name it by letters, digits, '_', '-' or '+'")
    things = {scene: {thing.id: thing for thing in group} for scene, group in (objects or {}).items()}
    if hm3d_names and OBJECT_GOAL in by_task:
        by_task[OBJECT_GOAL] = [_named_as_in_hm3d(episode) for episode in by_task[OBJECT_GOAL]]
    for episode in by_task.get(OBJECT_GOAL, []):
        _refuse_unseen(episode, things.get(episode.scene, {}))
    stages = _stages([episode for group in by_task.values() for episode in group], installed)
    write_atomically(folder / CONFIG, msgspec.json.format(msgspec.json.encode(_dataset_config()), indent=1))
    written = []
    for task, group in by_task.items():
        target = folder / "episodes" / task / split
        known = {stages[scene]: found for scene, found in things.items() if scene in stages}
        moved = [with_fields(episode, scene=stages[episode.scene], file_id=episode.id) for episode in group]
        layout = LAYOUTS[task]
        layout = replace(layout, rebuild=_rebuilt(layout.rebuild, task, known, f"{installed}/{CONFIG}"))
        _write_task(layout, moved, target, hm3d_names and task == OBJECT_GOAL)
        written.append(target)
    return written


def _stages(episodes: Sequence[Episode], installed: str) -> dict[str, str]:
    """Where Habitat finds each scene."""
    stages = {episode.scene: f"{installed}/{STAGES}/{stage_name(episode.scene)}.glb" for episode in episodes}
    if len(set(stages.values())) < len(stages):
        raise InvalidInput(f"scenes {', '.join(sorted(stages))} share a file name; rename one")
    return stages


def _write_task(layout: Layout, moved: Sequence[Episode], target: Path, as_hm3d: bool) -> None:
    if layout.name == vln_ce_r2r.NAME:  # nDTW compares with the tracks
        tracks = {episode.id: GroundTruth(episode.reference_path_m) for episode in moved}
        write_with_ground_truth(layout, moved, target, Extras(layout.name, {}, {target.name: tracks}))
    elif as_hm3d:
        index = habitat_object_goal.ObjectGoalDocument(
            episodes=(),
            category_to_task_category_id=HM3D_IDS,
            category_to_scene_annotation_category_id=HM3D_IDS,
        )
        documents.write(layout, moved, target, Extras(layout.name, {f"{target.name}.json.gz": index}))
    else:
        documents.write(layout, moved, target)


def _named_as_in_hm3d(episode: Episode) -> Episode:
    goals = []
    for goal in episode.goals:
        if goal.category not in HM3D_NAMES:
            allowed = ", ".join(HM3D_NAMES)
            raise InvalidInput(f"episode {episode.id!r}: HM3D has no {goal.category!r}; it has {allowed}")
        goals.append(with_fields(goal, category=HM3D_NAMES[goal.category]))
    return with_fields(episode, goals=tuple(goals))


def _rebuilt(
    rebuild: Callable[[Sequence[Row], Writing], Any],
    task: str,
    known: Mapping[str, dict[int, HabitatObject]],
    config: str,
) -> Callable[[Sequence[Row], Writing], Any]:
    """The layout's own way to a document, then with our things and the configuration of our scenes."""

    def made(rows: Sequence[Row], writing: Writing) -> Any:
        if task == OBJECT_GOAL and rows:
            document: Any = habitat_object_goal.rebuild_with(
                rows, writing, known.get(rows[0].episode.scene, {})
            )
        else:
            document = rebuild(rows, writing)
        if task == INSTRUCTION_FOLLOWING:
            return document  # its loader takes no such field: the scenes' file is named in its own settings
        records = tuple(with_fields(record, scene_dataset_config=config) for record in document.episodes)
        return with_fields(document, episodes=records)

    return made


def _refuse_unseen(episode: Episode, known: Mapping[int, HabitatObject]) -> None:
    """Habitat measures the distance to view points, so that a goal without any can never be reached."""
    for goal in episode.goals:
        things = [known[instance] for instance in goal.instances if instance in known]
        complete = len(things) == len(goal.instances) > 0
        if complete and any(thing.view_points_m for thing in things):
            continue
        if not goal.view_points_m:
            raise InvalidInput(
                f"episode {episode.id!r}: its goal {goal.category!r} has no view points; Habitat's ObjectNav "
                "measures the distance to them, so give Goal.view_points_m or the objects"
            )


def _dataset_config() -> dict[str, Any]:
    return {"stages": {"default_attributes": FRAME, "paths": {".glb": [f"{STAGES}/*.glb"]}}}
