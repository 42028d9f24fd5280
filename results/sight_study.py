"""Whether the policies use their eyes: sighted ones, one with black frames, and the blind twin.

    python results/sight_study.py -o WORK

Runs the clean episodes of robustnav-pointnav (100 in 25 houses) and stores every episode in robustnav-sight/,
with a page. The same command resumes.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace
from paired_table import cells_of, change_text, success_text, write_cells
from published_episodes import read_rows, write_rows

import wayproof
from wayproof.agents.learned.policy_file import PolicyFileAgent
from wayproof.agents.learned.shipped_policy import NETWORKS
from wayproof.results.run_folder import read_run
from wayproof.simulator.worlds import keep_worlds
from wayproof.suites import load_suite
from wayproof.vocabulary import CLEAN, Action, Observation

FOLDER = Path(__file__).parent / "robustnav-sight"
SUITE = "robustnav-pointnav"
EPISODES, HOUSES = 100, 25
BLACK = "_black"
BLIND = "pointnav_blind"
AGENTS = ("pointnav_rgb", f"pointnav_rgb{BLACK}", BLIND, "pointnav_depth", "pointnav_rgbd")
OPENING = f"""# Do the policies use their eyes?

Made by `python results/sight_study.py -o WORK`: the clean episodes of `{SUITE}` in {HOUSES}
val houses. `pointnav_rgb{BLACK}` is `pointnav_rgb` with every colour frame black. Differences are against the
blind twin on the same episodes, in points, with 95 % intervals; bold ones are shown (p-value below 5 % after
Holm's adjustment). [table.csv](table.csv) has every number.
"""


class BlackFrames(PolicyFileAgent):
    """A policy that is given black pictures and all else as it is."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.card = replace(self.card, name=f"{self.card.name}{BLACK}")

    def act(self, observation: Observation) -> Action:
        readings: Mapping[str, Any] = observation.readings
        black = {**readings, "rgb": np.zeros_like(readings["rgb"])}
        return self.policy.act(dataclasses.replace(observation, readings=black))


def run_agent(name: str, work: Path) -> None:
    """Run one agent on the clean episodes and store them."""
    suite = replace(load_suite(SUITE), conditions=(), repeats=1)
    policy = NETWORKS / f"{name.removesuffix(BLACK)}.onnx"
    agent = BlackFrames(policy) if name.endswith(BLACK) else PolicyFileAgent(policy)
    folder = work / name
    wayproof.run(suite, agent, folder, limit=EPISODES, per_scene=EPISODES // HOUSES)
    logs = sorted(read_run(folder).logs, key=lambda log: (log.episode.scene, log.episode.id))
    FOLDER.mkdir(exist_ok=True)
    write_rows(logs, FOLDER / f"{name}.csv")


def write_page() -> None:
    """The page and table.csv, of all that is stored."""
    files = {name: FOLDER / f"{name}.csv" for name in AGENTS}
    rows = {name: read_rows(file) for name, file in files.items() if file.is_file()}
    cells = cells_of(rows, (CLEAN,), BLIND)
    write_cells(cells, FOLDER / "table.csv")
    lines = [
        OPENING,
        "| policy | episodes | success | more than the blind twin |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| {cell.agent} | {cell.episodes} | {success_text(cell)} | {change_text(cell)} |" for cell in cells
    ]
    (FOLDER / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder for runs")
    given = parser.parse_args()
    keep_worlds(HOUSES)
    for name in AGENTS:
        print(f"running {name}", flush=True)
        run_agent(name, given.out)
    write_page()


if __name__ == "__main__":
    main()
