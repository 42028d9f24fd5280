"""`wayproof static RUN`: what a network loses on pictures beside what its agent loses in episodes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayproof.cli.output import Format, answer, say

if TYPE_CHECKING:
    from wayproof.results.static_vs_embodied import StaticStudy


def static(
    run: Annotated[Path, typer.Argument(help="a run of static-vision or another suite of RGB faults")],
    network: Annotated[str, typer.Option(help="the network that the agent sees with")] = "dense",
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Set a network's accuracy beside its agent's success. Both under the same faults, with their rank
    correlation.

    Example: wayproof static runs/static-vision-value_explorer
    """
    import msgspec

    from wayproof.perception.network_card import pixel_accuracies
    from wayproof.results.run_folder import read_run
    from wayproof.results.static_vs_embodied import static_study

    found = static_study(read_run(run, metrics=("success",)), pixel_accuracies(network), network)
    if form is Format.JSON:
        answer(msgspec.to_builtins(found), form)
        return
    answer([msgspec.to_builtins(row) for row in found.rows], form)
    say(_sentence(found))
    for caution in found.cautions:
        say(caution)


def _sentence(found: StaticStudy) -> str:
    if found.rank_correlation is None:
        return "rank correlation: unknown"
    spans = [_span(span) for span in (found.by_episodes, found.by_corruptions)]
    return (
        f"rank correlation of pixels lost and success lost over {len(found.rows)} corruptions: "
        f"{found.rank_correlation:.2f} (95 % interval by scenes {spans[0]}, by corruptions {spans[1]})"
    )


def _span(span: tuple[float | None, float | None]) -> str:
    low, high = span
    return "unknown" if low is None or high is None else f"{low:.2f} to {high:.2f}"
