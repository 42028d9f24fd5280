"""ResNet-18 (He et al. 2016) as the encoder of a policy: RobustNav's choice, 11.18 million weights.

Its weights are named as torchvision names them, so that a file of trained ones can be taken over. Statistics
of the normalisation stay as they come: the same step is seen alone in walking and in a batch in learning, and
must give the same decision both times.
"""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import BrokenFile

STAGES = (64, 128, 256, 512)  # channels; each stage has two blocks, and all but the first halve the picture
STRIDE = 32  # pixels of the picture for a cell of the features
# Mean and spread of the channels from 0 to 1: of colours those of ImageNet, of others ours.
COLOURS, OTHERS = ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)), ((0.5,), (0.25,))


class FixedNorm(nn.Module):
    """Batch normalisation with given statistics; scale and shift can be learnt."""

    running_mean: Tensor
    running_var: Tensor

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.register_buffer("running_mean", torch.zeros(channels))
        self.register_buffer("running_var", torch.ones(channels))

    def forward(self, x: Tensor) -> Tensor:
        return functional.batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias)


class Block(nn.Module):
    """Two convolutions, added to what came in."""

    def __init__(self, before: int, channels: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, channels, 3, stride, 1, bias=False)
        self.bn1 = FixedNorm(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.bn2 = FixedNorm(channels)
        self.downsample: nn.Module | None = None
        if stride != 1 or before != channels:
            self.downsample = nn.Sequential(
                nn.Conv2d(before, channels, 1, stride, bias=False), FixedNorm(channels)
            )

    def forward(self, x: Tensor) -> Tensor:
        found = self.bn2(self.conv2(functional.relu(self.bn1(self.conv1(x)))))
        return functional.relu(found + (x if self.downsample is None else self.downsample(x)))


class Trunk(nn.Module):
    """ResNet-18 without its classifier: pictures (m, c, h, w) to features (m, 512, h / 32, w / 32)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, STAGES[0], 7, 2, 3, bias=False)
        self.bn1 = FixedNorm(STAGES[0])
        before = (STAGES[0], *STAGES[:-1])
        self.layer1, self.layer2, self.layer3, self.layer4 = (
            nn.Sequential(Block(b, own, 1 if own == STAGES[0] else 2), Block(own, own, 1))
            for b, own in zip(before, STAGES, strict=True)
        )
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
            if isinstance(module, Block):  # nothing is added at first, so that signals neither grow nor fade
                nn.init.zeros_(module.bn2.weight)

    def forward(self, x: Tensor) -> Tensor:
        x = functional.max_pool2d(functional.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        for stage in (self.layer1, self.layer2, self.layer3, self.layer4):
            x = stage(x)
        return x


class ResidualEncoder(nn.Module):
    """The trunk and RobustNav's 1x1 compressor, for pictures between -0.5 and 0.5."""

    mean: Tensor
    spread: Tensor

    def __init__(self, form: InputForm, compressed: int) -> None:
        super().__init__()
        self.trunk = Trunk(form.channels)
        self.compressor = nn.Conv2d(STAGES[-1], compressed, 1)
        mean, spread = zip(*(COLOURS if name == "rgb" else OTHERS for name, _ in form.layers), strict=True)
        self.register_buffer("mean", _per_channel(mean) - 0.5, persistent=False)
        self.register_buffer("spread", _per_channel(spread), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.compressor(self.trunk((x - self.mean) / self.spread)))


def take_weights(trunk: Trunk, file: Path) -> None:
    """Fill a trunk with the weights of a safetensors file, such as those of a ResNet-18 from torchvision.

    Pictures with another number of layers than three see through the mean of the first filters.
    """
    try:
        found = load_file(file)
    except (OSError, SafetensorError) as error:
        raise BrokenFile(f"{file} is not a safetensors file: {error}; name another file") from error
    wanted = trunk.state_dict()
    missing = sorted(name for name in wanted if name not in found)
    if missing:
        raise BrokenFile(
            f"{file} holds no weights of a ResNet-18: {', '.join(missing[:3])} and {len(missing)} in all are "
            "missing; save torchvision's resnet18().state_dict() as safetensors"
        )
    first, channels = found["conv1.weight"], trunk.conv1.in_channels
    if first.shape[1] != channels:
        mean = first.mean(1, keepdim=True)
        found["conv1.weight"] = (
            torch.cat([first, mean], 1) if channels == 4 else mean.repeat(1, channels, 1, 1)
        )
    try:
        trunk.load_state_dict({name: found[name] for name in wanted})
    except RuntimeError as error:
        raise BrokenFile(f"{file} does not fit a ResNet-18: {error}; name another file") from error


def _per_channel(numbers: tuple[tuple[float, ...], ...]) -> Tensor:
    return torch.tensor([number for layer in numbers for number in layer]).view(1, -1, 1, 1)
