"""`wayproof verify RUN` and `wayproof merge RUN...`: can you trust a run; one run from its shards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import Format, answer, say


def verify(
    run: Annotated[Path, typer.Argument(help="a run folder")],
    again: Annotated[int, typer.Option(help="number of episodes to rerun and compare bit for bit")] = 3,
    controls: Annotated[
        int, typer.Option(help="number of episodes for each of the oracle, random and idle agents")
    ] = 0,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Check that a run can be trusted. Files are complete, faults reached the agent and nothing else, reruns
    give the same bits.

    Example: wayproof verify runs/first --again 5 --controls 10
    """
    import msgspec

    from wayproof.run.verify import verify as verified

    checks = verified(run, again=again, controls=controls, tell=say)
    rows = [msgspec.to_builtins(check) for check in checks]
    if form is Format.TABLE:
        rows = [{**row, "passed": "yes" if row["passed"] else "NO"} for row in rows]
    answer(rows, form)
    raise typer.Exit(0 if all(check.passed for check in checks) else 1)


def merge(
    runs: Annotated[list[Path], typer.Argument(help="the folders of all shards")],
    out: Annotated[Path, typer.Option("--out", "-o", help="the new folder")],
) -> None:
    """Join the shards of one run into a new folder. Missing, foreign or duplicate episodes are refused.

    Example: wayproof merge shard-1 shard-2 -o whole
    """
    from wayproof.run.merge import merge as merged

    say(f"{merged(runs, out)} episodes in {out}")
