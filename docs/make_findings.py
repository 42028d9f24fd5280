"""docs/findings.md: what stored results say of the papers' claims, made of claims.toml and results/.

python docs/make_findings.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

HERE = Path(__file__).parent
RESULTS = HERE.parent / "results"
sys.path.insert(0, str(RESULTS))

from claims import NOT_HERE, Claim, Finding, findings  # noqa: E402  # beside the published episodes
from paper_links import linked  # noqa: E402

from wayproof.metrics import METRICS  # noqa: E402
from wayproof.spec import read_toml  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENING = """# Findings

What papers claim and what our stored results say of it. Made by `python docs/make_findings.py` from
[claims.toml](claims.toml) and the episodes in [results](../results/README.md); no verdict is written by hand.

Each claim compares two sides on the same episodes; our number is the first side minus the second, with its
95 % interval and its p-value after Holm's adjustment over the claims of its table. *Held*: the interval
lies on the claimed side of 0 and the adjusted p-value is below 5 %. *Not held*: the same on the other side.
*Cannot decide*: anything else. Agents that succeed in less than 20 % of clean episodes are not judged. *Not
yet measured*: no such run is stored; the command makes one, and `python results/publish.py RUN` stores it.
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


def page(claims: Claims, results: Path = RESULTS) -> str:
    """The whole page."""
    found = findings(claims.claims, results)
    lines = [OPENING]
    for family, title in claims.families.items():
        lines += [f"## {title}", ""]
        lines += ["| claim | source | our number | verdict | command | why it may differ here |"]
        lines += ["| --- | --- | --- | --- | --- | --- |"]
        lines += [
            _line(claim, one, results)
            for claim, one in zip(claims.claims, found, strict=True)
            if claim.family == family
        ]
        lines.append("")
    return linked("\n".join(lines))


def _line(claim: Claim, found: Finding, results: Path) -> str:
    verdict = f"{found.verdict}: {found.reason}" if found.reason else found.verdict
    command = "" if found.verdict == NOT_HERE else _commands(claim, results)
    cells = (claim.claim, claim.source, number(claim, found), verdict, command, claim.differs)
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def number(claim: Claim, found: Finding) -> str:
    """The contrast with its interval, in points where it is of shares."""
    if found.estimate is None:
        return ""
    share = METRICS[claim.metric].high == 1.0
    factor, unit = (100.0, " points") if share else (1.0, "")
    bounds = "no bounds"
    if found.low is not None and found.high is not None:
        bounds = f"{factor * found.low:+.1f} to {factor * found.high:+.1f}"
    pairs = "" if claim.kind == "harder" else f"{found.episodes} episodes in "
    counted = f"{pairs}{found.scenes} houses"
    return (
        f"{claim.metric} {factor * found.estimate:+.1f}{unit} ({bounds}), "
        f"adjusted p {found.p_adjusted:.3f}, {counted}"
    )


def _commands(claim: Claim, results: Path) -> str:
    """Those of the stored runs; where none is stored, those that would make one."""
    agents: Sequence[str] = (claim.agent, *([claim.against] if claim.against else []))
    found = []
    for agent in agents:
        file = results / claim.suite / f"{agent}.json"
        command = f"wayproof run {claim.suite} --agent {agent} {claim.options}"
        if file.is_file():
            command = msgspec.json.decode(file.read_bytes(), type=_Stored).command
        found.append(f"`{command}`")
    return "; ".join(found)


def main() -> None:
    (HERE / "findings.md").write_text(page(read_toml(HERE / "claims.toml", Claims)), encoding="utf-8")


if __name__ == "__main__":
    main()
