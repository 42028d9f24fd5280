"""On and of the lens: spatter, cracks, the field of view, coarse pixels and packed frames."""

from __future__ import annotations

import io
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import Setting
from wayproof.corruptions.rgb.lower_fov import SHARE_OF_SIDE
from wayproof.corruptions.rgb.spatter_navtrust import blob_cover
from wayproof.corruptions.rgb.spatter_robustnav import liquid_field, mud, water
from wayproof.corruptions.stream import in_sequence, start
from wayproof.seeding import generator_for

FRAME = bench_frame(60, 81)
LEVELS = (1, 2, 3, 4, 5)
# Share of the frame that the references cover at each level, measured over many frames.
COVERED = {1: 0.036, 2: 0.148, 3: 0.24, 4: 0.121, 5: 0.197}


def _liquid(level: int, number: int, height: int = 480, width: int = 640) -> NDArray[np.float32]:
    return liquid_field(Setting(level / 5), generator_for(1, "spatter", number), height, width)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_water_covers_the_published_share(level: int) -> None:
    shares = [float((_liquid(level, number) > 0).mean()) for number in range(6)]
    assert np.mean(shares) == pytest.approx(COVERED[level], abs=0.005)


@pytest.mark.parametrize(("level", "alpha"), [(4, 0.106), (5, 0.174)])
def test_mud_covers_the_published_share(level: int, alpha: float) -> None:
    layers = [mud(_liquid(level, number), 3) for number in range(6)]
    cover = np.mean([1 - layer.keep[..., 0] / 32768 for layer in layers])
    covered = np.mean([(layer.keep[..., 0] < 32768).mean() for layer in layers])
    assert covered == pytest.approx(COVERED[level], abs=0.005)
    assert cover == pytest.approx(alpha, abs=0.005)


def test_water_brightens_and_mud_darkens() -> None:
    grey = np.full((200, 200, 3), 128, np.uint8)
    assert (start("spatter_robustnav", 0.6)(grey) >= 128).all()
    assert (start("spatter_robustnav", 0.8)(grey) <= 128).all()
    darkest = start("spatter_robustnav", 1.0)(grey).reshape(-1, 3).min(axis=0)
    assert darkest == pytest.approx((63, 42, 20), abs=2)


def test_water_without_a_drop_adds_nothing() -> None:
    layer = water(Setting(0.2), np.zeros((32, 32), np.float32), 3)
    assert (layer.keep == 32768).all() and (layer.add == 0).all()


def test_spatter_is_drawn_anew_in_parity_only() -> None:
    for profile, same in (("fixed", True), ("parity", False)):
        stream = start("spatter_robustnav", 0.5, profile=profile)
        assert np.array_equal(stream(FRAME, step=0), stream(FRAME, step=1)) == same


def test_blobs_of_navtrust_cover_more_with_severity_and_stay_where_they_were() -> None:
    covers = [
        blob_cover(generator_for(2, "blobs"), 240, 320, blobs) for blobs in (14.0, 28.0, 42.0, 56.0, 70.0)
    ]
    shares = [float(cover.mean()) for cover in covers]
    assert shares == sorted(shares)
    assert 0.08 < shares[-1] < 0.25
    for fewer, more in pairwise(covers):
        assert (more >= fewer - 0.02).all()


def test_blobs_grow_evenly_between_levels() -> None:
    shares = [
        float(blob_cover(generator_for(2, "blobs"), 200, 200, blobs).mean()) for blobs in (3.2, 3.6, 4.0)
    ]
    assert shares[0] < shares[1] < shares[2]


def test_a_crack_changes_a_part_of_the_frame_only() -> None:
    grey = np.full((256, 256, 3), 110, np.uint8)
    for scene in range(10):
        changed = np.abs(start("camera_crack", 1, scene=str(scene))(grey).astype(int) - 110).max(axis=2) > 8
        assert 0.01 < changed.mean() < 0.35


