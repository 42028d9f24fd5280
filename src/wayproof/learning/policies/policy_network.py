"""The policy network: encoder, 1x1 compressor, fusion with the goal, GRU, actor and critic.

RobustNav's architecture in a size that trains on two cores; its encoder is a ResNet-18 at 224 pixels, ours
three convolutions at 64 x 48, or a ResNet-18 where that is asked for. Without cameras only goal and memory
are left: the blind twin. A progress monitor can be added, see progress_monitor.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from typing import Protocol as Interface

import msgspec
import torch
from torch import Tensor, nn
from torch.nn import functional

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import InvalidInput
from wayproof.learning.policies.residual_encoder import STRIDE, ResidualEncoder, Trunk

ENCODERS = ("small", "resnet18")
NO_ACTION = -1  # the previous action of a first step


class PolicySizes(msgspec.Struct, frozen=True):
    """Channels of the encoder and of what is left after compressing; width of fusion and memory.

    `channels` are those of the small encoder; a ResNet-18 has its own.
    """

    channels: tuple[int, int, int] = (32, 64, 64)
    compressed: int = 32
    goal: int = 32
    hidden: int = 256
    encoder: str = "small"
    monitor: bool = False  # whether the actor is also told how near the network thinks the goal is

    def __post_init__(self) -> None:
        if self.encoder not in ENCODERS:
            raise InvalidInput(f"the encoder is {self.encoder!r}; give {' or '.join(ENCODERS)}")


class Decided(NamedTuple):
    """Logits (t, n, actions), values (t, n), memory (n, hidden) after the last step.

    `beside` is a loss that the network wants to have lowered along with that of its decisions; `nearness`
    (t, n) what a progress monitor says, as logits.
    """

    logits: Tensor
    values: Tensor
    memory: Tensor
    beside: Tensor | float = 0.0
    nearness: Tensor | None = None


class PolicyModule(Interface):
    """What the training loops ask of a network: a torch module with a form and a first memory.

    It is called with steps of n trials: picture (t, n, c, h, w) uint8, goal (t, n, g), previous (t, n) int64,
    NO_ACTION at a first step; begins (t, n): first steps, before which nothing is remembered; memory (n, m).
    """

    form: InputForm

    def first_memory(self, count: int) -> Tensor:
        """What n trials remember before their first step, (n, m)."""

    def __call__(
        self, picture: Tensor, goal: Tensor, previous: Tensor, begins: Tensor, memory: Tensor
    ) -> Decided: ...

    def parameters(self) -> Iterator[nn.Parameter]: ...

    def named_parameters(self) -> Iterator[tuple[str, nn.Parameter]]: ...

    def state_dict(self) -> dict[str, Tensor]: ...

    def load_state_dict(self, state: Mapping[str, Tensor]) -> object: ...


class PolicyNetwork(nn.Module):
    """Steps of n trials in, decisions out."""

    def __init__(self, form: InputForm, actions: int, sizes: PolicySizes | None = None) -> None:
        super().__init__()
        self.form, self.actions, self.sizes = form, actions, sizes or PolicySizes()
        hidden = self.sizes.hidden
        self.goal = nn.Sequential(nn.Linear(form.goal_size, self.sizes.goal), nn.ReLU(inplace=True))
        self.previous = nn.Embedding(actions + 1, 16)
        self.encoder: nn.Module | None = None
        seen = self.sizes.goal
        if form.channels:
            self.encoder = _encoder(form, self.sizes)
            self.fusion = nn.Conv2d(self.sizes.compressed + self.sizes.goal, self.sizes.compressed, 1)
            rows, columns = grid_of(form.height_px, form.width_px, self.sizes)
            seen += self.sizes.compressed * rows * columns
        self.joined = nn.Linear(seen, hidden)
        self.memory = nn.GRUCell(hidden + 16, hidden)
        self.actor = nn.Linear(hidden, actions)
        self.critic = nn.Linear(hidden, 1)
        if self.sizes.monitor:
            self.progress = nn.Linear(hidden, 1)
            self.told_progress = nn.Linear(1, actions)
        _begin_small(self)

    def first_memory(self, count: int) -> Tensor:
        return torch.zeros(count, self.sizes.hidden)

    def forward(
        self, picture: Tensor, goal: Tensor, previous: Tensor, begins: Tensor, memory: Tensor
    ) -> Decided:
        """See PolicyModule."""
        steps, count = previous.shape
        told = self.goal(goal.flatten(0, 1))
        seen = told if self.encoder is None else torch.cat([self._seen(picture.flatten(0, 1), told), told], 1)
        joined = functional.relu(self.joined(seen))
        asked = torch.cat([joined, self.previous((previous + 1).flatten())], 1).view(steps, count, -1)
        kept = (~begins).to(joined.dtype).unsqueeze(-1)
        states = []
        for step in range(steps):
            memory = self.memory(asked[step], memory * kept[step])
            states.append(memory)
        state = torch.stack(states)
        logits, nearness = self.actor(state), None
        if self.sizes.monitor:
            nearness = self.progress(state)
            logits = logits + self.told_progress(torch.sigmoid(nearness))
            nearness = nearness.squeeze(-1)
        return Decided(logits, self.critic(state).squeeze(-1), memory, nearness=nearness)

    def _seen(self, picture: Tensor, told: Tensor) -> Tensor:
        features = encoded(self, picture)
        spread = told[:, :, None, None].expand(-1, -1, *features.shape[2:])
        fused = functional.relu(self.fusion(torch.cat([features, spread], 1)))
        return fused.flatten(1)


def encoded(network: PolicyNetwork, picture: Tensor) -> Tensor:
    """Features (m, compressed, rows, columns), see grid_of, of pictures (m, c, h, w) as bytes."""
    assert network.encoder is not None
    x = (picture.to(torch.float32) / 255.0 - 0.5).contiguous(memory_format=torch.channels_last)
    features: Tensor = network.encoder(x)
    return features


def grid_of(height_px: int, width_px: int, sizes: PolicySizes) -> tuple[int, int]:
    """Rows and columns of the features of a picture."""
    if sizes.encoder == "resnet18":
        return -(-height_px // STRIDE), -(-width_px // STRIDE)
    return height_px // 8, width_px // 8


def _encoder(form: InputForm, sizes: PolicySizes) -> nn.Module:
    if sizes.encoder == "resnet18":
        return ResidualEncoder(form, sizes.compressed)
    first, second, third = sizes.channels
    return nn.Sequential(
        nn.Conv2d(form.channels, first, 8, 4, 2),
        nn.ReLU(inplace=True),
        nn.Conv2d(first, second, 4, 2, 1),
        nn.ReLU(inplace=True),
        nn.Conv2d(second, third, 3, 1, 1),
        nn.ReLU(inplace=True),
        nn.Conv2d(third, sizes.compressed, 1),  # RobustNav's compressor
        nn.ReLU(inplace=True),
    )


def _begin_small(network: PolicyNetwork) -> None:
    """Orthogonal weights; nearly equal chances for all actions at first. A trunk has begun by itself."""
    trunks = [module for module in network.modules() if isinstance(module, Trunk)]
    begun = {module for trunk in trunks for module in trunk.modules()}
    for module in network.modules():
        if isinstance(module, nn.Linear | nn.Conv2d) and module not in begun:
            nn.init.orthogonal_(module.weight, 2.0**0.5)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
    nn.init.orthogonal_(network.actor.weight, 0.01)
    nn.init.orthogonal_(network.critic.weight, 1.0)
    if network.sizes.monitor:
        nn.init.zeros_(network.told_progress.weight)  # so that a policy that gets a monitor acts as before
        nn.init.zeros_(network.told_progress.bias)


def made_network(form: InputForm, actions: int, sizes: PolicySizes, seed: int) -> PolicyNetwork:
    """A network with first weights from a seed; torch's own random state is left as it was."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = PolicyNetwork(form, actions, sizes)
    return network.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]
