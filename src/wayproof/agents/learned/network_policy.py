"""A policy network at work: it alone chooses every action; there is no planner, rule or way out beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.learned.policy_card import PolicyCard, read_card
from wayproof.agents.learned.policy_inputs import goal_features, picture_of
from wayproof.errors import InvalidInput
from wayproof.perception.onnx_network import Run, open_network
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, Brief, Observation

INPUTS = ("picture", "goal", "previous", "begins", "memory")
OUTPUTS = ("logits", "value", "memory_after")
NO_ACTION = -1


class OpenPolicy(NamedTuple):
    """A policy that is ready to be asked."""

    card: PolicyCard
    network: Run


def open_policy(file: Path) -> OpenPolicy:
    """The policy of an ONNX file, with the card beside it."""
    network = open_network(file, inputs=INPUTS, outputs=OUTPUTS, what="policy network")
    return OpenPolicy(read_card(file.with_suffix(".json")), network)


class NetworkPolicy:
    """One episode of a policy network."""

    def __init__(self, opened: OpenPolicy, brief: Brief, seed: int) -> None:
        self.card, self._network = opened
        missing = [action for action in self.card.actions if action not in brief.actions]
        if missing:
            raise InvalidInput(
                f"{self.card.name} was taught to {', '.join(missing)}, which this task does not know"
            )
        self._category = brief.category
        self._memory = np.zeros((1, self.card.hidden), np.float32)
        self._previous = NO_ACTION
        self._seed = seed
        self._shares: NDArray[np.float64] = np.zeros(0)
        self._value = 0.0

    def act(self, observation: Observation) -> Action:
        """By the network's chances, or the likeliest action, as its card says."""
        form = self.card.form
        found = self._network(
            {
                "picture": picture_of(observation.readings, form)[None],
                "goal": goal_features(observation.readings, self._category, form)[None],
                "previous": np.array([self._previous], np.int64),
                "begins": np.array([self._previous == NO_ACTION]),
                "memory": self._memory,
            }
        )
        self._memory, self._value = found["memory_after"], float(found["value"][0])
        self._shares = shares_of(found["logits"][0])
        self._previous = self._chosen(observation.step)
        return Action(self.card.actions[self._previous])

    def trace(self) -> Mapping[str, object]:
        """The chances of all actions, and what it expects to earn."""
        shares = {name: round(float(s), 4) for name, s in zip(self.card.actions, self._shares, strict=True)}
        return {
            "decision": self.card.actions[self._previous],
            "policy": {"chances": shares, "expects": round(self._value, 3)},
        }

    def _chosen(self, step: int) -> int:
        if self.card.choice == "greedy":
            return int(self._shares.argmax())
        draw = generator_for(self._seed, "policy", step).random()
        return min(int((draw >= self._shares.cumsum()).sum()), len(self._shares) - 1)


def shares_of(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Softmax."""
    exponentials = np.exp(np.asarray(logits, np.float64) - float(logits.max()))
    shares: NDArray[np.float64] = exponentials / exponentials.sum()
    return shares
