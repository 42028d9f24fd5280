"""Do repairs hold elsewhere? Sources found by `wayproof test`, tried on fresh seeds and neighbouring starts.

Run: python examples/repairs_again.py CASES AGENT [--fresh 2] [--near 2] [--most 20]

On the case in which a source was found its repair works by construction. Here the same goal is played with
other seeds (faults and people are drawn anew) and from starts nearby. Where it fails again, the capability is
put right from its first error on; beside it, as a control, another one in which the oracles found an error.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from wayproof.agents import Agent
from wayproof.navigation.free_points import sample_points
from wayproof.results.estimates.proportions import wilson
from wayproof.seeding import generator_for
from wayproof.tasks.judging.places import pose_at
from wayproof.testing.attribution import repaired_from
from wayproof.testing.campaign_folder import Journal, read_settings
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_run import CaseRunner, RunnerOptions, agent_to_test
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_episode import solvable
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.examination import Examined, examine, failed

NEAR_M = 1.0  # from the start of the case
TRIES = 400  # places that are looked at for a neighbouring start


def others(pool: GenePool, case: Case, fresh: int, near: int) -> Iterator[tuple[str, Case]]:
    """The case with other seeds, and from places nearby that an expert solves it from, facing anywhere."""
    for number in range(1, fresh + 1):
        yield "fresh seed", replace(case, id=f"{case.id}-seed-{number}", seed=case.seed + number)
    world, rng = pool.world(case.place_name), generator_for(case.seed, "neighbouring starts", case.id)
    found = 0
    for place in sample_points(world.free, rng, TRIES):
        gap_m = math.hypot(place[0] - case.start.x_m, place[2] - case.start.z_m)
        moved = replace(
            case, id=f"{case.id}-near-{found}", start=pose_at(place, rng.uniform(-math.pi, math.pi))
        )
        if found < near and 0.1 < gap_m < NEAR_M and solvable(world, moved):
            found += 1
            yield "neighbouring start", moved


def tried(runner: CaseRunner, case: Case, capability: str) -> str:
    """What comes of one case: it succeeds, has no such error, or is repaired or not; and the control."""
    course = runner.course(case)
    examined = examine(course)
    if not examined.failed:
        return "succeeds"
    if not any(error.capability == capability for error in examined.errors):
        return "fails without such an error"
    mended = repaired(course, examined, capability)
    control = next((one.capability for one in examined.errors if one.capability != capability), None)
    if control is None:
        return "repaired" if mended else "not repaired"
    beside = "control repairs too" if repaired(course, examined, control) else "control does not"
    return f"{'repaired' if mended else 'not repaired'}, {beside}"


def repaired(course, examined: Examined, capability: str) -> bool:
    """Whether the episode succeeds with a capability put right from its first error on."""
    for error in examined.errors:
        if error.capability == capability and error.first in examined.moments:
            return not failed(repaired_from(course, examined.moments[error.first], examined, capability))
    return False


def share(count: int, of: int) -> str:
    if not of:
        return "none"
    found = wilson(count, of)
    return f"{count} of {of}: {found.estimate:.0%} ({found.low:.0%} to {found.high:.0%})"


def report(outcomes: Counter[tuple[str, str, str]]) -> str:
    """A row for each kind of neighbour and capability, and the controls below."""
    lines = ["| tried on | source | fail again | of those repaired |", "| --- | --- | ---: | ---: |"]
    for kind, capability in sorted({key[:2] for key in outcomes}):
        here = {
            what: count
            for (one, other, what), count in outcomes.items()
            if (one, other) == (kind, capability)
        }
        again = sum(count for what, count in here.items() if what != "succeeds")
        mended = sum(count for what, count in here.items() if what.startswith("repaired"))
        lines.append(
            f"| {kind} | {capability} | {share(again, sum(here.values()))} | {share(mended, again)} |"
        )
    controls = sum(count for (*_, what), count in outcomes.items() if "control" in what)
    turned = sum(count for (*_, what), count in outcomes.items() if "control repairs too" in what)
    lines += ["", f"another capability put right instead: {share(turned, controls)}"]
    return "\n".join(lines)


def attributed(folder: Path, most: int) -> list[CaseResult]:
    return [one for one in Journal(folder).results() if one.source is not None][:most]


def study(folder: Path, agent: Agent, fresh: int, near: int, most: int) -> Counter[tuple[str, str, str]]:
    """All outcomes, counted by kind of neighbour, source and what came of it."""
    settings = read_settings(folder)
    runner = CaseRunner(agent, RunnerOptions(len(settings.scenes), rig=settings.rig))
    outcomes: Counter[tuple[str, str, str]] = Counter()
    for result in attributed(folder, most):
        assert result.source is not None
        for kind, case in others(settings.pool, result.case, fresh, near):
            what = tried(runner, case, result.source.capability)
            outcomes[kind, result.source.capability, what] += 1
            print(f"{case.id:<28} {result.source.capability:<12} {what}", flush=True)
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("agent", help="as it was given to wayproof test")
    parser.add_argument("--fresh", type=int, default=2, help="other seeds of each case")
    parser.add_argument("--near", type=int, default=2, help="neighbouring starts of each case")
    parser.add_argument("--most", type=int, default=20, help="attributed failures that are tried")
    given = parser.parse_args()
    outcomes = study(given.cases, agent_to_test(given.agent), given.fresh, given.near, given.most)
    print(report(outcomes))


if __name__ == "__main__":
    main()
