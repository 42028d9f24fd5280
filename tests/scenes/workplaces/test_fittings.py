"""What every fitting of workplaces promises, tried on every shape."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from wayproof.geometry.solids import Solid
from wayproof.scenes.finishes import COLOURS, FAMILIES, PATTERN_WORDS
from wayproof.scenes.furniture import FURNITURE, HOME, WORKPLACE, Furniture, Model, Variation
from wayproof.scenes.textures import TEXTURES
from wayproof.scenes.workplaces.fittings import workplace_furniture
from wayproof.scenes.workplaces.slivers import slivers
from wayproof.seeding import generator_for

SEEDS = (0, 1, 2)
MOST_TRIANGLES = 2400  # a double shelf full of goods

FITTINGS = [kind for kind in FURNITURE if kind.place == WORKPLACE]

each_fitting = pytest.mark.parametrize("kind", FITTINGS, ids=[kind.name for kind in FITTINGS])


@cache
def models(kind: Furniture) -> list[tuple[str, Model]]:
    return [
        (f"{shape}/{seed}", kind.build(shape, Variation(generator_for(seed, kind.summary, shape))))
        for shape in (*kind.shapes, *kind.held_out_shapes)
        for seed in SEEDS
    ]


def vertices(model: Model) -> np.ndarray:
    return np.concatenate([part.solid.vertices_m for part in model.parts])


def test_homes_know_no_fitting_and_workplaces_know_all_of_homes() -> None:
    assert len(FITTINGS) > 30
    assert {kind.place for kind in FURNITURE} == {HOME, WORKPLACE}
    assert FURNITURE["bench_desk"].place == WORKPLACE and FURNITURE["desk"].place == HOME
    assert workplace_furniture("bench_desk").category == "desk"
    assert workplace_furniture("office_chair").shapes == FURNITURE["office_chair"].shapes


def test_slivers_are_found_and_left_out() -> None:
    """Three points nearly on a line are a sliver; a point given twice and a slim wedge are not."""
    corners = np.array([[0.0, 0, 0], [0.2, 0, 0], [0.1, 0, 1e-6], [0.2, 0, 0], [0.1, 0, 1e-3], [0.0, 0, 1.0]])
    faces = np.array([[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 5, 1]])
    flat = Solid(corners, np.tile((0.0, 1.0, 0.0), (6, 1)), corners[:, :2], faces, np.empty((0, 2, 3)))
    assert slivers(flat).tolist() == [True, False, False, False]


def test_a_chair_of_a_workplace_is_that_of_a_home_without_its_sliver() -> None:
    found = 0
    for seed in range(40):
        home, work = (
            kind.build("bucket", Variation(generator_for(seed)))
            for kind in (FURNITURE["office_chair"], workplace_furniture("office_chair"))
        )
        for one, other in zip(home.parts, work.parts, strict=True):
            found += len(one.solid.faces) - len(other.solid.faces)
            assert np.array_equal(one.solid.vertices_m, other.solid.vertices_m)
            assert not slivers(other.solid).any()
    assert found > 0


@each_fitting
def test_it_says_what_it_is(kind: Furniture) -> None:
    assert kind.summary.endswith(".")
    assert kind.stands in ("floor", "surface", "wall", "ceiling")
    assert kind.held_out_shapes and not set(kind.shapes) & set(kind.held_out_shapes)


@each_fitting
def test_a_fitting_stands_centred_on_its_origin(kind: Furniture) -> None:
    for name, model in models(kind):
        low, high = vertices(model).min(axis=0), vertices(model).max(axis=0)
        middle = (low + high) / 2
        assert abs(middle[0]) < 0.011, name
        assert low[2] > -1e-6 if kind.stands == "wall" else abs(middle[2]) < 0.011, name
        assert abs(high[1] if kind.stands == "ceiling" else low[1]) < 1e-6, name


@each_fitting
def test_the_triangles_of_a_fitting_face_outwards_and_are_few(kind: Furniture) -> None:
    for name, model in models(kind):
        assert sum(len(part.solid.faces) for part in model.parts) <= MOST_TRIANGLES, name
        for part in model.parts:
            solid = part.solid
            a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
            normal = np.cross(b - a, c - a)
            agrees = (normal * solid.normals[solid.faces].mean(axis=1)).sum(axis=1)
            assert (agrees[np.linalg.norm(normal, axis=1) > 1e-10] > 0).all(), name
            assert np.allclose(np.linalg.norm(solid.normals, axis=1), 1.0, atol=1e-6), name
            assert part.finish.pattern in TEXTURES, name


@each_fitting
def test_the_boxes_of_a_fitting_hold_its_matter(kind: Furniture) -> None:
    for name, model in models(kind):
        points = vertices(model)
        boxes = np.concatenate([part.solid.boxes_m for part in model.parts])
        assert len(boxes) and (boxes[:, 0] <= boxes[:, 1]).all(), name
        assert (boxes[:, 0].min(axis=0) >= points.min(axis=0) - 0.02).all(), name
        assert (boxes[:, 1].max(axis=0) <= points.max(axis=0) + 0.02).all(), name


@each_fitting
def test_the_attributes_of_a_fitting_are_words_of_the_vocabulary(kind: Furniture) -> None:
    for name, model in models(kind):
        words = model.attributes
        assert words.colour in COLOURS and words.material in FAMILIES, name
        assert words.pattern in {"plain", *PATTERN_WORDS.values()}, name
        assert words.size in (None, "small", "medium", "large"), name
        assert words.state in (None, "open", "closed", "on", "off"), name
        assert not model.glow or (words.state and any(part.glows for part in model.parts)), name


@each_fitting
def test_the_surfaces_of_a_fitting_lie_on_it_and_nothing_stands_in_them(kind: Furniture) -> None:
    for name, model in models(kind):
        boxes = np.concatenate([part.solid.boxes_m for part in model.parts])
        corners = np.concatenate([part.solid.vertices_m[part.solid.faces] for part in model.parts])
        level = corners[np.ptp(corners[:, :, 1], axis=1) < 0.004]
        for surface in model.surfaces:
            x, y, z = surface.centre_m
            half = np.array([surface.width_m / 2, surface.depth_m / 2])
            here = level[np.abs(level[:, :, 1].mean(axis=1) - y) < 0.006][:, :, [0, 2]]
            low, high = here.min(axis=1) - 0.03, here.max(axis=1) + 0.03
            assert ((low <= (x, z)) & ((x, z) <= high)).all(axis=1).any(), f"{name}: nothing under {surface}"
            room_low = np.array([x - half[0], y + 0.01, z - half[1]])
            room_high = np.array([x + half[0], y + min(surface.clearance_m, 0.12), z + half[1]])
            inside = (boxes[:, 0] < room_high - 0.01) & (boxes[:, 1] > room_low + 0.01)
            assert not inside.all(axis=1).any(), f"{name}: something stands in {surface}"


@each_fitting
def test_a_large_fitting_is_larger_than_a_small_one(kind: Furniture) -> None:
    extents: dict[str, list[float]] = {"small": [], "large": []}
    for seed in range(24):
        model = kind.build(kind.shapes[0], Variation(generator_for(seed, "size", kind.name)))
        if model.attributes.size in extents:
            extents[model.attributes.size].append(float(np.linalg.norm(np.ptp(vertices(model), axis=0))))
    if extents["small"] and extents["large"]:
        assert np.mean(extents["large"]) > np.mean(extents["small"])
