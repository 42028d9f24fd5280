"""The table at the end of a run, for people: the task's headline metrics with intervals, change, verdict."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from wayproof.results.table import HEADLINE, MetricLine, MetricTable, Table

PIPED_WIDTH = 170
WIDEST = 1000  # than which no table is wider
UNDEFINED = "n/a"
MARKS = {"drop": " ▼", "fall": " ▼", "gain": " ▲", "rise": " ▲"}


def show_tables(tables: Sequence[Table]) -> None:
    """Print all tables of a run on stdout."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
    for table in tables:
        marks = f"; beyond the protocol: {', '.join(table.beyond_protocol)}" if table.beyond_protocol else ""
        console.print(f"\n[bold]{table.agent}[/bold] on {table.task}, protocol {table.protocol}{marks}")
        console.print(f"{table.episodes} episodes in {table.scenes} scenes; 95 % intervals")
        grid = _grid(table)
        fits = console.measure(grid, options=console.options.update(width=WIDEST)).maximum <= console.width
        console.print(grid if fits else _grid(table, brief=True))
        if not fits and len(table.metrics) > len(table.headlines):
            console.print(_others(table))
        _print_notes(console, table)


def _print_notes(console: Console, table: Table) -> None:
    if any(_mark(line) for one in table.metrics[1:] for line in one.conditions):
        console.print(f"▼ ▲: a change is shown as well; the change and the verdict are of {table.lead.title}")
    kept = [
        f"{one.title} {_ratio(one.prs, one.prs_low, one.prs_high)}"
        for one in table.headlines
        if len(one.conditions) > 1 and one.prs is not None
    ]
    if kept:
        console.print(f"retained over all conditions (PRS): {', '.join(kept)}")
    for caution in (*told_by_condition(table), *table.cautions):
        console.print(f"caution: {caution}")


def told_by_condition(table: Table) -> list[str]:
    """What is to be known of single conditions, those of one reason together, by the metric that decides."""
    names: dict[str, list[str]] = {}
    for line in table.lead.conditions:
        if line.caution:
            names.setdefault(line.caution, []).append(line.name)
    return [f"{', '.join(those)}: {caution}" for caution, those in names.items()]


def _grid(table: Table, *, brief: bool = False) -> Grid:
    """One row for each condition. Briefly: headlines only, with the interval of the one that decides.

    The other metrics then stand in a second table.
    """
    lead, others = table.lead, (table.headlines if brief else table.metrics)[1:]
    counted = "goals" if lead.unit == "goal" else "n"
    titles = ("condition", counted, lead.title, *(_title(one, lead) for one in others))
    grid = Grid(box=None, pad_edge=False)
    for title in (*titles, "change", "verdict", "faults"):
        grid.add_column(title, justify="left" if title in ("condition", "verdict") else "right")
    for line in table.conditions:
        own, faults = lead.under(line.name), line.agent_faults + line.invalid
        grid.add_row(
            line.name,
            f"{own.n if lead.unit == 'goal' else line.n}{'*' if line.stopped_early else ''}",
            _percent(own) if lead.measure == "share" else _number(own, intervals=True),
            *(_number(one.under(line.name), intervals=not brief and one.role == HEADLINE) for one in others),
            _change(own, lead),
            own.verdict,
            str(faults) if faults else "",
        )
    return grid


def _others(table: Table) -> Grid:
    """What the brief form leaves out: the other metrics, one row for each condition."""
    others = [one for one in table.metrics if one.role != HEADLINE]
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("condition")
    for one in others:
        grid.add_column(_title(one, table.lead), justify="right")
    for line in table.conditions:
        grid.add_row(line.name, *(_number(one.under(line.name), intervals=False) for one in others))
    return grid


def _title(one: MetricTable, lead: MetricTable) -> str:
    """What is not over the same unit as the first column says over what it is."""
    unit = "" if one.unit == lead.unit else f" of {one.unit}s"
    return f"{one.title}{unit}" + ("" if one.measure == "share" else f", {one.measure}")


def _mark(line: MetricLine) -> str:
    return MARKS.get(line.verdict, "")


def _percent(line: MetricLine) -> str:
    if line.value is None:
        return UNDEFINED
    known = line.low is not None and line.high is not None
    bounds = f" ({100 * (line.low or 0):.0f} to {100 * (line.high or 0):.0f})" if known else ""
    return f"{100 * line.value:.1f} %{bounds}"


def _number(line: MetricLine, *, intervals: bool) -> str:
    if line.value is None:
        return UNDEFINED
    known = intervals and line.low is not None and line.high is not None
    bounds = f" ({line.low:.2f} to {line.high:.2f})" if known else ""
    return f"{line.value:.2f}{bounds}{_mark(line)}"


def _change(line: MetricLine, lead: MetricTable) -> str:
    """In points of 100 where the metric is a share, else in its own unit."""
    if line.delta is None:
        return ""
    factor, digits = (100.0, (1, 0)) if lead.measure == "share" else (1.0, (2, 2))
    known = line.delta_low is not None and line.delta_high is not None
    low, high = (factor * (end or 0.0) for end in (line.delta_low, line.delta_high))
    bounds = f" ({low:+.{digits[1]}f} to {high:+.{digits[1]}f})" if known else ""
    return f"{factor * line.delta:+.{digits[0]}f}{bounds}"


def _ratio(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return "undefined"
    return f"{value:.2f}" + ("" if low is None or high is None else f" ({low:.2f} to {high:.2f})")
