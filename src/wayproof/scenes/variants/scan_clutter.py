"""Clutter on floors: things that people leave lying about, so that passages get narrow but stay open.

All numbers are ours. Things are our own furniture; they stand on free floor, many beside walls, some by
doors. Each is tried on a plan of the free floor and stays only if the body that every house promises to let
through still gets wherever it got before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.height_spans import height_spans
from wayproof.geometry.polygons import points_in_polygon
from wayproof.geometry.standing_room import standing_room
from wayproof.scenes.assembly import Placed
from wayproof.scenes.furniture import FURNITURE, Furniture, Variation
from wayproof.scenes.houses.draft import Draft, Stand, Thing, draft_of, obstacles_at
from wayproof.scenes.houses.occupancy import in_the_way
from wayproof.scenes.houses.reachable_rooms import WALKER_HEIGHT_M, WALKER_RADIUS_M, WALKER_STEP_M
from wayproof.scenes.scene import Room, Scene

Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

FLOOR_PER_THING_M2 = 1.6
MOST_IN_A_ROOM = 10
TRIES = 24
BY_A_DOOR, BY_A_WALL = 0.3, 0.5  # shares of things that narrow a doorway or stand along a wall
NEAR_DOOR_M = (0.55, 1.3)
NEAR_WALL_M = 0.4
GRID_LOSS_M = 0.06  # free space is computed on another grid later and may lose a cell
POCKET_M2 = 0.06
TURNED_RAD = 0.35  # how far things stand from square to the walls
# Which things lie about where, with weights. "" is any room.
LEFT_ABOUT: dict[str, dict[str, float]] = {
    "": {"box": 3.0, "backpack": 2.0, "basket": 1.5, "book": 1.5, "suitcase": 1.2, "stool": 1.0},
    "living_room": {"toy_blocks": 2.0, "toy_car": 2.0, "pillow": 2.0, "ottoman": 1.5, "shoes": 2.0},
    "children_room": {"toy_blocks": 4.0, "toy_car": 4.0, "teddy_bear": 4.0, "soccer_ball": 3.0, "shoes": 1.0},
    "bedroom": {"shoes": 4.0, "laundry_basket": 2.5, "pillow": 1.5, "suitcase": 2.0, "handbag": 1.5},
    "hallway": {"shoes": 5.0, "umbrella_stand": 1.5, "backpack": 2.0, "suitcase": 1.5, "handbag": 1.5},
    "kitchen": {"basket": 2.0, "garbage_can": 2.0, "bottle": 1.5, "bucket": 1.5},
    "bathroom": {"laundry_basket": 2.5, "scale": 2.0, "towel": 1.5, "toilet_paper": 1.5, "bucket": 1.0},
    "office": {"box": 4.0, "book": 3.0, "garbage_can": 2.0, "handbag": 1.5},
    "open_office": {"box": 4.0, "backpack": 4.0, "garbage_can": 3.0, "handbag": 2.0},
    "meeting_room": {"backpack": 4.0, "handbag": 3.0, "suitcase": 2.0},
    "copy_room": {"box": 8.0, "garbage_can": 3.0, "newspaper": 2.0},
    "reception": {"suitcase": 4.0, "umbrella_stand": 2.0, "handbag": 2.0},
    "sales_floor": {"box": 8.0, "basket": 4.0, "stool": 3.0, "ladder": 1.0},
    "fitting_room": {"shoes": 5.0, "handbag": 3.0, "stool": 2.0},
    "laundry": {"laundry_basket": 4.0, "bucket": 3.0, "towel": 2.0},
    "storage": {"box": 6.0, "tool_box": 3.0, "bucket": 3.0, "suitcase": 3.0},
}


@dataclass
class FloorPlan:
    """Where the floor is free, changing: cell [row, column] at origin + (column, row) * cell in (x, z)."""

    free: Mask
    origin_m: tuple[float, float]
    cell_m: float

    def reached(self) -> Mask:
        """Where the walker gets on the largest piece of floor; pockets do not count."""
        room_m = cv2.distanceTransform(self.free, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) * self.cell_m
        wide = (room_m > WALKER_RADIUS_M + GRID_LOSS_M).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=4)
        if len(stats) < 2:
            return np.zeros_like(self.free)
        return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()), np.uint8)

    def cells(self, box: Doubles) -> tuple[slice, slice]:
        """The cells that a box (2, 3) touches."""
        low = np.floor((box[0, [0, 2]] - self.origin_m) / self.cell_m).astype(int)
        high = np.ceil((box[1, [0, 2]] - self.origin_m) / self.cell_m).astype(int)
        return slice(max(low[1], 0), max(high[1], 0)), slice(max(low[0], 0), max(high[0], 0))


def clutter_for(scene: Scene, rng: np.random.Generator, keep: Mapping[int, float]) -> list[Placed]:
    """Things to add; of a room with `keep` below 1 the last ones are left out, all of them with 0."""
    plan = free_floor(scene)
    placed = []
    for room in scene.rooms:
        placed += _for_room(scene, room, plan, rng, keep.get(room.id, 1.0))
    return placed


def free_floor(scene: Scene) -> FloorPlan:
    """The plan of the floor on which a walker of no width could stand."""
    spans = height_spans(scene.vertices_m, scene.faces, two_sided=scene.two_sided)
    places = standing_room(spans, radius_m=0.01, height_m=WALKER_HEIGHT_M, step_height_m=WALKER_STEP_M)
    free = np.zeros(spans.shape[::-1], np.uint8)
    main = places.cell_of[places.island == 0]
    free[main[:, 1], main[:, 0]] = 1
    return FloorPlan(free, spans.origin_m, spans.cell_m)


def _for_room(
    scene: Scene, room: Room, plan: FloorPlan, rng: np.random.Generator, keep: float
) -> list[Placed]:
    """The random draws do not depend on `keep`, so leaving out the last things changes no others."""
    middles, inside = _cells_of(room, plan)
    area = float((plan.free.astype(bool) & inside).sum()) * plan.cell_m**2
    count = min(MOST_IN_A_ROOM, round(area / FLOOR_PER_THING_M2))
    placed: list[Placed] = []
    for number in range(count):
        draft = _draft(room, rng)
        draws = rng.random((TRIES, 4))
        if number < round(count * keep):
            thing = _stood(scene, room, plan, draft, draws, middles[inside])
            if thing is not None:
                placed.append(thing.placed())
    return placed


def left_in(
    scene: Scene, room: Room, plan: FloorPlan, draft: Draft, rng: np.random.Generator
) -> Placed | None:
    """One more thing on the floor of a room, which is taken from the plan; None if there is no place."""
    middles, inside = _cells_of(room, plan)
    thing = _stood(scene, room, plan, draft, rng.random((TRIES, 4)), middles[inside])
    return None if thing is None else thing.placed()


def _cells_of(room: Room, plan: FloorPlan) -> tuple[Doubles, NDArray[np.bool_]]:
    """The middles (rows, columns, 2) of all cells, and which of them lie in a room."""
    columns, rows = np.meshgrid(np.arange(plan.free.shape[1]), np.arange(plan.free.shape[0]))
    middles = (np.stack([columns, rows], axis=-1) + 0.5) * plan.cell_m + np.asarray(plan.origin_m)
    inside = points_in_polygon(middles.reshape(-1, 2), np.asarray(room.polygon_m, float))
    return middles, inside.reshape(columns.shape)


def _draft(room: Room, rng: np.random.Generator) -> Draft:
    weights = {**LEFT_ABOUT[""], **LEFT_ABOUT.get(room.type, {})}
    names = sorted(weights)
    total = np.array([weights[name] for name in names])
    return drafted(FURNITURE[names[int(rng.choice(len(names), p=total / total.sum()))]], rng)


def drafted(kind: Furniture, rng: np.random.Generator) -> Draft:
    """A thing of a kind, its shape drawn."""
    shape = str(rng.choice(kind.shapes))
    return draft_of(kind, shape, kind.build(shape, Variation(rng)))


def _stood(
    scene: Scene, room: Room, plan: FloorPlan, draft: Draft, draws: Doubles, middles: Doubles
) -> Thing | None:
    """The thing at the first of the drawn places that does; the floor is taken from the plan."""
    before = plan.reached()
    wanted = _places(scene, room, plan, draws, middles)
    for (x, z), draw in zip(wanted, draws, strict=True):
        heading = np.pi / 2 * np.floor(4.0 * draw[3]) + TURNED_RAD * (2.0 * (4.0 * draw[3] % 1.0) - 1.0)
        stand = Stand(float(x), room.floor_m, float(z), float(heading))
        boxes = obstacles_at(draft, stand)
        free = plan.free.copy()
        if not points_in_polygon(np.array([[x, z]]), np.asarray(room.polygon_m, float))[0]:
            continue  # beyond a door
        if not all(free[plan.cells(box)].size and free[plan.cells(box)].all() for box in boxes):
            continue
        for box in boxes[in_the_way(boxes - (0.0, room.floor_m, 0.0))]:
            free[plan.cells(box)] = 0
        if _still_reached(plan, free, before):
            plan.free = free
            return Thing(0, draft, stand, room.id)
    return None


def _still_reached(plan: FloorPlan, free: Mask, before: Mask) -> bool:
    """Whether the walker's floor stays in one piece, but for pockets beside the new thing."""
    after = FloorPlan(free, plan.origin_m, plan.cell_m)
    room_m = cv2.distanceTransform(free, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) * plan.cell_m
    wide = (room_m > WALKER_RADIUS_M + GRID_LOSS_M) & before.astype(bool)
    lost = wide & ~after.reached().astype(bool)
    return float(lost.sum()) * plan.cell_m**2 <= POCKET_M2


