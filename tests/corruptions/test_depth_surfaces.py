"""Missing depth sits on surfaces that the context names; multipath lifts hollow corners and glossy things."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.corruptions.depth.hollow_places import hollowness
from wayproof.corruptions.depth.missing_depth import SHARE_LOST
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
def test_the_stated_share_of_the_readings_is_lost_whatever_is_known(level: int) -> None:
    depth_m = np.full((240, 320), 3.0, np.float32)
    depth_m[:60] = 0.0  # a window without readings
    matt, glossy = (np.full(depth_m.shape, value, np.float32) for value in (0.1, 0.9))
    half = np.where(np.arange(320) < 160, matt, glossy)
    for context in (Context(), Context(gloss=matt), Context(gloss=half), Context(gloss=glossy)):
        lost = start("missing_depth", level / 5)(depth_m, context=context) != depth_m
        assert lost.sum() / (depth_m > 0).sum() == pytest.approx(SHARE_LOST[level - 1], abs=0.002)


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
    mild = start("missing_depth", 0.2)(depth_m, context=Context(**{fact: values})) != 3.0
    assert mild.any() and (lost | ~mild).all(), "a worse sensor loses these and more"
    mild[MIDDLE] = False
    assert not mild.any(), "nothing else, as long as there is enough of such surface"


def test_a_matt_bright_wall_seen_head_on_loses_the_blobs_that_it_loses_unknown() -> None:
    depth_m = np.full((HEIGHT, WIDTH), 3.0, np.float32)
    ones, low = np.ones((HEIGHT, WIDTH), np.float32), np.full((HEIGHT, WIDTH), 0.1, np.float32)
    known = Context(gloss=low, incidence=ones, brightness=ones)
    seen = [start("missing_depth", 1.0, seed=3)(depth_m, context=context) for context in (known, Context())]
    assert np.array_equal(*seen) and not np.array_equal(seen[0], depth_m)


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


def test_glossy_things_read_too_far_in_proportion_and_matt_ones_do_not() -> None:
    clean = np.full((HEIGHT, WIDTH), 3.0, np.float32)
    gloss = np.full((HEIGHT, WIDTH), 0.3, np.float32)
    gloss[:, :40], gloss[:, 40:80] = 1.0, 0.725  # a mirror, and half-way from the limit to one
    excess = start("multipath", 1.0)(clean, context=Context(gloss=gloss))[HEIGHT // 2] / 3.0 - 1
    assert 0.8 * 0.2 <= excess[20] <= 1.2 * 0.2
    assert excess[60] == pytest.approx(excess[20] / 2, rel=0.01)
    assert excess[100] == 0.0
