"""Making and opening run folders: manifest, episode sets, logs. results.run_folder reads what they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from wayproof.episode.agent_seed import AGENT_SEEDS
from wayproof.episode_set import Recipe, write_set
from wayproof.file_episodes.episode_source import check_scenes, read_source
from wayproof.file_episodes.file_set import file_set
from wayproof.file_episodes.own_set import is_own, own_set
from wayproof.manifest import FILE as MANIFEST
from wayproof.manifest import Manifest, read_manifest, resumed, set_file, write_manifest
from wayproof.results.run_folder import read_sets
from wayproof.run.plan import Plan
from wayproof.suite import Suite, portable
from wayproof.tasks.drawing.episode_sets import episode_set
from wayproof.work import NotApplicable

Tell = Callable[[str], None]


def make_plan(
    suite: Suite,
    *,
    limit: int | None = None,
    real_time: bool = False,
    not_applicable: tuple[NotApplicable, ...] = (),
    agent_seeds: int = AGENT_SEEDS,
    tell: Tell | None = None,
) -> Plan:
    """The plan of a suite; draws its episodes where they are not kept, `limit` of each set at most.

    Files are read and all their scenes looked for before the first episode is drawn.
    """
    wanted = [replace(recipe, count=_count(recipe, limit)) for recipe in suite.episodes]
    sources = {
        number: read_source(recipe)
        for number, recipe in enumerate(wanted)
        if recipe.file is not None and not is_own(recipe)
    }
    check_scenes(sources.values())
    sets = []
    for number, recipe in enumerate(wanted):
        count = len(sources[number].episodes) if number in sources else recipe.count

        doing = "placing" if number in sources else "drawing"

        def told(done: int, doing: str = doing, task: str = recipe.task, count: int = count) -> None:
            if tell is not None:
                tell(f"{doing} episodes: {task} {done}/{count}")

        if is_own(recipe):
            sets.append(own_set(recipe))
            continue
        if number not in sources:
            sets.append(episode_set(recipe, tell=told))
            continue
        sets.append(file_set(sources[number], tell=told))
        if tell is not None:
            for note in sets[-1].notes:
                tell(f"note: {note}")
    return Plan(portable(suite), tuple(sets), real_time, not_applicable, agent_seeds)


def _count(recipe: Recipe, limit: int | None) -> int:
    """How many episodes are wanted; 0 means all of a file."""
    return min(limit, recipe.count or limit) if limit is not None else recipe.count


def open_folder(folder: Path, plan: Plan, manifest: Manifest, *, mixed: bool = False) -> Manifest:
    """Begin a run in a folder, or make sure that the one in it is the same; the manifest that it has then."""
    if (folder / MANIFEST).exists():
        stood = read_manifest(folder)
        kept = resumed(folder, stood, manifest, mixed=mixed)
        if kept != stood:
            write_manifest(folder, kept)
        return kept
    for number, made in enumerate(plan.sets):
        write_set(set_file(folder, number), made)
    write_manifest(folder, manifest)  # last: a folder with a manifest is complete
    return manifest


def read_plan(folder: Path) -> Plan:
    """The plan of a run folder, from what is stored there."""
    manifest = read_manifest(folder)
    return Plan(
        manifest.suite,
        read_sets(folder, manifest),
        manifest.real_time,
        manifest.not_applicable,
        manifest.agent_seeds,
    )
