"""The same houses made and as scanned, the same starts and goals in both: does the kind of world matter?

Episodes are drawn in the scan-like house, where passages are narrower, and played in both. OmniNavBench's
finding 7 says that agents do worse in scans than in made scenes; this asks it of a depth agent, in pairs.

Run: python examples/synthetic_and_scan.py [HOUSES] [EPISODES_PER_HOUSE] [AGENT]
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.corruptions.written import condition_written
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.navigation.paths import distance
from wayproof.results.estimates.differences import mean_intervals
from wayproof.results.estimates.proportions import wilson
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import house_name, world_named
from wayproof.tasks import TASKS
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Settings

CONDITIONS = ("clean", "missing_depth:0.6", "gaussian_depth_noise:0.6", "motion_drift:1")
CAMERAS = Settings(width_px=128, height_px=96)
WORKERS = 2


def one_house(agent_name: str, per_house: int, house: int) -> list[tuple]:
    """(condition, success made, success scanned, SPL made, SPL scanned) of each episode and condition."""
    task = TASKS["point_goal"]
    protocol = task.protocol("robustnav")
    body = body_under(protocol, load_body(protocol.body))
    made = world_named(house_name("val", house), body, lit=False)
    scanned = world_named(f"{house_name('val', house)}@scan_like", body, lit=False)
    rows = []
    for index in range(per_house):
        try:
            narrow = task.draw(scanned, protocol, 0, index).episode
            length_m = distance(made.paths, position_of(narrow.start), np.array(narrow.goals[0].position_m))
        except InvalidInput:
            continue
        if not np.isfinite(length_m):
            continue
        wide = replace(narrow, scene=made.scene.name, shortest_length_m=float(length_m))
        for name in CONDITIONS:
            condition = None if name == "clean" else condition_written((name,))
            logs = [
                rollout(
                    world,
                    protocol,
                    episode,
                    load_agent(agent_name),
                    condition=condition,
                    options=RolloutOptions(CAMERAS),
                )
                for world, episode in ((made, wide), (scanned, narrow))
            ]
            rows.append((name, *(success(log) for log in logs), *(spl(log) for log in logs), house))
    return rows


def main() -> None:
    houses, per_house = (int(text) for text in (sys.argv[1:3] if len(sys.argv) > 2 else ("30", "5")))
    agent_name = sys.argv[3] if len(sys.argv) > 3 else "map_and_plan"
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        found = pool.map(partial(one_house, agent_name, per_house), range(houses))
        rows = [row for house in found for row in house]
    titles = ("pairs", "made, SR", "scanned, SR", "difference", "made, SPL", "scanned, SPL", "difference")
    print("| condition | " + " | ".join(titles) + " |")
    print("| --- |" + " ---: |" * 7)
    for name in CONDITIONS:
        mine = [row for row in rows if row[0] == name]
        print(line(name, np.array([row[1:5] for row in mine], float), [row[5] for row in mine]))


def line(name: str, values: np.ndarray, scenes: list[int]) -> str:
    """One condition: both worlds with intervals, and the paired difference by houses."""
    count = len(values)
    rates = [wilson(int(values[:, k].sum()), count) for k in (0, 1)]
    points, lengths = mean_intervals(
        (values[:, [1, 3]] - values[:, [0, 2]]).T, seed=0, scenes=scenes, value_range=(-1.0, 1.0)
    )
    shown = [f"{100 * rate.estimate:.0f} % ({100 * rate.low:.0f} to {100 * rate.high:.0f})" for rate in rates]
    return (
        f"| {name} | {count} | {shown[0]} | {shown[1]} | "
        f"{100 * points.estimate:+.1f} ({100 * points.low:+.1f} to {100 * points.high:+.1f}) | "
        f"{values[:, 2].mean():.3f} | {values[:, 3].mean():.3f} | "
        f"{lengths.estimate:+.3f} ({lengths.low:+.3f} to {lengths.high:+.3f}) |"
    )


if __name__ == "__main__":
    main()
