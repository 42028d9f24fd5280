"""How the agent behaves under faults: collisions, nearness, stopping, detours (after RobustNav, Fig. 4)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from wayproof.metrics.goals import succeeded
from wayproof.metrics.lengths import SHORTEST_M
from wayproof.metrics.walked import driven_m
from wayproof.report.run_data import LabelledPart
from wayproof.results.measured import Measured, ratio_of_sums


class Panel(msgspec.Struct, frozen=True):
    """One number by condition."""

    name: str
    title: str
    unit: str
    note: str
    digits: int
    rows: dict[str, Measured]


@dataclass(frozen=True)
class _Asked:
    metric: str
    title: str
    unit: str
    note: str
    digits: int = 2


ASKED = (
    _Asked("collisions", "Collisions", "per episode", "steps in which the body touched something"),
    _Asked("minimum_distance", "Nearest to the goal", "m", "along the floor, at any step of the episode"),
    _Asked("stop_failure_positive", "Stopped out of range", "share", "of the agent's claims to have arrived"),
    _Asked("stop_failure_negative", "In range, not stopped", "share", "of the steps decided in range"),
    _Asked(
        "oracle_stop_gain",
        "Gain from oracle stopping",
        "share",
        "success that would be added if an oracle said when to stop",
    ),
)


def behaviour(part: LabelledPart) -> tuple[Panel, ...]:
    """Every panel for which some episode gives a number."""
    panels = [
        Panel(asked.metric, asked.title, asked.unit, asked.note, asked.digits, _means(part, asked.metric))
        for asked in ASKED
    ]
    panels.insert(-1, _inflation(part))
    return tuple(panel for panel in panels if any(row.value is not None for row in panel.rows.values()))


def _means(part: LabelledPart, metric: str) -> dict[str, Measured]:
    return {row.condition: row.mean for row in part.result(metric).conditions}


def _inflation(part: LabelledPart) -> Panel:
    """Metres driven divided by those of the clean twin, where both succeed: sum over sum."""
    rows = {}
    for line in part.corrupted:
        both = [pair for pair in part.pairs(line.name) if all(succeeded(log) for log in pair)]
        before, after = ([max(SHORTEST_M, driven_m(pair[side])) for pair in both] for side in (0, 1))
        rows[line.name] = ratio_of_sums(after, before)
    note = "metres driven divided by those of the clean twin, where both succeed"
    return Panel("path_inflation", "Path length against clean", "times", note, 2, rows)
