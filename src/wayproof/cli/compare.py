"""`wayproof compare A B`, `wayproof gate RUN --baseline B`: two runs on the same episodes, a decision."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayproof.cli.output import Format, answer, say

if TYPE_CHECKING:
    from wayproof.results.compare import Difference

NOT_IN_TABLE = ("text", "metric", "unpaired")
EXIT = {"pass": 0, "fail": 1, "undecided": 2}


class GateFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    JUNIT = "junit"
    GITHUB = "github"


def compare(
    first: Annotated[Path, typer.Argument(help="a run folder")],
    second: Annotated[Path, typer.Argument(help="another run folder, of the same suite")],
    metric: Annotated[
        str | None,
        typer.Option(help="metric to compare (wayproof ls metrics); else the task's first headline"),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Compare two runs of one suite. How much better the second agent is than the first, condition by
    condition, paired by episode.

    Only the same episodes and faults are compared; what one of them has not run counts as its failure.

    Example: wayproof compare runs/old runs/new
    """
    from wayproof.api import compare as compared

    lines = compared(first, second, metric)
    _say_cautions(first, second)
    _say_metric(lines, metric)
    _show(lines, form)


def gate(
    run: Annotated[Path, typer.Argument(help="the run of the candidate")],
    baseline: Annotated[Path, typer.Option(help="the run of the agent in use now")],
    max_drop: Annotated[
        float,
        typer.Option(help="largest drop allowed (rise if lower is better), in points or the metric's unit"),
    ] = 3.0,
    metric: Annotated[
        str | None,
        typer.Option(help="metric that decides (wayproof ls metrics); else the task's first headline"),
    ] = None,
    form: Annotated[
        GateFormat, typer.Option("--format", help="table, json, junit or github")
    ] = GateFormat.TABLE,
) -> None:
    """Decide whether a new version may ship. Exit code 0: no drop beyond the limit; 1: a drop; 2: undecided.

    Example: wayproof gate runs/new --baseline runs/old --max-drop 3
    """
    from wayproof.api import gate as judged
    from wayproof.cli.gate_formats import as_github, as_junit
    from wayproof.results.compare import shown_unit

    verdict, lines = judged(run, baseline, max_drop, metric)
    _say_cautions(run, baseline)
    _say_metric(lines, metric)
    if form is GateFormat.JUNIT:
        typer.echo(as_junit(lines))
    elif form is GateFormat.GITHUB:
        typer.echo(as_github(lines))
    elif form is GateFormat.JSON:
        unit = shown_unit(lines[0].metric).name
        rows = _rows(lines)
        told = {"verdict": verdict, "metric": lines[0].metric, "max_drop": max_drop, "unit": unit}
        answer({**told, "conditions": rows}, Format.JSON)
    else:
        _show(lines, Format.TABLE)
        typer.echo(f"verdict: {verdict}")
    raise typer.Exit(EXIT[verdict])


def _say_cautions(*folders: Path) -> None:
    """What limits trust in a run: agents or software that changed on the way, records that are damaged."""
    from wayproof.log_files import Damage, damage_told, read_logs
    from wayproof.manifest import FILE, mixed_told, read_manifest

    for folder in folders:
        damage: list[Damage] = []
        for _ in read_logs(folder, damage):
            pass  # only what cannot be read is of interest here
        mixed = mixed_told(read_manifest(folder)) if (folder / FILE).exists() else ""
        for told in filter(None, (mixed, damage_told(damage))):
            say(f"caution: {folder}: {told}")


def _say_metric(lines: list[Difference], asked: str | None) -> None:
    """Which metric was taken where none was asked for."""
    from wayproof.metrics import METRICS

    if asked is None:
        found = METRICS[lines[0].metric]
        say(f"by {found.title}, over {found.over}s: the metric that decides; choose another with --metric")


def _rows(lines: list[Difference]) -> list[dict[str, object]]:
    from wayproof.results.compare import plain_difference

    return [plain_difference(line) for line in lines]


def _show(lines: list[Difference], form: Format) -> None:
    rows = _rows(lines)
    if form is Format.TABLE:
        rows = [{name: value for name, value in row.items() if name not in NOT_IN_TABLE} for row in rows]
    answer(rows, form)
    for line in lines:
        if form is Format.TABLE and line.text:
            typer.echo(f"{line.name}: {line.text}")
