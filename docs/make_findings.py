"""docs/findings.md: what stored results say of the papers' claims, made of claims.toml and results/.

python docs/make_findings.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

import msgspec

HERE = Path(__file__).parent
RESULTS = HERE.parent / "results"
sys.path.insert(0, str(RESULTS))

from claims import BY_HOUSE, NOT_HERE, Claim, Finding, claim_sides, findings  # noqa: E402  # beside the published episodes
from paper_links import linked  # noqa: E402
from published_episodes import MITIGATED, episodes_file  # noqa: E402

from wayproof.metrics import METRICS  # noqa: E402
from wayproof.spec import read_toml  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENING = """# Findings

What papers claim and what our stored results say of it. Made by `python docs/make_findings.py` from
[claims.toml](claims.toml) and the episodes in [results](../results/README.md); no verdict is written by hand.

Each claim compares two sides on the same episodes, or in the same houses where only houses are counted; our
number is the first side minus the second, with its 95 % interval and its p-value after Holm's adjustment over
the claims of its table. *Held*: the interval lies on the claimed side of 0 and the adjusted p-value is below
5 %. *Not held*: the same on the other side. Where a level is to be reached or a lead is to be so large, it
stands for the 0. *Cannot decide*: anything else. How agents that succeed in less
than 20 % of clean episodes stand faults is not judged. *Not yet measured*: something is not stored; the runs
with the numbers in the column make it, and `python results/publish.py RUN` stores what `wayproof run` wrote.
Kinds of claims: `results/claims.py`.

Everything is measured in houses-v1 with agents trained or written here: a claim that does not hold here may
hold where it was made. [The rule of verdicts](concepts/statistics.md).
"""


class _Stored(msgspec.Struct):
    """What is needed of a published run."""

    command: str


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """claims.toml: the tables of the page, and the claims."""

    families: dict[str, str]
    claims: tuple[Claim, ...]
    limits: dict[str, tuple[str, ...]] = {}  # by family: what falls short or is not measured


def page(claims: Claims, results: Path = RESULTS) -> str:
    """The whole page."""
    found = findings(claims.claims, results)
    lines = [OPENING]
    for family, title in claims.families.items():
        own = [pair for pair in zip(claims.claims, found, strict=True) if pair[0].family == family]
        lines += [f"## {title}", "", *_table(own, results), ""]
        limits = claims.limits.get(family, ())
        lines += (
            ["What falls short or is not measured:", "", *(f"- {one}" for one in limits), ""]
            if limits
            else []
        )
    return linked("\n".join(lines))


def _table(own: Sequence[tuple[Claim, Finding]], results: Path) -> list[str]:
    """The claims of a family; commands and reasons, which many share, are numbered below."""
    commands: dict[str, int] = {}
    reasons: dict[str, str] = {}
    lines = ["| claim | source | our number | verdict | runs | note |", "| --- |" + " --- |" * 5]
    for claim, one in own:
        used = [] if one.verdict == NOT_HERE else _commands(claim, results)
        numbers = [commands.setdefault(command, len(commands) + 1) for command in used]
        note = reasons.setdefault(claim.differs, ascii_lowercase[len(reasons)]) if claim.differs else ""
        verdict = f"{one.verdict}: {one.reason}" if one.reason else one.verdict
        runs = ", ".join(str(number) for number in numbers)
        cells = (claim.claim, claim.source, number(claim, one), verdict, runs, note)
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    if reasons:
        lines += ["", "Why results here may differ:", ""]
        lines += [f"- {letter}: {reason}" for reason, letter in reasons.items()]
    if commands:
        lines += ["", "Runs:", "", *(f"{place}. `{command}`" for command, place in commands.items())]
    return lines


def number(claim: Claim, found: Finding) -> str:
    """The contrast with its interval, in points where it is of shares."""
    if found.estimate is None:
        return ""
    share = METRICS[claim.metric].high == 1.0
    factor, unit = (100.0, " points") if share else (1.0, "")
    sign = "+"
    if claim.kind == "reaches":
        unit, sign = " %", ""
    told = [None if one is None else factor * (one + claim.level) for one in (found.low, found.high)]
    bounds = "no bounds" if None in told else f"{told[0]:{sign}.1f} to {told[1]:{sign}.1f}"
    pairs = "" if claim.kind in BY_HOUSE else f"{found.episodes} episodes in "
    counted = f"{pairs}{found.scenes} houses"
    return (
        f"{claim.metric} {factor * (found.estimate + claim.level):{sign}.1f}{unit} ({bounds}), "
        f"adjusted p {found.p_adjusted:.3f}, {counted}"
    )


def _commands(claim: Claim, results: Path) -> list[str]:
    """Those of the stored runs; where none is stored, those that would make one."""
    if claim.command:
        return [claim.command]
    found = []
    for suite, agent in dict.fromkeys(claim_sides(claim)):
        file = episodes_file(results / suite, agent).with_suffix(".json")
        named = agent.replace(MITIGATED, " --mitigation ")
        command = f"wayproof run {suite} --agent {named} {claim.options}".rstrip()
        if file.is_file():
            command = msgspec.json.decode(file.read_bytes(), type=_Stored).command
        found.append(command)
    return found


def main() -> None:
    (HERE / "findings.md").write_text(page(read_toml(HERE / "claims.toml", Claims)), encoding="utf-8")


if __name__ == "__main__":
    main()
