"""The report for CI: one test case for each condition; where the metric that decides is worse, it fails."""

from __future__ import annotations

from wayproof.report.findings import Findings, PartFindings
from wayproof.report.junit_xml import HEAD, Case, suite_xml
from wayproof.report.metric_text import metric_change, metric_change_span, metric_span, metric_value
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.table import MetricLine, Table
from wayproof.vocabulary import CLEAN

MISSES = "not applicable: no fault of the condition can reach the agent"


def as_junit(found: Findings) -> str:
    """JUnit XML. "No change shown" passes with its interval; what cannot be decided is skipped with why."""
    suites = "\n".join(_suite(part) for part in found.parts)
    return f'{HEAD}\n<testsuites name="wayproof report">\n{suites}\n</testsuites>\n'


def _suite(part: PartFindings) -> str:
    lines = [line for line in part.table.lead.conditions if line.name != CLEAN]
    cases = [Case(line.name, line.verdict, _text(line, part.table)) for line in lines]
    return suite_xml(part.label, cases, part.verdict)


def _text(line: MetricLine, table: Table) -> str:
    lead = table.lead
    if line.verdict == NOT_APPLICABLE:
        # Success is defined for every episode, so without it the condition itself does not apply.
        missed = any(one.name == line.name and one.verdict == NOT_APPLICABLE for one in table.conditions)
        return MISSES if missed else f"n/a: {lead.title} is not defined for these episodes"
    bounds = metric_span(lead, line, lead=True)
    rate = f"{lead.title} {metric_value(lead, line, lead=True)} ({bounds}) in {line.n} {lead.unit}s"
    if line.delta is None:
        return f"{line.verdict}: {rate}; no clean twins"
    unit = " points" if lead.measure == "share" else ""
    change = f"{metric_change(lead, line)}{unit} ({metric_change_span(lead, line)})"
    reason = f"; {line.caution}" if line.caution else ""
    return f"{line.verdict}: {rate}, change {change}{reason}"
