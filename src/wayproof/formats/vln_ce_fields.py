"""What both VLN-CE formats share: an instruction with its path, and the expert's tracks in a file beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as with_changes
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.formats import documents
from wayproof.formats.documents import FILE_SUFFIXES, EpisodeFile, Extras, Layout, Reading, Row, Writing
from wayproof.formats.file_bytes import packed, read_bytes
from wayproof.formats.habitat_fields import (
    HabitatEpisode,
    PointGoalFields,
    changed_fields,
    known,
    only_goal,
    shared_fields,
)
from wayproof.formats.typed_json import Id, Place, Whole, decode, encode
from wayproof.goal_kinds import INSTRUCTION_FOLLOWING
from wayproof.storage import write_atomically
from wayproof.vocabulary import Episode, Goal

MAXIMUM_STEPS = 500


class Instruction(Struct, frozen=True, kw_only=True):
    """Words and what is known of them; all but the text is RxR's."""

    instruction_text: str
    instruction_id: Id | UnsetType | None = UNSET
    language: str | UnsetType | None = UNSET
    annotator_id: Id | UnsetType | None = UNSET
    edit_distance: float | UnsetType | None = UNSET
    timed_instruction: tuple[dict[str, float | str | None], ...] | UnsetType | None = UNSET
    instruction_tokens: tuple[Id, ...] | UnsetType | None = UNSET
    split: str | UnsetType | None = UNSET


class VlnEpisode(HabitatEpisode, frozen=True, kw_only=True):
    trajectory_id: Id | UnsetType | None = UNSET
    instruction: Instruction
    goals: tuple[PointGoalFields, ...] | UnsetType | None = UNSET  # hidden in test splits, as is the path
    reference_path: tuple[Place, ...] | UnsetType | None = UNSET


class Vocabulary(Struct, frozen=True, omit_defaults=True):
    """R2R's words by number; the numbers beside the list are kept as they are."""

    word_list: tuple[str, ...]
    word2idx_dict: dict[str, Whole] | UnsetType = UNSET
    stoi: dict[str, Whole] | UnsetType = UNSET
    itos: tuple[str, ...] | UnsetType = UNSET
    num_vocab: Whole | UnsetType = UNSET
    UNK_INDEX: Whole | UnsetType = UNSET
    PAD_INDEX: Whole | UnsetType = UNSET


class VlnDocument(Struct, frozen=True):
    """One file."""

    episodes: tuple[VlnEpisode, ...]
    instruction_vocab: Vocabulary | UnsetType = UNSET


class GroundTruth(Struct, frozen=True):
    """How the expert walked, which nDTW compares with."""

    locations: tuple[Place, ...]
    forward_steps: Whole | UnsetType = UNSET
    actions: tuple[Whole, ...] | UnsetType = UNSET


def episode_from(record: VlnEpisode, reading: Reading, field: str, source: str) -> Episode:
    goals = known(record.goals) or ()
    if len(goals) > 1:
        raise reading.broken(f"{field}.goals", f"{len(goals)} goals, needs 1, or none where they are hidden")
    if not goals:
        reading.remark("hidden goals, which cannot be scored here", f"{field}.goals")
    return Episode(
        task=INSTRUCTION_FOLLOWING,
        goals=tuple(Goal(INSTRUCTION_FOLLOWING, goal.position, known(goal.radius)) for goal in goals),
        instruction=record.instruction.instruction_text,
        reference_path_m=known(record.reference_path) or (),
        maximum_steps=MAXIMUM_STEPS,
        source=source,
        **shared_fields(record, reading, field),
    )


def record_from(row: Row, source: str) -> VlnEpisode:
    """A record; the tokens and timings of a changed instruction, which spell the old one, are left out."""
    if row.untouched:
        return row.record  # type: ignore[no-any-return]
    episode, fields = row.episode, changed_fields(row)
    if not row.kept("goals"):
        places = [only_goal(episode, source)] if episode.goals else []
        fields["goals"] = tuple(PointGoalFields(goal.position_m, goal.radius_m) for goal in places)  # type: ignore[arg-type]
    if not row.kept("reference_path_m"):
        fields["reference_path"] = episode.reference_path_m
    if not row.kept("instruction"):
        old = row.record.instruction if row.record is not None else Instruction(instruction_text="")
        fields["instruction"] = replace(
            old,
            instruction_text=episode.instruction or "",
            instruction_tokens=UNSET,
            timed_instruction=UNSET,
        )
    old_record: VlnEpisode | None = row.record
    if old_record is None:
        # VLN-CE runs on Habitat 0.1.7, whose episodes have no such fields and refuse unknown ones.
        fields |= {"scene_dataset_config": UNSET, "additional_obj_config_paths": UNSET}
        return VlnEpisode(trajectory_id=episode.id, **fields)
    return replace(old_record, **fields)


def vln_document(records: Sequence[VlnEpisode], writing: Writing) -> VlnDocument:
    return VlnDocument(
        tuple(records), writing.before.instruction_vocab if writing.before is not None else UNSET
    )


def ground_truth_name(name: str) -> str:
    """The file beside an episode file that holds the expert's tracks.

    >>> ground_truth_name("val_seen_guide.json.gz")
    'val_seen_guide_gt.json.gz'
    """
    stem, dot, rest = name.partition(".json")
    return f"{stem}_gt{dot}{rest}"


def read_with_ground_truth(layout: Layout, path: Path) -> EpisodeFile:
    """Episodes, and the tracks of the expert where there are any, as extras."""
    found = documents.read(layout, path)
    assert found.extras is not None
    root = path if path.is_dir() else path.parent
    tracks: dict[str, Mapping[str, Any]] = {}
    for name in found.extras.documents:
        beside = ground_truth_name(name)
        if (root / beside).is_file():
            tracks[name] = decode(read_bytes(root / beside), dict[str, GroundTruth], beside)
    return with_changes(found, extras=with_changes(found.extras, ground_truth=tracks))


def write_with_ground_truth(
    layout: Layout, episodes: Iterable[Episode], path: Path, extras: Extras | None
) -> None:
    """Episodes, and beside them the tracks of those that are written."""
    written = documents.write(layout, episodes, path, extras)
    held = extras.ground_truth if extras else {}
    root = path.parent if path.name.endswith(FILE_SUFFIXES) else path
    for name, group in written.items():
        tracks = held.get(name) or {id_: track for tracks in held.values() for id_, track in tracks.items()}
        ids = [str(episode.file_id or episode.id) for episode in group]
        chosen = {id_: tracks[id_] for id_ in ids if id_ in tracks}
        if chosen:
            beside = ground_truth_name(name)
            content = encode(chosen, dict[str, GroundTruth], beside)
            write_atomically(root / beside, packed(content, beside))


def episode_files(folder: Path) -> list[Path]:
    """The episode files of a folder, without the tracks beside them."""
    files = [file for suffix in FILE_SUFFIXES for file in folder.glob(f"*{suffix}")]
    return sorted(file for file in files if not file.name.partition(".json")[0].endswith("_gt"))
