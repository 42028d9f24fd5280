"""All numbers of a report, as plain data: every format is made of it, JSON is it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.metrics.failure_mode import MODES
from wayproof.metrics.spl import spl
from wayproof.report.assurance import Claim, claims
from wayproof.report.behaviour import Panel, behaviour
from wayproof.report.comparison import Rival, rivals
from wayproof.report.noise_floor import Noise, noise
from wayproof.report.parameters import Parameter, parameters
from wayproof.report.published_rows import Reference, references
from wayproof.report.run_data import Part
from wayproof.report.severity_curves import Curve, curves
from wayproof.report.slices import Slice, slices
from wayproof.report.uncovered import Gap, uncovered
from wayproof.report.verdict import cautions, verdict
from wayproof.results.estimate import Measured, by_episode, measured
from wayproof.results.intervals import change_of
from wayproof.results.means import failure_table
from wayproof.results.retained import Retained, retained
from wayproof.results.table import Table
from wayproof.vocabulary import CLEAN


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


def findings(parts: Sequence[Part], *, wayproof: str, written: str) -> Findings:
    """Everything that a report says."""
    return Findings(wayproof, written, tuple(_part(part) for part in parts), rivals(parts))


def _part(part: Part) -> PartFindings:
    kept, panels, gaps = retained(part), behaviour(part), uncovered(part)
    return PartFindings(
        label=part.label,
        folder=part.run.folder.name,
        summary=part.run.manifest.suite.summary,
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


def _failures(part: Part) -> dict[str, dict[str, int]]:
    """Counts by condition, modes in the order of MODES."""
    table = failure_table(part.logs)
    return {line.name: {mode: table[line.name].get(mode, 0) for mode in MODES} for line in part.lines}


def _spl_changes(part: Part) -> dict[str, Measured]:
    """The paired change of SPL under each condition, as `score` does it for success."""
    rows = {name: by_episode(logs, lambda log: spl(log) or 0.0) for name, logs in part.by_condition.items()}
    clean, found = rows.get(CLEAN, {}), {}
    for line in part.corrupted:
        keys = [key for key in rows[line.name] if key in clean]
        if keys:
            base, other = (np.array([side[key] for key in keys]) for side in (clean, rows[line.name]))
            found[line.name] = measured(change_of(base, other, [scene for scene, _ in keys]), len(keys))
    return found
