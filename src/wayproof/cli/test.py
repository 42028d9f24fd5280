"""`wayproof test AGENT --budget N -o CASES`: find failures and the capability that each comes from."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say

if TYPE_CHECKING:
    from wayproof.testing.case_result import CaseResult

Strategy = Annotated[
    str,
    typer.Option(
        help="cantest, random, behaviour (as BehAVExplor), vlatest, adversary, or cantest-without-failure, "
        "-capability, -feedback"
    ),
]
Constraints = Annotated[
    bool, typer.Option(help="also name rooms to avoid or to go through; no built-in explorer obeys")
]
Confounders = Annotated[
    bool,
    typer.Option(help="leave things of the goal's group in its room, in some cases; new scenes take time"),
]
Symbolic = Annotated[bool, typer.Option(help="also: take a thing and place it on another, as two goals")]
Rig = Annotated[
    str | None, typer.Option(help="sensors on the body: a name (wayproof ls rigs) or a TOML file")
]
Words = Annotated[str, typer.Option(help="grammar, or model: written by a language model (WAYPROOF_LLM_URL)")]
Rollouts = Annotated[int, typer.Option(help="counterfactual roll-outs for one failure at most")]


def test(
    agent: Annotated[str, typer.Argument(help="a built-in agent, MODULE:CLASS, FILE.py:CLASS or an address")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="folder; by default cases/AGENT")] = None,
    budget: Annotated[int, typer.Option(help="test cases to run")] = 40,
    seed: Annotated[int, typer.Option(help="another seed gives other cases")] = 0,
    strategy: Strategy = "cantest",
    houses: Annotated[int, typer.Option(help="houses that cases are placed in")] = 4,
    faults: Annotated[bool, typer.Option(help="let sensors and motors fail in some cases")] = True,
    lights: Annotated[bool, typer.Option(help="let it be evening, or lights off, in some cases")] = True,
    people: Annotated[bool, typer.Option(help="let people walk about in some cases")] = False,
    constraints: Constraints = False,
    confounders: Confounders = False,
    symbolic: Symbolic = False,
    rig: Rig = None,
    words: Words = "grammar",
    rollouts: Rollouts = 16,
    workers: Annotated[int, typer.Option(help="processes that run cases side by side")] = 1,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Find failures and the capability that each comes from.

    Repeat the same command to resume. The folder gets report.html, and suite.toml for `wayproof run`.

    Example: wayproof test value_explorer --budget 40 -o cases/value
    """
    folder = out or Path("cases") / re.sub(r"[^\w.@-]+", "-", agent)
    genes = {"houses": houses, "faults": faults, "lights": lights, "people": people, "rig": rig}
    genes |= {"constraints": constraints, "confounders": confounders, "symbolic": symbolic, "words": words}
    search = {"seed": seed, "strategy": strategy, "rollouts": rollouts, "workers": workers}
    summary = _conduct(agent, folder, budget, **genes, **search)
    if form is Format.JSON:
        answer({"folder": str(folder), **summary}, form)
    else:
        _show(summary, folder)


def _conduct(agent: str, folder: Path, budget: int, **options: Any) -> dict[str, Any]:
    """Run what is left, with a line for each case; the numbers."""
    from wayproof.api import test as test_agent
    from wayproof.cli.progress import INTERRUPTED

    progress = _Progress(budget)
    try:
        found = test_agent(agent, folder, budget=budget, on_result=progress.heard, tell=say, **options)
    except KeyboardInterrupt:
        say(f"stopped after {progress.done} of {budget} cases; repeat the command to go on")
        raise SystemExit(INTERRUPTED) from None
    return found.summary


class _Progress:
    """A line for each case: what came of it, and the failures so far."""

    def __init__(self, budget: int) -> None:
        self._budget, self.done = budget, 0
        self._failures: Counter[str] = Counter()

    def heard(self, result: CaseResult) -> None:
        self.done += 1
        if result.failed:
            self._failures[result.capability] += 1
        what = f"fails ({result.type})" if result.failed else "succeeds"
        so_far = ", ".join(f"{name} {count}" for name, count in sorted(self._failures.items())) or "none"
        thing = f"{result.case.kind} in the {result.case.room}".replace("_", " ")
        say(f"{self.done:>4}/{self._budget} {thing:<36} {what:<22} failures: {so_far}")


def _show(summary: dict[str, Any], folder: Path) -> None:
    """The numbers for people."""
    rows = {
        "cases": summary["cases"],
        "failures": _share(summary["failure_rate"]),
        "distinct": summary["distinct_failures"],
        **{name: count for name, count in summary["by_capability"].items() if count},
        "placebos": _share(summary["placebo"]),
        "roll-outs": summary["rollouts"],
    }
    answer(rows, Format.TABLE)
    for one in summary["smallest"]:
        typer.echo(f"\n{one['name']}: {one['instruction']}\n  {one['evidence']}\n  {one['suggestion']}")
    typer.echo(f"\nreport: {folder / 'report.html'}")
    if summary["failures"]:
        typer.echo(f"regression tests: wayproof run {folder / 'suite.toml'} --agent {summary['agent']}")


def _share(found: dict[str, Any] | None) -> str:
    if found is None:
        return "none"
    return f"{found['count']} of {found['of']} ({found['low']:.0%} to {found['high']:.0%})"
