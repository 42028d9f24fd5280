"""`wayproof bench`: our speed beside named peers on this machine, as ratios within one run."""

from __future__ import annotations

import importlib
from typing import Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import unknown_name

AREAS = (
    *("scenes", "render", "navigation", "corruptions", "estimates", "run", "protocol", "perception"),
    "learning",
    "mapping",
)


def bench(
    areas: Annotated[list[str] | None, typer.Argument(help=f"{', '.join(AREAS)}; all if none")] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Measure our speed beside named peers, as ratios. Above 1 means that we are better.

    Example: wayproof bench render --format json
    """
    chosen = areas or list(AREAS)
    for area in chosen:
        if area not in AREAS:
            raise unknown_name("bench area", area, AREAS)
    rows: list[dict[str, Any]] = []
    for area in chosen:
        say(f"measuring {area} ...")
        module = importlib.import_module(f"wayproof.bench.{area}")
        rows += module.rows()
    answer(rows, form)
