"""Failures as a suite: regression tests that `wayproof run` and `wayproof gate` take.

Each distinct failure is one episode, faults included. A suite of an agent that has never failed has none, so
it is not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from wayproof.episode_set import EpisodeSet, Recipe, write_set
from wayproof.scenes.by_name import world_name_of
from wayproof.storage import write_atomically
from wayproof.suites import load_suite
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_run import SUITE
from wayproof.testing.cases.case import episode_of
from wayproof.testing.cases.gene_pool import GenePool

SUITE_FILE, EPISODES = "suite.toml", "episodes.json.gz"

TOML = """name = "cases-{agent}"
version = 1
summary = "{count} failures of {agent}, found by wayproof test ({strategy}, seed {seed}, {budget} cases)"
source = "wayproof test"

[camera]
width_px = {width}
height_px = {height}
hfov_deg = {hfov:g}
furthest_depth_m = {furthest:g}

[[episodes]]
task = "object_in_room"
protocol = "{protocol}"
file = "{file}"
format = "wayproof"
"""


def write_suite(
    folder: Path, pool: GenePool, failures: Sequence[CaseResult], words: dict[str, object]
) -> Path:
    """Write the suite of some failures; `words` are agent, strategy, seed and budget."""
    episodes = []
    for result in failures:
        episode = episode_of(pool.world(result.case.scene), pool.protocol, result.case)
        episodes.append(replace(episode, labels=episode.labels | {"failure": result.type}))
    world = world_name_of(pool.scenes[0])
    recipe = Recipe(pool.protocol.task, len(episodes), pool.protocol.name, world=world)
    write_set(folder / EPISODES, EpisodeSet(recipe, tuple(episodes), {}, ()))
    camera = load_suite(SUITE).camera
    text = TOML.format(
        **words,
        count=len(episodes),
        width=camera.width_px,
        height=camera.height_px,
        hfov=camera.hfov_deg,
        furthest=camera.furthest_depth_m,
        protocol=pool.protocol.name,
        file=EPISODES,
    )
    write_atomically(folder / SUITE_FILE, text.encode())
    return folder / SUITE_FILE
