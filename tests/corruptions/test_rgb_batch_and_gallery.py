"""Whole batches in one call, and the gallery of all corruptions."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions.frame_batch import corrupt_batch
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.pictures.corruption_gallery import CAPTION_PX, SEVERITIES, colour_names, gallery

FRAMES = np.stack([bench_frame(32, 40)] * 5)


def test_a_batch_is_the_steps_of_one_episode() -> None:
    stream = start("speckle_noise", 0.6, seed=4, scene="s", episode="e")
    expected = np.stack([stream(frame, step=step) for step, frame in enumerate(FRAMES)])
    assert np.array_equal(
        corrupt_batch("speckle_noise", 0.6, FRAMES, seed=4, scene="s", episode="e"), expected
    )


def test_dirt_stays_within_an_episode_and_differs_between_episodes() -> None:
    together = corrupt_batch("spatter_navtrust", 0.8, FRAMES)
    apart = corrupt_batch("spatter_navtrust", 0.8, FRAMES, one_episode=False)
    assert (together == together[0]).all()
    assert len({frame.tobytes() for frame in apart}) == len(FRAMES)


def test_a_batch_of_severity_zero_is_a_new_equal_array() -> None:
    result = corrupt_batch("fog", 0, FRAMES)
    assert np.array_equal(result, FRAMES) and not np.shares_memory(result, FRAMES)


def test_grey_and_float_batches_keep_shape_and_type() -> None:
    grey = (FRAMES[..., 0] / 255.0).astype(np.float32)
    result = corrupt_batch("shot_noise", 0.5, grey)
    assert result.shape == grey.shape and result.dtype == np.float32


@pytest.mark.parametrize("frames", [np.zeros((8, 8), np.uint8), [1, 2, 3]], ids=["one grey frame", "list"])
def test_what_is_no_batch_is_refused_with_advice(frames: object) -> None:
    with pytest.raises(InvalidInput, match="add the axis n"):
        corrupt_batch("fog", 0.5, frames)  # type: ignore[arg-type]


def test_the_gallery_has_a_row_per_corruption_and_a_tile_per_severity() -> None:
    frame = bench_frame(48, 64)
    picture = gallery(frame)
    names = colour_names()
    assert len(names) >= 28
    row_px = 48 + 2 * CAPTION_PX
    assert picture.shape[0] == row_px * len(names)
    assert picture.shape[1] > (1 + len(SEVERITIES)) * 64
    top = names.index("contrast") * row_px + CAPTION_PX
    clean, weakest, strongest = (picture[top : top + 48, x : x + 64] for x in (6, 76, 76 + 4 * 70))
    assert np.array_equal(clean, frame)
    assert strongest.std() < weakest.std() < clean.std()
