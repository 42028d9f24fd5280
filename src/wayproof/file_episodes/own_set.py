"""Episodes that Wayproof wrote itself, such as test cases: exact starts, goals and faults, run as they are.

[[episodes]]
task = "object_in_room"
file = "episodes.json.gz"
format = "wayproof"
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec.structs import replace

from wayproof.episode_set import EpisodeSet, Recipe, read_set
from wayproof.errors import InvalidInput
from wayproof.scenes.by_name import check_scene
from wayproof.tasks import TASKS

OWN = "wayproof"


def is_own(recipe: Recipe) -> bool:
    """Whether a recipe's file is one of ours."""
    return recipe.file is not None and recipe.format == OWN


def own_set(recipe: Recipe) -> EpisodeSet:
    """The set in a recipe's file, as many episodes of it as the recipe wants; its scenes must be here."""
    path = Path(recipe.file or "")
    found = read_set(path)
    others = sorted({episode.task for episode in found.episodes} - {recipe.task})
    if others or not found.episodes:
        held = f"episodes of {', '.join(others)}" if others else "no episodes"
        raise InvalidInput(f"{path.name} has {held}; a set of {recipe.task} is asked for. Change the task")
    for scene in dict.fromkeys(episode.scene for episode in found.episodes):
        check_scene(scene)
    protocol = TASKS[recipe.task].protocol(recipe.protocol or found.recipe.protocol)
    used = replace(recipe, file=path.name, protocol=protocol.name, world=found.recipe.world)
    return replace(
        found,
        recipe=used,
        episodes=found.episodes[: recipe.count or None],
        content=hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest(),
    )
