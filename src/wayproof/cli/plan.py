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
        Path | None, typer.Option(help="a run folder to measure how much twins and scenes differ")
    ] = None,
    discordance: Annotated[
        float | None, typer.Option(help="share of twins that end differently; default 0.3")
    ] = None,
    scene_correlation: Annotated[
        float | None,
        typer.Option(help="how similar changes within one scene are, 0 to 1; default 0.05"),
    ] = None,
    workers: Annotated[int, typer.Option(help="parallel processes")] = 2,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Say how many scenes and episodes a study needs. Enough to detect a drop of a given size, with how long
    that takes here.

    Example: wayproof plan robustnav-pointnav --agent map_and_plan --mde 5 --pilot runs/first
    """
    from wayproof.run.sample_size import assumptions, outlook
    from wayproof.suites import load_suite

    assumed = assumptions(pilot, discordance, scene_correlation)
    made, drop = load_suite(suite), mde / 100.0
    found = outlook(
        made, agent, drop=drop, power=power, alpha=alpha, assumed=assumed, workers=workers, tell=say
    )
    answer(found, form)
