"""`wayproof ls KIND`: the components of a kind, by name."""

from __future__ import annotations

from typing import Annotated

import typer

from wayproof.cli.output import Format, answer


def ls(
    kind: Annotated[
        str,
        typer.Argument(
            help="what: scenes, objects, tasks, corruptions, agents, mitigations, metrics, suites, bodies, "
            "sensors, rigs"
        ),
    ],
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """List components: names, one-line summaries and facts.

    Example: wayproof ls objects --format json
    """
    from wayproof.component_lists import components

    answer(components(kind), form)
