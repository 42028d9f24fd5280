"""Worlds by the name of their scene, made ready for a body and kept while they are in use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wayproof.scenes.by_name import HOUSES, generated_name, scene_named
from wayproof.scenes.scene import Scene
from wayproof.simulator.body import Body
from wayproof.simulator.world import World

KEPT_WORLDS = 4


def world_named(scene: str, body: Body, *, lit: bool = True, light: str = "day") -> World:
    """The world of a scene such as "houses-v1/val/7", for a body. Without `lit` no light is baked: for agents
    that see no colours."""
    return _kept[-1].world(scene, lit, light, _Key(body))


def keep_worlds(count: int) -> None:
    """Keep at least so many worlds from now on: for callers that come back to each of them."""
    if count > _kept[-1].count:
        _kept.append(_Kept(count))
        del _kept[:-1]


def house_name(split: str, seed: int, rooms: int | None = None) -> str:
    """The name of a house."""
    return generated_name(HOUSES, split, seed, rooms)


@dataclass(frozen=True)
class _Key:
    """A body that can be looked up: two with equal values are one."""

    body: Body

    def __hash__(self) -> int:
        return hash((self.body.name, self.body.forward_m, self.body.turn_rad))


class _Kept:
    """The worlds that were used last, and their scenes."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.world = lru_cache(count)(self._made)
        self._scene = lru_cache(count)(_scene)

    def _made(self, scene: str, lit: bool, light: str, key: _Key) -> World:
        return World(self._scene(scene, lit), key.body, light)


def _scene(name: str, lit: bool) -> Scene:
    return scene_named(name, light=lit)


_kept = [_Kept(KEPT_WORLDS)]
