"""Failures as a suite: regression tests that `wayproof run` and `wayproof gate` take.

Each distinct failure is one episode, faults included. A suite of an agent that has never failed has none, so
it is not written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from wayproof.episode_set import EpisodeSet, Recipe, write_set
from wayproof.scenes.by_name import world_name_of
from wayproof.storage import write_atomically
from wayproof.suites import load_suite
from wayproof.tasks.object_in_room import TASK as SEARCH
from wayproof.tasks.take_and_place import TASK as CARRY
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_run import SUITE
from wayproof.testing.cases.case_episode import episode_of
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.vocabulary import Episode

SUITE_FILE = "suite.toml"
# The file of each task's episodes.
SETS = {SEARCH: "episodes.json.gz", CARRY: "take-and-place.json.gz"}

TOML = """name = "cases-{agent}"
version = 1
summary = "{count} failures of {agent}, found by wayproof test ({strategy}, seed {seed}, {budget} cases)"
source = "wayproof test"
{rig}
[camera]
width_px = {width}
height_px = {height}
hfov_deg = {hfov:g}
furthest_depth_m = {furthest:g}
"""
EPISODES_TOML = """
[[episodes]]
task = "{task}"
protocol = "{protocol}"
file = "{file}"
format = "wayproof"
"""


def write_suite(
    folder: Path,
    pool: GenePool,
    failures: Sequence[CaseResult],
    words: dict[str, object],
    rig: str | None = None,
) -> Path:
    """Write the suite of some failures; `words` are agent, strategy, seed and budget."""
    text = _head(len(failures), words, rig)
    for task, name in SETS.items():
        same = [one for one in failures if one.case.protocol.task == task]
        if not same:
            (folder / name).unlink(missing_ok=True)
            continue
        protocol = same[0].case.protocol.name
        episodes = tuple(_episode(pool, one) for one in same)
        recipe = Recipe(task, len(episodes), protocol, world=world_name_of(pool.scenes[0]))
        write_set(folder / name, EpisodeSet(recipe, episodes, {}, ()))
        text += EPISODES_TOML.format(task=task, protocol=protocol, file=name)
    write_atomically(folder / SUITE_FILE, text.encode())
    return folder / SUITE_FILE


def _head(count: int, words: dict[str, object], rig: str | None) -> str:
    camera = load_suite(SUITE).camera
    named = rig if rig is None or not rig.endswith(".toml") else str(Path(rig).resolve())
    return TOML.format(
        **words,
        count=count,
        rig="" if named is None else f"rig = {json.dumps(named)}\n",
        width=camera.width_px,
        height=camera.height_px,
        hfov=camera.hfov_deg,
        furthest=camera.furthest_depth_m,
    )


def _episode(pool: GenePool, result: CaseResult) -> Episode:
    episode = episode_of(pool.world(result.case.place_name), result.case)
    return replace(episode, labels=episode.labels | {"failure": result.type})
