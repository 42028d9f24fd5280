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


def mean_text(measure: str, value: float | None, digits: int = 0) -> str:
    """A mean of the metric that decides: a share in per cent, else in its own unit."""
    if value is None:
        return NOT_APPLICABLE
    return percent(value, digits) if measure == "share" else number(value)


def mean_span(measure: str, low: float | None, high: float | None, digits: int = 0) -> str:
    return span(low, high, digits) if measure == "share" else number_span(low, high)


def metric_change(one: MetricTable, line: MetricLine) -> str:
    """In points where the metric is a share."""
    return change_text(one.measure, line.delta)


def change_text(measure: str, change: float | None, digits: int = 1) -> str:
    if change is None:
        return NOT_APPLICABLE
    return points(change, digits) if measure == "share" else number(change)


def bounds_text(measure: str, low: float | None, high: float | None, digits: int = 0) -> str:
    """The bounds of a change."""
    return change_span(low, high, digits) if measure == "share" else number_span(low, high)


def metric_change_span(one: MetricTable, line: MetricLine) -> str:
    return bounds_text(one.measure, line.delta_low, line.delta_high)
