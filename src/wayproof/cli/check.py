"""`wayproof check AGENT`: whether an agent keeps the contract, alone and in real episodes."""

from __future__ import annotations

from typing import Annotated

import typer

from wayproof.cli.output import Format, answer, say


def check(
    agent: Annotated[str, typer.Argument(help="a built-in agent, MODULE:CLASS or FILE.py:CLASS")],
    suite: Annotated[str, typer.Option(help="suite to take the trial episodes from")] = "smoke",
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Check that an agent keeps the contract. It tries its card, actions, memory, odd input and whole
    episodes. Exit code 1 if a rule fails.

    Example: wayproof check my_agent.py:MyAgent
    """
    from wayproof.agents.contract.agent_by_name import agent_maker
    from wayproof.agents.contract.conformance import Check, check_agent
    from wayproof.run.agent_check import try_in_episodes
    from wayproof.suites import load_suite

    make = agent_maker(agent)
    checks = check_agent(make)
    if all(one.passed for one in checks):
        say(f"trying it in episodes of suite {suite}")
        checks += [Check(*found) for found in try_in_episodes(load_suite(suite), make(), tell=say)]
    words = {True: "yes", False: "NO"} if form is Format.TABLE else {True: True, False: False}
    rows = [{"rule": one.name, "passed": words[one.passed], "detail": one.detail} for one in checks]
    answer(rows, form)
    raise typer.Exit(0 if all(one.passed for one in checks) else 1)
