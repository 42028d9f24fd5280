"""`wayproof report RUN`: one file to send, print or archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import say
from wayproof.errors import InvalidInput
from wayproof.report.output_formats import EPISODES, FILES_ONLY, Form, default_file


def report(
    runs: Annotated[list[Path], typer.Argument(help="one run folder, or several to show side by side")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="file; html and parquet: report.* in the run's folder")
    ] = None,
    form: Annotated[
        Form, typer.Option("--format", help="html, markdown, json, csv, parquet or junit")
    ] = Form.HTML,
    episodes: Annotated[int, typer.Option(help="example episodes to draw with map and frames")] = EPISODES,
) -> None:
    """Write a report as one file to share. It has the verdict, tables with
    intervals, maps of the paths, the protocol and what was not covered.

    Example: wayproof report runs/first -o report.html
    """
    from wayproof.report.outputs import report_text, write_report

    if out is None and form not in FILES_ONLY:
        typer.echo(report_text(runs, form, episodes=episodes, tell=say), nl=False)
        return
    file = out or default_file(runs, form)
    if file.is_dir():
        raise InvalidInput(f"{file} is a folder; name a file with -o, such as {file / 'report.html'}")
    write_report(runs, file, form, episodes=episodes, tell=say)
    typer.echo(str(file))
