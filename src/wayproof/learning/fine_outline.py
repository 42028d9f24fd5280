"""The loss of outlines finer than a cell: the category of half cells, where one thing meets another.

It is worked out where agents use it (perception/fine_labels.py): where cells that touch are of different
categories, or the network is not sure. Of these half cells at most a fixed number count, evenly spread.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from wayproof.perception.fine_labels import LEAST_SHARE, NEAR_SHARE, SURE

MOST_POINTS = 6000  # half cells of a batch; more cost time and teach little


def fine_loss(logits: Tensor, fine: Tensor, names: Tensor, category: Tensor, weights: Tensor) -> Tensor:
    """logits (n, c, h, w) of cells; fine (n, k, 2 h, 2 w) or larger; names (c, k); category (n, 4, h, w) at
    the quarters of each cell, upper ones first, -1 for nothing."""
    points = chosen_points(logits.detach(), category)
    if not len(points):
        return logits.new_zeros(())
    picture, quarter, row, column = points.unbind(1)
    down, right = quarter // 2, quarter % 2
    shares = functional.softmax(logits, dim=1)
    between = _between_cells(shares, picture, row, column, 2 * down - 1, 2 * right - 1)
    base = torch.log(between.clamp(min=LEAST_SHARE))
    added = fine[picture, :, 2 * row + down, 2 * column + right] @ names.T
    truth = category[picture, quarter, row, column]
    surprise = -functional.log_softmax(base + added, dim=1).gather(1, truth[:, None])[:, 0]
    weight = weights[truth]
    return (surprise * weight).sum() / weight.sum().clamp(min=1e-6)


def chosen_points(logits: Tensor, category: Tensor) -> Tensor:
    """Picture, quarter, row and column (p, 4) of the half cells that count."""
    unsure = doubtful_cells(logits)
    points = torch.nonzero((category >= 0) & unsure[:, None])
    every = max(1, -(-len(points) // MOST_POINTS))
    return points[::every]


def doubtful_cells(logits: Tensor) -> Tensor:
    """Cells (n, h, w) that are not sure, or that touch one of another category."""
    share, best = functional.softmax(logits, dim=1).max(dim=1)
    kind = best[:, None].float()
    around = functional.pad(kind, (1, 1, 1, 1), mode="replicate")
    high = functional.max_pool2d(around, 3, 1)
    low = -functional.max_pool2d(-around, 3, 1)
    return (share < SURE) | (high != low)[:, 0]


def _between_cells(
    shares: Tensor, picture: Tensor, row: Tensor, column: Tensor, down: Tensor, right: Tensor
) -> Tensor:
    """Shares (p, c) between the middle of a cell and those of its neighbours on one side.

    Of shares and not of logits: between two logits a thing of one cell is lost to what is all around it.
    """
    rows, columns = shares.shape[2:]
    beside_row = (row + down).clamp(0, rows - 1)
    beside_column = (column + right).clamp(0, columns - 1)
    found = torch.zeros_like(shares[picture, :, row, column])
    for y, of_row in ((row, NEAR_SHARE), (beside_row, 1.0 - NEAR_SHARE)):
        for x, of_column in ((column, NEAR_SHARE), (beside_column, 1.0 - NEAR_SHARE)):
            found = found + of_row * of_column * shares[picture, :, y, x]
    return found
