"""Success by difficulty, room, language, category, scene ...: where the losses are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from wayproof.report.run_data import LabelledPart
from wayproof.results.episode_labels import slices_of
from wayproof.results.episode_scores import EpisodeScores, observations
from wayproof.results.estimates.differences import paired_differences
from wayproof.results.estimates.proportions import wilson
from wayproof.results.intervals import SEED, SHARES
from wayproof.results.measured import Measured, measured
from wayproof.vocabulary import CLEAN

MOST_COLUMNS = 8  # labels of a kind that stand side by side, with every condition under them
ORDER = ("difficulty", "language", "feature", "goals", "body", "category", "scene")
RISING = ("easy", "medium", "hard")


class Cell(msgspec.Struct, frozen=True):
    """One label under one condition; Wilson's interval, episodes counted one by one."""

    label: str
    condition: str
    rate: Measured


class Whole(msgspec.Struct, frozen=True):
    """One label over all faults: each episode's success is averaged over the corrupted conditions first."""

    label: str
    episodes: int
    clean: Measured
    corrupted: float | None
    change: Measured  # paired, by episode


class Slice(msgspec.Struct, frozen=True):
    """One kind of label. An episode with several labels of a kind counts for each."""

    kind: str
    labels: tuple[str, ...]
    cells: tuple[Cell, ...]
    wholes: tuple[Whole, ...]


def slices(part: LabelledPart) -> tuple[Slice, ...]:
    """Every kind of which there are two labels or more."""
    labelled = [(one, slices_of(log)) for one, log in zip(part.part.scores, part.logs, strict=True)]
    kinds: dict[str, set[str]] = {}
    for _, labels in labelled:
        for kind, names in labels.items():
            kinds.setdefault(kind, set()).update(names)
    found = []
    for kind in sorted(kinds, key=_place):
        if len(kinds[kind]) > 1:
            ordered = tuple(sorted(kinds[kind], key=_rising))
            members = {
                label: [one for one, labels in labelled if label in labels.get(kind, ())] for label in ordered
            }
            cells = [cell for label in ordered for cell in _cells(part, label, members[label])]
            wholes = [_whole(label, members[label]) for label in ordered]
            found.append(Slice(kind, ordered, tuple(cells), tuple(wholes)))
    return tuple(found)


def _place(kind: str) -> tuple[int, str]:
    return (ORDER.index(kind) if kind in ORDER else 1, kind)


def _rising(label: str) -> tuple[int, float, str]:
    """Easy before hard, 2 before 10, the rest by name."""
    if label in RISING:
        return (0, RISING.index(label), label)
    last = label.rsplit("/", 1)[-1]
    return (1, float(last), label) if last.isdecimal() and last.isascii() else (2, 0.0, label)


def _cells(part: LabelledPart, label: str, members: Sequence[EpisodeScores]) -> list[Cell]:
    found = []
    for line in part.lines:
        outcomes = _outcomes(one for one in members if one.condition == line.name)
        if outcomes:
            rate = wilson(sum(outcomes), len(outcomes))
            found.append(Cell(label, line.name, measured(rate, len(outcomes))))
    return found


def _whole(label: str, members: Sequence[EpisodeScores]) -> Whole:
    clean = observations((one for one in members if one.condition == CLEAN), "success")
    other = observations((one for one in members if one.condition != CLEAN), "success")
    keys = [key for key in clean if key in other]
    trials = _outcomes(one for one in members if one.condition == CLEAN)
    rate = measured(wilson(sum(trials), len(trials)), len(trials)) if trials else measured(None, 0)
    if not keys:
        return Whole(label, len(clean), rate, None, measured(None, 0))
    before, after = (np.array([side[key] for key in keys]) for side in (clean, other))
    change = paired_differences(before, after[None], seed=SEED, value_range=SHARES)[0]
    return Whole(label, len(clean), rate, float(after.mean()), measured(change, len(keys)))


def _outcomes(members: Iterable[EpisodeScores]) -> list[bool]:
    return [bool(one.values["success"]) for one in members]
