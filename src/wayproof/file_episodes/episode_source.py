"""A recipe's file as it was read, with its scenes found; what is missing is listed all at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wayproof.episode_set import REFUSE, SKIP, Recipe
from wayproof.errors import InvalidInput, unknown_name
from wayproof.file_episodes.episode_fit import task_of
from wayproof.file_episodes.format_choice import format_of
from wayproof.file_episodes.own_set import is_own
from wayproof.file_episodes.scene_map import mapped, missing_scenes, only_world
from wayproof.formats import FORMATS, EpisodeFile, Format
from wayproof.formats.vln_ce_fields import ground_truth_name
from wayproof.goal_kinds import MISSION
from wayproof.simulator.body import load_body
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode

MOST_SNAP_M = 2.0
MOST_LISTED = 40  # scenes in one message


@dataclass(frozen=True)
class EpisodeSource:
    """A recipe's file as it was read."""

    recipe: Recipe
    path: Path
    format: Format
    found: EpisodeFile

    @cached_property
    def episodes(self) -> tuple[Episode, ...]:
        """Those of the recipe's task, as many as it wants, in the file's order."""
        fitting = tuple(episode for episode in self.found.episodes if task_of(episode) == self.recipe.task)
        return fitting[: self.recipe.count or None]

    @cached_property
    def scenes(self) -> dict[str, str]:
        """Our scene for each scene of these episodes; "" where the table has none."""
        everything = mapped((episode.scene for episode in self.found.episodes), self.recipe.scenes)
        return {episode.scene: everything[episode.scene] for episode in self.episodes}

    @property
    def protocol(self) -> str:
        return self.recipe.protocol or self.format.protocols[self.recipe.task]

    @cached_property
    def content(self) -> str:
        """Sixteen hex digits over the files that were read."""
        root = self.path if self.path.is_dir() else self.path.parent
        digest = hashlib.blake2b(digest_size=8)
        for name in self.found.extras.documents if self.found.extras else ():
            for file in (root / name, root / ground_truth_name(name)):
                if file.is_file():
                    digest.update(file.read_bytes())
        return digest.hexdigest()


def check_file_recipe(recipe: Recipe) -> None:
    """Refuse a recipe with a file that could not be followed whatever the file holds."""
    TASKS[recipe.task].protocol(recipe.protocol)
    if recipe.format is not None and not is_own(recipe):
        FORMATS[recipe.format]
    if recipe.count < 0:
        raise InvalidInput(f"episodes: count is {recipe.count}; give 1 or more, or 0 for all of the file")
    if not 0.0 <= recipe.snap_m <= MOST_SNAP_M:
        raise InvalidInput(f"episodes: snap_m is {recipe.snap_m}; give 0 to {MOST_SNAP_M:g} metres")
    if recipe.unfit not in (REFUSE, SKIP):
        raise InvalidInput(f"episodes: unfit is {recipe.unfit!r}; give {REFUSE} or {SKIP}")
    if recipe.rooms is not None or recipe.aligned_with is not None:
        raise InvalidInput(
            "episodes: rooms and aligned_with are for drawn episodes; leave them out with a file"
        )
    if recipe.body is not None:
        load_body(recipe.body)


def read_source(recipe: Recipe) -> EpisodeSource:
    """The file of a recipe, if it has episodes of the recipe's task."""
    path = Path(recipe.file or "")
    form = format_of(path, recipe.format)
    if not form.protocols:
        raise InvalidInput(f"{path.name}: {form.name} episodes cannot be run: {form.lacks}")
    found = form.read(path)
    if not found.episodes:
        raise InvalidInput(f"{path.name} holds no episodes; give the index file or the folder of a split")
    source = EpisodeSource(recipe, path, form, found)
    if not source.episodes:
        raise InvalidInput(_other_tasks(source))
    if recipe.task not in form.protocols and recipe.protocol is None:
        raise unknown_name(f"task for {form.name} episodes", recipe.task, form.protocols)
    return source


def check_scenes(sources: Iterable[EpisodeSource]) -> None:
    """Refuse sources whose scenes are not here: all that are missing, in one list."""
    lines = []
    for source in sources:
        missing = missing_scenes(source.scenes)
        lines += [f"{source.path.name}: {scene}: {reason}" for scene, reason in missing.items()]
        if not missing:
            only_world(source.scenes)
    if lines:
        rest = [f"and {len(lines) - MOST_LISTED} more"] if len(lines) > MOST_LISTED else []
        listed = "\n  ".join([*lines[:MOST_LISTED], *rest])
        count = f"{len(lines)} scene{'s are' if len(lines) > 1 else ' is'} missing"
        raise InvalidInput(f"{count}:\n  {listed}\nImport them, or say under [episodes.scenes] which to use")


def _other_tasks(source: EpisodeSource) -> str:
    tasks = sorted({task_of(episode) for episode in source.found.episodes})
    sentence = (
        f"{source.path.name} ({source.format.name}) has no episodes of {source.recipe.task}; its episodes "
        f"are {', '.join(tasks)}"
    )
    if MISSION in tasks:
        sentence += " (a mission of several kinds of goals, which no task of ours judges yet)"
    return f"{sentence}; give one of {', '.join(source.format.protocols)} that it has"
