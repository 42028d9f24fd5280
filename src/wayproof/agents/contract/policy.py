"""A policy decides through one episode; an agent's class that holds one passes what it is asked on.

class MapAndPlan:
    card = AgentCard(...)

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = PointNavigation(brief, self.card, measured_depth)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from typing import Protocol as Interface

from wayproof.vocabulary import Action, Observation


class Policy(Interface):
    """What decides through one episode; the next one gets a new policy."""

    def act(self, observation: Observation) -> Action: ...

    def trace(self) -> Mapping[str, object]: ...

    def override(self, capability: str, value: object) -> None: ...

    def save(self) -> Mapping[str, Any]: ...

    def restore(self, state: Mapping[str, Any]) -> None: ...


class HoldsPolicy(Interface):
    """An agent between two calls of `start`."""

    @property
    def policy(self) -> Policy: ...


def act(self: HoldsPolicy, observation: Observation) -> Action:
    """The policy's next action."""
    return self.policy.act(observation)


def trace(self: HoldsPolicy) -> Mapping[str, object]:
    """What the policy thought at the last step."""
    return self.policy.trace()


def override(self: HoldsPolicy, capability: str, value: object) -> None:
    """Give the policy a value that replaces a capability's own at the next step, see overrides.py."""
    self.policy.override(capability, value)


def save(self: HoldsPolicy) -> Mapping[str, Any]:
    """All that the policy's next step depends on, apart from the brief: plain values and arrays."""
    return self.policy.save()


def restore(self: HoldsPolicy, state: Mapping[str, Any]) -> None:
    """Let the policy, which has just begun, go on from what was saved."""
    self.policy.restore(state)
