"""Worlds to measure in: a furnished flat of simple solids, and any scene made as dense as a scan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import Point, Solid, box, cushion, cylinder, sphere
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import COLOURS, Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.scene import Attributes, Room, Scene
from wayproof.seeding import generator_for

HEIGHT_M = 2.7
WALL_M = 0.12
# Rooms as (x, z) of the low and the high corner, and gaps in the walls between them.
_ROOMS = (
    (0.0, 0.0, 5.0, 4.0),
    (5.0, 0.0, 12.0, 4.0),
    (0.0, 4.0, 4.0, 10.0),
    (4.0, 4.0, 8.0, 10.0),
    (8.0, 4.0, 12.0, 10.0),
)
_WALLS = (
    (True, 0.0, 0.0, 12.0, ()), (True, 10.0, 0.0, 12.0, ()),
    (False, 0.0, 0.0, 10.0, ()), (False, 12.0, 0.0, 10.0, ()),
    (True, 4.0, 0.0, 12.0, (2.0, 6.0, 9.5)), (False, 5.0, 0.0, 4.0, (1.5,)),
    (False, 4.0, 4.0, 10.0, (6.5,)), (False, 8.0, 4.0, 10.0, (7.0,)),
)  # fmt: skip
_DOOR_M = (1.0, 2.05)
_EDGE_PX = 256


def furnished_flat(*, seed: int = 1, pieces: int = 150) -> Scene:
    """Five rooms joined by doorways, with `pieces` tables, shelves, sofas, lamps and balls standing about."""
    generator = generator_for(seed, "bench", "flat")
    placed = [_thing("wall", [part]) for part in _walls()]
    placed += [
        _thing("floor", [_part(box((x1 - x0, 0.1, z1 - z0), ((x0 + x1) / 2, -0.1, (z0 + z1) / 2)), 4 + k)])
        for k, (x0, z0, x1, z1) in enumerate(_ROOMS)
    ]
    placed += [_thing("ceiling", [_part(box((12.0, 0.1, 10.0), (6.0, HEIGHT_M, 5.0)), 0)])]
    for number in range(pieces):
        x0, z0, x1, z1 = _ROOMS[number % len(_ROOMS)]
        at = (generator.uniform(x0 + 0.8, x1 - 0.8), 0.0, generator.uniform(z0 + 0.8, z1 - 0.8))
        category = ("table", "shelf", "sofa", "lamp", "ball")[(number // len(_ROOMS)) % 5]
        placed.append(
            _thing(category, list(_MAKERS[category](generator)), at, float(generator.uniform(0, 2 * np.pi)))
        )
    rooms = tuple(
        Room(k + 1, "room", ((x0, z0), (x0, z1), (x1, z1), (x1, z0)), HEIGHT_M)
        for k, (x0, z0, x1, z1) in enumerate(_ROOMS)
    )
    return assemble("furnished flat", placed, texture_of, rooms=rooms)


def dense(scene: Scene, triangles: int, *, amplitude_m: float = 0.004) -> Scene:
    """The scene cut into at least `triangles` of them, shaken by smooth waves and seen from both sides."""
    vertices, uv = scene.vertices_m[scene.faces], scene.uv[scene.faces]
    normals, source = scene.normals[scene.faces], np.arange(len(scene.faces))
    while len(source) < triangles:
        longest = np.argsort(-_longest_edge(vertices), kind="stable")[: max(triangles - len(source), 1)]
        edge = _longest_edge(vertices)
        chosen = longest[edge[longest] > 0.5 * edge[longest[0]]]
        keep = np.ones(len(source), bool)
        keep[chosen] = False
        halves = [_halved(array[chosen], vertices[chosen]) for array in (vertices, uv, normals)]
        vertices, uv, normals = (
            np.concatenate([array[keep], *pair])
            for array, pair in zip((vertices, uv, normals), halves, strict=True)
        )
        source = np.concatenate([source[keep], source[chosen], source[chosen]])
    points = vertices.reshape(-1, 3).astype(np.float64)
    waves = np.stack(
        [np.sin(points @ np.array(k)) for k in ((0.0, 23.0, 31.0), (29.0, 0.0, 19.0), (17.0, 27.0, 0.0))],
        axis=1,
    )
    return replace(
        scene,
        name=f"{scene.name}, dense",
        colours=None,
        vertices_m=(points + amplitude_m * waves).astype(np.float32),
        normals=normals.reshape(-1, 3),
        uv=uv.reshape(-1, 2),
        faces=np.arange(3 * len(source), dtype=np.int32).reshape(-1, 3),
        face_instance=scene.face_instance[source],
        face_material=scene.face_material[source],
        face_glow=scene.face_glow[source],
        two_sided=True,
        light=None,
    )


def texture_of(finish: Finish) -> NDArray[np.uint8]:
    """A checked pattern with noise, so that filtering and cache misses count."""
    generator = generator_for(finish.variant, "bench", finish.colour)
    row, column = np.mgrid[:_EDGE_PX, :_EDGE_PX] * 6 // _EDGE_PX
    level = 24.0 * ((row + column) % 2) + generator.normal(0.0, 8.0, (_EDGE_PX, _EDGE_PX))
    colours: NDArray[np.uint8] = np.clip(np.array(finish.rgb) - 24.0 + level[..., None], 0, 255).astype(
        np.uint8
    )
    return colours


def _edges(vertices: NDArray[np.float32]) -> NDArray[np.float32]:
    """Lengths (t, 3) from each corner to the next."""
    return np.asarray(np.linalg.norm(vertices - np.roll(vertices, -1, axis=1), axis=2))


def _longest_edge(vertices: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(_edges(vertices).max(axis=1))


def _halved(values: NDArray[np.float32], vertices: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Each triangle's values cut in two at the middle of its longest edge."""
    start = _edges(vertices).argmax(axis=1)
    rows = np.arange(len(values))
    a, b, c = (values[rows, (start + k) % 3] for k in range(3))
    middle = (a + b) * np.float32(0.5)
    return [np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)]


