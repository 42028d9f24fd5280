"""VLN-CE R2R files: one file per split with instructions and a vocabulary, the expert's tracks beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from wayproof.formats import register
from wayproof.formats.documents import Extras, Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import each, records_of
from wayproof.formats.vln_ce_fields import (
    VlnDocument,
    VlnEpisode,
    Vocabulary,
    episode_files,
    episode_from,
    read_with_ground_truth,
    record_from,
    vln_document,
    write_with_ground_truth,
)
from wayproof.goal_kinds import INSTRUCTION_FOLLOWING
from wayproof.vocabulary import Episode

NAME = "vln_ce_r2r"


def episodes(document: VlnDocument, reading: Reading) -> list[Episode]:
    def made(record: VlnEpisode, _: int, field: str) -> Episode:
        return episode_from(record, reading, field, NAME)

    if document.episodes and document.instruction_vocab is UNSET:
        reading.remark("no vocabulary, which VLN-CE's own loader needs", "instruction_vocab")
    return each(document, made)


def rebuild(rows: Sequence[Row], writing: Writing) -> VlnDocument:
    document = vln_document([record_from(row, NAME) for row in rows], writing)
    # VLN-CE's loader fails without a vocabulary; an empty one is enough for agents that read the text.
    return document if writing.before is not None else replace(document, instruction_vocab=Vocabulary(()))


def _file_for(_episode: Episode, folder: str) -> str:
    return f"{folder}.json.gz"


LAYOUT = Layout(NAME, VlnDocument, records_of, episodes, rebuild, episode_files, _file_for)


def _write(episodes: Iterable[Episode], path: Path, extras: Extras | None = None) -> None:
    write_with_ground_truth(LAYOUT, episodes, path, extras)


register(
    LAYOUT,
    "VLN-CE R2R: an English instruction to follow along a path.",
    marks=(
        ("episodes[].start_rotation", "episodes[].instruction", "episodes[].instruction.instruction_text"),
    ),
    protocols={INSTRUCTION_FOLLOWING: "r2r"},
    read=partial(read_with_ground_truth, LAYOUT),
    write=_write,
)
