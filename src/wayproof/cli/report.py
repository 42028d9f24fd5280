"""`wayproof report RUN`: one file that a colleague opens from an e-mail, prints or files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import say
from wayproof.errors import InvalidInput


class ReportFormat(StrEnum):
    HTML = "html"
    MARKDOWN = "markdown"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    JUNIT = "junit"


def report(
    runs: Annotated[list[Path], typer.Argument(help="one run folder, or several to set side by side")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="file; html and parquet: report.* in the run's folder")
    ] = None,
    form: Annotated[
        ReportFormat, typer.Option("--format", help="html, markdown, json, csv, parquet or junit")
    ] = ReportFormat.HTML,
    episodes: Annotated[int, typer.Option(help="telling episodes to draw with map and frames")] = 4,
) -> None:
    """Write a report: verdict, tables with intervals, maps of the ways, protocol, what was not covered.

    Example: wayproof report runs/first -o report.html
    """
    from wayproof.report.writing import FILES_ONLY, Form, default_file, report_text, write_report

    chosen = Form(form.value)
    if out is None and chosen not in FILES_ONLY:
        typer.echo(report_text(runs, chosen, episodes=episodes, tell=say), nl=False)
        return
    file = out or default_file(runs, chosen)
    if file.is_dir():
        raise InvalidInput(f"{file} is a folder; give a file with -o, as {file / 'report.html'}")
    write_report(runs, file, chosen, episodes=episodes, tell=say)
    typer.echo(str(file))
