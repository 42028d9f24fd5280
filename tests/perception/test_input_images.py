"""Pictures on their way into a network: sizes, padding, tiles, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.perception.input_images import PADDING, check_picture, fitted, padded
from wayproof.perception.tiles import spread, tiling

PICTURE = np.zeros((32, 40, 3), np.uint8)


@pytest.mark.parametrize(
    ("given_picture", "sentence"),
    [
        (PICTURE.astype(np.float32), "float32 array of shape (32, 40, 3)"),
        (PICTURE[:, :, 0], "uint8 array of shape (32, 40)"),
        (np.zeros((32, 40, 4), np.uint8), "(32, 40, 4)"),
        ([[0]], "list"),
        (None, "NoneType"),
        (PICTURE[:2], "40 x 2 px"),
        (np.zeros((17, 5000, 3), np.uint8), "5000 x 17 px"),
    ],
)
def test_what_is_no_picture_is_refused_by_name(given_picture: Any, sentence: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        check_picture(given_picture)
    assert sentence in str(caught.value)


@given(st.integers(16, 300), st.integers(16, 300))
def test_padding_adds_grey_below_and_to_the_right_up_to_the_next_multiple(height: int, width: int) -> None:
    picture = np.full((height, width, 3), 7, np.uint8)
    grown = padded(picture, 16)
    assert grown.shape[0] % 16 == 0 and grown.shape[1] % 16 == 0
    assert 0 <= grown.shape[0] - height < 16 and 0 <= grown.shape[1] - width < 16
    assert (grown[:height, :width] == 7).all()
    assert (grown[height:] == PADDING).all() and (grown[:, width:] == PADDING).all()


@pytest.mark.parametrize(
    ("size", "largest_share", "expected"),
    [((168, 224), 1.1, (168, 224)), ((224, 224), 1.1, (224, 224)), ((246, 246), 1.1, (246, 246)),
     ((247, 247), 1.1, (224, 224)), ((256, 256), 1.1, (224, 224)), ((256, 256), 1.15, (256, 256)),
     ((300, 400), 1.1, (168, 224)), ((480, 640), 1.1, (168, 224)), ((640, 480), 1.1, (224, 168)),
     ((64, 64), 1.1, (224, 224))],
)  # fmt: skip
def test_pictures_come_to_the_size_that_the_network_knows(
    size: tuple[int, int], largest_share: float, expected: tuple[int, int]
) -> None:
    assert fitted(np.zeros((*size, 3), np.uint8), 224, largest_share).shape[:2] == expected


@given(st.integers(16, 200), st.integers(16, 200))
def test_tiles_cover_every_pixel_and_their_map_keeps_a_constant(height: int, width: int) -> None:
    tiled = tiling(height, width)
    assert len(tiled.tiles) == tiled.grid[0] * tiled.grid[1]
    covered = np.zeros((height, width), int)
    for top, left, edge in tiled.tiles:
        covered[top : top + edge, left : left + edge] += 1
    assert covered.min() >= 1
    np.testing.assert_allclose(spread(np.full(len(tiled.tiles), 0.25), tiled), 0.25, rtol=1e-6)
