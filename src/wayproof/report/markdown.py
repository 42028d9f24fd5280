"""The report as Markdown: verdicts and tables, for pull requests and wikis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wayproof.report.findings import Findings, PartFindings
from wayproof.report.metric_text import (
    mean_text,
    metric_change,
    metric_change_span,
    metric_span,
    metric_value,
)
from wayproof.report.text import change_span, name, number, number_span, percent, points, shown, words
from wayproof.results.aligned_tasks import AlignedTable
from wayproof.results.table import MetricLine, MetricTable, Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]#|~!])")


def safe(text: str) -> str:
    r"""An untrusted text that no Markdown reader takes for markup, links or tags.

    >>> safe("a|b <script> [x](y)")
    'a\\|b &lt;script&gt; \\[x\\](y)'
    """
    plain = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # A bare address would be made a link by many readers.
    return _SPECIAL.sub(r"\\\1", plain).replace("://", ":&#47;&#47;").replace("@", "&#64;")


def as_markdown(found: Findings) -> str:
    """The whole report without pictures."""
    lines = ["# Wayproof report", ""]
    for rival in found.rivals:
        told = rival.sentence or f"{rival.refused}."
        lines += [safe(told), ""]
    for aligned in found.aligned:
        lines += _aligned(aligned)
    for part in found.parts:
        lines += _part(part)
    return "\n".join(
        [*lines, f"Written on {found.written} by Wayproof {safe(found.wayproof)}. Intervals: 95 %.", ""]
    )


def _part(part: PartFindings) -> list[str]:
    table = part.table
    lines = [f"## {safe(part.label)}", "", f"**{safe(part.verdict)}**", ""]
    lines += [f"- {safe(caution)}" for caution in part.cautions] + ([""] if part.cautions else [])
    counts = f"{table.episodes} episodes in {table.scenes} scenes"
    lines += [f"{safe(table.task)}, protocol `{table.protocol}`, {counts}.", ""]
    lead, unit = table.lead, ", points" if table.lead.measure == "share" else ""
    heads = [one.title for one in table.metrics]
    heads = ["condition", "goals" if lead.unit == "goal" else "n", *heads, f"change{unit}", "verdict"]
    lines += _table(heads, (_condition(table, line) for line in table.lead.conditions))
    lines += _retained(part)
    lines += ["### Failure modes", ""]
    lines += _table(
        ("condition", "failures"), (_failed(one, counts) for one, counts in part.failures.items())
    )
    for one in part.slices:
        lines += [f"### By {safe(words(one.kind))}", ""]
        rows = (
            (
                safe(whole.label),
                str(whole.episodes),
                mean_text(table.lead.measure, whole.clean.value),
                mean_text(table.lead.measure, whole.corrupted),
            )
            for whole in one.wholes
        )
        title = table.lead.title
        lines += _table(("label", f"{table.lead.unit}s", f"clean {title}", f"{title} over all faults"), rows)
    lines += ["### Not covered", ""]
    lines += [f"- {safe(gap.respect)}: {safe(gap.not_tested)}" for gap in part.uncovered]
    lines += ["", "### Noise floor", "", *(safe(text) for text in part.noise.sentences), ""]
    return lines


def _aligned(table: AlignedTable) -> list[str]:
    """One agent on two tasks from the same starts to the same goals."""
    one, other = (words(task.split("/")[0]) for task in (table.first, table.second))
    lines = [f"## {safe(name(table.agent))}: {safe(other)} beside {safe(one)}", ""]
    lines += [f"{table.pairs} pairs in {table.scenes} scenes, from the same start to the same goal.", ""]
    heads = ("condition", "pairs", safe(one), safe(other), "difference, points", "verdict", "beyond clean")
    rows = (
        (
            safe(name(line.name)),
            str(line.n),
            *("n/a" if rate is None else percent(rate) for rate in (line.first, line.second)),
            _change(line.delta, line.delta_low, line.delta_high),
            line.verdict,
            _change(line.extra, line.extra_low, line.extra_high),
        )
        for line in table.conditions
    )
    return [*lines, *_table(heads, rows)]


def _change(value: float | None, low: float | None, high: float | None) -> str:
    return "" if value is None else _both(points(value), change_span(low, high))


def _condition(table: Table, line: MetricLine) -> tuple[str, ...]:
    """One row: every metric with its interval, the change of the first one, its verdict."""
    lead = table.lead
    change = _both(metric_change(lead, line), metric_change_span(lead, line))
    return (
        safe(name(line.name)),
        str(line.n),
        *(_valued(one, one.under(line.name), lead=one is lead) for one in table.metrics),
        "" if line.delta is None else change,
        line.verdict,
    )


def _valued(one: MetricTable, line: MetricLine, *, lead: bool) -> str:
    return _both(metric_value(one, line, lead=lead), metric_span(one, line, lead=lead))


def _both(value: str, bounds: str) -> str:
    return f"{value} ({bounds})" if bounds else value


def _retained(part: PartFindings) -> list[str]:
    lines = []
    for kept in part.retained:
        score = kept.score
        value = (
            "undefined"
            if score.value is None
            else f"{number(score.value, 4)} ({number_span(score.low, score.high)})"
        )
        ratios = " + ".join("?" if row.ratio is None else number(row.ratio, 4) for row in kept.rows)
        lines += [f"PRS of {kept.metric}: {value} = ({ratios}) / {len(kept.rows)}.", ""]
    return lines


def _failed(condition: str, counts: dict[str, int]) -> tuple[str, str]:
    told = ", ".join(f"{count} {words(mode)}" for mode, count in counts.items() if count and mode != "none")
    return safe(name(condition)), told or "none"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), ""]