def _places(scene: Scene, room: Room, plan: FloorPlan, draws: Doubles, middles: Doubles) -> Doubles:
    """Plan points (n, 2): by a door, along walls or anywhere, as the first of the draws says."""
    doors = [door.centre_m for door in scene.doors if room.id in door.rooms]
    room_m = cv2.distanceTransform(plan.free, cv2.DIST_L2, cv2.DIST_MASK_PRECISE) * plan.cell_m
    cells = np.floor((middles - plan.origin_m) / plan.cell_m).astype(int)
    apart = room_m[cells[:, 1], cells[:, 0]]
    by_wall = middles[(apart > plan.cell_m) & (apart < NEAR_WALL_M)]
    anywhere = middles[apart > plan.cell_m]
    if not len(anywhere):
        return np.full((len(draws), 2), -1e6)
    places: Doubles = anywhere[(draws[:, 1] * len(anywhere)).astype(int)]
    if len(by_wall):
        along = draws[:, 0] < BY_A_DOOR + BY_A_WALL
        places[along] = by_wall[(draws[along, 1] * len(by_wall)).astype(int)]
    if doors:
        narrow = draws[:, 0] < BY_A_DOOR
        door = np.asarray(doors)[(draws[narrow, 1] * len(doors)).astype(int)]
        angle = 2 * np.pi * draws[narrow, 2]
        near, far = NEAR_DOOR_M
        reach = near + (far - near) * (draws[narrow, 1] * 997.0 % 1.0)
        places[narrow] = door + np.stack([np.cos(angle), np.sin(angle)], axis=1) * reach[:, None]
    return places
