"""An agent with a network that is larger than any cache: reading its weights is what a step costs.

So a batch costs little more than a single observation, as on most accelerators. Every row is summed in the
same order whatever the batch, hence batched and single answers are the same bits.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

WIDTH, LAYERS = 4096, 2  # 134 MB of weights
MOVES = ("forward", "turn_left", "turn_right")
Floats = NDArray[np.float32]


@kernel
def add_four(total: Floats, four: Floats, factors: Floats) -> None:
    """Add four rows of weights times their factors; a function of its own, so that it is vectorised."""
    first, second, third, fourth = four[0], four[1], four[2], four[3]
    a, b, c, d = factors[0], factors[1], factors[2], factors[3]
    for o in range(total.shape[0]):
        total[o] += (a * first[o] + b * second[o]) + (c * third[o] + d * fourth[o])


@kernel
def dense(rows: Floats, weights: Floats) -> Floats:
    """Rectified rows (n, i) times weights (i, o): each weight is read from memory once for all rows."""
    result = np.zeros((rows.shape[0], weights.shape[1]), np.float32)
    clear = np.maximum(rows, np.float32(0.0))
    for i in range(0, weights.shape[0], 4):
        for n in range(rows.shape[0]):
            add_four(result[n], weights[i : i + 4], clear[n, i : i + 4])
    return result


class Together:
    """Answers all sessions that wait in one pass; remembers, each for itself, which way it has turned."""

    card = AgentCard("dense", "a large network of dense layers", sensors=("rgb",))

    def start(self, brief: Brief, seed: int) -> None:
        self._turned, self._seed = 0, seed

    def act(self, observation: Observation) -> Action:
        return self.act_many([self], [observation])[0]

    @staticmethod
    def act_many(agents: Sequence[Together], observations: Sequence[Observation]) -> list[Action]:
        scores = network(np.stack([features(seen) for seen in observations]))
        return [agent.chosen(row) for agent, row in zip(agents, scores, strict=True)]

    def chosen(self, row: Floats) -> Action:
        """The best move; who has turned one way long enough goes on."""
        name = MOVES[int(np.argmax(row[: len(MOVES)]))]
        self._turned += {"turn_left": 1, "turn_right": -1}.get(name, 0)
        return Action("forward" if abs(self._turned) > 3 else name)


class SideBySide:
    """The same agent without `act_many`: each session computes for itself, at the same time if it can."""

    card = Together.card

    def __init__(self) -> None:
        self._own = Together()
        self.start = self._own.start

    def act(self, observation: Observation) -> Action:
        return self._own.act(observation)


class OneByOne(SideBySide):
    """As a model on one device: a session waits while another is answered."""

    device = threading.Lock()

    def act(self, observation: Observation) -> Action:
        with self.device:
            return self._own.act(observation)


def features(seen: Observation) -> Floats:
    """The first pixels of the picture, centred."""
    pixels = np.ascontiguousarray(seen.readings["rgb"]).reshape(-1)[:WIDTH].astype(np.float32)
    return np.resize(pixels / np.float32(255.0) - np.float32(0.5), WIDTH)


def network(rows: Floats) -> Floats:
    for layer in _layers():
        rows = dense(rows, layer)
    return rows


@cache
def _layers() -> tuple[Floats, ...]:
    """Weights that keep the size of what goes through them; made once for all sessions."""
    rng = generator_for(1, "bench", "dense")
    size = (WIDTH, WIDTH)
    return tuple(
        rng.standard_normal(size, np.float32) * np.float32((2 / WIDTH) ** 0.5) for _ in range(LAYERS)
    )
