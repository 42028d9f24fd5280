"""Replacing what a capability of the agent puts out while an episode runs: at one step, or from a step on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wayproof.agents import CAPABILITIES, Agent, Overridable
from wayproof.episode.trial import Trial
from wayproof.errors import InvalidInput, unknown_name


@dataclass(frozen=True)
class Intervention:
    """The value of a capability from step `first` to step `last`, both included; `last` None: to the end.

    `value` is what the agent's `override` takes, or a function that gives it for the trial as it stands.
    """

    capability: str
    value: object | Callable[[Trial], object]
    first: int = 0
    last: int | None = None

    def holds_at(self, step: int) -> bool:
        return self.first <= step and (self.last is None or step <= self.last)


def check_interventions(interventions: Sequence[Intervention], agent: Agent) -> None:
    """Refuse interventions that no step or agent could take."""
    for one in interventions:
        if one.capability not in CAPABILITIES:
            raise unknown_name("capability", one.capability, CAPABILITIES)
    if interventions and not isinstance(agent, Overridable):
        raise InvalidInput(
            f"{agent.card.name!r} offers no override, so nothing that it thinks can be replaced; "
            "docs/guides/your-own-agent.md says how an agent offers it"
        )


def intervene(interventions: Sequence[Intervention], agent: Agent, trial: Trial) -> None:
    """Give the agent what holds at this step; the last of several for the same capability counts."""
    for one in interventions:
        if one.holds_at(trial.state.step) and isinstance(agent, Overridable):
            agent.override(one.capability, one.value(trial) if callable(one.value) else one.value)