def _thing(category: str, parts: list[Part], at: Point = (0.0, 0.0, 0.0), heading_rad: float = 0.0) -> Placed:
    return Placed(category, "plain", Attributes(), tuple(parts), position_m=at, heading_rad=heading_rad)


def _part(solid: Solid, colour: int) -> Part:
    name = sorted(COLOURS)[colour % len(COLOURS)]
    return Part(
        solid, Finish("wood", "plain", name, COLOURS[name][0], COLOURS[name][0], tile_m=0.8, variant=colour)
    )


def _walls() -> Iterator[Part]:
    for number, (along_x, at, start, end, doors) in enumerate(_WALLS):
        cuts = [start, *(edge for door in doors for edge in (door, door + _DOOR_M[0])), end]
        for piece, (low, high) in enumerate(pairwise(cuts)):
            bottom = _DOOR_M[1] if piece % 2 else 0.0
            count = max(1, round(high - low))
            for k in range(count):
                middle, length = low + (high - low) * (k + 0.5) / count, (high - low) / count
                size = (length, HEIGHT_M - bottom, WALL_M) if along_x else (WALL_M, HEIGHT_M - bottom, length)
                place = (middle, bottom, at) if along_x else (at, bottom, middle)
                yield _part(box(size, place), 9 + number % 3)


def _table(generator: np.random.Generator) -> Iterator[Part]:
    colour = int(generator.integers(14))
    yield _part(box((1.2, 0.05, 0.8), (0.0, 0.7, 0.0)), colour)
    for x in (-0.55, 0.55):
        for z in (-0.35, 0.35):
            yield _part(cylinder(0.03, 0.7, (x, 0.0, z)), colour)
    for _ in range(int(generator.integers(3, 9))):
        at = (generator.uniform(-0.5, 0.5), 0.75, generator.uniform(-0.3, 0.3))
        yield _part(
            cylinder(generator.uniform(0.02, 0.06), generator.uniform(0.03, 0.3), at),
            int(generator.integers(14)),
        )


def _shelf(generator: np.random.Generator) -> Iterator[Part]:
    colour = int(generator.integers(14))
    for x in (-0.44, 0.44):
        yield _part(box((0.03, 1.9, 0.3), (x, 0.0, 0.0)), colour)
    for level in range(6):
        y = 0.05 + 0.36 * level
        yield _part(box((0.84, 0.03, 0.3), (0.0, y, 0.0)), colour)
        for book in range(10 if level < 5 else 0):
            size = (0.05, generator.uniform(0.18, 0.3), 0.2)
            yield _part(box(size, (-0.36 + 0.08 * book, y + 0.031, 0.0)), int(generator.integers(14)))


def _sofa(generator: np.random.Generator) -> Iterator[Part]:
    colour = int(generator.integers(14))
    yield _part(box((1.8, 0.32, 0.8), (0.0, 0.1, 0.0)), colour)
    for x in (-0.55, 0.0, 0.55):
        yield _part(cushion((0.54, 0.14, 0.62), (x, 0.421, 0.06)), colour + 1)
        yield _part(cushion((0.54, 0.44, 0.16), (x, 0.56, -0.32)), colour + 1)


def _lamp(generator: np.random.Generator) -> Iterator[Part]:
    yield _part(cylinder(0.15, 0.03), 0)
    yield _part(cylinder(0.015, 1.3, (0.0, 0.03, 0.0)), 0)
    yield _part(
        cylinder(0.22, 0.25, (0.0, 1.331, 0.0), top_radius_m=0.14, sides=20), int(generator.integers(14))
    )


def _ball(generator: np.random.Generator) -> Iterator[Part]:
    yield _part(sphere(generator.uniform(0.1, 0.3), sides=24), int(generator.integers(14)))


_MAKERS = {"table": _table, "shelf": _shelf, "sofa": _sofa, "lamp": _lamp, "ball": _ball}
