"""Whether a progress monitor helps ObjectNav policies to stop: with and without, trained and run alike.

    python results/monitor_study.py -o WORK
    python results/monitor_study.py -o WORK --episodes 50

Both policies begin from the shipped one and take the same steps in the same train houses. Every episode is
stored in robustnav-monitor/, with a page. The same command resumes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from msgspec.structs import replace
from paired_table import cells_of, change_text, success_text, write_cells
from published_episodes import read_rows, write_rows

import wayproof
from wayproof.agents.learned.policy_file import PolicyFileAgent
from wayproof.agents.learned.shipped_policy import NETWORKS
from wayproof.learning.policies.adaptation_job import run_adaptation
from wayproof.learning.policies.adaptation_recipe import AdaptationJob
from wayproof.results.run_folder import read_run
from wayproof.simulator.worlds import keep_worlds
from wayproof.suites import load_suite
from wayproof.vocabulary import CLEAN

FOLDER = Path(__file__).parent / "robustnav-monitor"
SUITE, BASE = "robustnav-objectnav", "objectnav_rgbd"
CONDITIONS = ("motion drift", "defocus blur S5 + motion drift")  # of which RobustNav tells the oracle's stop
WAYS = {"continue": f"{BASE}_continued", "monitor": f"{BASE}_monitored"}
CONTROL = WAYS["continue"]
STEPS, HOUSES, EPISODES, VAL_HOUSES = 20_480, 25, 100, 25
OPENING = f"""# Does a progress monitor help to stop?

Made by `python results/monitor_study.py -o WORK`. RobustNav supposes that agents would stop better if they
estimated how near the goal is. Both policies are `{BASE}` trained further by imitation for {STEPS:,} steps
in the same {HOUSES} train houses under the suite's camera; one has a
[progress monitor](../../docs/guides/adapt-a-policy.md). Episodes of `{SUITE}` in {VAL_HOUSES} val houses.
Changes are against the policy without a monitor on the same episodes, in points, with 95 % intervals; bold
ones are shown (p-value below 5 % after Holm's adjustment). [table.csv](table.csv) has every number.
"""


def policy_of(way: str, work: Path) -> Path:
    """The policy trained further in a way; what WORK holds already is not made again."""
    file = work / way / f"{WAYS[way]}.onnx"
    if not file.is_file():
        job = AdaptationJob(
            NETWORKS / f"{BASE}.onnx",
            way,
            work / way,
            steps=STEPS,
            suite=SUITE,
            reinforced=0.0,
            houses=HOUSES,
            episodes=0,
        )
        run_adaptation(job, lambda sentence: print(sentence, flush=True))
    return file


def run_policy(way: str, work: Path, episodes: int) -> None:
    """Run one policy and store its episodes."""
    shipped = load_suite(SUITE)
    lines = tuple(line for line in shipped.conditions if line.name in CONDITIONS)
    folder = work / f"{way}-run-{episodes}"
    wayproof.run(
        replace(shipped, conditions=lines, repeats=1),
        PolicyFileAgent(policy_of(way, work)),
        folder,
        limit=episodes,
        per_scene=max(1, episodes // VAL_HOUSES),
    )
    names = (CLEAN, *CONDITIONS)
    logs = sorted(
        read_run(folder).logs,
        key=lambda log: (names.index(log.condition.name), log.episode.scene, log.episode.id),
    )
    FOLDER.mkdir(exist_ok=True)
    write_rows(logs, FOLDER / f"{WAYS[way]}.csv")


def write_page() -> None:
    """The page and table.csv, of all that is stored."""
    rows = {name: read_rows(FOLDER / f"{name}.csv") for name in WAYS.values()}
    cells = cells_of(rows, (CLEAN, *CONDITIONS), CONTROL)
    write_cells(cells, FOLDER / "table.csv")
    lines = [
        OPENING,
        "| policy | condition | episodes | success | change |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {cell.agent} | {cell.condition} | {cell.episodes} | {success_text(cell)} | {change_text(cell)} |"
        for cell in cells
    ]
    (FOLDER / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder for policies and runs")
    parser.add_argument("--episodes", type=int, default=EPISODES, help=f"in {VAL_HOUSES} houses")
    given = parser.parse_args()
    keep_worlds(2 * HOUSES)
    for way in WAYS:
        print(way, flush=True)
        run_policy(way, given.out, given.episodes)
    write_page()


if __name__ == "__main__":
    main()
