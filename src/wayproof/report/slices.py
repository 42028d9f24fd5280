"""The task's first headline by difficulty, room, language, category, scene ...: where the losses are."""

from __future__ import annotations

import msgspec
import numpy as np

from wayproof.report.run_data import LabelledPart
from wayproof.report.text import words
from wayproof.results.estimates.differences import paired_differences
from wayproof.results.intervals import SEED
from wayproof.results.labelled_observations import ByCondition, label_kinds, labelled
from wayproof.results.mean_rows import rising
from wayproof.results.measured import Measured, measured
from wayproof.results.metric_result import mean_result, value_range
from wayproof.vocabulary import CLEAN

MOST_COLUMNS = 8  # labels of a kind that stand side by side, with every condition under them
ORDER = (
    "difficulty",
    "language",
    "feature",
    "attributes",
    "candidates",
    "goals",
    "body",
    "category",
    "scene",
)


NAMES = ("scene", "body")  # labels that are names, shown as they are; all others are words of ours


class Cell(msgspec.Struct, frozen=True):
    """One label under one condition, with the interval of `score --by`."""

    label: str
    condition: str
    rate: Measured


class Whole(msgspec.Struct, frozen=True):
    """One label over all faults: each episode or goal is averaged over the corrupted conditions first."""

    label: str
    episodes: int  # or goals, whatever the metric is over
    clean: Measured
    corrupted: float | None
    change: Measured  # paired


class Slice(msgspec.Struct, frozen=True):
    """One kind of label. An episode or goal with several labels of a kind counts for each."""

    kind: str
    labels: tuple[str, ...]
    cells: tuple[Cell, ...]
    wholes: tuple[Whole, ...]


def slices(part: LabelledPart) -> tuple[Slice, ...]:
    """Every kind of which there are two labels or more."""
    kinds = label_kinds(part.part)
    several = [kind for kind in sorted(kinds, key=_place) if len(kinds[kind]) > 1]
    return tuple(_slice(part, kind) for kind in several)


def _slice(part: LabelledPart, kind: str) -> Slice:
    metric = part.table.lead.name
    found = labelled(part.part, metric, kind)
    if kind not in NAMES:
        found = {words(label): values for label, values in found.items()}
    labels = tuple(sorted(found, key=rising))
    cells = [
        Cell(label, condition, mean_result(metric, values))
        for label in labels
        for condition, values in found[label].items()
    ]
    return Slice(kind, labels, tuple(cells), tuple(_whole(metric, label, found[label]) for label in labels))


def _place(kind: str) -> tuple[int, str]:
    return (ORDER.index(kind) if kind in ORDER else 1, kind)


def _whole(metric: str, label: str, found: ByCondition) -> Whole:
    clean = found.get(CLEAN, {})
    others = [own for name, own in found.items() if name != CLEAN]
    after = {key: [own[key] for own in others if key in own] for key in clean}
    keys = [key for key, values in after.items() if values]
    rate = mean_result(metric, clean)
    if not keys:
        return Whole(label, len(clean), rate, None, measured(None, 0))
    base, changed = (
        np.array(side) for side in zip(*((clean[k], np.mean(after[k])) for k in keys), strict=True)
    )
    change = paired_differences(base, changed[None], seed=SEED, value_range=value_range(metric))[0]
    return Whole(label, len(clean), rate, float(changed.mean()), measured(change, len(keys)))
