"""Scenes for the tests of light: two small rooms, one with a window, a table and lamps, one with nothing."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import Solid, box, panel, sphere, turn
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import COLOURS, Finish
from wayproof.scenes.furniture import Glow, Part
from wayproof.scenes.light.bake import bake
from wayproof.scenes.scene import Attributes, LightLayers, Scene, Window
from wayproof.scenes.textures import texture_for


def painted(colour: str, *, material: str = "paint") -> Finish:
    return Finish(material, "plain", colour, COLOURS[colour][0], COLOURS[colour][0])


def thing(category: str, *solids: Solid, colour: str = "white") -> Placed:
    return Placed(category, "made", Attributes(), tuple(Part(solid, painted(colour)) for solid in solids))


def lamp_at(x: float, y: float, z: float, *, power: float = 1.0, material: str = "glass") -> Placed:
    ball = Part(sphere(0.1, (0.0, 0.1, 0.0)), painted("white", material=material), glows=True)
    glow = Glow(((0.0, 0.0, 0.0),), colour=(1.0, 0.8, 0.6), power=power)
    return Placed("lamp", "ball", Attributes(state="on"), (ball,), (x, y, z), glow=glow)


def two_rooms(*, table: bool = True, wall_colour: str = "white") -> Scene:
    """Rooms A, x from -3 to 0 with a window at x = -3, and B, x from 0.1 to 3; z from -2 to 2; 2.5 m high.

    Their walls and ceilings end inside the wall between them.
    """
    columns = [*np.arange(-2.75, 0.0, 0.5), *np.arange(0.35, 3.0, 0.5)]
    places = [(x, z) for x in columns for z in np.arange(-1.75, 2.0, 0.5)]
    tiles = [box((0.5, 0.1, 0.5), (x, -0.1, z)) for x, z in places]
    ceilings = [box((3.2, 0.1, 4.4), (x, 2.5, 0.0)) for x in (-1.55, 1.65)]
    long_walls = [box((3.15, 2.5, 0.1), (x, 0.0, z)) for x in (-1.525, 1.625) for z in (-2.05, 2.05)]
    end_walls = [box((0.1, 2.5, 4.2), (x, 0.0, 0.0)) for x in (-3.05, 3.05)]
    pane = Part(turn(panel(1.6, 1.2), np.pi / 2), painted("blue"), glows=True)
    placed = [
        thing("floor", *tiles),
        thing("ceiling", *ceilings),
        thing("wall", *end_walls, box((0.1, 2.7, 4.2), (0.05, -0.1, 0.0))),
        thing("wall", *long_walls, colour=wall_colour),
        Placed("window", "single", Attributes(), (pane,), (-2.998, 0.9, 0.0)),
        lamp_at(-1.5, 2.2, 0.0),
        lamp_at(-2.5, 0.5, 1.5, power=0.05, material="screen"),
    ]
    if table:
        placed.append(thing("table", box((1.0, 0.04, 1.0), (-1.5, 0.7, 0.5))))
    window = Window(5, 1, (-2.998, 1.5, 0.0), False, 1.6, 1.2, (-1.0, 0.0, 0.0))
    return assemble("two rooms", placed, texture_for, windows=(window,))


def layers_of(scene: Scene) -> LightLayers:
    assert scene.light is not None
    return scene.light


def floor(scene: Scene, x: tuple[float, float], z: tuple[float, float] = (-2.0, 2.0)) -> NDArray[np.bool_]:
    """The vertices on top of the floor inside a rectangle."""
    place = scene.vertices_m
    inside = (place[:, 0] >= x[0]) & (place[:, 0] <= x[1]) & (place[:, 2] >= z[0]) & (place[:, 2] <= z[1])
    return inside & (np.abs(place[:, 1]) < 1e-6) & (scene.normals[:, 1] > 0.9)


def digest_of(scene: Scene) -> str:
    light = bake(scene)
    return hashlib.sha256(
        b"".join(layer.tobytes() for layer in (light.ambient, light.sky, light.lamps))
    ).hexdigest()
