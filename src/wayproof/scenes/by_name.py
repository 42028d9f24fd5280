"""Every scene has a name: WORLD/SPLIT/SEED of a generated one, imported/NAME of one's own, and variants.

A variant shows the same layout in another way: houses-v1/val/7@scan_like is that house as a scanner sees it,
and houses-v1/val/7@with-mug.4.0 is that house with a mug left in room 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import count
from pathlib import Path

from wayproof.errors import InvalidInput, unknown_name
from wayproof.scenes import imported_scenes as library
from wayproof.scenes.houses import house
from wayproof.scenes.houses.house import SPLITS, make_house
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.scene import Scene
from wayproof.scenes.scene_file import SUFFIX
from wayproof.scenes.variants.added_things import PREFIX, added_by, with_things
from wayproof.scenes.variants.pack_furniture import furnished_with_packs
from wayproof.scenes.variants.scan_like import scan_like
from wayproof.scenes.workplaces import OFFICES, SHOPS, make_office, make_shop

HOUSES = house.WORLD
GENERATED = {
    HOUSES: "furnished houses of 2 to 10 rooms",
    OFFICES: "offices with open-plan rooms, cells and meeting rooms",
    SHOPS: "small shops with a sales floor and the rooms behind it",
}
VARIANTS = {
    "scan_like": "the same layout as a scanner sees it: noise, holes, light in the colours, clutter",
    "packs": "the same layout with models of installed furniture packs",
}
_GENERATED = re.compile(r"(?P<world>[^/]+)/(?P<split>[^/]+)/(?P<seed>\d+)(/(?P<rooms>\d+)-rooms)?")


def scene_named(name: str, *, light: bool = True) -> Scene:
    """The scene of a name; without `light` none is baked, for eyes that see no colours."""
    plain, _, variant = _checked_variant(name)
    if variant.startswith(PREFIX):
        made = with_things(_plain(plain, light=False), added_by(variant))
        return lit(made) if light else made
    if variant == "scan_like":
        return replace(scan_like(_plain(plain, light=False)), name=name)  # it has its light in its colours
    if variant == "packs":
        made = replace(furnished_with_packs(_plain(plain, light=False)), name=name)
        return lit(made) if light else made
    return _plain(plain, light=light)


def generated_name(world: str, split: str, seed: int, rooms: int | None = None) -> str:
    """The name of a generated scene; `world` may carry a variant, as "houses-v1@scan_like"."""
    plain, at, variant = world.partition("@")
    return f"{plain}/{split}/{seed}" + ("" if rooms is None else f"/{rooms}-rooms") + at + variant


def world_name_of(scene: str) -> str:
    """The world that a scene belongs to, with its variant: "houses-v1@scan_like". Things that were added make
    another house of the same world."""
    plain, at, variant = scene.partition("@")
    return plain.split("/")[0] + ("" if variant.startswith(PREFIX) else at + variant)


def split_of(scene: str) -> str | None:
    """The split that a generated scene belongs to; None for imported ones and for scenes made by hand.

    >>> split_of("houses-v1/test/7@scan_like"), split_of("imported/my_flat")
    ('test', None)
    """
    found = _GENERATED.fullmatch(scene.partition("@")[0])
    return found["split"] if found and found["split"] in SPLITS else None


def scenes_of(world: str, split: str, rooms: int | None = None) -> Iterator[str]:
    """Names of a world's scenes: without end for generated ones, all that match for imported/PATTERN."""
    check_world(world)
    plain, at, variant = world.partition("@")
    if plain in GENERATED:
        yield from (generated_name(world, split, seed, rooms) for seed in count())
    for file in imported_files(world):
        yield f"{library.WORLD}/{file.name.removesuffix(SUFFIX)}{at}{variant}"


def imported_files(world: str) -> list[Path]:
    """The files of imported/PATTERN; none for other worlds."""
    kind, _, pattern = world.partition("@")[0].partition("/")
    if kind != library.WORLD:
        return []
    return [library.file_of(name) for name in library.imported_names() if fnmatchcase(name, pattern)]


def check_world(world: str) -> None:
    """Refuse a world that does not exist, with the names of those that do."""
    plain, at, variant = world.partition("@")
    if at and variant not in VARIANTS:
        raise unknown_name("variant of a scene", variant, VARIANTS)
    if plain in GENERATED:
        return
    kind, slash, pattern = plain.partition("/")
    if kind != library.WORLD or not slash:
        raise unknown_name("world", world, [*GENERATED, f"{library.WORLD}/NAME"])
    if not imported_files(world):
        library.imported_scene(pattern)  # says which there are


def is_world(name: str) -> bool:
    """Whether a name is that of a generated world, or of imported scenes, rather than of one scene."""
    plain = name.partition("@")[0]
    return plain in GENERATED or plain.partition("/")[0] == library.WORLD


def check_scene(name: str) -> None:
    """Refuse a scene that does not exist, without making it."""
    plain, _, _ = _checked_variant(name)
    kind, _, rest = plain.partition("/")
    if kind == library.WORLD:
        if rest not in library.imported_names():
            library.imported_scene(rest)  # says which there are
        return
    world, split, _, rooms = _generated_parts(plain)
    if split not in SPLITS:
        raise unknown_name("split", split, SPLITS)
    if rooms is not None and world != HOUSES:
        raise InvalidInput(f"only {HOUSES} can be asked for a number of rooms, not {world}")
    if rooms is not None and not house.FEWEST_ROOMS <= rooms <= house.MOST_ROOMS:
        raise InvalidInput(f"a house has {house.FEWEST_ROOMS} to {house.MOST_ROOMS} rooms, not {rooms}")


def _checked_variant(name: str) -> tuple[str, str, str]:
    """A scene's name parted at its variant, which exists if it has one."""
    plain, at, variant = name.partition("@")
    if variant.startswith(PREFIX):
        added_by(variant)
    elif at and variant not in VARIANTS:
        raise unknown_name("variant of a scene", variant, VARIANTS)
    return plain, at, variant


def _plain(name: str, *, light: bool) -> Scene:
    kind, _, rest = name.partition("/")
    if kind == library.WORLD:
        return library.imported_scene(rest)
    world, split, seed, rooms = _generated_parts(name)
    return _generated(world, split, seed, rooms, light)


def _generated_parts(name: str) -> tuple[str, str, int, int | None]:
    """World, split, seed and number of rooms that the name of a generated scene says."""
    found = _GENERATED.fullmatch(name)
    if found is None or found["world"] not in GENERATED:
        worlds = ", ".join(GENERATED)
        raise InvalidInput(
            f"no scene named {name!r}; scenes are named WORLD/SPLIT/SEED, as {HOUSES}/val/7 "
            f"(worlds: {worlds}; splits: {', '.join(SPLITS)}), or {library.WORLD}/NAME"
        )
    rooms = None if found["rooms"] is None else int(found["rooms"])
    return found["world"], found["split"], int(found["seed"]), rooms


def _generated(world: str, split: str, seed: int, rooms: int | None, light: bool) -> Scene:
    if world == HOUSES:
        return make_house(seed, split=split, rooms=rooms, light=light)
    if rooms is not None:
        raise InvalidInput(f"only {HOUSES} can be asked for a number of rooms, not {world}")
    make = make_office if world == OFFICES else make_shop
    return make(seed, split=split, light=light)
