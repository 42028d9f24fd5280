"""RobustNav's Table 3 by one command: policies that are trained further, each run on its target and on clean.

    python results/adaptation_study.py -o WORK
    python results/adaptation_study.py -o WORK --cameras rgbd --seeds 1 --episodes 50

Every variant has the same steps, updates and train houses. What WORK holds already is not made again, so the
same command resumes. After each variant its episodes and the figures of its card are stored in
robustnav-adaptation/, and adaptation_page.py makes the page of what is there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adaptation_page import FOLDER, TARGETS, write_page
from adaptation_rows import Trained, store_card, store_rows
from msgspec.structs import replace

import wayproof
from wayproof.agents.learned.policy_file import PolicyFileAgent
from wayproof.agents.learned.shipped_policy import NETWORKS
from wayproof.learning.policies.adaptation_job import run_adaptation
from wayproof.learning.policies.adaptation_recipe import AdaptationJob
from wayproof.results.run_folder import read_run
from wayproof.simulator.worlds import keep_worlds
from wayproof.suite import Suite, condition_names, suite_digest
from wayproof.suites import load_suite

SUITE = "robustnav-pointnav"
IN_CLEAN = ("continue", "augment", "rotation", "action")
IN_TARGET = ("finetune", "rotation", "action")  # a head is trained along in clean houses first
WAYS = ("continue", "augment", "finetune", "rotation", "action")
STEPS = 20_480
HOUSES = 25  # train houses that all variants walk in; as many val houses
EPISODES = 100


@dataclass(frozen=True)
class Plan:
    """What a user asks for."""

    work: Path
    cameras: Sequence[str]
    seeds: Sequence[int]
    targets: Sequence[str]
    ways: Sequence[str]
    steps: int
    episodes: int
    store: Path
    only_store: bool = False


def variants(plan: Plan) -> Iterator[Trained]:
    """All trainings in order of worth: a seed of a camera is whole before the next one begins."""
    for camera in plan.cameras:
        for seed in plan.seeds:
            for way in plan.ways:
                if way in IN_CLEAN:
                    yield Trained(camera, way, "", seed)
                if way in IN_TARGET:
                    yield from (Trained(camera, way, target, seed) for target in plan.targets)


def job_of(plan: Plan, one: Trained) -> AdaptationJob:
    """The command `wayproof adapt` of a variant; adaptation by a head starts from the policy that has it."""
    base = NETWORKS / f"pointnav_{one.camera}.onnx"
    if one.way in IN_CLEAN and one.target:
        joint = Trained(one.camera, one.way, "", one.seed)
        base = plan.work / joint.folder / f"{joint.agent}.onnx"
    return AdaptationJob(
        base,
        one.way,
        plan.work / one.folder,
        one.target,
        plan.steps,
        SUITE,
        reinforced=0.0,  # so that all ways make the same number of updates
        houses=HOUSES,
        episodes=0,
        seed=one.seed,
    )


def suite_for(plan: Plan, one: Trained) -> Suite:
    """Clean and the target; clean and all targets, for what was trained in clean houses."""
    shipped, wanted = load_suite(SUITE), (one.target,) if one.target else plan.targets
    lines = tuple(line for line in shipped.conditions if line.name in wanted)
    return replace(shipped, conditions=lines, repeats=1)


def made(plan: Plan, one: Trained) -> None:
    """Train a variant, run it, store both."""
    file = plan.work / one.folder / f"{one.agent}.onnx"
    suite = suite_for(plan, one)
    run = plan.work / f"{one.folder}-run-{plan.episodes}-{suite_digest(suite)[:6]}"
    if not plan.only_store:
        if not file.is_file():
            print(f"training {one.folder}", flush=True)
            run_adaptation(job_of(plan, one), lambda sentence: print(sentence, flush=True))
        print(f"running {one.folder}", flush=True)
        per_scene = max(1, plan.episodes // HOUSES)
        wayproof.run(suite, PolicyFileAgent(file), run, limit=plan.episodes, per_scene=per_scene)
    logs = read_run(run).logs if run.is_dir() else ()
    if len(logs) == plan.episodes * len(condition_names(suite)):
        store_card(one, file.with_suffix(".json"), plan.store)
        store_rows(one, logs, plan.store)
        write_page(plan.store)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder for policies and runs")
    parser.add_argument("--cameras", nargs="+", default=["rgb", "rgbd"], choices=["rgb", "rgbd"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--targets", nargs="+", default=list(TARGETS), help="conditions of the suite")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--episodes", type=int, default=EPISODES, help=f"in {HOUSES} houses")
    parser.add_argument("--store", type=Path, default=FOLDER)
    parser.add_argument("--only-store", action="store_true", help="store finished runs, make nothing")
    given = parser.parse_args()
    keep_worlds(2 * HOUSES)  # those of training and those of the runs: making them takes longer than walking
    plan = Plan(
        given.out,
        given.cameras,
        given.seeds,
        given.targets,
        given.ways,
        given.steps,
        given.episodes,
        given.store,
        given.only_store,
    )
    for one in variants(plan):
        made(plan, one)


if __name__ == "__main__":
    main()
