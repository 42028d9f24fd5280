"""Our scenes for Habitat-Sim: stages and episodes in its formats, so that the same test runs there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.formats.coordinate_frames import heading_towards
from wayproof.formats.habitat_export import CONFIG, export_habitat, stage_file
from wayproof.formats.habitat_stage import write_stage
from wayproof.formats.object_goal_fields import HabitatObject
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.by_name import scene_named
from wayproof.scenes.scene import Instance
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.judging.places import point_from
from wayproof.tasks.visibility.view_points import sights_of
from wayproof.vocabulary import Episode, Point

COVERAGE_PX = 160  # wide: a ten-thousandth of the view is told from nothing
# Tasks that Habitat has, each under the protocol that comes from there.
TASK_PROTOCOLS = (("point_goal", "habitat"), ("object_goal", "habitat"), ("instruction_following", "r2r"))


def write_for_habitat(folder: Path, scenes: Sequence[str], split: str, episodes: int) -> list[str]:
    """Write scenes and so many episodes of each task in each; what was written and what had no room."""
    if (folder / CONFIG).exists():
        raise InvalidInput(
            f"{folder} holds an export already, whose category numbers and indices a second one would break; "
            "export all scenes at once (--seed 0 --count 10, or --name several times), or into another folder"
        )
    told: list[str] = []
    drawn: list[Episode] = []
    objects: dict[str, list[HabitatObject]] = {}
    for name in scenes:
        for task, protocol_name in TASK_PROTOCOLS:
            protocol = TASKS[task].protocol(protocol_name)
            world = world_named(name, body_under(protocol, load_body(protocol.body)), lit=False)
            try:
                found = [TASKS[task].draw(world, protocol, 0, index).episode for index in range(episodes)]
            except InvalidInput as error:
                told.append(f"{name}: no {task}: {error}")
                continue
            drawn += found
            if task == "object_goal":
                objects[name] = _objects(world, found)
        file = stage_file(folder, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        told += [f"wrote {path}" for path in write_stage(scene_named(name), file)]
    told += [f"wrote {dataset}" for dataset in export_habitat(drawn, folder, split=split, objects=objects)]
    return told


def _objects(world: World, episodes: Sequence[Episode]) -> list[HabitatObject]:
    """The things that the episodes ask for, with the places to see them from."""
    renderer = Renderer(prepare(world.scene))
    wanted = {number for episode in episodes for goal in episode.goals for number in goal.instances}
    return [
        HabitatObject(
            thing.id,
            thing.category,
            middle_of(thing),
            f"{thing.category}_{thing.id}",
            thing.room,
            places,
            coverage(world, renderer, thing, places),
        )
        for thing in world.scene.instances
        if thing.id in wanted
        # All of them: Habitat asks for less than 0.1 m to the nearest, and they are 0.1 m apart.
        for places in [tuple(point_from(place) for place in sights_of(world).places(thing.id))]
    ]


def middle_of(thing: Instance) -> Point:
    x, y, z = ((low + high) / 2 for low, high in zip(thing.low_m, thing.high_m, strict=True))
    return x, y, z


def coverage(world: World, renderer: Renderer, thing: Instance, places: Sequence[Point]) -> tuple[float, ...]:
    """The share of the level view that a thing fills from each place, the camera turned to its middle."""
    mount = world.body.cameras[0]
    camera = Camera(COVERAGE_PX, round(COVERAGE_PX * mount.height_px / mount.width_px), mount.hfov_rad)
    middle = middle_of(thing)
    views = [view_from((x, y + mount.height_m, z), heading_towards((x, y, z), middle)) for x, y, z in places]
    frames = renderer.render(views, camera, want=("instance",)) if views else []
    return tuple(round(float(np.mean(frame.instance == thing.id)), 4) for frame in frames)
