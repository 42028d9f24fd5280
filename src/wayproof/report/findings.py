"""All numbers of a report as plain data: every format is made from it, and JSON is this data itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wayproof.metrics.failure_mode import MODES
from wayproof.report.assurance import Claim, claims
from wayproof.report.behaviour import Panel, behaviour
from wayproof.report.comparison import Rival, rivals
from wayproof.report.noise_floor import Noise, noise
from wayproof.report.parameters import Parameter, parameters
from wayproof.report.published_rows import Reference, references
from wayproof.report.run_data import LabelledPart
from wayproof.report.severity_curves import Curve, curves
from wayproof.report.slices import Slice, slices
from wayproof.report.uncovered import Gap, uncovered
from wayproof.report.verdict import cautions, verdict
from wayproof.results.aligned_tasks import AlignedTable, aligned_tables
from wayproof.results.mean_rows import failure_counts
from wayproof.results.measured import Measured
from wayproof.results.part import Part
from wayproof.results.retained import Retained
from wayproof.results.table import Table


class PartFindings(msgspec.Struct, frozen=True):
    """One agent under one protocol."""

    label: str
    folder: str
    summary: str  # of the suite
    verdict: str
    cautions: tuple[str, ...]
    table: Table  # as `score` has it
    spl_changes: dict[str, Measured]
    retained: tuple[Retained, ...]
    curves: tuple[Curve, ...]
    failures: dict[str, dict[str, int]]
    behaviour: tuple[Panel, ...]
    slices: tuple[Slice, ...]
    noise: Noise
    references: tuple[Reference, ...]
    parameters: tuple[Parameter, ...]
    uncovered: tuple[Gap, ...]
    assurance: tuple[Claim, ...]


class Findings(msgspec.Struct, frozen=True):
    """A whole report."""

    wayproof: str
    written: str  # the day
    parts: tuple[PartFindings, ...]
    rivals: tuple[Rival, ...]
    aligned: tuple[AlignedTable, ...] = ()  # one agent on two tasks from the same starts to the same goals


def findings(parts: Sequence[LabelledPart], *, wayproof: str, written: str) -> Findings:
    """Everything that a report says."""
    own = tuple(_part(part) for part in parts)
    return Findings(wayproof, written, own, rivals(parts), _aligned(parts))


def _aligned(parts: Sequence[LabelledPart]) -> tuple[AlignedTable, ...]:
    """The tables across tasks, run by run, as `score` has them."""
    runs: dict[Path, list[Part]] = {}
    for part in parts:
        runs.setdefault(part.run.folder, []).append(part.part)
    return tuple(table for own in runs.values() for table in aligned_tables(own))


def _part(part: LabelledPart) -> PartFindings:
    kept, panels, gaps = _retained(part), behaviour(part), uncovered(part)
    return PartFindings(
        label=part.label,
        folder=part.run.folder.name,
        summary=part.manifest.suite.summary,
        verdict=verdict(part),
        cautions=tuple(cautions(part)),
        table=part.table,
        spl_changes=_spl_changes(part),
        retained=kept,
        curves=curves(part),
        failures=_failures(part),
        behaviour=panels,
        slices=slices(part),
        noise=noise(part),
        references=references(part),
        parameters=parameters(part),
        uncovered=gaps,
        assurance=claims(part, kept, panels, gaps),
    )


def _failures(part: LabelledPart) -> dict[str, dict[str, int]]:
    """Counts by condition, modes in the order of MODES."""
    table = failure_counts(part.logs)
    return {line.name: {mode: table[line.name].get(mode, 0) for mode in MODES} for line in part.lines}


def _spl_changes(part: LabelledPart) -> dict[str, Measured]:
    """The paired change of SPL under each condition."""
    return {row.condition: row.change for row in part.result("spl").conditions if row.change is not None}


def _retained(part: LabelledPart) -> tuple[Retained, ...]:
    """How much of each headline is retained; empty without clean or without corrupted episodes.

    Only of those that are defined under the same conditions as the first, to stand in one table.
    """
    found = [
        replace(kept, metric=one.title)
        for one in part.table.headlines
        if (kept := part.result(one.name).retained) is not None
    ]
    return tuple(one for one in found if _conditions(one) == _conditions(found[0]))


def _conditions(kept: Retained) -> list[str]:
    return [row.condition for row in kept.rows]
