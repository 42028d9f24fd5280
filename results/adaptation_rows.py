"""What is stored of adapted policies: every episode as a row, and what the card says of each training.

One CSV file for each camera and way of training. `repeat` is the seed of the training; `target` is what the
policy was trained for, so clean rows of adapted policies say what adaptation cost there.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from published_episodes import ROW, read_rows, row_of

from wayproof.log import EpisodeLog

TRAININGS = "trainings.csv"
STORED = (*ROW, "target")
NAMES = {"continue": "continued", "augment": "augmented", "finetune": "finetuned"}
HEAD = "auxiliary head on held-out frames"


@dataclass(frozen=True)
class Trained:
    """One training: which policy, in which way, for which target (none: in clean houses), which seed."""

    camera: str
    way: str
    target: str
    seed: int

    @property
    def folder(self) -> str:
        target = self.target.replace(" ", "-") or "clean"
        return f"{self.camera}-{self.way}-{target}-{self.seed}"

    @property
    def agent(self) -> str:
        """As `wayproof adapt` names it."""
        if self.way in NAMES:
            return f"pointnav_{self.camera}_{NAMES[self.way]}"
        return f"pointnav_{self.camera}_{self.way}{'_adapted' if self.target else ''}"


class Training(msgspec.Struct, frozen=True):
    """What the card says of a training; the loss of its head is on frames that taught nothing."""

    agent: str
    target: str
    seed: int
    steps: int
    updates: int
    loss_before: str
    loss_after: str
    accuracy_before: str
    accuracy_after: str
    command: str


def store_rows(one: Trained, logs: Iterable[EpisodeLog], folder: Path) -> None:
    """Put the episodes of a training in place of the same ones that were there."""
    file = folder / f"{one.agent}.csv"
    earlier = [[row[name] for name in STORED] for row in (read_rows(file) if file.is_file() else [])]
    new = [[*_of_seed(row_of(log), one.seed), one.target] for log in logs]
    by_place = {_place(row): row for row in [*earlier, *new]}
    write_table(file, STORED, [by_place[place] for place in sorted(by_place)])


def store_card(one: Trained, card: Path, folder: Path) -> None:
    """Put what a card says in place of what was there."""
    made: dict[str, Any] = msgspec.json.decode(card.read_bytes())["made"]
    head = made.get(HEAD, {"before": {}, "after": {}})
    figures = (
        f"{head[when][name]:.4f}" if name in head[when] else ""
        for name in ("loss", "accuracy")
        for when in ("before", "after")
    )
    found = Training(
        one.agent, one.target, one.seed, made["steps"], made["updates"], *figures, made["command"]
    )
    others = [each for each in trainings(folder) if _known(each) != _known(found)]
    names = Training.__struct_fields__
    write_table(
        folder / TRAININGS,
        names,
        [[getattr(each, name) for name in names] for each in sorted([*others, found], key=_known)],
    )


def trainings(folder: Path) -> list[Training]:
    """All that are stored."""
    file = folder / TRAININGS
    rows = read_rows(file) if file.is_file() else []
    return [msgspec.convert(row, Training, strict=False) for row in rows]


def write_table(file: Path, names: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """A CSV file."""
    file.parent.mkdir(exist_ok=True)
    with file.open("w", newline="", encoding="utf-8") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(rows)


def _known(training: Training) -> tuple[str, str, int]:
    return training.agent, training.target, training.seed


def _of_seed(row: Iterable[object], seed: int) -> list[object]:
    cells = list(row)
    cells[ROW.index("repeat")] = seed
    return cells


def _place(row: Sequence[Any]) -> tuple[str, ...]:
    named = dict(zip(STORED, row, strict=True))
    return tuple(str(named[name]) for name in ("target", "repeat", "condition", "scene", "episode"))
