"""A small house in ProcTHOR's format, written by hand and lopsided on purpose.

Plan in Unity's frame, north (+z) up: a bedroom in the west, a kitchen in the south-east.

    z = 4  +---------+
           | bedroom |
    2.5    |         +------------+
           |       door  kitchen  |
    z = 0  +---------+------------+
         x = 0       3            7
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

HEIGHT_M = 2.6
SIZES: dict[str, tuple[str, tuple[float, float, float]]] = {
    "Table_1": ("DiningTable", (1.2, 0.75, 0.8)),
    "Table_2": ("DiningTable", (2.4, 0.8, 1.2)),
    "Apple_1": ("Apple", (0.08, 0.09, 0.08)),
    "Bed_1": ("Bed", (1.5, 0.9, 2.1)),
    "Lamp_1": ("FloorLamp", (0.4, 1.6, 0.4)),
    "Countertop_L_6x6": ("CounterTop", (1.83, 0.94, 1.83)),
    "Painting_1": ("Painting", (0.8, 0.6, 0.03)),
    "Fridge_1": ("Fridge", (0.8, 1.7, 0.7)),
    "Egg_1": ("Egg", (0.05, 0.06, 0.05)),
    "Gizmo_1": ("StrangeGizmo", (0.3, 0.4, 0.2)),
    "Wedge_1": ("StrangeGizmo", (0.6, 0.4, 0.2)),
}


def place(x: float, y: float, z: float) -> Json:
    return {"x": x, "y": y, "z": z}


def thing(asset: str, x: float, z: float, *, turned: float = 0.0, low: float = 0.0, **more: Any) -> Json:
    """An object whose underside is at a height; ProcTHOR gives the middle of its box."""
    return {
        "id": f"{asset}|{x}|{z}",
        "assetId": asset,
        "position": place(x, low + SIZES[asset][1][1] / 2, z),
        "rotation": place(0.0, turned, 0.0),
        **more,
    }


def wall(room: str, start: tuple[float, float], end: tuple[float, float]) -> Json:
    """A wall as its room sees it, from left to right."""
    corners: list[Json] = []
    for height in (0.0, HEIGHT_M):
        corners += [place(start[0], height, start[1]), place(end[0], height, end[1])]
    name = f"wall|{room}|{start[0]}|{start[1]}|{end[0]}|{end[1]}"
    return {"id": name, "roomId": f"room|{room}", "polygon": corners, "material": {"name": "DrywallBeige"}}


def room(number: str, kind: str, floor: list[tuple[float, float]]) -> Json:
    return {
        "id": f"room|{number}",
        "roomType": kind,
        "floorPolygon": [place(x, 0.0, z) for x, z in floor],
        "floorMaterial": {"name": "DarkWoodFloors"},
    }


BEDROOM = [(0.0, 0.0), (0.0, 4.0), (3.0, 4.0), (3.0, 0.0)]
KITCHEN = [(3.0, 0.0), (3.0, 2.5), (7.0, 2.5), (7.0, 0.0)]


def walls_of(number: str, floor: list[tuple[float, float]]) -> list[Json]:
    return [wall(number, a, b) for a, b in zip(floor, [*floor[1:], floor[0]], strict=True)]


def opening(kind: str, wall_id: str, left: float, low: float, right: float, high: float, **more: Any) -> Json:
    hole = [place(left, low, 0.0), place(right, high, 0.0)]
    return {"id": f"{kind}|1", "assetId": f"{kind}_1", "wall0": wall_id, "holePolygon": hole, **more}


def tiny_house() -> Json:
    """A fresh copy to spoil. The bedroom's east wall starts in the north: its door is measured from there."""
    return {
        "rooms": [room("1", "Bedroom", BEDROOM), room("2", "Kitchen", KITCHEN)],
        "walls": walls_of("1", BEDROOM) + walls_of("2", KITCHEN),
        "doors": [opening("Doorway", "wall|1|3.0|4.0|3.0|0.0", 2.2, 0.0, 3.2, 2.1, openness=0)],
        "windows": [opening("Window", "wall|1|0.0|0.0|0.0|4.0", 0.5, 0.9, 1.7, 2.0)],
        "objects": [
            thing("Bed_1", 0.8, 2.9, turned=180.0),
            thing("Lamp_1", 2.6, 3.6, isOn=True),
            thing("Painting_1", 1.2, 3.98, turned=180.0, low=1.2),
            thing("Table_1", 5.0, 0.7, children=[thing("Apple_1", 5.2, 0.6, low=0.81)]),
            thing("Fridge_1", 6.55, 0.42, turned=0.0, children=[thing("Egg_1", 6.5, 0.4, low=0.9)]),
            thing("Gizmo_1", 3.3, 2.3),
        ],
        "proceduralParameters": {
            "ceilingMaterial": {"name": "PureWhite"},
            "lights": [
                {"type": "directional", "position": place(0.8, 0.2, -1.0)},
                {"type": "point", "position": place(1.5, 2.4, 2.0)},
            ],
        },
    }


def database() -> Json:
    by_type: Json = {}
    for asset, (kind, (x, y, z)) in SIZES.items():
        by_type.setdefault(kind, []).append({"assetId": asset, "boundingBox": place(x, y, z)})
    return by_type


def written(folder: Path, house: Json, assets: Json | None = None) -> Path:
    """The house as a file with the asset database beside it."""
    (folder / "asset-database.json").write_text(json.dumps(assets or database()))
    file = folder / "tiny.json"
    file.write_text(json.dumps(house))
    return file
