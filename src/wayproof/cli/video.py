"""`wayproof video RUN -o DIR`: failed episodes of a run as MP4 files, clean and corrupted side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import Format, answer, say


def video(
    run: Annotated[Path, typer.Argument(help="a run folder, or a folder or file of .waylog files")],
    out: Annotated[Path, typer.Option("--out", "-o", help="folder for the videos")] = Path("videos"),
    most: Annotated[int, typer.Option(help="how many at most, taken from all conditions in turn")] = 5,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Film failed episodes beside their clean twins. Colour, depth and map; needs the extra `video`.

    Example: wayproof video runs/first -o videos --most 3
    """
    from wayproof.view.failure_videos import write_failure_videos
    from wayproof.view.run_library import find_runs

    find_runs(run)
    written = write_failure_videos(run, out, most, tell=say)
    if not written:
        say(f"no episode of {run} failed, so there is nothing to film")
    if form is Format.JSON:
        answer([{"file": str(file)} for file in written], form)
    else:
        for file in written:
            typer.echo(str(file))
