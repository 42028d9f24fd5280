"""A run folder on disk: manifest, episode sets, logs. Made once; opened again to resume, score or show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from wayproof.log import EpisodeLog
from wayproof.manifest import FILE as MANIFEST
from wayproof.manifest import Manifest, check_same, read_manifest, write_manifest
from wayproof.run.plan import Plan
from wayproof.run.store import key_of, stored_logs
from wayproof.suites import Suite
from wayproof.tasks.drawing.episode_sets import EpisodeSet, episode_set, read_set, write_set

Tell = Callable[[str], None]
Taken = TypeVar("Taken")


def make_plan(suite: Suite, *, limit: int | None = None, tell: Tell | None = None) -> Plan:
    """The plan of a suite; draws its episodes where they are not kept, `limit` of each set at most."""
    sets = []
    for recipe in suite.episodes:
        count = recipe.count if limit is None else min(limit, recipe.count)
        wanted = replace(recipe, count=count)

        def told(drawn: int, task: str = recipe.task, count: int = count) -> None:
            if tell is not None:
                tell(f"drawing episodes: {task} {drawn}/{count}")

        sets.append(episode_set(wanted, tell=told))
    return Plan(suite, tuple(sets))


def open_folder(folder: Path, plan: Plan, manifest: Manifest) -> None:
    """Begin a run in a folder, or make sure that the one in it is the same."""
    if (folder / MANIFEST).exists():
        check_same(folder, read_manifest(folder), manifest)
        return
    for number, made in enumerate(plan.sets):
        write_set(_set_file(folder, number), made)
    write_manifest(folder, manifest)  # last: a folder with a manifest is complete


def read_plan(folder: Path) -> Plan:
    """The plan of a run folder, from what is stored there."""
    manifest = read_manifest(folder)
    sets: list[EpisodeSet] = [
        read_set(_set_file(folder, number)) for number in range(len(manifest.suite.episodes))
    ]
    return Plan(manifest.suite, tuple(sets))


def planned(folder: Path, take: Callable[[EpisodeLog], Taken]) -> list[Taken]:
    """What is taken from the log of each finished piece of work, once, in the order of the plan.

    On the disk they lie as workers happened to finish. Empty where nothing is finished, plan or not.
    """
    found = {key_of(log): take(log) for log in stored_logs(folder)}
    return [found[item.key] for item in read_plan(folder).work if item.key in found] if found else []


def _set_file(folder: Path, number: int) -> Path:
    return folder / f"episodes-{number}.json.gz"
