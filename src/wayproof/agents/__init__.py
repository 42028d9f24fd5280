"""Agents: from Brief and Observation to Action, one readable file each; none imports the simulator.

    class Wanderer:
        card = AgentCard("wanderer", "walks until it bumps", sensors=("bump",))

        def start(self, brief: Brief, seed: int) -> None: ...
        def act(self, observation: Observation) -> Action: ...

Such a class is all that a user's agent needs: `wayproof check my_module:Wanderer` tries it.

Each file here is one agent, found by listing the folder. What they share is in the sub-folders:

contract/    found by name, checked, traced, overridden
seeing/      labels, confidence and depth of each pixel
mapping/     occupancy, target, value and room maps
exploring/   where to look next; the search for a thing
moving/      planning and stepping; navigation to a point
reading/     directions in words to steps
following/   steps of a route to goals, and progress along them
prompting/   what a model is sent, how its reply is read
elsewhere/   agents in other processes and of other platforms
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, runtime_checkable
from typing import Protocol as Interface

from wayproof.catalogue import Catalogue
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

__all__ = [
    "AGENTS",
    "CAPABILITIES",
    "TRUTHS",
    "Agent",
    "NeedsSetup",
    "Overridable",
    "Restorable",
    "Traceable",
    "agent",
]

# What an oracle may ask for openly: an expert's next action; where people are (n, 3): ahead, left, heading.
TRUTHS = ("advice", "people")
CAPABILITIES = ("perception", "memory", "plan", "decision")


@runtime_checkable
class Agent(Interface):
    """The contract. `start` begins an episode and forgets the one before; `act` is called once per step."""

    card: AgentCard

    def start(self, brief: Brief, seed: int) -> None: ...

    def act(self, observation: Observation) -> Action: ...


@runtime_checkable
class Traceable(Interface):
    """An agent that shows what it thought at the last step: plain values by capability."""

    def trace(self) -> Mapping[str, object]: ...


@runtime_checkable
class Overridable(Interface):
    """An agent whose capability can be replaced by a given value for the next step."""

    def override(self, capability: str, value: object) -> None: ...


@runtime_checkable
class Restorable(Interface):
    """An agent that can go on from an earlier step of its episode.

    `save` gives all that its next step depends on, as plain values and arrays that later steps do not change;
    `restore` is called after a `start` with the same brief and seed.
    """

    def save(self) -> Mapping[str, Any]: ...

    def restore(self, state: Mapping[str, Any]) -> None: ...


@runtime_checkable
class NeedsSetup(Interface):
    """An agent of ours that needs something from outside, such as the address of a model.

    `check_setup` is called before the first episode; InvalidInput says what is missing and what to do.
    Listing such an agent needs nothing.
    """

    def check_setup(self) -> None: ...


MakeAgent = Callable[[], Agent]
AGENTS: Catalogue[MakeAgent] = Catalogue("agent", "wayproof.agents")

Made = TypeVar("Made", bound=type)


def agent(kind: Made) -> Made:
    """Register an agent's class under the name on its card."""
    AGENTS.add(kind.card.name, kind)  # type: ignore[attr-defined]
    return kind
