"""`wayproof verify RUN` and `wayproof merge RUN...`: can you trust a run; one run from its shards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import Format, answer, say


def verify(
    run: Annotated[Path, typer.Argument(help="a run folder")],
    agent: Annotated[
        str | None, typer.Option(help="the agent to rerun episodes with, if it is not one of ours")
    ] = None,
    again: Annotated[int, typer.Option(help="number of episodes to rerun and compare bit for bit")] = 3,
    controls: Annotated[
        int, typer.Option(help="number of episodes for each of the oracle, random and idle agents")
    ] = 0,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Check that a run can be trusted. Files are complete, faults reached the agent and nothing else, reruns
    give the same bits.

    A run folder is data: an agent that it names is loaded only if it is one of ours or given with --agent.
    Exit code 0: all is well; 1: something is wrong; 2: something could not be checked.

    Example: wayproof verify runs/first --again 5 --controls 10
    """
    import msgspec

    from wayproof.run.verify import verify as verified

    checks = verified(run, agent=agent, again=again, controls=controls, tell=say)
    rows = [msgspec.to_builtins(check) for check in checks]
    if form is Format.TABLE:
        words = {True: "yes", False: "NO", None: "not checked"}
        rows = [{**row, "passed": words[row["passed"]]} for row in rows]
    answer(rows, form)
    found = {check.passed for check in checks}
    raise typer.Exit(1 if False in found else 2 if None in found else 0)


def merge(
    runs: Annotated[list[Path], typer.Argument(help="the folders of all shards")],
    out: Annotated[Path, typer.Option("--out", "-o", help="the new folder")],
) -> None:
    """Join the shards of one run into a new folder. Missing, foreign or duplicate episodes are refused.

    Example: wayproof merge shard-1 shard-2 -o whole
    """
    from wayproof.run.merge import merge as merged

    say(f"{merged(runs, out)} episodes in {out}")
