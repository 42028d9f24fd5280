"""People in a room, seen from a robot's eye height, to judge whether they are recognisable."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.navigation.free_points import snap
from wayproof.navigation.free_space import FreeSpace
from wayproof.pictures.views import corner_eyes
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import Room, Scene
from wayproof.simulator.people.figure import figure_for
from wayproof.simulator.people.person_mesh import light_around, lit_surroundings, person_batch, prepare_person
from wayproof.simulator.people.persons import PersonState
from wayproof.simulator.people.way_points import people_space

Point = tuple[float, float, float]

EYE_HEIGHT_M = 0.9
HFOV_RAD = np.radians(75.0)
REACH_M = 1.5  # how far from the wished place a person may end up
PLACES = ((1.7, -0.35), (2.6, 0.45), (3.6, -0.1))  # metres ahead, and to the right as a share of that


def people_in_room(
    scene: Scene, room: Room, *, first_figure: int = 0, width_px: int = 480, height_px: int = 360
) -> NDArray[np.uint8]:
    """Three people crossing a room, as a robot of 0.9 m would see them."""
    light = light_at_vertices(scene)
    renderer = Renderer(prepare(scene, light=light))
    eye, heading = most_open_corner(renderer, room)
    surroundings = lit_surroundings(scene, light)
    batches = []
    for number, state in enumerate(_crossing(people_space(scene).free, eye, heading)):
        drawn = prepare_person(figure_for(first_figure + number), instance=len(scene.instances) + 1 + number)
        batches.append(person_batch(drawn, state, light_around(surroundings, state.position_m)))
    camera = Camera(width_px, height_px, HFOV_RAD)
    frame = renderer.render([view_from(eye, heading)], camera, want=("rgb",), moving=batches)[0]
    assert frame.rgb is not None
    return frame.rgb


def most_open_corner(renderer: Renderer, room: Room) -> tuple[Point, float]:
    """The corner eye that sees farthest on average."""
    eyes = corner_eyes(room, EYE_HEIGHT_M)
    frames = renderer.render([view_from(*eye) for eye in eyes], Camera(64, 48, HFOV_RAD), want=("depth",))
    openness = [float(frame.depth_m.mean()) for frame in frames if frame.depth_m is not None]
    return eyes[int(np.argmax(openness))]


def _crossing(free: FreeSpace, eye: Point, heading_rad: float) -> list[PersonState]:
    """People in free space before the eye, walking across the view."""
    ahead = np.array([-np.sin(heading_rad), 0.0, -np.cos(heading_rad)])
    right = np.array([np.cos(heading_rad), 0.0, -np.sin(heading_rad)])
    states = []
    for number, (distance, aside) in enumerate(PLACES):
        wished = np.array([eye[0], 0.0, eye[2]]) + distance * (ahead + aside * right)
        place = snap(free, wished, REACH_M)
        if place is not None:
            x, y, z = (float(value) for value in place)
            turn = heading_rad + (1.3, -1.0, 2.8)[number % 3]
            states.append(PersonState((x, y, z), turn, 1.0, 0.15 + 0.3 * number, idle=False))
    return states
