"""A world: one scene made ready for one body, so that it can be walked, measured and looked at.

Everything is worked out on first use and kept: an agent without eyes never pays for a renderer, one without a
lidar never for a ray tree. A world does not change, so several episodes and environments may share it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import RayTree, build_ray_tree
from wayproof.navigation.free_space import FreeSpace, free_space
from wayproof.navigation.paths import Paths, prepare_paths
from wayproof.rendering.prepared_scene import PreparedScene, prepare
from wayproof.scenes.digest import content_hash
from wayproof.scenes.furniture import home_categories
from wayproof.scenes.light.lightings import light_at_vertices, lighting_named
from wayproof.scenes.scene import STRUCTURE, Scene
from wayproof.simulator.actuation import Actuation, exact
from wayproof.simulator.body import Body, check_body
from wayproof.simulator.floor_material import floor_material
from wayproof.simulator.people.person_mesh import CATEGORY, LitSurroundings, lit_surroundings
from wayproof.simulator.people.way_points import people_space
from wayproof.simulator.simulator import Simulator
from wayproof.vocabulary import Point


@dataclass(frozen=True, eq=False)
class World:
    """A scene, the body that is to move in it, and the light: "day", "evening" or "lights_off"."""

    scene: Scene
    body: Body
    lighting: str = "day"

    def __post_init__(self) -> None:
        check_body(self.body, f"body {self.body.name!r}")
        lighting_named(self.lighting)

    @cached_property
    def free(self) -> FreeSpace:
        """Where the body fits."""
        body = self.body
        return free_space(
            self.scene,
            radius_m=body.radius_m,
            height_m=body.height_m,
            step_height_m=body.step_height_m,
        )

    @cached_property
    def paths(self) -> Paths:
        """How far it is from anywhere to anywhere."""
        return prepare_paths(self.free)

    @cached_property
    def scene_hash(self) -> str:
        """What the scene is, whatever its name."""
        return content_hash(self.scene)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """Names of the category ids 1, 2, ..., see `category_names`."""
        return category_names(self.scene)

    @cached_property
    def light(self) -> NDArray[np.float32]:
        """Light (v, 3) at the scene's vertices."""
        return light_at_vertices(self.scene, lighting=self.lighting)

    @cached_property
    def prepared(self) -> PreparedScene:
        """What the renderer draws."""
        return prepare(self.scene, light=self.light, categories=self.categories)

    @cached_property
    def ray_tree(self) -> RayTree:
        """What single rays meet."""
        return build_ray_tree(self.scene.vertices_m, self.scene.faces)

    @cached_property
    def people_paths(self) -> Paths:
        """Where people can walk."""
        return people_space(self.scene)

    @cached_property
    def surroundings(self) -> LitSurroundings:
        """The light that falls on people."""
        return lit_surroundings(self.scene, self.light)

    def in_light(self, lighting: str | None) -> World:
        """The same world in another light, for eyes; None: in its own. Who walks and measures needs none."""
        return self if lighting in (None, self.lighting) else _relit(self, lighting or "")

    def floor_material(self, point_m: Point) -> str | None:
        """What the floor under a point is made of, see floor_material.py."""
        return floor_material(self.scene, self.ray_tree, point_m)

    def simulator(self, *, sliding: bool = False, actuation: Actuation = exact) -> Simulator:
        """The body in its free space, under a protocol."""
        return Simulator(self.free, self.body, sliding=sliding, actuation=actuation)


@lru_cache(maxsize=2)
def _relit(world: World, lighting: str) -> World:
    return replace(world, lighting=lighting)


def category_names(scene: Scene) -> tuple[str, ...]:
    """Categories in the order of their ids, which count from 1 and are the same in every scene.

    First the building, the kinds of furniture and "person", in alphabetical order; then what only this scene
    has.
    """
    known = known_categories()
    return (*known, *sorted({instance.category for instance in scene.instances} - set(known)))


def known_categories() -> tuple[str, ...]:
    """The building, the furniture of homes and people: the categories whose ids are the same everywhere."""
    return tuple(sorted({*STRUCTURE, *home_categories(), CATEGORY}))
