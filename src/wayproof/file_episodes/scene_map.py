"""The scenes of ours that stand for a file's: by its scene names, their stems, or patterns of them.

A map has the file's scenes as keys and ours as values:

    "17DRP5sb8fy" = "imported/my_scan"     one scene, by its full name or its stem
    "*" = "imported/{stem}"                all others, by a rule; the first pattern that fits counts

The stem of "mp3d/17DRP5sb8fy/17DRP5sb8fy.glb" is "17DRP5sb8fy". Without a map each scene is looked for among
the imported ones by its stem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from wayproof.errors import InvalidInput, WayproofError, unknown_name
from wayproof.scenes.by_name import check_scene, world_name_of
from wayproof.scenes.imported_scenes import WORLD

BY_STEM = {"*": f"{WORLD}/{{stem}}"}
_WILD = ("*", "?", "[")


def stem_of(scene: str) -> str:
    """The short name of a file's scene: the name of its file up to the first dot.

    >>> stem_of("hm3d/val/00800-TEEsavR23oF/TEEsavR23oF.basis.glb"), stem_of("FloorPlan_Val1_1")
    ('TEEsavR23oF', 'FloorPlan_Val1_1')
    """
    return PurePosixPath(scene).name.split(".")[0] or scene


def mapped(scenes: Iterable[str], table: Mapping[str, str]) -> dict[str, str]:
    """For each scene of a file the name of ours; "" where the table has none."""
    table = table or BY_STEM
    known = list(dict.fromkeys(scenes))
    for key, ours in table.items():
        if not any(_fits(key, scene) for scene in known):
            advice = unknown_name("scene", key, map(stem_of, known))
            raise InvalidInput(f"scenes: {key!r} is not a scene of the file. {advice}")
        _filled(ours, "scene")
    return {scene: _ours(scene, table) for scene in known}


def missing_scenes(found: Mapping[str, str]) -> dict[str, str]:
    """The file's scenes without one of ours that exists, each with the reason."""
    missing = {}
    for scene, ours in found.items():
        if not ours:
            missing[scene] = "no entry of the table `scenes` fits"
            continue
        try:
            check_scene(ours)
        except WayproofError as error:
            if ours.partition("/")[0] == WORLD:
                missing[scene] = f"{ours} is not imported: wayproof scenes import FILE --name {stem_of(ours)}"
            else:
                missing[scene] = str(error)
    return missing


def only_world(found: Mapping[str, str]) -> str:
    """The world that all scenes are of: results of different worlds are never put together."""
    worlds = sorted({world_name_of(ours) for ours in found.values()})
    if len(worlds) != 1:
        raise InvalidInput(
            f"scenes: the table leads to the worlds {', '.join(worlds)}; write an [[episodes]] for each"
        )
    return worlds[0]


def _fits(key: str, scene: str) -> bool:
    if any(letter in key for letter in _WILD):
        return fnmatchcase(scene, key) or fnmatchcase(stem_of(scene), key)
    return key in (scene, stem_of(scene))


def _ours(scene: str, table: Mapping[str, str]) -> str:
    """Exact names go before patterns."""
    fitting = [key for key in table if _fits(key, scene)]
    exact = [key for key in fitting if key in (scene, stem_of(scene))]
    chosen = next(iter(exact or fitting), None)
    return "" if chosen is None else _filled(table[chosen], stem_of(scene))


def _filled(rule: str, stem: str) -> str:
    """The name that a rule gives; "{stem}" is the only thing that is filled in."""
    name = rule.replace("{stem}", stem)
    if "{" in name or "}" in name or not name:
        raise InvalidInput(
            f"scenes: {rule!r} is not a scene's name; write one such as imported/flat, or a rule as "
            "imported/{stem}"
        )
    return name
