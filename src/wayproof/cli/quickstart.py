"""`wayproof quickstart`: the shortest way to see something."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import say


def quickstart(
    out: Annotated[Path, typer.Option("--output", "-o", help="folder for the results")] = Path("quickstart"),
) -> None:
    """Make a furnished house, draw its plan and look around in it."""
    say("making house 7 of the validation split ...")
    say(f"pictures are in {out}")
