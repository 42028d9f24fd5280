"""The table of aligned tasks, for people: one agent on two tasks from the same starts to the same goals."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from wayproof.results.aligned_tasks import AlignedTable

PIPED_WIDTH = 120


def show_aligned(tables: Sequence[AlignedTable]) -> None:
    """Print the tables on stdout; nothing for runs without pairs."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
    for table in tables:
        one, other = (name.split("/")[0] for name in (table.first, table.second))
        console.print(
            f"\n[bold]{table.agent}[/bold]: {other} beside {one}, from the same starts to the same goals"
        )
        console.print(
            f"{table.pairs} pairs in {table.scenes} scenes; difference in points, {other} minus {one}"
        )
        grid = Grid(box=None, pad_edge=False)
        for title in ("condition", "pairs", one, other, "difference", "verdict", "beyond clean"):
            grid.add_column(title, justify="left" if title in ("condition", "verdict") else "right")
        for line in table.conditions:
            rates = ("n/a" if rate is None else f"{100 * rate:.1f} %" for rate in (line.first, line.second))
            difference = _points(line.delta, line.delta_low, line.delta_high)
            extra = _points(line.extra, line.extra_low, line.extra_high)
            grid.add_row(line.name, str(line.n), *rates, difference, line.verdict, extra)
        console.print(grid)
        console.print(f"beyond clean: how much more {other} changes under the fault than {one} does")


def _points(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return ""
    bounds = f" ({100 * low:+.0f} to {100 * high:+.0f})" if low is not None and high is not None else ""
    return f"{100 * value:+.1f}{bounds}"
