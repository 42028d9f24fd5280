"""A model on its way into a room: built once, then tried in many places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayproof.geometry.solids import Floats, Point
from wayproof.scenes.assembly import Placed
from wayproof.scenes.furniture import Furniture, Model, Part
from wayproof.scenes.houses.occupancy import Rectangle


@dataclass(frozen=True)
class Draft:
    """A built model with its extent and boxes in its own frame (front along +Z, origin under its centre)."""

    furniture: Furniture
    shape: str
    model: Model
    low_m: Floats
    high_m: Floats
    boxes_m: Floats  # solid matter, for overlaps
    obstacles_m: Floats  # what stands in a body's way: the same, and leaves and cloth

    @property
    def width_m(self) -> float:
        return float(self.high_m[0] - self.low_m[0])

    @property
    def depth_m(self) -> float:
        return float(self.high_m[2] - self.low_m[2])

    @property
    def height_m(self) -> float:
        return float(self.high_m[1] - self.low_m[1])


@dataclass(frozen=True)
class Stand:
    """A place for a draft: where its origin goes and where its front looks."""

    x_m: float
    y_m: float
    z_m: float
    heading_rad: float

    def point(self, right_m: float, front_m: float, up_m: float = 0.0) -> Point:
        """A point given in the thing's own frame, in the world."""
        cos, sin = float(np.cos(self.heading_rad)), float(np.sin(self.heading_rad))
        return (
            self.x_m + cos * right_m + sin * front_m,
            self.y_m + up_m,
            self.z_m + cos * front_m - sin * right_m,
        )


@dataclass(frozen=True)
class Thing:
    """A draft that has found its place; `number` is its instance id in the scene."""

    number: int
    draft: Draft
    stand: Stand
    room: int
    support: int | None = None
    relation: str | None = None

    @property
    def name(self) -> str:
        return self.draft.furniture.category

    def placed(self) -> Placed:
        return Placed(
            category=self.name,
            shape=self.draft.shape,
            attributes=self.draft.model.attributes,
            parts=self.draft.model.parts,
            position_m=(self.stand.x_m, self.stand.y_m, self.stand.z_m),
            heading_rad=self.stand.heading_rad,
            room=self.room,
            support=self.support,
            relation=self.relation,
            glow=self.draft.model.glow,
        )


def draft_of(furniture: Furniture, shape: str, model: Model) -> Draft:
    vertices = [part.solid.vertices_m for part in model.parts]
    low = np.min([points.min(axis=0) for points in vertices], axis=0)
    high = np.max([points.max(axis=0) for points in vertices], axis=0)
    # Boxes of turned pieces are larger than the pieces; nothing reaches beyond the outermost vertices.
    boxes = np.clip(np.concatenate([part.solid.boxes_m for part in model.parts]), low, high)
    soft = [[p.min(axis=0), p.max(axis=0)] for p in (_soft_points(part) for part in model.parts) if len(p)]
    obstacles = np.concatenate([boxes, np.array(soft).reshape(-1, 2, 3)])
    return Draft(furniture, shape, model, low, high, boxes, obstacles)


def _soft_points(part: Part) -> Floats:
    """The vertices of a part that takes up no room in overlap tests but would be walked into."""
    return part.solid.vertices_m if not len(part.solid.boxes_m) else np.empty((0, 3))


def boxes_at(draft: Draft, stand: Stand) -> Floats:
    """The draft's boxes (b, 2, 3) in the world; a slanting heading grows them to upright boxes."""
    return turned_boxes(draft.boxes_m, stand)


def obstacles_at(draft: Draft, stand: Stand) -> Floats:
    """What a body would walk into (n, 2, 3), in the world."""
    return turned_boxes(draft.obstacles_m, stand)


def footprint_at(draft: Draft, stand: Stand) -> Rectangle:
    """The upright rectangle on the floor that holds the draft."""
    return plan_rectangle(draft.low_m, draft.high_m, stand)


def plan_rectangle(low_m: Floats, high_m: Floats, stand: Stand) -> Rectangle:
    """The upright rectangle on the floor that holds a box given in a thing's frame."""
    low, high = turned_boxes(np.stack([low_m, high_m])[None], stand)[0]
    return (float(low[0]), float(low[2]), float(high[0]), float(high[2]))


def turned_boxes(boxes: Floats, stand: Stand) -> Floats:
    cos, sin = np.cos(stand.heading_rad), np.sin(stand.heading_rad)
    turn = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    centre, half = boxes.mean(axis=1), (boxes[:, 1] - boxes[:, 0]) / 2
    centre = centre @ turn.T + (stand.x_m, stand.y_m, stand.z_m)
    half = half @ np.abs(turn).T
    return np.stack([centre - half, centre + half], axis=1)
