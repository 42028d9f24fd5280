"""From cells to pixels, against OpenCV's resize of all categories at once."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.perception.pixel_labels import named_pixels


def some_shares(seed: int, rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(seed).dirichlet(np.full(6, 0.3), (rows, columns)).astype(np.float32)


@pytest.mark.parametrize("size", [(24, 28), (36, 42), (17, 61)])
def test_a_pixel_is_as_sure_as_if_all_categories_had_been_enlarged(size: tuple[int, int]) -> None:
    shares = some_shares(1, 6, 7)
    category, confidence = named_pixels(shares.transpose(2, 0, 1), size, (size[0] / 6, size[1] / 7))
    large = cv2.resize(shares, size[::-1], interpolation=cv2.INTER_LINEAR)
    same = category == large.argmax(axis=2) + 1
    assert same.mean() > 0.97  # the rest is won by a category that is second best all around
    np.testing.assert_allclose(confidence[same], large.max(axis=2)[same], atol=2e-5)


@given(seed=st.integers(0, 1000), rows=st.integers(1, 5), columns=st.integers(1, 5))
def test_a_pixel_shows_what_a_cell_around_it_shows(seed: int, rows: int, columns: int) -> None:
    shares = some_shares(seed, rows, columns)
    category, confidence = named_pixels(shares.transpose(2, 0, 1), (rows * 4, columns * 4), (4.0, 4.0))
    winners = np.pad(shares.argmax(axis=2) + 1, 1, mode="edge")
    around = np.stack([winners[i : i + rows, j : j + columns] for i in range(3) for j in range(3)])
    assert (category[None] == around.repeat(4, axis=1).repeat(4, axis=2)).any(axis=0).all()
    assert confidence.min() >= 0 and confidence.max() <= shares.max() + 1e-6


def test_one_cell_is_the_whole_picture() -> None:
    shares = np.array([[[0.2]], [[0.7]], [[0.1]]], np.float32)
    category, confidence = named_pixels(shares, (3, 5), (3.0, 5.0))
    assert (category == 2).all()
    assert confidence == pytest.approx(0.7)
