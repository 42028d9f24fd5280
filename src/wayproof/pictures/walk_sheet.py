"""A short walk for people to look at: what a body sees on the way, and the way itself from above.

The walk is that of an expert who knows the map: of some PointNav episodes of a pleasant length the one on
which there is most to see. The numbers on the map are those of the pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from wayproof.errors import InvalidInput
from wayproof.pictures.route_map import SceneMap, Walk, draw_walk
from wayproof.pictures.scene_sheets import save_picture
from wayproof.pictures.views import from_above
from wayproof.rendering.camera import Camera
from wayproof.rendering.renderer import render
from wayproof.scenes.plan.drawing import plan_bounds
from wayproof.scenes.scene import Scene, things
from wayproof.seeding import generator_for
from wayproof.sensors.rig import view_of
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks.judging.places import goal_of
from wayproof.tasks.point_goal import HABITAT, expert_actions, field_to_goal, sample_episode
from wayproof.vocabulary import Action, Episode

Pixels = NDArray[np.uint8]

BODY = "locobot"
FRAMES = 6
ACROSS = 3
FRAME_PX = (480, 360)
GUTTER_PX = 8
PAPER = (250, 249, 246)
INK = (34, 32, 30)
LENGTH_M = 7.0  # about as long as the walk should be
DRAWS, CANDIDATES = 40, 12
SMOOTHING = 3  # pictures are drawn at so many times their size, then averaged
SCOUT_PX, SCOUT_LEAST_PX = (80, 60), 12
NEAR_M, NEAR_COST = 0.7, 20.0


def show_walk(scene: Scene, folder: Path) -> Iterator[Path]:
    """Write the strip and the map and yield their paths; a scene without room for a walk gives none."""
    world = World(scene, body_under(HABITAT, load_body(BODY)))
    try:
        walks = [_scouted(world, episode) for episode in candidates(world)]
    except InvalidInput:
        return
    best = max(walks, key=lambda walk: walk.interest)
    yield save_picture(strip(world, [best.states[k] for k in best.stops]), folder / "walk.png")
    yield save_picture(walk_from_above(world, best), folder / "walk_map.png")


@dataclass(frozen=True)
class ScoutedWalk:
    """An expert's walk, the states worth a picture, and how much these show."""

    episode: Episode
    states: list[State]
    stops: list[int]
    interest: float


def candidates(world: World) -> list[Episode]:
    """Of the first episodes of the scene, those whose length is nearest to a pleasant walk."""
    scene = world.scene.name
    draws = [
        sample_episode(world.paths, scene, HABITAT, seed=0, index=index).episode for index in range(DRAWS)
    ]
    return sorted(draws, key=lambda episode: abs((episode.shortest_length_m or 0.0) - LENGTH_M))[:CANDIDATES]


def expert_walk(world: World, episode: Episode) -> list[State]:
    """All states from start to goal of a body that knows the way and whose motors are exact."""
    simulator = world.simulator()
    states = [simulator.start(episode.start)]
    rng = generator_for(episode.seed, episode.scene, episode.id, "actuation")
    for name in expert_actions(field_to_goal(world.paths, episode), episode.start, HABITAT):
        states.append(simulator.step(states[-1], Action(name), rng))
    return states


def interest_of(world: World, states: Sequence[State]) -> list[float]:
    """How much there is to see in each state: things in view, less what is right before the camera."""
    mount = world.body.cameras[0]
    things_seen = [instance.id for instance in things(world.scene)]
    views = [view_of(world.body, state, mount) for state in states]
    scores = []
    for frame in render(world.prepared, views, Camera(*SCOUT_PX, mount.hfov_rad), want=("instance", "depth")):
        assert frame.instance is not None and frame.depth_m is not None
        ids, pixels = np.unique(frame.instance, return_counts=True)
        seen = float((np.isin(ids, things_seen) & (pixels > SCOUT_LEAST_PX)).sum())
        scores.append(seen - NEAR_COST * float((frame.depth_m < NEAR_M).mean()))
    return scores


def _scouted(world: World, episode: Episode) -> ScoutedWalk:
    """The walk, and in each part of its length the state that shows most; it looks where it goes."""
    states = expert_walk(world, episode)
    moved = [k for k in range(1, len(states)) if states[k].travelled_m > states[k - 1].travelled_m] or [0]
    interest = dict(zip(moved, interest_of(world, [states[k] for k in moved]), strict=True))
    parts = [part.tolist() for part in np.array_split(np.array(moved), FRAMES) if len(part)]
    stops = [max(part, key=lambda k: interest[k]) for part in parts]
    return ScoutedWalk(episode, states, stops, sum(interest[k] for k in stops))


def strip(world: World, states: Sequence[State], *, across: int = ACROSS) -> Pixels:
    """What the body's first camera sees in each state, numbered, in rows."""
    width, height = FRAME_PX
    frames = first_person(world, states, width, height)
    rows = -(-len(frames) // across)
    size = (across * (width + GUTTER_PX) - GUTTER_PX, rows * (height + GUTTER_PX) - GUTTER_PX)
    sheet = Image.new("RGB", size, PAPER)
    for number, frame in enumerate(frames):
        picture = Image.fromarray(frame)
        _number(picture, number + 1)
        at = (number % across * (width + GUTTER_PX), number // across * (height + GUTTER_PX))
        sheet.paste(picture, at)
    return np.asarray(sheet)


def first_person(world: World, states: Sequence[State], width_px: int, height_px: int) -> list[Pixels]:
    """Smooth pictures through the body's first camera."""
    mount = world.body.cameras[0]
    camera = Camera(SMOOTHING * width_px, SMOOTHING * height_px, mount.hfov_rad)
    views = [view_of(world.body, state, mount) for state in states]
    pictures = []
    for frame in render(world.prepared, views, camera, want=("rgb",)):
        assert frame.rgb is not None
        small = Image.fromarray(frame.rgb).resize((width_px, height_px), Image.Resampling.BOX)
        pictures.append(np.asarray(small))
    return pictures


def walk_from_above(world: World, scouted: ScoutedWalk) -> Pixels:
    """The scene from above with the walk, its numbered stops, the shortest way and the goal."""
    scene, goal, states = world.scene, goal_of(scouted.episode), scouted.states
    walk = Walk(
        trail_m=[(state.pose.x_m, state.pose.z_m) for state in states],
        goal_m=(goal[0], goal[2]),
        shortest_m=[(x, z) for x, _, z in scouted.episode.reference_path_m],
        stops_m=[(states[k].pose.x_m, states[k].pose.z_m) for k in scouted.stops],
    )
    return draw_walk(SceneMap(from_above(scene, width_px=1200), plan_bounds(scene)), walk)


def _number(picture: Image.Image, number: int) -> None:
    """A number in a light disc in the upper left corner, as on the map."""
    radius, centre = 17, 28
    disc = Image.new("L", (8 * radius, 8 * radius), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, 8 * radius - 1, 8 * radius - 1), 255)
    mask = disc.resize((2 * radius, 2 * radius), Image.Resampling.BOX)
    picture.paste((255, 255, 255), (centre - radius, centre - radius), mask)
    pen = ImageDraw.Draw(picture)
    pen.text((centre, centre), str(number), INK, ImageFont.load_default(size=22), anchor="mm", stroke_width=1)
