"""`wayproof score LOGS`: the numbers of a run, or of any log files, computed again from the logs alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say


def score(
    logs: Annotated[Path, typer.Argument(help="a run folder, a folder of .waylog files, or one such file")],
    every: Annotated[bool, typer.Option("--all", help="the mean of every metric, by condition")] = False,
    by: Annotated[str | None, typer.Option(help="by difficulty, language, feature, failure ...")] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Score logs again: success and SPL with intervals, paired changes, retention.

    Example: wayproof score runs/first --by difficulty
    """
    from wayproof.cli.tables import show_tables
    from wayproof.results.table import plain_answer

    if every or by:
        answer(_rows(logs, by), form)
        return
    tables = _tables(logs)
    if form is Format.JSON:
        answer(plain_answer(tables), form)
    else:
        show_tables(tables)


def _tables(logs: Path) -> Any:
    from wayproof.log_files import read_logs
    from wayproof.manifest import FILE
    from wayproof.results.table import scores_of, tables_of
    from wayproof.run.folder import read_plan
    from wayproof.run.store import log_files, stored_records
    from wayproof.run.study import tables

    if not (logs / FILE).exists():
        return tables_of(scores_of(log) for log in read_logs(logs))
    done, planned = sum(1 for _ in stored_records(logs)), len(read_plan(logs).work)
    if done < planned:
        say(f"the run is not finished: {done} of {planned} episodes in {len(log_files(logs))} files")
    return tables(logs)


def _rows(logs: Path, by: str | None) -> list[dict[str, Any]]:
    from wayproof.log_files import read_logs
    from wayproof.results.means import by_slice, failure_table, score_table, scored

    members = list(read_logs(logs))
    if by is None:
        return score_table(members)
    if by == "failure":
        return [{"condition": name, **modes} for name, modes in failure_table(members).items()]
    return [
        {by: label, "condition": condition, **_rates(group)}
        for label, groups in by_slice(scored(members, ("success", "spl")), by).items()
        for condition, group in groups.items()
    ]


def _rates(group: Any) -> dict[str, Any]:
    from wayproof.results.estimates.proportions import wilson

    count = len(group.members)
    rate = wilson(round(group.mean("success").value * count), count)
    bounds = {"sr": rate.estimate, "sr_low": rate.low, "sr_high": rate.high}
    return {"n": count, **bounds, "spl": group.mean("spl").value}
