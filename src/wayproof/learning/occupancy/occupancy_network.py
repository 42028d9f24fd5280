"""The network that guesses unseen space: it shrinks the window four times and widens it again."""

from __future__ import annotations

import contextlib
import io
import warnings

import torch
from torch import Tensor, nn

from wayproof.agents.mapping.occupancy_anticipation import LAYERS, WINDOW

WIDTHS = (24, 40, 56, 64)
OPSET = 17


class OccupancyNetwork(nn.Module):
    """Windows (n, LAYERS, WINDOW, WINDOW) of 0 and 1 to logits (n, WINDOW, WINDOW) of "cannot be driven on".

    Each size hands what it saw to its twin on the way back, so that walls stay where they were seen. At the
    smallest size it sees the whole window at once. Most of the work would be at the full size, where there is
    least to learn; so it begins at half of it.
    """

    def __init__(self) -> None:
        super().__init__()
        inner = (WIDTHS[0], *WIDTHS[:-1])
        self.first = nn.Conv2d(LAYERS, WIDTHS[0], 4, stride=2, padding=1)
        self.down = nn.ModuleList(_twice(one, two) for one, two in zip(inner, WIDTHS, strict=True))
        self.up = nn.ModuleList(
            _twice(low + high, high) for low, high in zip(WIDTHS[:0:-1], WIDTHS[-2::-1], strict=True)
        )
        self.last = nn.ConvTranspose2d(WIDTHS[0], 1, 2, stride=2)

    def forward(self, window: Tensor) -> Tensor:
        passed, found = [], torch.relu(self.first(window))
        for number, block in enumerate(self.down):
            found = block(found if number == 0 else nn.functional.max_pool2d(found, 2))
            passed.append(found)
        for block, beside in zip(self.up, passed[-2::-1], strict=True):
            wider = nn.functional.interpolate(found, scale_factor=2.0, mode="nearest")
            found = block(torch.cat([wider, beside], 1))
        logits: Tensor = self.last(found)[:, 0]
        return logits


class _Shares(nn.Module):
    """The network with probabilities for answers, as agents ask it."""

    def __init__(self, network: OccupancyNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, window: Tensor) -> Tensor:
        return torch.sigmoid(self.network(window))


def exported(network: OccupancyNetwork) -> bytes:
    """The network as an ONNX file."""
    content = io.BytesIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Shares(network).eval(),
            (torch.zeros(2, LAYERS, WINDOW, WINDOW),),
            content,  # type: ignore[arg-type] # a stream is fine for this exporter
            dynamo=False,
            opset_version=OPSET,
            input_names=["window"],
            output_names=["blocked"],
            dynamic_axes={"window": {0: "n"}, "blocked": {0: "n"}},
        )
    return content.getvalue()


def _twice(one: int, two: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(one, two, 3, padding=1),
        nn.ReLU(inplace=True),
        nn.Conv2d(two, two, 3, padding=1),
        nn.ReLU(inplace=True),
    )
