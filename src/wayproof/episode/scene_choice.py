"""Which scene each episode of an environment is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from wayproof.errors import InvalidInput
from wayproof.scenes.by_name import HOUSES, check_scene, check_world, is_world, scenes_of
from wayproof.seeding import generator_for

SPLIT = "train"  # of a generated world that is given by its name alone
SCENES = 10  # as many of its scenes are taken


@dataclass(frozen=True)
class SceneChoice:
    """Scenes by name, such as "houses-v1/val/7", and how many episodes are played in a row in each.

    Making a scene takes a second, so an environment does not change it with every episode.
    """

    names: tuple[str, ...]
    episodes_in_a_row: int = 10

    def __post_init__(self) -> None:
        if not self.names:
            raise InvalidInput("scenes is empty; give at least one, such as 'houses-v1/train/0'")
        if self.episodes_in_a_row < 1:
            raise InvalidInput(f"episodes_in_a_row is {self.episodes_in_a_row}; give 1 or more")
        for name in self.names:
            check_scene(name)

    def in_order(self, run_seed: int, index: int) -> Iterator[str]:
        """The scene drawn for an episode, then those after it, should it have no room for the episode."""
        turn = index // self.episodes_in_a_row
        first = int(generator_for(run_seed, "house", turn).integers(len(self.names)))
        yield from (*self.names[first:], *self.names[:first])


def scene_choice(scenes: SceneChoice | str | Sequence[str] | None) -> SceneChoice:
    """A choice from what people write: names of scenes or worlds; None is the first houses for training."""
    if isinstance(scenes, SceneChoice):
        return scenes
    given = [HOUSES] if scenes is None else [scenes] if isinstance(scenes, str) else scenes
    return SceneChoice(tuple(name for one in given for name in _scenes(one)))


def _scenes(name: str) -> list[str]:
    """The scene itself, or the first ones of a world."""
    if not is_world(name):
        return [name]
    check_world(name)
    return list(islice(scenes_of(name, SPLIT), SCENES))
