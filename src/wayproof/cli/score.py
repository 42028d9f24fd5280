"""`wayproof score LOGS`: the numbers of a run, or of any log files, recomputed from the logs alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say

if TYPE_CHECKING:
    from wayproof.results.part import Part
    from wayproof.results.run_folder import Run


def score(
    logs: Annotated[Path, typer.Argument(help="a run folder, a folder of .waylog files, or one such file")],
    every: Annotated[bool, typer.Option("--all", help="the mean of every metric, by condition")] = False,
    by: Annotated[str | None, typer.Option(help="by difficulty, language, feature, failure ...")] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Show the numbers of a run, with intervals and paired changes.

    Example: wayproof score runs/first --by difficulty
    """
    from wayproof.cli.tables import show_tables
    from wayproof.results.run_folder import read_run
    from wayproof.results.table import plain_answer, table_of

    if every or by:
        run = read_run(logs, metrics=() if by else None, keep_logs=by is not None)
        for caution in run.cautions:
            say(f"caution: {caution}")
        answer([row for part in run.parts for row in _rows(part, by, several=len(run.parts) > 1)], form)
        return
    run = read_run(logs, keep_logs=False)
    _warn_if_unfinished(run)
    tables = [table_of(part) for part in run.parts]
    if form is Format.JSON:
        answer(plain_answer(tables), form)
    else:
        show_tables(tables)


def _warn_if_unfinished(run: Run) -> None:
    if not run.is_finished:
        say(f"the run is not finished: {len(run.scores)} of {run.wanted} episodes are stored")


def _rows(part: Part, by: str | None, *, several: bool) -> list[dict[str, Any]]:
    """The rows of one part; where a run has several, each row says which."""
    from wayproof.results.mean_rows import failure_counts, label_rows, mean_rows

    if by is None:
        rows = mean_rows(part)
    elif by == "failure":
        rows = [{"condition": name, **modes} for name, modes in failure_counts(part.logs).items()]
    else:
        rows = label_rows(part, by)
    return [{"task": part.task, **row} for row in rows] if several else rows
