"""One house becomes pictures with labels: what each pixel shows, and what can be said of each thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.learning.people_in_images import people_before, people_of
from wayproof.learning.viewpoints import AS_DRIVEN, AS_TRAINED, Mixture, Viewpoint, draw_viewpoints
from wayproof.navigation.free_points import sample_points
from wayproof.perception.phrases import ATTRIBUTES, attribute_values
from wayproof.rendering.camera import Camera
from wayproof.rendering.renderer import Frame, Renderer
from wayproof.scenes.by_name import HOUSES, generated_name, scene_named
from wayproof.scenes.light.bake import bake
from wayproof.scenes.scene import Scene
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.people.person_mesh import CATEGORY
from wayproof.simulator.world import World

WIDTH_PX, HEIGHT_PX = 224, 168
DEPTH_STRIDE = 4
PEOPLE_SHARE = 0.3  # of pictures with people in them
_PLACES = 60  # where people may stand

Worlds = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Plan:
    """What pictures to take of a house; `stride` thins out the stored labels.

    worlds: which share of the houses is of which world, as ("houses-v1@packs", 0.2); they add up to one.
    """

    split: str = "train"
    seed: int = 0
    pictures: int = 80
    mixture: Mixture = AS_TRAINED
    people_share: float = PEOPLE_SHARE
    stride: int = 2
    worlds: Worlds = ((HOUSES, 1.0),)

    def world_of(self, house: int) -> str:
        """The world that a house is of, drawn from seed and number: any part of the houses is mixed."""
        at = float(generator_for(self.seed, "world of", self.split, house).random())
        for world, share in self.worlds:
            at -= share
            if at < 0.0:
                return world
        return self.worlds[-1][0]


@dataclass(frozen=True)
class Looks:
    """Pictures of one house with their labels.

    rgb (n, h, w, 3) uint8; instance (n, h / stride, w / stride) uint16, 0 for nothing; depth_m (n, h / 4,
    w / 4) float16, 0 for nothing; hfov_rad (n,) horizontal field of view. Tables by instance id:
    category (k,) int16 (0 for none of ours), values (k, 5) int8 as `words.attribute_values`. Sightings are
    instances in pictures: seen (s, 2) picture and instance, box_px (s, 4) left top right bottom with the last
    two just outside, pixels (s,) and distance_m (s,) along the optical axis, the median of its pixels.
    """

    rgb: NDArray[np.uint8]
    instance: NDArray[np.uint16]
    depth_m: NDArray[np.float16]
    hfov_rad: NDArray[np.float32]
    category: NDArray[np.int16]
    values: NDArray[np.int8]
    seen: NDArray[np.int32]
    box_px: NDArray[np.int16]
    pixels: NDArray[np.int32]
    distance_m: NDArray[np.float32]


def validation_plan(split: str, pictures: int, world: str = HOUSES) -> Plan:
    """Pictures to measure with: as driven, every pixel labelled."""
    return Plan(split=split, pictures=pictures, mixture=AS_DRIVEN, stride=1, worlds=((world, 1.0),))


def look_round(house: int, plan: Plan, categories: Sequence[str]) -> Looks:
    """Pictures of the house with this seed; `categories` gives the ids from 1 on."""
    name = generated_name(plan.world_of(house), plan.split, house)
    rng = generator_for(plan.seed, "looking", plan.split, house)
    return looks_of(scene_named(name, light=False), plan, rng, categories)


def looks_of(scene: Scene, plan: Plan, rng: np.random.Generator, categories: Sequence[str]) -> Looks:
    """Pictures of a scene, lit by its lamps and windows unless its colours hold their light."""
    # Baked but not kept: a thousand houses that nobody visits again would fill the user's cache.
    bright = scene if scene.colours is not None else scene.with_light(bake(scene))
    world = World(bright, load_body("locobot"))
    viewpoints = draw_viewpoints(world.scene, world.free, rng, plan.pictures, plan.mixture)
    frames = _frames(world, viewpoints, rng, plan)
    sightings = [_sightings(number, frame) for number, frame in enumerate(frames)]
    category, values = _tables(world, categories)
    return Looks(
        rgb=np.stack([frame.rgb for frame in frames if frame.rgb is not None]),
        instance=np.stack([_thinned(frame.instance, plan.stride) for frame in frames]).astype(np.uint16),
        depth_m=np.stack([_thinned(frame.depth_m, DEPTH_STRIDE) for frame in frames]).astype(np.float16),
        hfov_rad=np.array([viewpoint.hfov_rad for viewpoint in viewpoints], np.float32),
        category=category,
        values=values,
        seen=np.concatenate([found[0] for found in sightings]),
        box_px=np.concatenate([found[1] for found in sightings]),
        pixels=np.concatenate([found[2] for found in sightings]),
        distance_m=np.concatenate([found[3] for found in sightings]),
    )


def _frames(
    world: World, viewpoints: Sequence[Viewpoint], rng: np.random.Generator, plan: Plan
) -> list[Frame]:
    people = people_of(world, rng) if plan.people_share > 0 else ()
    renderer = Renderer(world.prepared)
    frames = []
    for viewpoint in viewpoints:
        peopled = bool(people) and rng.random() < plan.people_share
        places = sample_points(world.free, rng, _PLACES) if peopled else np.zeros((0, 3))
        moving = people_before(world, people, viewpoint, places, rng) if peopled else []
        camera = Camera(WIDTH_PX, HEIGHT_PX, viewpoint.hfov_rad)
        wanted = ("rgb", "depth", "instance")
        frames += renderer.render([viewpoint.view], camera, want=wanted, moving=moving)
    return frames


def _thinned(layer: NDArray[Any] | None, stride: int) -> NDArray[Any]:
    """Every so many pixels, from the middle of each cell or just before it."""
    assert layer is not None
    first = (stride - 1) // 2
    return layer[first::stride, first::stride]


def _tables(world: World, categories: Sequence[str]) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Category and attribute values by instance id; people follow on the scene's instances."""
    number = {name: position + 1 for position, name in enumerate(categories)}
    last = max(instance.id for instance in world.scene.instances)
    category = np.full(last + 20, number[CATEGORY], np.int16)
    values = np.full((last + 20, len(ATTRIBUTES)), -1, np.int8)
    category[: last + 1] = 0
    for instance in world.scene.instances:
        category[instance.id] = number.get(instance.category, 0)
        values[instance.id] = attribute_values(instance.attributes)
    return category, values


def _sightings(
    picture: int, frame: Frame
) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int32], NDArray[np.float32]]:
    """Which instances a picture shows, their boxes, how many pixels and how far away."""
    assert frame.instance is not None and frame.depth_m is not None
    flat = frame.instance.ravel()
    order = np.argsort(flat, kind="stable")
    ids, first, count = np.unique(flat[order], return_index=True, return_counts=True)
    rows, columns = order // frame.instance.shape[1], order % frame.instance.shape[1]
    depth = frame.depth_m.ravel()[order]
    box = np.stack(
        [
            np.minimum.reduceat(columns, first),
            np.minimum.reduceat(rows, first),
            np.maximum.reduceat(columns, first) + 1,
            np.maximum.reduceat(rows, first) + 1,
        ],
        axis=1,
    )
    median = [float(np.median(part)) for part in np.split(depth, first[1:])]
    keep = ids > 0
    seen = np.stack([np.full(len(ids), picture), ids], axis=1)[keep].astype(np.int32)
    return (
        seen,
        box[keep].astype(np.int16),
        count[keep].astype(np.int32),
        np.array(median, np.float32)[keep],
    )
