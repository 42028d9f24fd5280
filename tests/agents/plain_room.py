"""A room of upright boxes with a robot in it, made without the simulator: rays for eyes, a disc for a body.

The frame is that of the agents' maps: x ahead of the start, y to its left, metres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from wayproof.vocabulary import Brief, Observation

WIDTH_PX, HEIGHT_PX = 64, 48
CATEGORIES = ("chair", "floor", "monitor", "office_chair", "television", "wall")


@dataclass(frozen=True)
class Block:
    """An upright box and what it is."""

    x0: float
    y0: float
    x1: float
    y1: float
    top_m: float = 2.5
    category: str = "wall"


def walls(x0: float, y0: float, x1: float, y1: float, thick: float = 0.2) -> list[Block]:
    """Four walls around a rectangle."""
    return [
        Block(x0 - thick, y0 - thick, x0, y1 + thick),
        Block(x1, y0 - thick, x1 + thick, y1 + thick),
        Block(x0 - thick, y0 - thick, x1 + thick, y0),
        Block(x0 - thick, y1, x1 + thick, y1 + thick),
    ]


def brief_of(**changes: object) -> Brief:
    """A LoCoBot with turns of 30 degrees."""
    values: dict[str, object] = {
        "task": "point_goal",
        "instruction": None,
        "language": "en-US",
        "category": None,
        "actions": ("stop", "forward", "turn_left", "turn_right", "look_up", "look_down"),
        "sensors": (),
        "forward_m": 0.25,
        "turn_rad": math.radians(30.0),
        "maximum_steps": 300,
        "success_distance_m": 0.2,
        "body_radius_m": 0.175,
        "body_height_m": 0.9,
        "camera_height_m": 0.87,
        "camera_pitch_rad": 0.0,
        "camera_hfov_rad": math.radians(79.0),
        "furthest_depth_m": 10.0,
        "categories": CATEGORIES,
    }
    return Brief(**{**values, **changes})


@dataclass
class PlainRoom:
    """The blocks, the robot's pose, and what it can be told."""

    blocks: list[Block]
    brief: Brief = field(default_factory=brief_of)
    goal: tuple[float, float] = (2.0, 0.0)
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    pitch: float = 0.0
    step_number: int = 0
    bumps: int = 0
    dead: tuple[str, ...] = ()  # actions whose motors do nothing

    def free(self, x: float, y: float) -> bool:
        return all(
            math.hypot(max(b.x0 - x, 0, x - b.x1), max(b.y0 - y, 0, y - b.y1)) >= self.brief.body_radius_m
            for b in self.blocks
        )

    def step(self, action: str) -> None:
        self.step_number += 1
        if action in self.dead:
            return
        turn = self.brief.turn_rad
        self.heading += {"turn_left": turn, "turn_right": -turn}.get(action, 0.0)
        self.pitch += {"look_up": math.radians(30), "look_down": -math.radians(30)}.get(action, 0.0)
        if action == "forward":
            for _ in range(5):
                way = self.brief.forward_m / 5
                x, y = self.x + way * math.cos(self.heading), self.y + way * math.sin(self.heading)
                if not self.free(x, y):
                    self.bumps += 1
                    return
                self.x, self.y = x, y

    def observe(self, **changed: np.ndarray) -> Observation:
        depth, labels = self.picture()
        gx, gy = self.goal[0] - self.x, self.goal[1] - self.y
        bearing = math.remainder(math.atan2(gy, gx) - self.heading, math.tau)
        readings = {
            "depth": depth,
            "semantic": labels,
            "gps": np.array([self.x, -self.y], np.float32),
            "compass": np.array([math.remainder(self.heading, math.tau)], np.float32),
            "point_goal": np.array([math.hypot(gx, gy), bearing], np.float32),
            **changed,
        }
        return Observation(self.step_number, readings, self.brief.instruction)

    def picture(self, width: int = WIDTH_PX, height: int = HEIGHT_PX) -> tuple[np.ndarray, np.ndarray]:
        """Depth along the optical axis and category ids, by a ray through the middle of each pixel."""
        focal = width / 2 / math.tan(self.brief.camera_hfov_rad / 2)
        right = (np.arange(width) + 0.5 - width / 2) / focal
        up = (height / 2 - np.arange(height) - 0.5) / focal
        right, up = np.meshgrid(right, up)
        pitch = self.brief.camera_pitch_rad + self.pitch
        ahead = math.cos(pitch) - up * math.sin(pitch)
        rise = math.sin(pitch) + up * math.cos(pitch)
        sin, cos = math.sin(self.heading), math.cos(self.heading)
        rays = np.stack([cos * ahead + sin * right, sin * ahead - cos * right, rise], axis=-1)
        eye = np.array([self.x, self.y, self.brief.camera_height_m])
        best, labels = np.full((height, width), np.inf), np.zeros((height, width), np.int32)
        with np.errstate(divide="ignore", invalid="ignore"):
            floor = np.where(rays[..., 2] < 0, -eye[2] / rays[..., 2], np.inf)
            self._nearer(best, labels, floor, "floor")
            for b in self.blocks:
                low = (np.array([b.x0, b.y0, 0.0]) - eye) / rays
                high = (np.array([b.x1, b.y1, b.top_m]) - eye) / rays
                enter = np.nanmax(np.minimum(low, high), axis=-1)
                leave = np.nanmin(np.maximum(low, high), axis=-1)
                self._nearer(best, labels, np.where((enter < leave) & (enter > 0), enter, np.inf), b.category)
        depth = np.where(best <= self.brief.furthest_depth_m, best, 0.0).astype(np.float32)
        return depth, labels

    @staticmethod
    def _nearer(best: np.ndarray, labels: np.ndarray, way: np.ndarray, category: str) -> None:
        nearer = way < best
        best[nearer] = way[nearer]
        labels[nearer] = CATEGORIES.index(category) + 1


def run(agent, room: PlainRoom, seed: int = 0) -> list[str]:
    """The actions of an agent in a room until it stops or its steps are over."""
    agent.start(room.brief, seed)
    actions: list[str] = []
    while len(actions) < room.brief.maximum_steps:
        name = agent.act(room.observe()).name
        actions.append(name)
        if name == "stop":
            break
        room.step(name)
    return actions


def distance_to_goal(room: PlainRoom) -> float:
    return math.hypot(room.goal[0] - room.x, room.goal[1] - room.y)
