"""Mitigations: from an agent to a better agent, one file each, found by listing the folder.

A mitigation wraps an agent that is already there: `wayproof run SUITE --agent A --mitigation NAME`. A log
names it, tables show "A with NAME", and a run with another mitigation is a run of another agent.

Each file here is one mitigation. What they share is in the sub-folders:

words/       repairing what an agent is told, before it reads it
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wayproof.agents import Agent
from wayproof.catalogue import Catalogue

__all__ = ["MITIGATIONS", "Mitigation", "mitigated"]


@dataclass(frozen=True)
class Mitigation:
    """What a mitigation is called, which modalities it changes, and how it wraps an agent.

    `wrap` refuses with a sentence what it cannot work with, such as a language model that is not named.
    """

    name: str
    summary: str
    modalities: tuple[str, ...]
    source: str
    wrap: Callable[[Agent], Agent]


MITIGATIONS: Catalogue[Mitigation] = Catalogue("mitigation", "wayproof.mitigations")


def mitigated(agent: Agent, name: str | None) -> Agent:
    """The agent with the mitigation of that name around it; the agent itself without a name."""
    return agent if name is None else MITIGATIONS[name].wrap(agent)
