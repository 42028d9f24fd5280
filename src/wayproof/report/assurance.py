"""Claims for an assurance file: what was shown, from how many episodes, and which clauses it may support.

Pointers only: the clauses are named as their public abstracts name them; nothing here says that a product
complies with anything.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wayproof.corruptions import CORRUPTIONS
from wayproof.report.behaviour import Panel
from wayproof.report.metric_text import bounds_text, change_text, mean_span, mean_text
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import number, number_span
from wayproof.report.uncovered import Gap
from wayproof.report.verdict import COUNTED
from wayproof.results.measured import Measured
from wayproof.results.retained import Retained
from wayproof.results.table import MetricLine, MetricTable
from wayproof.vocabulary import CLEAN

DECISIONS = "ISO 13482:2014, 5.12 (incorrect autonomous decisions and actions)"
SURROUNDINGS = "ISO 13482:2014, 5.15 (hazardous environmental conditions)"
NAVIGATION = "ISO 13482:2014, 5.16 (localization and navigation errors)"
ACCURACY = "EU AI Act, Art. 15 (accuracy, robustness)"
DOCUMENTS = "EU AI Act, Annex IV (technical documentation: tests and their logs)"
TEST_SETS = "NIST AI RMF 1.0, MEASURE 2.1 (test sets, metrics and tools documented)"
CRITERIA = "NIST AI RMF 1.0, MEASURE 2.3 (performance measured)"
RESILIENCE = "NIST AI RMF 1.0, MEASURE 2.7 (resilience evaluated)"
NOT_MEASURED = "NIST AI RMF 1.0, MEASURE 1.1 (what is not measured is documented)"

# Faults that stand for what surrounds a robot rather than for its own parts (ours).
SURROUNDING = ("low_lighting", "fog", "flare", "spatter", "foreign_object")


class Claim(msgspec.Struct, frozen=True):
    """What was shown, and which clauses it may support."""

    claim: str
    evidence: str
    n: int
    interval: str
    covered: str
    not_covered: str
    may_support: tuple[str, ...]


def claims(
    part: LabelledPart, kept: Iterable[Retained], panels: Iterable[Panel], gaps: Iterable[Gap]
) -> tuple[Claim, ...]:
    """One claim for each condition and for the behaviour, and one about the limits."""
    table = part.table
    evidence = f"protocol {table.protocol}, plan {part.manifest.plan}, {len(part.logs):,} episode logs"
    missing = "; ".join(f"{gap.respect}: {gap.not_tested}" for gap in gaps if gap.respect != "faults")
    world = part.logs[0].comparable.world
    found = [_of_line(line, part, evidence, world) for line in part.lead_lines]
    found += [_of_retained(one, part, evidence) for one in kept]
    found += [one for panel in panels for one in _of_panel(panel, evidence, world)]
    found.append(
        Claim(
            "What was not tested is listed in this report",
            "section “Not covered”",
            table.episodes,
            "",
            "the conditions of this report",
            missing,
            (NOT_MEASURED, TEST_SETS, DOCUMENTS),
        )
    )
    return tuple(found)


def _of_line(line: MetricLine, part: LabelledPart, evidence: str, world: str) -> Claim:
    """What the metric that decides says of one condition."""
    lead = part.table.lead
    if line.name == CLEAN:
        unit = " %" if lead.measure == "share" and line.low is not None else ""
        return Claim(
            _clean_claim(lead, line),
            evidence,
            line.n,
            f"{mean_span(lead.measure, line.low, line.high, 1)}{unit}",
            f"{part.table.task} in {world}",
            "other worlds and tasks",
            (ACCURACY, CRITERIA, DOCUMENTS),
        )
    faults = part.conditions[line.name].faults
    told = ", ".join(f"{fault.name}:{fault.severity:g}" for fault in faults)
    return Claim(
        _corrupted_claim(lead, line),
        evidence,
        line.n,
        bounds_text(lead.measure, line.delta_low, line.delta_high, 1),
        f"{told} in {world}",
        "other severities of these faults",
        (*_clauses(line.name, part), ACCURACY, RESILIENCE),
    )


def _clean_claim(lead: MetricTable, line: MetricLine) -> str:
    value = mean_text(lead.measure, line.value, 1)
    if lead.name in COUNTED and line.value is not None:
        return f"Without faults the agent succeeds in {value} of {lead.unit}s"
    return f"Without faults the {lead.title} of the agent is {value}"


def _corrupted_claim(lead: MetricTable, line: MetricLine) -> str:
    told = f"Under {line.name} {lead.title}"
    if line.delta is None:
        return f"{told} is {mean_text(lead.measure, line.value, 1)}; it has no clean twins"
    unit = " points" if lead.measure == "share" else ""
    return f"{told} changes by {change_text(lead.measure, line.delta)}{unit} ({line.verdict})"


def _clauses(condition: str, part: LabelledPart) -> tuple[str, ...]:
    faults = part.conditions[condition].faults
    kinds = {CORRUPTIONS[fault.name].modality for fault in faults if fault.name in CORRUPTIONS}
    found = [DECISIONS] if kinds & {"instruction", "system_prompt"} else []
    if any(fault.name.startswith(SURROUNDING) for fault in faults):
        found.append(SURROUNDINGS)
    return (*found, NAVIGATION)


def _of_retained(kept: Retained, part: LabelledPart, evidence: str) -> Claim:
    score = kept.score
    value = "undefined" if score.value is None else number(score.value)
    return Claim(
        f"Over all faults the agent retains {value} of its clean {kept.metric} (PRS)",
        evidence,
        score.n,
        number_span(score.low, score.high),
        f"{len(kept.rows)} conditions, each counted once",
        "other faults: conditions of a suite are not a sample of what can go wrong",
        (ACCURACY, RESILIENCE),
    )


def _of_panel(panel: Panel, evidence: str, world: str) -> list[Claim]:
    """Wrong stops and collisions: clean, and where they are most frequent."""
    wanted = {"stop_failure_positive": (DECISIONS, NAVIGATION), "collisions": (NAVIGATION,)}
    if panel.name not in wanted:
        return []
    worst = max(panel.rows, key=lambda name: panel.rows[name].value or 0.0)
    return [
        Claim(
            f"{panel.title} ({panel.unit}) under {name}: {number(row.value)}",
            evidence,
            row.n,
            number_span(row.low, row.high),
            f"{name} in {world}",
            "force, speed and consequence of a collision" if panel.name == "collisions" else "why it stopped",
            wanted[panel.name],
        )
        for name, row in _chosen(panel.rows, worst)
    ]


def _chosen(rows: dict[str, Measured], worst: str) -> list[tuple[str, Measured]]:
    names = dict.fromkeys(name for name in (CLEAN, worst) if name in rows)
    return [(name, rows[name]) for name in names if rows[name].value is not None]
