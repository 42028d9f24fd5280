"""What the network is taught by: a loss for each head, and their sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from wayproof.learning.batches import Batch
from wayproof.learning.fine_outline import fine_loss
from wayproof.learning.network import Seen
from wayproof.perception.phrases import ATTRIBUTES
from wayproof.simulator.people.person_mesh import CATEGORY

# How much each counts beside the category's; found by hand so that none outweighs it.
ATTRIBUTE_SHARE, TEXT_SHARE, BOX_SHARE, DEPTH_SHARE, FINE_SHARE = 0.3, 0.15, 0.5, 0.3, 0.5
RARITY = 0.35  # 0 counts pixels, 1 counts categories
RAREST = 60.0  # a rare category's pixel weighs at most so many times one of the commonest
PEOPLE = 2.5  # a person's pixel weighs so many times that of a thing as rare: robots must not miss people
_FAR_BELOW = -1e4


@dataclass(frozen=True)
class Losses:
    """One number each; all that is minimised is `total`."""

    category: Tensor
    attributes: Tensor
    text: Tensor
    boxes: Tensor
    depth: Tensor
    fine: Tensor

    @property
    def total(self) -> Tensor:
        return (
            self.category
            + ATTRIBUTE_SHARE * self.attributes
            + TEXT_SHARE * self.text
            + BOX_SHARE * self.boxes
            + DEPTH_SHARE * self.depth
            + FINE_SHARE * self.fine
        )


def category_weights(share: NDArray[np.float64], categories: Sequence[str]) -> Tensor:
    """Weights by a power of rarity, between counting pixels and counting categories; people count more."""
    weight = np.minimum((share / share.max()) ** -RARITY, RAREST)
    weight = np.where(np.array(categories) == CATEGORY, PEOPLE * weight, weight)
    return torch.tensor(weight, dtype=torch.float32)


def losses(
    seen: Seen,
    batch: Batch,
    phrases: Tensor,
    scale: Tensor,
    weights: Tensor,
    fine_names: Tensor | None = None,
) -> Losses:
    """phrases (n, p, d): the vectors of `batch.told`; scale: how sharply similarities tell things apart;
    fine_names (categories, k): what the fine outline adds to logits, if there is one."""
    rows, columns = batch.thing.shape[1:]

    def shown(layer: Tensor) -> Tensor:
        return layer[:, :, :rows, :columns]

    cell_weight = _weight_of(batch.category[:, 3], weights)
    return Losses(
        _category(shown(seen.category), batch.category, weights),
        _attributes(shown(seen.attributes), batch.values, cell_weight),
        _text(shown(seen.embedding), batch, phrases, scale),
        _boxes(shown(seen.boxes), batch.boxes_px, batch.thing),
        _depth(shown(seen.depth)[:, 0], batch.depth_m),
        seen.depth.new_zeros(())
        if seen.fine is None or fine_names is None
        else fine_loss(shown(seen.category), seen.fine, fine_names, batch.category, weights),
    )


def _weight_of(category: Tensor, weights: Tensor) -> Tensor:
    return torch.where(category >= 0, weights[category.clamp(min=0)], 0.0)


def _category(logits: Tensor, category: Tensor, weights: Tensor) -> Tensor:
    """Cross-entropy at four points of each cell: on a border a cell learns to be half this and half that."""
    surprise = -functional.log_softmax(logits, dim=1).gather(1, category.clamp(min=0))
    weight = _weight_of(category, weights)
    return (surprise * weight).sum() / weight.sum().clamp(min=1.0)


def _attributes(logits: Tensor, values: Tensor, weight: Tensor) -> Tensor:
    """The mean over fields of the cross-entropy where a field has a value."""
    total, first = logits.new_zeros(()), 0
    for field, known in enumerate(ATTRIBUTES.values()):
        part, value = logits[:, first : first + len(known)], values[:, field]
        first += len(known)
        surprise = -functional.log_softmax(part, dim=1).gather(1, value.clamp(min=0)[:, None])[:, 0]
        counts = torch.where(value >= 0, weight, 0.0)
        total = total + (surprise * counts).sum() / counts.sum().clamp(min=1.0)
    return total / len(ATTRIBUTES)


def _text(embedding: Tensor, batch: Batch, phrases: Tensor, scale: Tensor) -> Tensor:
    """A phrase finds its cells among all of its picture; a thing finds its phrase among all of the batch."""
    there = batch.told.sum(dim=2) > 0
    where = batch.where.flatten(2).float()
    similarity = torch.einsum("npd,ndc->npc", phrases, embedding.flatten(2)) * scale
    share = where / where.sum(dim=2, keepdim=True).clamp(min=1.0)
    finding = -(functional.log_softmax(similarity, dim=2) * share).sum(dim=2)[there].mean()
    things = functional.normalize(torch.einsum("npc,ndc->npd", share, embedding.flatten(2)), dim=2)[there]
    told, true = batch.told[there], batch.true[there]
    # A phrase that happens to be true of another thing as well is no wrong answer for it: left out.
    holds = true @ told.T >= told.sum(dim=1)
    own = torch.eye(len(told), dtype=torch.bool)
    answers = (things @ phrases[there].T * scale).masked_fill(holds & ~own, _FAR_BELOW)
    naming = functional.cross_entropy(answers, torch.arange(len(told)))
    return finding + naming


def _boxes(predicted: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """One minus the generalised IoU of boxes that share a point, given by their sides' distances from it."""
    left, top, right, bottom = wanted.unbind(1)
    left2, top2, right2, bottom2 = predicted.unbind(1)
    both = (torch.minimum(left, left2) + torch.minimum(right, right2)) * (
        torch.minimum(top, top2) + torch.minimum(bottom, bottom2)
    )
    area, area2 = (left + right) * (top + bottom), (left2 + right2) * (top2 + bottom2)
    around = (torch.maximum(left, left2) + torch.maximum(right, right2)) * (
        torch.maximum(top, top2) + torch.maximum(bottom, bottom2)
    )
    either = (area + area2 - both).clamp(min=1e-3)
    generalised = both / either - (around - either) / around.clamp(min=1e-3)
    return ((1.0 - generalised) * weight).sum() / weight.sum().clamp(min=1.0)


def _depth(predicted: Tensor, wanted: Tensor) -> Tensor:
    """The mean ratio by which the depth is missed, as a logarithm."""
    known = wanted > 0
    missed = (torch.log(predicted) - torch.log(wanted.clamp(min=0.05))).abs()
    return torch.where(known, missed, 0.0).sum() / known.sum().clamp(min=1)
