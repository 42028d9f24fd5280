"""An agent that reads repaired words: the instruction and the system prompt pass a repair before it starts.

Each text is repaired once per episode. Everything else, from sensors to traces and saved states, is the
agent's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from wayproof.agents import Agent
from wayproof.log import MitigatedWords
from wayproof.vocabulary import Action, Brief, Observation

INSTRUCTION, SYSTEM_PROMPT = "instruction", "system_prompt"


@dataclass(frozen=True)
class Repaired:
    """A text as the agent is to read it, and what was done to it or could not be done."""

    text: str
    notes: tuple[str, ...] = ()


# A text, its language, and what it is (INSTRUCTION or SYSTEM_PROMPT).
Repair = Callable[[str, str, str], Repaired]


class RepairedWordsAgent:
    """Wraps an agent. What else the agent offers (trace, override, save, ...) is passed through."""

    def __init__(self, agent: Agent, name: str, repair: Repair) -> None:
        self.card, self.mitigation = agent.card, name
        self._agent, self._repair = agent, repair
        self._language, self._took_s = "", 0.0
        self._repaired: dict[tuple[str, str], Repaired] = {}

    def start(self, brief: Brief, seed: int) -> None:
        self._language, self._took_s = brief.language, 0.0
        self._repaired = {}
        changed = msgspec.structs.replace(
            brief,
            instruction=self._read(brief.instruction, INSTRUCTION),
            system_prompt=self._read(brief.system_prompt, SYSTEM_PROMPT),
        )
        self._agent.start(changed, seed)

    def act(self, observation: Observation) -> Action:
        text = self._read(observation.instruction, INSTRUCTION)
        return self._agent.act(replace(observation, instruction=text))

    def mitigated_words(self) -> MitigatedWords:
        """What this episode's texts became, for its log."""
        prompts = [made.text for (kind, _), made in self._repaired.items() if kind == SYSTEM_PROMPT]
        return MitigatedWords(
            tuple(made.text for (kind, _), made in self._repaired.items() if kind == INSTRUCTION),
            prompts[0] if prompts else None,
            tuple(note for made in self._repaired.values() for note in made.notes),
            self._took_s,
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_agent":  # copying and pickling ask before there is an agent
            raise AttributeError(name)
        return getattr(self._agent, name)

    def _read(self, text: str | None, kind: str) -> str | None:
        if not text:
            return text
        if (kind, text) not in self._repaired:
            began_s = time.perf_counter()
            self._repaired[kind, text] = self._repair(text, self._language, kind)
            self._took_s += time.perf_counter() - began_s
        return self._repaired[kind, text].text
