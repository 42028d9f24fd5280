"""Labels of half cells against a plain loop over all categories, and where they leave cells as they are."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.perception.fine_labels import NEAR_SHARE, RIVALS, SURE, named_half_cells
from wayproof.seeding import generator_for

CATEGORIES, ROWS, COLUMNS, CHANNELS = 7, 5, 6, 4


def drawn(seed: int, sharp: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = generator_for(seed, "fine labels")
    logits = sharp * rng.normal(size=(CATEGORIES, ROWS, COLUMNS))
    shares = np.exp(logits) / np.exp(logits).sum(axis=0)
    fine = rng.normal(size=(CHANNELS, 2 * ROWS, 2 * COLUMNS))
    names = rng.normal(size=(CATEGORIES, CHANNELS))
    return shares.astype(np.float32), fine.astype(np.float32), names.astype(np.float32)


def expected(shares: np.ndarray, fine: np.ndarray, names: np.ndarray, j: int, i: int) -> tuple[int, float]:
    """What a half cell is, by all its rivals' logits."""
    y, x = j // 2, i // 2
    ys = [(y, NEAR_SHARE), (int(np.clip(y + 2 * (j % 2) - 1, 0, ROWS - 1)), 1 - NEAR_SHARE)]
    xs = [(x, NEAR_SHARE), (int(np.clip(x + 2 * (i % 2) - 1, 0, COLUMNS - 1)), 1 - NEAR_SHARE)]
    best = shares.argmax(axis=0)
    around = best[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    if shares[best[y, x], y, x] >= SURE and (around == best[y, x]).all():
        return int(best[y, x]) + 1, float(shares[best[y, x], y, x])
    rivals = sorted({int(one) for b, _ in ys for a, _ in xs for one in np.argsort(-shares[:, b, a])[:RIVALS]})
    logits = np.array(
        [
            names[one] @ fine[:, j, i]
            + np.log(max(sum(v * w * shares[one, b, a] for b, v in ys for a, w in xs), 1e-6))
            for one in rivals
        ]
    )
    chances = np.exp(logits - logits.max())
    return rivals[int(logits.argmax())] + 1, float(chances.max() / chances.sum())


@pytest.mark.parametrize(("seed", "sharp"), [(0, 1.0), (1, 4.0), (2, 30.0)])
def test_half_cells_are_what_a_plain_loop_says(seed: int, sharp: float) -> None:
    shares, fine, names = drawn(seed, sharp)
    category, confidence = named_half_cells(shares, fine, names, (2 * ROWS, 2 * COLUMNS), (2.0, 2.0))
    for j in range(2 * ROWS):
        for i in range(2 * COLUMNS):
            kind, sure = expected(shares, fine, names, j, i)
            assert category[j, i] == kind
            assert confidence[j, i] == pytest.approx(sure, abs=1e-5)


def test_among_its_like_a_sure_cell_stays_what_it_is() -> None:
    shares = np.full((2, 3, 3), 0.05, np.float32)
    shares[1] = 0.95
    fine, names = np.full((1, 6, 6), 100.0, np.float32), np.array([[1.0], [0.0]], np.float32)
    category, confidence = named_half_cells(shares, fine, names, (12, 12), (4.0, 4.0))
    assert (category == 2).all() and np.allclose(confidence, 0.95)


def test_a_thin_thing_that_no_cell_shows_is_drawn_where_the_outline_says() -> None:
    shares = np.zeros((2, 1, 3), np.float32)
    shares[0], shares[1] = 0.75, 0.25  # a pole one pixel wide in front of a wall
    fine = np.zeros((1, 2, 6), np.float32)
    fine[0, :, 3] = 1.0
    names = np.array([[-2.0], [2.0]], np.float32)
    category, _ = named_half_cells(shares, fine, names, (4, 12), (4.0, 4.0))
    assert category.tolist() == [[1] * 6 + [2] * 2 + [1] * 4] * 4


@pytest.mark.parametrize("size", [(10, 12), (20, 24), (33, 47), (7, 9)])
def test_a_picture_of_any_size_is_labelled_all_over(size: tuple[int, int]) -> None:
    shares, fine, names = drawn(3, 2.0)
    step = (size[0] / ROWS, size[1] / COLUMNS)
    category, confidence = named_half_cells(shares, fine, names, size, step)
    assert category.shape == confidence.shape == size
    assert category.min() >= 1 and (confidence > 0).all() and (confidence <= 1.0 + 1e-6).all()
