"""A policy network at work: it alone chooses every action; there is no planner, rule or way out beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.learned.perceived_layers import known_kinds
from wayproof.agents.learned.policy_card import PolicyCard, read_card
from wayproof.agents.learned.policy_inputs import goal_features, picture_of
from wayproof.errors import InvalidInput
from wayproof.perception.onnx_network import Run, open_network
from wayproof.seeding import generator_for
from wayproof.vocabulary import Action, Brief, Observation

INPUTS = ("picture", "goal", "previous", "begins", "memory")
OUTPUTS = ("logits", "value", "memory_after")
NO_ACTION = -1
DISPENSABLE = ("look_up", "look_down")  # a task may lack them: a policy then draws among its other actions


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
        self._lacks = np.array([action not in brief.actions for action in self.card.actions])
        missing = [a for a in self.card.actions if a not in brief.actions and a not in DISPENSABLE]
        if missing:
            raise InvalidInput(
                f"{self.card.name} was taught to {', '.join(missing)}, which this task does not know"
            )
        self._category = brief.category
        if "wanted" in self.card.form.perceived:
            known_kinds(brief.category)  # raises for one that cannot be looked for
        self._memory = np.zeros((1, self.card.hidden), np.float32)
        self._previous = NO_ACTION
        self._seed = seed
        self._shares: NDArray[np.float64] = np.zeros(len(self.card.actions))

    def act(self, observation: Observation) -> Action:
        """By the network's chances, or the likeliest action, as its card says."""
        form = self.card.form
        picture = picture_of(observation.readings, form, self._category)
        found = self._network(
            {
                "picture": picture[None],
                "goal": goal_features(observation.readings, self._category, form, picture)[None],
                "previous": np.array([self._previous], np.int64),
                "begins": np.array([self._previous == NO_ACTION]),
                "memory": self._memory,
            }
        )
        self._memory = found["memory_after"]
        logits = found["logits"][0] * self.card.sharpness
        self._shares = shares_of(np.where(self._lacks, np.float32(-np.inf), logits))
        self._previous = self._chosen(observation.step)
        return Action(self.card.actions[self._previous])

    def trace(self) -> Mapping[str, object]:
        """The action, with the chances that all actions had."""
        named = zip(self.card.actions, self._shares, strict=True)
        chances = {name: round(float(share), 4) for name, share in named}
        return {"decision": {"name": self.card.actions[self._previous], "chances": chances}}

    def save(self) -> Mapping[str, Any]:
        """What it remembers and did last."""
        return {"memory": self._memory.copy(), "previous": self._previous}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved."""
        self._memory, self._previous = np.asarray(state["memory"], np.float32).copy(), int(state["previous"])

    def override(self, capability: str, value: object) -> None:
        """Nothing within a network that maps pictures to actions can be replaced."""
        raise InvalidInput(
            f"{self.card.name} is one network: its {capability} cannot be replaced by {value!r}; "
            "an agent with parts, such as value_explorer, lets you do that"
        )

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
