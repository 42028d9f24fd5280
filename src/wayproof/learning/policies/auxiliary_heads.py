"""Heads that teach an encoder without rewards or an expert: RobustNav's two, after Hansen et al. (2021).

action    which action lay between two frames in a row
rotation  by how much the picture was turned: 0, 90, 180 or 270 degrees

Both see nothing but the encoder's features. Their answers are known in any world, a corrupted one included,
so that a policy can go on learning to see where nobody tells it what to do.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import InvalidInput
from wayproof.learning.policies.policy_network import Decided, PolicyNetwork, encoded, grid_of
from wayproof.learning.policies.policy_steps import Steps

HEADS = ("action", "rotation")
WIDTH = 256
TURNS = 4


class Guess(NamedTuple):
    """Answers of a head as logits (m, classes), and what would have been right (m,)."""

    logits: Tensor
    right: Tensor

    @property
    def loss(self) -> Tensor:
        """Cross-entropy; nothing to answer is nothing to learn."""
        if not len(self.right):
            return self.logits.sum()
        return functional.cross_entropy(self.logits, self.right)

    @property
    def accuracy(self) -> float:
        return float((self.logits.argmax(-1) == self.right).float().mean())


class WithHead(nn.Module):
    """A policy with an auxiliary head on its encoder; a PolicyModule, so that every loop can train it.

    `acting` is another policy that chooses the actions; the encoder and the head are then all that learns.
    """

    def __init__(
        self, network: PolicyNetwork, head: str, *, weight: float = 0.1, acting: PolicyNetwork | None = None
    ) -> None:
        super().__init__()
        self.form, self.network, self.head_name, self.weight = network.form, network, head, weight
        self.head = made_head(network, head)
        self._acting = (acting,)  # in a tuple, so that its weights are none of ours
        if acting is not None:
            network.requires_grad_(False)
            assert network.encoder is not None
            network.encoder.requires_grad_(True)

    def first_memory(self, count: int) -> Tensor:
        return self.network.first_memory(count)

    def forward(
        self, picture: Tensor, goal: Tensor, previous: Tensor, begins: Tensor, memory: Tensor
    ) -> Decided:
        """See PolicyModule; the head's loss stands beside while something is learnt."""
        decided: Decided = (self._acting[0] or self.network)(picture, goal, previous, begins, memory)
        if self._acting[0] is not None or not torch.is_grad_enabled():
            return decided
        return decided._replace(beside=self.weight * self.guess(picture, previous, begins).loss)

    def guess(self, picture: Tensor, previous: Tensor, begins: Tensor) -> Guess:
        """What the head says of these steps, (t, n) each."""
        ask = _between if self.head_name == "action" else _turned
        return ask(self.network, self.head, picture, previous, begins)

    def guess_at(self, steps: Steps) -> Guess:
        return self.guess(steps.picture, steps.previous, steps.begins)


def made_head(network: PolicyNetwork, head: str) -> nn.Module:
    """A head with first weights from torch's random state."""
    if head not in HEADS:
        raise InvalidInput(f"there is no auxiliary head {head!r}; take {' or '.join(HEADS)}")
    form, channels = network.form, network.sizes.compressed
    if not form.channels:
        raise InvalidInput("a blind policy has no encoder to adapt; take one that sees")
    if head == "action":
        rows, columns = grid_of(form.height_px, form.width_px, network.sizes)
        return _two_layers(channels * 2 * rows * columns, network.actions)
    rows, columns = grid_of(_side(form), _side(form), network.sizes)
    return _two_layers(channels * rows * columns, TURNS)


def _two_layers(size: int, answers: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(size, WIDTH), nn.ReLU(inplace=True), nn.Linear(WIDTH, answers))


def _side(form: InputForm) -> int:
    return min(form.height_px, form.width_px)


def _between(
    network: PolicyNetwork, head: nn.Module, picture: Tensor, previous: Tensor, begins: Tensor
) -> Guess:
    """Frames t and t + 1 of an episode tell the action in between, which is `previous` at t + 1."""
    features = encoded(network, picture.flatten(0, 1)).flatten(1).view(*previous.shape, -1)
    pairs = ~begins[1:]
    before, after = features[:-1][pairs], features[1:][pairs]
    return Guess(head(torch.cat([before, after], 1)), previous[1:][pairs])


def _turned(
    network: PolicyNetwork, head: nn.Module, picture: Tensor, previous: Tensor, begins: Tensor
) -> Guess:
    """The square in the middle of each frame, turned; a quarter of the frames each way.

    The turn goes by the frame's place among the steps; minibatches shuffle trials, so a frame that is learnt
    from again is turned otherwise.
    """
    steps, count = previous.shape
    turns = (torch.arange(steps)[:, None] + torch.arange(count)).flatten() % TURNS
    squares = centre_square(picture.flatten(0, 1))
    turned = torch.empty_like(squares)
    for turn in range(TURNS):
        turned[turns == turn] = torch.rot90(squares[turns == turn], turn, (2, 3))
    return Guess(head(encoded(network, turned).flatten(1)), turns)


def centre_square(picture: Tensor) -> Tensor:
    """The largest square in the middle of pictures (m, c, h, w): a longer side would tell the turn."""
    height, width = picture.shape[2:]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return picture[:, :, top : top + side, left : left + side]
