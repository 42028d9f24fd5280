"""Drawing episode sets: from a recipe of a few numbers to its episodes, kept in a cache.

A set is made scene by scene, so that episode k does not depend on how many are wanted. A scene that has no
room for such an episode is passed over, and counted. A world of a few imported scenes is gone through again,
with further episodes, until there are enough.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import msgspec

from wayproof.episode_set import EpisodeSet, Recipe, read_set, write_set
from wayproof.errors import BrokenFile, InvalidInput, StorageFailure
from wayproof.kernels import cache_folder
from wayproof.scenes.by_name import HOUSES, check_world, imported_files, scenes_of
from wayproof.scenes.houses.house import SPLITS
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS, Draw
from wayproof.tasks.drawing.aligned_pairs import aligned_draw, check_alignment
from wayproof.tasks.drawing.reworded_goals import check_wording, required_model, reworded
from wayproof.vocabulary import Episode, Protocol

MOST_EPISODES = 100_000
MOST_PASSED_OVER = 200  # scenes in a row without room for an episode
_PACKAGE = Path(__file__).parent.parent.parent
# What decides which episodes are drawn; an edit there means that kept sets are drawn anew.
DECIDING = (
    "geometry",
    "scenes",
    "navigation",
    "simulator",
    "language",
    "tasks",
    "metrics",
    "kinds.py",
    "tokens.py",
)


def episode_set(recipe: Recipe, *, tell: Callable[[int], None] | None = None) -> EpisodeSet:
    """The set of a recipe: read from the cache, or drawn and kept there. `tell` hears how many there are."""
    check_recipe(recipe)
    return kept_set(_key(recipe), lambda: draw_set(recipe, tell=tell))


def kept_set(key: str, make: Callable[[], EpisodeSet]) -> EpisodeSet:
    """The set that the cache keeps under a key, or else the one that is made now, and kept."""
    file = cache_folder() / "episodes" / f"{key}.json.gz"
    if file.exists():
        try:
            return read_set(file)
        except BrokenFile:
            file.unlink(missing_ok=True)
    made = make()
    with contextlib.suppress(StorageFailure):  # a cache that cannot be written costs time and nothing else
        write_set(file, made)
    return made


def draw_set(recipe: Recipe, *, tell: Callable[[int], None] | None = None) -> EpisodeSet:
    """Draw the episodes of a recipe, scene after scene."""
    task = TASKS[recipe.task]
    protocol = task.protocol(recipe.protocol)
    body = body_under(protocol, load_body(recipe.body or protocol.body))
    episodes: list[Episode] = []
    model = required_model() if recipe.worded_by else None
    rejected: Counter[str] = Counter()
    passed_over: list[str] = []
    in_vain = 0
    for name, first in _turns(recipe):
        world = world_named(name, body, lit=False)
        before = len(episodes)
        try:
            for index in range(first, first + min(recipe.episodes_per_house, recipe.count - before)):
                draw = _drawn(recipe, protocol, world, index)
                people = recipe.people or draw.episode.people
                drawn = draw.episode if model is None else reworded(world.scene, draw.episode, model)
                episodes.append(msgspec.structs.replace(drawn, people=people))
                rejected.update(draw.rejected)
        except InvalidInput as error:
            passed_over.append(name)
            in_vain = in_vain + 1 if len(episodes) == before else 0
            if in_vain > MOST_PASSED_OVER or (first and not episodes):
                scenes = len(set(passed_over))
                raise InvalidInput(
                    f"no {recipe.task} in {scenes} scenes of {recipe.world}; the last one: {error}"
                ) from None
        if tell is not None:
            tell(len(episodes))
        if len(episodes) == recipe.count:
            break
    return EpisodeSet(recipe, tuple(episodes), dict(sorted(rejected.items())), tuple(passed_over))


def _drawn(recipe: Recipe, protocol: Protocol, world: World, index: int) -> Draw:
    if recipe.aligned_with is None:
        return TASKS[recipe.task].draw(world, protocol, recipe.seed, index)
    return aligned_draw(world, recipe.task, protocol.name, recipe.aligned_with, recipe.seed, index)


def _turns(recipe: Recipe) -> Iterator[tuple[str, int]]:
    """Scenes in order, each with the index of its first episode."""
    for turn in count():
        for name in scenes_of(recipe.world, recipe.split, recipe.rooms):
            yield name, turn * recipe.episodes_per_house


def check_recipe(recipe: Recipe) -> None:
    """Refuse a recipe that cannot be followed, before any house is made."""
    TASKS[recipe.task].protocol(recipe.protocol)
    if not 1 <= recipe.count <= MOST_EPISODES:
        raise InvalidInput(f"episodes: count is {recipe.count}; give 1 to {MOST_EPISODES}")
    if recipe.episodes_per_house < 1:
        raise InvalidInput(f"episodes: episodes_per_house is {recipe.episodes_per_house}; give 1 or more")
    if recipe.split not in SPLITS:
        raise InvalidInput(f"episodes: split is {recipe.split!r}; give one of {', '.join(SPLITS)}")
    if recipe.aligned_with is not None:
        check_alignment(recipe.task, recipe.aligned_with)
    check_wording(recipe.task, recipe.worded_by)
    check_world(recipe.world)
    if recipe.rooms is not None and recipe.world.partition("@")[0] != HOUSES:
        raise InvalidInput(f"episodes: rooms is {recipe.rooms}, but only {HOUSES} can be asked for that")
    if recipe.body is not None:
        load_body(recipe.body)


def _key(recipe: Recipe) -> str:
    key = cache_key(recipe, DECIDING, imported_files(recipe.world))
    if recipe.worded_by is None:
        return key
    model = required_model()
    return f"{key}-{hashlib.blake2b(f'{model.url} {model.model}'.encode(), digest_size=6).hexdigest()}"


def cache_key(recipe: Recipe, stages: Sequence[str], files: Sequence[Path]) -> str:
    """A name for the set of a recipe: another one as soon as a deciding stage or file is another."""
    digest = hashlib.blake2b(msgspec.json.encode(recipe, order="sorted"), digest_size=10)
    for stage in stages:
        place = _PACKAGE / stage
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.suffix in (".py", ".toml"):
                digest.update(file.read_bytes())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()
