"""Rugs keep light all over their pile, and an ornament lies over the whole of it once."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from wayproof.geometry.solid import Solid
from wayproof.scenes.furniture import FURNITURE, Variation
from wayproof.seeding import generator_for

LONGEST_EDGE_M = 0.43  # the diagonal of a square of 0.3 m


def piles(shape: str, *, ornament: bool) -> list[Solid]:
    """The faces of twelve rugs that show an ornament or a repeating pattern."""
    rugs = [FURNITURE["rug"].build(shape, Variation(generator_for(seed, "rug"))) for seed in range(12)]
    found = [rug.parts[0] for rug in rugs if (rug.parts[0].finish.pattern == "ornament") == ornament]
    assert found
    return [part.solid for part in found]


@pytest.mark.parametrize("shape", ["rectangular", "round", "runner"])
@pytest.mark.parametrize("ornament", [True, False])
def test_no_place_on_a_rug_is_far_from_a_corner_that_keeps_light(shape: str, ornament: bool) -> None:
    for pile in piles(shape, ornament=ornament):
        corners = pile.vertices_m[pile.faces]
        edges = corners - np.roll(corners, 1, axis=1)
        assert np.linalg.norm(edges, axis=2).max() < LONGEST_EDGE_M
        assert np.allclose(pile.vertices_m[:, 1], 0.008) and np.allclose(pile.normals, (0, 1, 0))
        pieces = [shapely.Polygon(triangle[:, [0, 2]]) for triangle in corners]
        whole = shapely.MultiPoint(pile.vertices_m[:, [0, 2]]).convex_hull
        assert shapely.unary_union(pieces).area == pytest.approx(whole.area)
        assert sum(piece.area for piece in pieces) == pytest.approx(whole.area)  # nothing lies twice


@pytest.mark.parametrize("shape", ["rectangular", "round", "runner"])
def test_an_ornament_spans_the_rug_once_with_its_top_at_the_back(shape: str) -> None:
    for pile in piles(shape, ornament=True):
        plan = pile.vertices_m[:, [0, 2]]
        size = np.ptp(plan, axis=0)
        assert pile.uv_m == pytest.approx(plan / size * (1, -1) + 0.5)


@pytest.mark.parametrize("shape", ["rectangular", "round", "runner"])
def test_a_repeating_pattern_keeps_its_size_on_every_rug(shape: str) -> None:
    for pile in piles(shape, ornament=False):
        first, second, third = (pile.vertices_m[pile.faces[:, k]][:, [0, 2]] for k in range(3))
        uv = [pile.uv_m[pile.faces[:, k]] for k in range(3)]
        for a, b, uv_a, uv_b in ((first, second, uv[0], uv[1]), (second, third, uv[1], uv[2])):
            assert np.linalg.norm(uv_b - uv_a, axis=1) == pytest.approx(np.linalg.norm(b - a, axis=1))
