"""The numbers of a metric in words: shares in per cent or as they are, other numbers in their own unit."""

from __future__ import annotations

from wayproof.report.text import change_span, number, number_span, percent, points, span
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.table import MetricLine, MetricTable


def metric_value(one: MetricTable, line: MetricLine, *, lead: bool = False) -> str:
    """A value; only the metric that decides is in per cent, as success rates are."""
    if line.value is None:
        return NOT_APPLICABLE
    return percent(line.value) if lead and one.measure == "share" else number(line.value)


def metric_span(one: MetricTable, line: MetricLine, *, lead: bool = False) -> str:
    bounds = span if lead and one.measure == "share" else number_span
    return bounds(line.low, line.high)


def metric_change(one: MetricTable, line: MetricLine) -> str:
    """In points where the metric is a share."""
    return points(line.delta) if one.measure == "share" else number(line.delta)


def metric_change_span(one: MetricTable, line: MetricLine) -> str:
    bounds = change_span if one.measure == "share" else number_span
    return bounds(line.delta_low, line.delta_high)
