"""Making and opening run folders: manifest, episode sets, logs. results.run_folder reads what they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from wayproof.episode_set import write_set
from wayproof.manifest import FILE as MANIFEST
from wayproof.manifest import Manifest, check_same, read_manifest, set_file, write_manifest
from wayproof.results.run_folder import read_sets
from wayproof.run.plan import Plan
from wayproof.suite import Suite
from wayproof.tasks.drawing.episode_sets import episode_set

Tell = Callable[[str], None]


def make_plan(
    suite: Suite, *, limit: int | None = None, real_time: bool = False, tell: Tell | None = None
) -> Plan:
    """The plan of a suite; draws its episodes where they are not kept, `limit` of each set at most."""
    sets = []
    for recipe in suite.episodes:
        count = recipe.count if limit is None else min(limit, recipe.count)
        wanted = replace(recipe, count=count)

        def told(drawn: int, task: str = recipe.task, count: int = count) -> None:
            if tell is not None:
                tell(f"drawing episodes: {task} {drawn}/{count}")

        sets.append(episode_set(wanted, tell=told))
    return Plan(suite, tuple(sets), real_time)


def open_folder(folder: Path, plan: Plan, manifest: Manifest) -> None:
    """Begin a run in a folder, or make sure that the one in it is the same."""
    if (folder / MANIFEST).exists():
        check_same(folder, read_manifest(folder), manifest)
        return
    for number, made in enumerate(plan.sets):
        write_set(set_file(folder, number), made)
    write_manifest(folder, manifest)  # last: a folder with a manifest is complete


def read_plan(folder: Path) -> Plan:
    """The plan of a run folder, from what is stored there."""
    manifest = read_manifest(folder)
    return Plan(manifest.suite, read_sets(folder, manifest), manifest.real_time)
