"""The report for CI: one test case for each condition; a shown drop is a failure."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from wayproof.report.findings import Findings, PartFindings
from wayproof.report.text import change_span, name, percent, points, shown, span
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.table import Line
from wayproof.vocabulary import CLEAN

TAGS = {"drop": "failure", "unknown": "error", "cannot decide": "error"}
MISSES = "not applicable: no fault of the condition can reach the agent"


def as_junit(found: Findings) -> str:
    """JUnit XML. "No change shown" passes with its interval; what cannot be decided or known is an error."""
    suites = "\n".join(_suite(part) for part in found.parts)
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return f'{head}\n<testsuites name="wayproof report">\n{suites}\n</testsuites>\n'


def _suite(part: PartFindings) -> str:
    lines = [line for line in part.table.conditions if line.name != CLEAN]
    failures = sum(line.verdict == "drop" for line in lines)
    errors = sum(TAGS.get(line.verdict) == "error" for line in lines)
    skipped = sum(line.verdict == NOT_APPLICABLE for line in lines)
    cases = "\n".join(_case(line) for line in lines)
    return (
        f'<testsuite name={quoteattr(shown(part.label))} tests="{len(lines)}" failures="{failures}" '
        f'errors="{errors}" skipped="{skipped}">\n{cases}\n'
        f"<system-out>{escape(shown(part.verdict))}</system-out>\n</testsuite>"
    )


def _case(line: Line) -> str:
    text = _text(line)
    if line.verdict == NOT_APPLICABLE:
        return (
            f"<testcase name={quoteattr(name(line.name))}><skipped message={quoteattr(MISSES)}/></testcase>"
        )
    tag = TAGS.get(line.verdict)
    if tag is None:
        inside = f"<system-out>{escape(text)}</system-out>"
    else:
        inside = f"<{tag} message={quoteattr(text)}>{escape(text)}</{tag}>"
    return f"<testcase name={quoteattr(name(line.name))}>{inside}</testcase>"


def _text(line: Line) -> str:
    rate = f"success {percent(line.sr)} ({span(line.sr_low, line.sr_high)}) in {line.n} episodes"
    if line.delta is None:
        return f"{line.verdict}: {rate}; no clean twins"
    change = f"{points(line.delta)} points ({change_span(line.delta_low, line.delta_high)})"
    reason = f"; {line.caution}" if line.caution else ""
    return f"{line.verdict}: {rate}, change {change}{reason}"
