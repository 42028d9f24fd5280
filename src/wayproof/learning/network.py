"""The dense network: a small residual encoder, a decoder back to a quarter of the picture, and five heads.

Picture in, as a camera gives it (bytes, height x width x 3); out, for every cell of 4 x 4 pixels: logits of
the category, logits of the attributes, a unit vector that lives in one space with phrases, the box of the
thing that the cell belongs to, and the depth. All convolutions are plain ones, which CPUs do best; batch
normalisation disappears into them at export.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import torch
from torch import Tensor, nn
from torch.nn import functional

from wayproof.perception.phrases import ATTRIBUTES

CELL_PX = 4
MULTIPLE_PX = 16  # height and width of what goes in; the caller pads
BOX_UNIT_PX = 32.0
USUAL_DEPTH_M = 2.0
ATTRIBUTE_CHANNELS = sum(len(values) for values in ATTRIBUTES.values())


class Sizes(msgspec.Struct, frozen=True):
    """Channels at a half, a quarter, an eighth and a sixteenth of the picture; blocks at the last three.

    `fine`: channels of the head for outlines at half the picture's size; 0 for none. No fewer than 16
    elsewhere: the CPU convolutions of torch 2.13 were seen to write past their buffers below.
    """

    channels: tuple[int, int, int, int] = (16, 32, 80, 192)
    blocks: tuple[int, int, int] = (1, 2, 3)
    middle: int = 96
    features: int = 64
    embedding: int = 64
    fine: int = 0


@dataclass(frozen=True)
class Seen:
    """What the network says: tensors (n, channels, h / 4, w / 4).

    boxes: distances in pixels from the cell's middle to left, top, right and bottom; depth: metres, for the
    usual camera (see `losses.canonical_depth`). fine (n, k, h / 2, w / 2): what `fine_names` turns into
    additions to the category logits of half a cell; None for a network without fine outlines.
    """

    category: Tensor
    attributes: Tensor
    embedding: Tensor
    boxes: Tensor
    depth: Tensor
    fine: Tensor | None = None


def conv(inside: int, outside: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """Two convolutions around a short cut; the first may halve the picture."""

    def __init__(self, inside: int, outside: int, stride: int = 1) -> None:
        super().__init__()
        self.first = conv(inside, outside, stride=stride)
        self.second = nn.Sequential(nn.Conv2d(outside, outside, 3, 1, 1, bias=False), nn.BatchNorm2d(outside))
        self.short: nn.Module = nn.Identity()
        if stride != 1 or inside != outside:
            self.short = nn.Sequential(
                nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside)
            )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.second(self.first(x)) + self.short(x), inplace=True)


def stage(inside: int, outside: int, blocks: int, stride: int) -> nn.Sequential:
    rest = [Block(outside, outside) for _ in range(blocks - 1)]
    return nn.Sequential(Block(inside, outside, stride), *rest)


class DenseNetwork(nn.Module):
    """See the module's first lines; `categories` is how many there are."""

    def __init__(self, categories: int, sizes: Sizes | None = None) -> None:
        super().__init__()
        self.sizes = sizes or Sizes()
        half, quarter, eighth, sixteenth = self.sizes.channels
        middle, features = self.sizes.middle, self.sizes.features
        self.stem = nn.Sequential(conv(3, half, stride=2), conv(half, quarter, stride=2))
        self.quarter = stage(quarter, quarter, self.sizes.blocks[0], 1)
        self.eighth = stage(quarter, eighth, self.sizes.blocks[1], 2)
        self.sixteenth = stage(eighth, sixteenth, self.sizes.blocks[2], 2)
        self.room = nn.Conv2d(sixteenth, sixteenth, 1)  # what the whole picture says: which room is this
        self.top = conv(sixteenth, middle, 1)
        self.side_eighth = conv(eighth, middle, 1)
        self.merge_eighth = conv(middle, middle)
        self.down = conv(middle, features, 1)
        self.side_quarter = conv(quarter, features, 1)
        self.merge_quarter = conv(features, features)
        self.counts = (categories, ATTRIBUTE_CHANNELS, self.sizes.embedding, 4, 1)
        self.heads = nn.Conv2d(features, sum(self.counts), 1)
        self.outline: Outline | None = Outline(self.sizes, categories) if self.sizes.fine else None

    def forward(self, picture: Tensor) -> Seen:
        """picture (n, h, w, 3) uint8, sides multiples of 16."""
        x = (picture.permute(0, 3, 1, 2).float() - 127.5) / 64.0
        half = self.stem[0](x)
        quarter = self.quarter(self.stem[1](half))
        eighth = self.eighth(quarter)
        deep = self.sixteenth(eighth)
        deep = functional.relu(deep + self.room(deep.mean((2, 3), keepdim=True)))
        merged = self.merge_eighth(_doubled(self.top(deep)) + self.side_eighth(eighth))
        features = self.merge_quarter(_doubled(self.down(merged)) + self.side_quarter(quarter))
        category, attributes, embedding, boxes, depth = self.heads(features).split(self.counts, dim=1)
        return Seen(
            category,
            attributes,
            functional.normalize(embedding, dim=1),
            functional.softplus(boxes) * BOX_UNIT_PX,
            torch.exp(depth.clamp(-4.0, 4.0)) * USUAL_DEPTH_M,
            None if self.outline is None else self.outline(features, half),
        )


class Outline(nn.Module):
    """Where within a cell one thing ends and the other begins, from its features and the finest colours.

    A vector for each half cell; `names` gives what it adds to the logit of each category. Only few half
    cells need that, so it is not worked out for the whole picture.
    """

    def __init__(self, sizes: Sizes, categories: int) -> None:
        super().__init__()
        self.context = nn.Conv2d(sizes.features, sizes.fine, 1)
        self.colours = nn.Conv2d(sizes.channels[0], sizes.fine, 1)
        self.join = nn.Conv2d(sizes.fine, sizes.fine, 3, 1, 1)
        self.names = nn.Linear(sizes.fine, categories, bias=False)
        nn.init.normal_(self.names.weight, std=0.02)

    def forward(self, features: Tensor, half: Tensor) -> Tensor:
        """features (n, c, h / 4, w / 4), half (n, k, h / 2, w / 2)."""
        joined: Tensor = self.join(functional.relu(_doubled(self.context(features)) + self.colours(half)))
        return joined


def _doubled(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)


class TextEncoder(nn.Module):
    """A phrase is the sum of its words' vectors, made one long. Ones and zeros in, unit vectors out."""

    def __init__(self, tokens: int, embedding: int) -> None:
        super().__init__()
        self.words = nn.Linear(tokens, embedding, bias=False)
        nn.init.normal_(self.words.weight, std=embedding**-0.5)

    def forward(self, tokens: Tensor) -> Tensor:
        return functional.normalize(self.words(tokens), dim=-1)
