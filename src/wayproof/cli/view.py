"""`wayproof view RUN`: look at the episodes of a run in the browser, clean and corrupted side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import say
from wayproof.errors import missing_dependency


def view(
    run: Annotated[Path, typer.Argument(help="a run folder, a folder of runs, or a .waylog file")],
    port: Annotated[int, typer.Option(help="port on this machine; 0 takes any free port")] = 0,
    browser: Annotated[bool, typer.Option(help="open the page in the browser")] = True,
) -> None:
    """Look at the episodes of a run in the browser. The run may still be going; nothing is changed.

    Example: wayproof view runs/first
    """
    from wayproof.view.run_library import find_runs

    find_runs(run)
    try:
        from wayproof.view.page_server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("starlette", "uvicorn", "anyio"):
            raise
        raise missing_dependency("starlette and uvicorn", "view", "the viewer") from None
    try:
        serve(run, port=port, browser=browser, tell=_told)
    except KeyboardInterrupt:
        say("stopped")


def _told(address: str) -> None:
    typer.echo(address)
    say("open it, with its token, in a browser on this machine; Ctrl-C stops the viewer")