def test_cracks_of_different_scenes_lie_at_different_places() -> None:
    grey = np.full((128, 128, 3), 110, np.uint8)
    whitest = set()
    for scene in range(12):
        light = cv2.GaussianBlur(start("camera_crack", 1, scene=str(scene))(grey)[..., 0], (0, 0), 4)
        whitest.add(tuple(np.array(np.unravel_index(light.argmax(), light.shape)) // 32))
    assert len(whitest) >= 5


def test_a_lower_field_of_view_shows_what_the_tangents_say() -> None:
    assert pytest.approx(0.4355, abs=5e-5) == SHARE_OF_SIDE
    width = height = 201
    ramp = np.arange(width, dtype=np.uint8)[None, :, None] * np.ones((height, 1, 3), np.uint8)
    result = start("lower_fov", 1)(ramp)
    half = 0.4355 * 100
    assert result[50, 0, 0] == pytest.approx(100 - half, abs=0.6)
    assert result[50, 100, 0] == 100
    assert result[50, -1, 0] == pytest.approx(100 + half, abs=0.6)


def test_a_lower_field_of_view_keeps_the_middle_of_any_size_in_the_middle() -> None:
    for height, width in ((32, 48), (33, 49), (40, 41)):
        frame = np.zeros((height, width), np.uint8)
        frame[height // 2 - 3 : (height + 1) // 2 + 3, width // 2 - 3 : (width + 1) // 2 + 3] = 200
        result = start("lower_fov", 1)(frame).astype(int)
        assert np.array_equal(result, result[::-1]) and np.array_equal(result, result[:, ::-1])


def test_a_lower_field_of_view_narrows_depth_in_parity_only() -> None:
    depth_m = np.linspace(0.5, 9.5, 60 * 80, dtype=np.float32).reshape(60, 80)
    assert np.array_equal(start("lower_fov", 1)(depth_m), depth_m)
    narrowed = start("lower_fov", 1, profile="parity")(depth_m)
    assert narrowed.dtype == np.float32 and narrowed.shape == depth_m.shape
    assert np.isin(narrowed, depth_m).all()  # no distance is made up
    assert narrowed[30, 40] == pytest.approx(depth_m[30, 40], abs=0.3)
    assert np.ptp(narrowed) == pytest.approx(0.4355 * np.ptp(depth_m), rel=0.05)


def test_a_lower_field_of_view_is_among_the_streams_of_depth() -> None:
    assert [s.corruption.name for s in in_sequence([start("lower_fov", 1)], "depth")] == ["lower_fov"]


@pytest.mark.parametrize("size", [(60, 81), (64, 64), (37, 100)])
@pytest.mark.parametrize("level", LEVELS)
def test_pixelate_in_parity_is_that_of_pillow(level: int, size: tuple[int, int]) -> None:
    scale = (0.6, 0.5, 0.4, 0.3, 0.25)[level - 1]
    frame = bench_frame(*size)
    small = Image.fromarray(frame).resize((int(size[1] * scale), int(size[0] * scale)), Image.Resampling.BOX)
    expected = np.asarray(small.resize((size[1], size[0]), Image.Resampling.NEAREST)).astype(int)
    assert np.abs(start("pixelate", level / 5, profile="parity")(frame) - expected).max() <= 1


def test_pixelate_shows_every_pixel_as_the_mean_of_its_box() -> None:
    frame = bench_frame(50, 50)  # level 3: boxes of two and a half pixels
    result = start("pixelate", 0.6)(frame)
    part = np.minimum((np.arange(50) + 0.5) * 0.4, 19).astype(int)
    block = frame[part == 7][:, part == 11].reshape(-1, 3).mean(axis=0)
    shown = result[part == 7][:, part == 11].reshape(-1, 3)
    assert (shown == shown[0]).all()
    assert shown[0] == pytest.approx(block, abs=0.51)


@pytest.mark.parametrize("level", LEVELS)
def test_jpeg_is_that_of_pillow(level: int) -> None:
    stream = io.BytesIO()
    Image.fromarray(FRAME).save(stream, "JPEG", quality=(25, 18, 15, 10, 7)[level - 1])
    expected = np.asarray(Image.open(stream)).astype(int)
    # Two decoders may smooth the colours differently where they enlarge them.
    assert np.abs(start("jpeg", level / 5)(FRAME) - expected).mean() < 1.0
