"""What every kind of furniture of homes promises, tried on every shape; fittings: tests/scenes/workplaces."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.scenes.finishes import COLOURS, FAMILIES, PATTERN_WORDS
from wayproof.scenes.furniture import FURNITURE, HOME, Furniture, Model, Variation
from wayproof.scenes.textures import TEXTURES
from wayproof.seeding import generator_for

SEEDS = (0, 1, 2)
MOST_TRIANGLES = 1200
STANDS = ("floor", "surface", "wall", "ceiling")

# The targets of RobustNav, of HM3D's ObjectNav and of LangNav, by name or synonym.
ROBUSTNAV = (
    "alarm_clock apple baseball_bat basketball bowl garbage_can house_plant laptop mug spray_bottle "
    "television vase"
).split()
HM3D = ("chair", "bed", "plant", "toilet", "tv", "sofa")
LANGNAV = (
    "potted plant|table_lamp|floor_lamp|candle|easy_chair|desk|bar_stool|cellular_telephone|notebook|clock|"
    "makeup_mirror|bath_mat|shoe_rack|cabinet|night_stand|console_table|couch"
).split("|")

AT_HOME = [kind for kind in FURNITURE if kind.place == HOME]
each_kind = pytest.mark.parametrize("kind", AT_HOME, ids=[kind.name for kind in AT_HOME])


def models(kind: Furniture) -> list[tuple[str, Model]]:
    shapes = (*kind.shapes, *kind.held_out_shapes)
    return [
        (f"{shape}/{seed}", kind.build(shape, Variation(generator_for(seed, kind.name, shape))))
        for shape in shapes
        for seed in SEEDS
    ]


def vertices(model: Model) -> np.ndarray:
    return np.concatenate([part.solid.vertices_m for part in model.parts])


def test_there_are_at_least_seventy_categories_with_several_shapes() -> None:
    assert len(AT_HOME) >= 70
    assert all(len(kind.shapes) + len(kind.held_out_shapes) >= 2 for kind in AT_HOME)
    assert sum(bool(kind.held_out_shapes) for kind in AT_HOME) >= len(AT_HOME) / 2


@pytest.mark.parametrize("name", [*ROBUSTNAV, *HM3D, *LANGNAV])
def test_the_targets_of_the_benchmarks_exist_by_name_or_synonym(name: str) -> None:
    assert any(name == kind.name for kind in AT_HOME) or any(name in kind.synonyms for kind in AT_HOME)


@each_kind
def test_it_says_what_it_is_and_where_it_stands(kind: Furniture) -> None:
    assert kind.summary.endswith(".")
    assert kind.stands in STANDS
    assert kind.group
    assert len({*kind.shapes, *kind.held_out_shapes}) == len(kind.shapes) + len(kind.held_out_shapes)


@each_kind
def test_it_stands_centred_on_its_origin(kind: Furniture) -> None:
    for name, model in models(kind):
        points = vertices(model)
        low, high = points.min(axis=0), points.max(axis=0)
        middle = (low + high) / 2
        assert abs(middle[0]) < 0.011, name
        if kind.stands == "wall":
            assert low[2] > -1e-6, name
        else:
            assert abs(middle[2]) < 0.011, name
        if kind.stands == "ceiling":
            assert abs(high[1]) < 1e-6, name
        else:
            assert abs(low[1]) < 1e-6, name


@each_kind
def test_its_triangles_face_outwards_and_are_few(kind: Furniture) -> None:
    for name, model in models(kind):
        assert sum(len(part.solid.faces) for part in model.parts) <= MOST_TRIANGLES, name
        for part in model.parts:
            solid = part.solid
            a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
            normal = np.cross(b - a, c - a)
            agrees = (normal * solid.normals[solid.faces].mean(axis=1)).sum(axis=1)
            assert (agrees[np.linalg.norm(normal, axis=1) > 1e-10] > 0).all(), name
            assert np.allclose(np.linalg.norm(solid.normals, axis=1), 1.0, atol=1e-6), name
            assert np.isfinite(solid.uv_m).all(), name


@each_kind
def test_its_boxes_hold_its_matter_and_nothing_far_from_it(kind: Furniture) -> None:
    for name, model in models(kind):
        points = vertices(model)
        boxes = np.concatenate([part.solid.boxes_m for part in model.parts])
        assert (boxes[:, 0] <= boxes[:, 1]).all(), name
        if len(boxes):
            assert (boxes[:, 0].min(axis=0) >= points.min(axis=0) - 0.02).all(), name
            assert (boxes[:, 1].max(axis=0) <= points.max(axis=0) + 0.02).all(), name


@each_kind
def test_its_attributes_are_words_of_the_vocabulary(kind: Furniture) -> None:
    for name, model in models(kind):
        attributes = model.attributes
        assert attributes.colour in COLOURS, name
        assert attributes.material in FAMILIES, name
        assert attributes.pattern in {"plain", *PATTERN_WORDS.values()}, name
        assert attributes.size in (None, "small", "medium", "large"), name
        assert attributes.state in (None, "open", "closed", "on", "off", "lit", "unlit"), name
        assert all(count >= 0 for count in attributes.number.values()), name
        if model.glow:
            assert attributes.state in ("on", "off", "lit", "unlit", "open", "closed"), name
            assert any(part.glows for part in model.parts) or attributes.state in (
                "off",
                "unlit",
                "closed",
            ), name


@each_kind
def test_its_finishes_have_textures(kind: Furniture) -> None:
    for name, model in models(kind):
        assert all(part.finish.pattern in TEXTURES for part in model.parts), name


@each_kind
def test_its_surfaces_lie_on_its_geometry(kind: Furniture) -> None:
    for name, model in models(kind):
        corners = np.concatenate([part.solid.vertices_m[part.solid.faces] for part in model.parts])
        level = np.ptp(corners[:, :, 1], axis=1) < 0.004
        for surface in model.surfaces:
            x, y, z = surface.centre_m
            assert surface.width_m > 0 and surface.depth_m > 0 and surface.clearance_m > 0, name
            assert surface.relation in ("on", "in"), name
            at_height = corners[level & (np.abs(corners[:, :, 1].mean(axis=1) - y) < 0.006)]
            assert _covered(at_height, x, z) or not level.any(), f"{name}: nothing carries {surface}"


@each_kind
def test_the_same_seed_builds_the_same_model(kind: Furniture) -> None:
    first, second = models(kind), models(kind)
    for (name, one), (_, other) in zip(first, second, strict=True):
        assert one.attributes == other.attributes, name
        assert np.array_equal(vertices(one), vertices(other)), name
        assert [part.finish for part in one.parts] == [part.finish for part in other.parts], name


@each_kind
def test_a_large_one_is_larger_than_a_small_one(kind: Furniture) -> None:
    """The size attribute speaks of real size, where one is given."""
    extents: dict[str, list[float]] = {"small": [], "large": []}
    for seed in range(24):
        model = kind.build(kind.shapes[0], Variation(generator_for(seed, "size", kind.name)))
        if model.attributes.size in extents:
            extents[model.attributes.size].append(float(np.linalg.norm(np.ptp(vertices(model), axis=0))))
    if extents["small"] and extents["large"]:
        assert np.mean(extents["large"]) > np.mean(extents["small"])


def _covered(triangles: np.ndarray, x: float, z: float) -> bool:
    """Whether a plan point lies within 3 cm of the box around any triangle (n, 3, 3) seen from above."""
    if not len(triangles):
        return False
    plan = triangles[:, :, [0, 2]]
    low, high = plan.min(axis=1) - 0.03, plan.max(axis=1) + 0.03
    return bool(((low <= (x, z)) & ((x, z) <= high)).all(axis=1).any())
