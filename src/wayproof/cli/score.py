"""`wayproof score LOGS`: the numbers of a run, or of any log files, recomputed from the logs alone."""

from __future__ import annotations

from collections.abc import Sequence
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
    by: Annotated[
        str | None, typer.Option(help="by difficulty, feature, attributes, candidates, failure ...")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Show the numbers of a run, with intervals and paired changes.

    Example: wayproof score runs/first --by difficulty
    """
    from wayproof.cli.aligned_table import show_aligned
    from wayproof.cli.tables import show_tables
    from wayproof.results.aligned_tasks import aligned_tables, plain_aligned
    from wayproof.results.run_folder import read_run
    from wayproof.results.table import plain_answer, table_of

    if every or by:
        run = read_run(logs, metrics=() if by else None, keep_logs=by is not None)
        for caution in run.cautions:
            say(f"caution: {caution}")
        _answer_rows(run.parts, by, form)
        return
    run = read_run(logs, keep_logs=False)
    _warn_if_unfinished(run)
    tables = [table_of(part) for part in run.parts]
    aligned = aligned_tables(run.parts)
    if form is Format.JSON:
        answer(plain_answer(tables, **plain_aligned(aligned)), form)
    else:
        show_tables(tables)
        show_aligned(aligned)


def _warn_if_unfinished(run: Run) -> None:
    if not run.is_finished:
        say(f"the run is not finished: {len(run.scores)} of {run.wanted} episodes are stored")


def _answer_rows(parts: Sequence[Part], by: str | None, form: Format) -> None:
    """One table for each agent and task; as JSON one list, whose rows say to which they belong."""
    if by is not None and by != "failure":
        parts = _with_labels(parts, by)
    if len(parts) == 1:
        answer(_rows(parts[0], by), form)
    elif form is Format.JSON:
        answer(
            [{"task": part.task, "agent": part.agent, **row} for part in parts for row in _rows(part, by)],
            form,
        )
    else:
        for part in parts:
            typer.echo(f"\n{part.agent} on {part.task}")
            answer(_rows(part, by), form)


def _with_labels(parts: Sequence[Part], kind: str) -> list[Part]:
    """The parts that have labels of a kind; of none, an error that says which kinds there are."""
    from wayproof.errors import InvalidInput
    from wayproof.results.labelled_observations import label_kinds

    kinds = [label_kinds(part) for part in parts]
    found = [part for part, own in zip(parts, kinds, strict=True) if kind in own]
    if not found:
        known = sorted({"failure", *(name for own in kinds for name in own)})
        raise InvalidInput(f"no episode has a label of kind {kind!r}; these logs have {', '.join(known)}")
    return found


def _rows(part: Part, by: str | None) -> list[dict[str, Any]]:
    from wayproof.results.mean_rows import failure_counts, label_rows, mean_rows

    if by is None:
        return mean_rows(part)
    if by == "failure":
        return [{"condition": name, **modes} for name, modes in failure_counts(part.logs).items()]
    return label_rows(part, by)
