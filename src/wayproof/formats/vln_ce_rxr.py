"""VLN-CE RxR files: instructions in four languages, by guides and followers, one file per split and role."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from wayproof.formats import register
from wayproof.formats.documents import Extras, Key, Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import each, known, records_of
from wayproof.formats.vln_ce_fields import (
    VlnDocument,
    VlnEpisode,
    episode_files,
    episode_from,
    read_with_ground_truth,
    record_from,
    vln_document,
    write_with_ground_truth,
)
from wayproof.goal_kinds import INSTRUCTION_FOLLOWING
from wayproof.vocabulary import Episode

NAME = "vln_ce_rxr"
LANGUAGES = ("en-US", "en-IN", "hi-IN", "te-IN")
ROLES = ("guide", "follower")


def episodes(document: VlnDocument, reading: Reading) -> list[Episode]:
    role = role_of(reading.where)

    def made(record: VlnEpisode, _: int, field: str) -> Episode:
        episode = episode_from(record, reading, field, NAME)
        language = known(record.instruction.language)
        if language is None:
            reading.remark("no language, taken as en-US", f"{field}.instruction.language")
        elif language not in LANGUAGES:
            allowed = ", ".join(LANGUAGES)
            raise reading.broken(
                f"{field}.instruction.language", f"is {language!r:.40}, needs one of {allowed}"
            )
        labels = {**episode.labels, **({"role": role} if role else {})}
        return replace(episode, language=language or episode.language, labels=labels)

    return each(document, made)


def role_of(name: str) -> str | None:
    """Who the instructions are of, by the name of the file.

    >>> role_of("val_seen_guide.json.gz")
    'guide'
    """
    stem = name.partition(".json")[0]
    return next((role for role in ROLES if stem.endswith(f"_{role}")), None)


def rebuild(rows: Sequence[Row], writing: Writing) -> VlnDocument:
    return vln_document([_record(row) for row in rows], writing)


def _record(row: Row) -> VlnEpisode:
    record = record_from(row, NAME)
    if row.kept("language"):
        return record
    return replace(record, instruction=replace(record.instruction, language=row.episode.language))


def _file_for(episode: Episode, folder: str) -> str:
    return f"{folder}_{episode.labels.get('role', ROLES[0])}.json.gz"


def _key(episode: Episode) -> Key:
    return episode.scene, episode.id, episode.labels.get("role")


LAYOUT = Layout(NAME, VlnDocument, records_of, episodes, rebuild, episode_files, _file_for, key=_key)


def _write(episodes: Iterable[Episode], path: Path, extras: Extras | None = None) -> None:
    write_with_ground_truth(LAYOUT, episodes, path, extras)


register(
    LAYOUT,
    "VLN-CE RxR: instructions in English, Hindi and Telugu, by guides and followers.",
    marks=(
        (
            "episodes[].start_rotation",
            "episodes[].instruction",
            "episodes[].instruction.instruction_text",
            "episodes[].instruction.language",
        ),
    ),
    protocols={INSTRUCTION_FOLLOWING: "rxr"},
    read=partial(read_with_ground_truth, LAYOUT),
    write=_write,
)
