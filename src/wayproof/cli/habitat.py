"""Our houses for Habitat-Sim: glTF files and episodes in its formats, so that the same test runs there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.formats.habitat_export import export_habitat, stage_file
from wayproof.formats.object_goal_fields import HabitatObject
from wayproof.scenes.glb import export_glb
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import house_name, world_named
from wayproof.tasks import TASKS
from wayproof.tasks.judging.places import point_from
from wayproof.tasks.visibility.view_points import sights_of
from wayproof.vocabulary import Episode

# Tasks that Habitat has, each under the protocol that comes from there.
TASK_PROTOCOLS = (("point_goal", "habitat"), ("object_goal", "habitat"), ("instruction_following", "r2r"))


def write_for_habitat(folder: Path, seeds: Sequence[int], split: str, episodes: int) -> list[str]:
    """Write houses and so many episodes of each task per house; what was written and what had no room."""
    told: list[str] = []
    drawn: list[Episode] = []
    objects: dict[str, list[HabitatObject]] = {}
    for seed in seeds:
        name = house_name(split, seed)
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
        export_glb(world.scene, file)
        told.append(f"wrote {file}")
    told += [f"wrote {dataset}" for dataset in export_habitat(drawn, folder, split=split, objects=objects)]
    return told


def _objects(world: World, episodes: Sequence[Episode]) -> list[HabitatObject]:
    """The things that the episodes ask for, with the places to see them from."""
    wanted = {number for episode in episodes for goal in episode.goals for number in goal.instances}
    return [
        HabitatObject(
            thing.id,
            thing.category,
            (
                (thing.low_m[0] + thing.high_m[0]) / 2,
                (thing.low_m[1] + thing.high_m[1]) / 2,
                (thing.low_m[2] + thing.high_m[2]) / 2,
            ),
            f"{thing.category}_{thing.id}",
            thing.room,
            # All of them: Habitat asks for less than 0.1 m to the nearest, and they are 0.1 m apart.
            tuple(point_from(place) for place in sights_of(world).places(thing.id)),
        )
        for thing in world.scene.instances
        if thing.id in wanted
    ]
