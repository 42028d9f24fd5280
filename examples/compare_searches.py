"""Strategies of `wayproof test` side by side, from the folders that they wrote: no case is run.

Run: python examples/compare_searches.py CASES... [--reference cantest]

All folders are cut to the smallest budget among them. Numbers are means over seeds with Student's 95 %
interval; differences to the reference are paired by seed. With one seed there is no interval, and it is said.
"""

import argparse
import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import student_quantile
from wayproof.testing.campaign_folder import Journal, Settings, read_settings
from wayproof.testing.case_result import CaseResult
from wayproof.testing.failure_groups import by_capability, distinct
from wayproof.testing.oracles import ORDER
from wayproof.testing.summary import diversity

BESIDES = ("strategy", "seed", "budget")  # all else has to be the same to be compared
COLUMNS = ("failures", "distinct", "diversity", *ORDER, "unattributed", "types", "roll-outs")


@dataclass(frozen=True)
class Search:
    """One campaign: its strategy and seed, and its results in order."""

    settings: Settings
    results: tuple[CaseResult, ...]


def read(folder: Path) -> Search:
    """A folder of `wayproof test`."""
    return Search(read_settings(folder), tuple(Journal(folder).results()))


def checked(searches: list[Search]) -> int:
    """The budget at which all are compared; an error if they did not test the same in the same way."""
    first = searches[0].settings
    for one in searches:
        for name in Settings.__struct_fields__:
            given, wanted = getattr(one.settings, name), getattr(first, name)
            if name not in BESIDES and given != wanted:
                raise InvalidInput(
                    f"{name} is {given!r} in one folder and {wanted!r} in another; compare tests that differ "
                    "in strategy and seed alone"
                )
    budget = min(len(one.results) for one in searches)
    if not budget:
        raise InvalidInput("one of the folders has no results yet; run `wayproof test` first")
    return budget


def numbers(results: tuple[CaseResult, ...]) -> dict[str, float]:
    """What a campaign found."""
    failures = [one for one in results if one.failed]
    return {
        "failures": len(failures),
        "distinct": len(distinct(results)),
        "diversity": diversity(failures) or 0.0,
        **by_capability(results),
        "types": len({one.type for one in failures}),
        "roll-outs": sum(one.rollouts for one in results),
    }


def told(values: list[float]) -> str:
    """A mean with its interval over seeds."""
    shown = f"{mean(values):.3g}"
    if len(values) < 2:
        return shown
    reach = student_quantile(0.975, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return f"{shown} ({mean(values) - reach:.3g} to {mean(values) + reach:.3g})"


def table(searches: list[Search], reference: str) -> str:
    """Both tables: what each strategy found, and how much more the reference did, seed by seed."""
    budget = checked(searches)
    found: dict[str, dict[int, dict[str, float]]] = defaultdict(dict)
    for one in searches:
        if one.settings.seed in found[one.settings.strategy]:
            raise InvalidInput(f"two folders are of {one.settings.strategy} with seed {one.settings.seed}")
        found[one.settings.strategy][one.settings.seed] = numbers(one.results[:budget])
    seeds = max(len(one) for one in found.values())
    lines = [
        f"{budget} cases each; {seeds} seeds" if seeds > 1 else f"{budget} cases each; one seed: no intervals"
    ]
    lines += [
        "",
        "| strategy | seeds | " + " | ".join(COLUMNS) + " |",
        "| --- |" + " ---: |" * (len(COLUMNS) + 1),
    ]
    for strategy, runs in found.items():
        cells = [told([run[name] for run in runs.values()]) for name in COLUMNS]
        lines.append(f"| {strategy} | {len(runs)} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, *_differences(found, reference)])


def _differences(found: dict[str, dict[int, dict[str, float]]], reference: str) -> list[str]:
    """Distinct failures of the reference beside each rival's, with the seeds that both have."""
    lines = ["", f"| distinct failures of {reference} less those of | seeds | difference | in percent |"]
    lines.append("| --- | ---: | ---: | ---: |")
    for rival, runs in found.items():
        both = sorted(set(runs) & set(found.get(reference, {})))
        if rival == reference or not both:
            continue
        ours = [found[reference][seed]["distinct"] for seed in both]
        theirs = [runs[seed]["distinct"] for seed in both]
        more = told([one - other for one, other in zip(ours, theirs, strict=True)])
        percent = f"{100 * (sum(ours) / sum(theirs) - 1):+.0f}" if sum(theirs) else "n/a"
        lines.append(f"| {rival} | {len(both)} | {more} | {percent} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="+", type=Path)
    parser.add_argument("--reference", default="cantest")
    given = parser.parse_args()
    print(table([read(folder) for folder in given.cases], given.reference))


if __name__ == "__main__":
    main()
