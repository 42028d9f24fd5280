"""Missing depth sits on surfaces that the context names; multipath lifts hollow corners and nothing else."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.corruptions.depth.missing_depth import SHARE_IN_BLOBS
from wayproof.corruptions.depth.multipath import hollowness
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Context

HFOV_RAD = math.radians(79)
HEIGHT, WIDTH = 96, 128
MIDDLE = (slice(30, 60), slice(40, 90))


def plane(normal: tuple[float, float, float], distance_m: float) -> np.ndarray:
    """Depth of an endless plane at a distance, its normal towards the camera as (right, up, back)."""
    pixel = 2 * math.tan(HFOV_RAD / 2) / WIDTH
    right = (np.arange(WIDTH) + 0.5 - WIDTH / 2) * pixel
    up = (HEIGHT / 2 - np.arange(HEIGHT) - 0.5) * pixel
    facing = -(normal[0] * right[None, :] + normal[1] * up[:, None] - normal[2])
    return (distance_m / np.maximum(facing, 1e-3)).astype(np.float32)


def corner() -> np.ndarray:
    """Two walls that meet in a right angle straight ahead."""
    s = math.sqrt(0.5)
    return np.minimum(plane((s, 0, s), 2.0), plane((-s, 0, s), 2.0))


def edge() -> np.ndarray:
    """The outside of the same right angle: a pillar's edge straight ahead."""
    s = math.sqrt(0.5)
    left, right = plane((s, 0, s), 2.0), plane((-s, 0, s), 2.0)
    return np.where(np.arange(WIDTH)[None, :] < WIDTH / 2, right, left)[:, ::1]


@pytest.mark.parametrize("level", [1, 3, 5])
def test_blobs_cover_the_stated_share(level: int) -> None:
    depth_m = np.full((240, 320), 3.0, np.float32)
    lost = start("missing_depth", level / 5)(depth_m) != 3.0
    assert lost.mean() == pytest.approx(SHARE_IN_BLOBS[level - 1], abs=0.002)


def test_a_quarter_of_the_losses_reads_the_end_of_the_range_and_the_rest_nothing() -> None:
    depth_m = np.full((240, 320), 3.0, np.float32)
    values: list[float] = []
    for seed in range(20):
        seen = start("missing_depth", 1.0, seed=seed)(depth_m, context=Context(longest_depth_m=8.0))
        values += seen[seen != 3.0].tolist()
    assert set(values) == {0.0, 8.0}
    assert np.mean(np.array(values) == 8.0) == pytest.approx(0.25, abs=0.06)


def test_worse_blobs_contain_the_milder_ones() -> None:
    depth_m = np.full((120, 160), 3.0, np.float32)
    mild, strong = (start("missing_depth", s, seed=4)(depth_m) != 3.0 for s in (0.3, 0.9))
    assert mild.any() and (strong | ~mild).all()


@pytest.mark.parametrize(
    ("fact", "bad", "good"), [("gloss", 0.95, 0.1), ("incidence", 0.02, 0.9), ("brightness", 0.01, 0.6)]
)
def test_losses_sit_on_glossy_edge_on_and_dark_surfaces(fact: str, bad: float, good: float) -> None:
    depth_m = np.full((HEIGHT, WIDTH), 3.0, np.float32)
    values = np.full((HEIGHT, WIDTH), good, np.float32)
    values[MIDDLE] = bad
    seen = start("missing_depth", 0.5)(depth_m, context=Context(**{fact: values}))
    lost = seen != 3.0
    assert lost[MIDDLE].all()
    lost[MIDDLE] = False
    assert not lost.any()


def test_a_matt_bright_wall_seen_head_on_loses_nothing() -> None:
    depth_m = np.full((HEIGHT, WIDTH), 3.0, np.float32)
    ones, low = np.ones((HEIGHT, WIDTH), np.float32), np.full((HEIGHT, WIDTH), 0.1, np.float32)
    context = Context(gloss=low, incidence=ones, brightness=ones)
    assert np.array_equal(start("missing_depth", 1.0)(depth_m, context=context), depth_m)


def test_facts_of_another_size_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"context\.gloss is of shape \(2, 2\)"):
        start("missing_depth", 0.5)(corner(), context=Context(gloss=np.ones((2, 2), np.float32)))


@pytest.mark.parametrize("normal", [(0, 0, 1), (0.6, 0, 0.8), (0, 0.8, 0.6), (-0.48, 0.36, 0.8)])
def test_a_plane_is_not_hollow_whatever_its_slant(normal: tuple[float, float, float]) -> None:
    depth_m = plane(normal, 2.0)
    assert hollowness(depth_m)[depth_m < 50].max() < 0.02


def test_a_right_angle_is_hollow_along_its_line_only() -> None:
    hollow = hollowness(corner())
    assert hollow[HEIGHT // 2, WIDTH // 2] > 0.8
    assert hollow[HEIGHT // 2, WIDTH // 4] < 0.02


def test_an_outward_edge_is_not_hollow() -> None:
    assert hollowness(edge())[:, WIDTH // 2 - 20 : WIDTH // 2 + 20].max() < 0.02


def test_corners_read_too_far_and_nothing_reads_too_near() -> None:
    clean = corner()
    seen = start("multipath", 1.0)(clean)
    assert (seen >= clean).all()
    excess = seen[HEIGHT // 2] / clean[HEIGHT // 2] - 1
    assert 0.8 * 0.2 * 0.8 < excess[WIDTH // 2] < 1.2 * 0.2
    assert excess[WIDTH // 4] < 0.005
