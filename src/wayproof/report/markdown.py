"""The report as Markdown: verdicts and tables, for pull requests and wikis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wayproof.report.findings import Findings, PartFindings
from wayproof.report.text import (
    change_span,
    name,
    number,
    number_span,
    percent,
    points,
    shown,
    span,
    words,
)
from wayproof.results.table import Line

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
    heads = ("condition", "n", "success", "SPL", "change, points", "verdict")
    lines += _table(heads, (_condition(line) for line in table.conditions))
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
                percent(whole.clean.value, 0),
                percent(whole.corrupted, 0),
            )
            for whole in one.wholes
        )
        lines += _table(("label", "episodes", "clean success", "success over all faults"), rows)
    lines += ["### Not covered", ""]
    lines += [f"- {safe(gap.respect)}: {safe(gap.not_tested)}" for gap in part.uncovered]
    lines += ["", "### Noise floor", "", *(safe(text) for text in part.noise.sentences), ""]
    return lines


def _condition(line: Line) -> tuple[str, ...]:
    def both(value: str, bounds: str) -> str:
        return f"{value} ({bounds})" if bounds else value

    return (
        safe(name(line.name)),
        str(line.n),
        both(percent(line.sr), span(line.sr_low, line.sr_high)),
        both(number(line.spl), number_span(line.spl_low, line.spl_high)),
        "" if line.delta is None else both(points(line.delta), change_span(line.delta_low, line.delta_high)),
        line.verdict,
    )


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
