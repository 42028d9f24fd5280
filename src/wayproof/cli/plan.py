"""`wayproof plan SUITE --agent A --mde 5`: scenes, episodes, power and time, before anything is run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import Format, answer, say


def plan(
    suite: Annotated[str, typer.Argument(help="a suite by name or a TOML file")],
    agent: Annotated[str, typer.Option("--agent", help="a built-in agent, MODULE:CLASS or FILE.py:CLASS")],
    mde: Annotated[float, typer.Option(help="the smallest drop in success to detect, in points")] = 5.0,
    power: Annotated[float, typer.Option(help="the probability of detecting it")] = 0.8,
    alpha: Annotated[float, typer.Option(help="the probability of a false alarm in the suite")] = 0.05,
    pilot: Annotated[
        Path | None, typer.Option(help="a run folder that says how much twins and scenes differ")
    ] = None,
    discordance: Annotated[
        float | None, typer.Option(help="share of twins that end differently; 0.3 if nothing is known")
    ] = None,
    scene_correlation: Annotated[
        float | None,
        typer.Option(help="how alike changes within one scene are, 0 to 1; 0.05 if nothing is known"),
    ] = None,
    workers: Annotated[int, typer.Option(help="parallel processes")] = 2,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """How many scenes and episodes a drop of a given size needs, and how long that takes here.

    Example: wayproof plan robustnav-pointnav --agent map_and_plan --mde 5 --pilot runs/first
    """
    from wayproof.results.pilot import read_pilot
    from wayproof.run.sample_size import USUAL_CORRELATION, USUAL_DISCORDANCE, outlook
    from wayproof.suites import load_suite

    found = read_pilot(pilot) if pilot is not None else None
    usual = (
        (USUAL_DISCORDANCE, USUAL_CORRELATION) if found is None else (found.discordance, found.correlation)
    )
    answer(
        outlook(
            load_suite(suite),
            agent,
            drop=mde / 100.0,
            power=power,
            alpha=alpha,
            discordance=usual[0] if discordance is None else discordance,
            correlation=usual[1] if scene_correlation is None else scene_correlation,
            workers=workers,
            tell=say,
        ),
        form,
    )
