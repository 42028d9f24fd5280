"""The network of the learning bench: the same torso for us and for the peer, an LSTM, actor and critic.

Ours is written to the interface that examples/train_own_policy.py shows.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.learning.policies.policy_network import Decided, PolicySizes

WIDTH = 256
STOP = 0  # the first action of the protocol
# Stopping is made rare at first, so that episodes are about as long as those of a policy that has learnt.
STOP_BIAS = -3.0


class Torso(nn.Module):
    """Pictures (m, c, h, w) and goals (m, g) to features (m, WIDTH)."""

    def __init__(self, form: InputForm) -> None:
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(form.channels, 32, 8, 4, 2),
            nn.ReLU(inplace=True),
            nn.Conv2d(32, 64, 4, 2, 1),
            nn.ReLU(inplace=True),
            nn.Conv2d(64, 32, 3, 1, 1),
            nn.ReLU(inplace=True),
        ).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        cells = (form.height_px // 8) * (form.width_px // 8)
        self.joined = nn.Linear(32 * cells + form.goal_size, WIDTH)

    def forward(self, picture: Tensor, goal: Tensor) -> Tensor:
        x = (picture.to(torch.float32) / 255.0 - 0.5).contiguous(memory_format=torch.channels_last)
        seen = self.convolutions(x).flatten(1)
        return functional.relu(self.joined(torch.cat([seen, goal], 1)))


class LstmPolicy(nn.Module):
    """Our side: a PolicyModule whose memory is the state and the cell of an LSTM, side by side."""

    def __init__(self, form: InputForm, actions: int) -> None:
        super().__init__()
        self.form = form
        self.torso = Torso(form)
        self.lstm = nn.LSTM(WIDTH, WIDTH)
        self.actor, self.critic = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)
        make_stop_rare(self.actor)

    def first_memory(self, count: int) -> Tensor:
        return torch.zeros(count, 2 * WIDTH)

    def forward(
        self, picture: Tensor, goal: Tensor, previous: Tensor, begins: Tensor, memory: Tensor
    ) -> Decided:
        """See PolicyModule; the previous action is not looked at, since the peer's network has none."""
        steps, count = previous.shape
        features = self.torso(picture.flatten(0, 1), goal.flatten(0, 1)).view(steps, count, WIDTH)
        state, cell = (part[None].contiguous() for part in memory.chunk(2, 1))
        found = []
        for start, end in _stretches(begins):
            kept = (~begins[start]).to(features.dtype)[None, :, None]
            states, (state, cell) = self._remembered(features[start:end], state * kept, cell * kept)
            found.append(states)
        whole = torch.cat(found)
        return Decided(self.actor(whole), self.critic(whole).squeeze(-1), torch.cat([state[0], cell[0]], 1))

    def _remembered(self, steps: Tensor, state: Tensor, cell: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The LSTM over a stretch; a single step, as in walking, has a cheaper way."""
        if len(steps) > 1:
            whole: tuple[Tensor, tuple[Tensor, Tensor]] = self.lstm(steps, (state, cell))
            return whole
        weights = [parameter for _, parameter in self.lstm.named_parameters()]
        state, cell = torch.lstm_cell(steps[0], (state[0], cell[0]), *weights)
        return state[None], (state[None], cell[None])


def _stretches(begins: Tensor) -> list[tuple[int, int]]:
    """Steps from one beginning of any trial to the next: within them no memory is cleared."""
    borders = [0, *(1 + begins[1:].any(1).nonzero().flatten()).tolist(), len(begins)]
    return list(pairwise(borders))


def make_stop_rare(actor: nn.Linear) -> None:
    with torch.no_grad():
        actor.bias.zero_()
        actor.bias[STOP] = STOP_BIAS


def made_lstm_policy(form: InputForm, actions: int, sizes: PolicySizes, seed: int) -> LstmPolicy:
    """See MakeNetwork; the sizes are the bench's own."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return LstmPolicy(form, actions)
