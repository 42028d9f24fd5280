"""`wayproof plan SUITE --agent A --mde 5`: episodes, power and time, before anything is run."""

from __future__ import annotations

from typing import Annotated

import typer

from wayproof.cli.output import Format, answer, say


def plan(
    suite: Annotated[str, typer.Argument(help="a suite by name or a TOML file")],
    agent: Annotated[str, typer.Option("--agent", help="a built-in agent, MODULE:CLASS or FILE.py:CLASS")],
    mde: Annotated[float, typer.Option(help="the smallest drop in success to detect, in points")] = 5.0,
    power: Annotated[float, typer.Option(help="the probability of detecting it")] = 0.8,
    alpha: Annotated[float, typer.Option(help="the probability of a false alarm")] = 0.05,
    discordance: Annotated[float, typer.Option(help="share of twins that end differently")] = 0.3,
    workers: Annotated[int, typer.Option(help="parallel processes")] = 2,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Say how many episodes a study needs, and how long it takes.

    Example: wayproof plan robustnav-pointnav --agent map_and_plan --mde 5
    """
    from wayproof.run.sample_size import outlook
    from wayproof.suites import load_suite

    found = outlook(
        load_suite(suite),
        agent,
        drop=mde / 100.0,
        power=power,
        alpha=alpha,
        discordance=discordance,
        workers=workers,
        tell=say,
    )
    answer(found, form)
