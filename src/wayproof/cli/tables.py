"""The table at the end of a run, for people: success with interval, paired change with interval, verdict."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from wayproof.results.table import Line, Table

PIPED_WIDTH = 120


def show_tables(tables: Sequence[Table]) -> None:
    """Print all tables of a run on stdout."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
    for table in tables:
        marks = f"; beyond the protocol: {', '.join(table.beyond_protocol)}" if table.beyond_protocol else ""
        console.print(f"\n[bold]{table.agent}[/bold] on {table.task}, protocol {table.protocol}{marks}")
        console.print(f"{table.episodes} episodes in {table.scenes} scenes; 95 % intervals")
        console.print(_grid(table))
        if table.prs_sr is not None:
            console.print(
                "retained over all conditions (PRS): success "
                + _ratio(table.prs_sr, table.prs_sr_low, table.prs_sr_high)
                + ", SPL "
                + _ratio(table.prs_spl, table.prs_spl_low, table.prs_spl_high)
            )
        for caution in (*told_by_condition(table), *table.cautions):
            console.print(f"caution: {caution}")


def told_by_condition(table: Table) -> list[str]:
    """What is to be known of single conditions, those of one reason together."""
    names: dict[str, list[str]] = {}
    for line in table.conditions:
        if line.caution:
            names.setdefault(line.caution, []).append(line.name)
    return [f"{', '.join(those)}: {caution}" for caution, those in names.items()]


def _grid(table: Table) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    for title in ("condition", "n", "success", "SPL", "change", "verdict", "faults"):
        grid.add_column(title, justify="left" if title in ("condition", "verdict") else "right")
    for line in table.conditions:
        faults = line.agent_faults + line.invalid
        grid.add_row(
            line.name,
            f"{line.n}{'*' if line.stopped_early else ''}",
            _percent(line.sr, line.sr_low, line.sr_high),
            "" if line.spl is None else f"{line.spl:.2f}",
            _points(line),
            line.verdict,
            str(faults) if faults else "",
        )
    return grid


def _percent(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return "n/a"
    bounds = f" ({100 * low:.0f} to {100 * high:.0f})" if low is not None and high is not None else ""
    return f"{100 * value:.1f} %{bounds}"


def _points(line: Line) -> str:
    if line.delta is None:
        return ""
    known = line.delta_low is not None and line.delta_high is not None
    bounds = f" ({100 * (line.delta_low or 0):+.0f} to {100 * (line.delta_high or 0):+.0f})" if known else ""
    return f"{100 * line.delta:+.1f}{bounds}"


def _ratio(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return "undefined"
    return f"{value:.2f}" + ("" if low is None or high is None else f" ({low:.2f} to {high:.2f})")
