"""The report for CI: one test case for each condition; where the metric that decides is worse, it fails."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from wayproof.report.findings import Findings, PartFindings
from wayproof.report.metric_text import metric_change, metric_change_span, metric_span, metric_value
from wayproof.report.text import name, shown
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.table import MetricLine, MetricTable
from wayproof.vocabulary import CLEAN

TAGS = {"drop": "failure", "rise": "failure", "unknown": "error", "cannot decide": "error"}
MISSES = "not applicable: no fault of the condition can reach the agent"


def as_junit(found: Findings) -> str:
    """JUnit XML. "No change shown" passes with its interval; what cannot be decided or known is an error."""
    suites = "\n".join(_suite(part) for part in found.parts)
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return f'{head}\n<testsuites name="wayproof report">\n{suites}\n</testsuites>\n'


def _suite(part: PartFindings) -> str:
    lead = part.table.lead
    lines = [line for line in lead.conditions if line.name != CLEAN]
    failures = sum(TAGS.get(line.verdict) == "failure" for line in lines)
    errors = sum(TAGS.get(line.verdict) == "error" for line in lines)
    skipped = sum(line.verdict == NOT_APPLICABLE for line in lines)
    cases = "\n".join(_case(line, lead) for line in lines)
    return (
        f'<testsuite name={quoteattr(shown(part.label))} tests="{len(lines)}" failures="{failures}" '
        f'errors="{errors}" skipped="{skipped}">\n{cases}\n'
        f"<system-out>{escape(shown(part.verdict))}</system-out>\n</testsuite>"
    )


def _case(line: MetricLine, lead: MetricTable) -> str:
    text = _text(line, lead)
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


def _text(line: MetricLine, lead: MetricTable) -> str:
    bounds = metric_span(lead, line, lead=True)
    rate = f"{lead.title} {metric_value(lead, line, lead=True)} ({bounds}) in {line.n} {lead.unit}s"
    if line.delta is None:
        return f"{line.verdict}: {rate}; no clean twins"
    unit = " points" if lead.measure == "share" else ""
    change = f"{metric_change(lead, line)}{unit} ({metric_change_span(lead, line)})"
    reason = f"; {line.caution}" if line.caution else ""
    return f"{line.verdict}: {rate}, change {change}{reason}"
