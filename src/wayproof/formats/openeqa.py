"""OpenEQA files: a list of questions about scenes, each with its answer and the walk that it was asked about.

They say neither where an agent starts nor which things an answer rests on, so that they can be read, checked
and written, and not run.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.formats import register
from wayproof.formats.documents import FILE_SUFFIXES, Layout, Reading, Row, Writing
from wayproof.formats.habitat_fields import only_goal
from wayproof.goal_kinds import QUESTION_ANSWERING
from wayproof.vocabulary import Episode, Goal, Pose

NAME = "openeqa"
NOWHERE = Pose(0.0, 0.0, 0.0)  # the files say nothing of a start


class Question(Struct, frozen=True, kw_only=True):
    question: str
    answer: str | None
    category: str | UnsetType | None = UNSET
    question_id: str
    episode_history: str  # "hm3d-v0/000-hm3d-BFRyYbPCCPE": the data set, and a number with the scene
    extra_answers: tuple[str, ...] | UnsetType | None = UNSET


Document = tuple[Question, ...]


def episodes(document: Document, reading: Reading) -> list[Episode]:
    if document:
        reading.remark("questions without a start, which cannot be run", "[0]")
    return [
        Episode(
            id=record.question_id,
            scene=record.episode_history,
            task=QUESTION_ANSWERING,
            start=NOWHERE,
            goals=(_goal(record),),
            instruction=record.question,
            file_id=record.question_id,
            source=NAME,
        )
        for record in document
    ]


def _goal(record: Question) -> Goal:
    tags = (record.category,) if isinstance(record.category, str) else ()
    return Goal(QUESTION_ANSWERING, text=record.question, answer=record.answer, tags=tags)


def rebuild(rows: Sequence[Row], _writing: Writing) -> Document:
    return tuple(_record(row) for row in rows)


def _record(row: Row) -> Question:
    episode, old = row.episode, row.record
    if old is not None and row.untouched:
        return old  # type: ignore[no-any-return]
    if old is not None and not row.kept("start", "scene"):
        raise InvalidInput(f"episode {episode.id!r} has another start; {NAME} files hold none")
    goal = only_goal(episode, NAME)
    before: Question = old or Question(
        question="", answer=None, question_id=episode.id, episode_history=episode.scene
    )
    return replace(
        before,
        question=goal.text or episode.instruction or "",
        answer=goal.answer,
        category=goal.tags[0] if goal.tags else UNSET,
    )


def _files(folder: Path) -> list[Path]:
    return sorted(file for suffix in FILE_SUFFIXES for file in folder.glob(f"*{suffix}"))


def _file_for(_episode: Episode, folder: str) -> str:
    return f"{folder}.json"


def _records(document: Document) -> Document:
    return document


register(
    Layout(NAME, Document, _records, episodes, rebuild, _files, _file_for),
    "OpenEQA: questions about scenes with their answers; read and written, not run.",
    marks=(("[].question", "[].episode_history"),),
    protocols={},
    lacks="its files say neither where an agent starts nor which things an answer rests on",
)
