"""One fault at several severities: how the headline metrics of the task change with it."""

from __future__ import annotations

import msgspec

from wayproof.report.run_data import LabelledPart
from wayproof.results.measured import Measured
from wayproof.results.table import MetricLine
from wayproof.vocabulary import CLEAN, Fault


class Point(msgspec.Struct, frozen=True):
    severity: float
    condition: str
    success: Measured
    spl: Measured
    headlines: dict[str, Measured] = {}  # of the task, by name, each over its own unit


class Curve(msgspec.Struct, frozen=True):
    """A fault by its name and profile; the first point is clean, at severity 0."""

    fault: str
    profile: str
    points: tuple[Point, ...]


def curves(part: LabelledPart) -> tuple[Curve, ...]:
    """Faults that were run alone at two severities or more."""
    found: dict[tuple[str, str], dict[float, Point]] = {}
    for line in part.corrupted:
        fault = _own_fault(part, line.name)
        if fault is not None and fault.severity > 0.0:
            points = found.setdefault((fault.name, fault.profile), {})
            points.setdefault(fault.severity, _point(part, fault.severity, line.name))
    made = []
    for (name, profile), points in found.items():
        if len(points) > 1:
            start = [_point(part, 0.0, CLEAN)] if CLEAN in part.conditions else []
            made.append(Curve(name, profile, (*start, *(points[key] for key in sorted(points)))))
    return tuple(made)


def _own_fault(part: LabelledPart, condition: str) -> Fault | None:
    """The one fault that a condition adds to the reference; None if it adds several."""
    usual = part.conditions[CLEAN].faults if CLEAN in part.conditions else ()
    own = [fault for fault in part.conditions[condition].faults if fault not in usual]
    return own[0] if len(own) == 1 else None


def _point(part: LabelledPart, severity: float, condition: str) -> Point:
    line = next(line for line in part.lines if line.name == condition)
    return Point(
        severity,
        condition,
        Measured(line.sr, line.sr_low, line.sr_high, line.n),
        Measured(line.spl, line.spl_low, line.spl_high, line.n),
        {one.name: _mean(one.under(condition)) for one in part.table.headlines},
    )


def _mean(line: MetricLine) -> Measured:
    return Measured(line.value, line.low, line.high, line.n)
