"""Asks a vision-language model of yours at every step: instruction, present and past pictures in, action out.

The prompted member of the family of instruction followers, and what an attack on the system prompt aims at:
the model gets the system prompt of the brief, which a fault may have changed. Nothing of it is ours but the
prompt; what it reaches is the model's doing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from wayproof.agents import agent
from wayproof.agents.contract.overrides import Overrides
from wayproof.agents.prompting.follower_messages import (
    PAST_PICTURES,
    SYSTEM_PROMPT,
    Reply,
    corrected,
    evenly_spread,
    follower_messages,
    png_of,
    read_reply,
)
from wayproof.agents.prompting.vision_model import STEP_S, VisionModel, model_from_environment
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.http_dialect import words_for

CORRECTIONS = 2  # of a reply that cannot be used
LONGEST_SHOWN = 400  # characters of a thought in a trace


@agent
class VlmFollower:
    """Needs an endpoint, see vision_model.py. Not deterministic: the model is not."""

    card = AgentCard(
        "vlm_follower",
        "asks a vision-language model of yours, behind an OpenAI-compatible address, what to do",
        sensors=("rgb",),
        deterministic=False,
        system_prompt=SYSTEM_PROMPT,
    )

    def __init__(self, model: VisionModel | None = None) -> None:
        self._model = model

    def check_setup(self) -> None:
        """Refuse to begin without an endpoint."""
        self._ready_model()

    def start(self, brief: Brief, seed: int) -> None:
        self._brief, self._ready = brief, self._ready_model()
        self._actions = [name for name in self.card.actions if name in brief.actions]
        self._pictures: list[bytes] = []
        self._done: list[str] = []
        self._reply, self._left = Reply(""), 0  # what was chosen last, and how often it is still to be done
        self._overrides = Overrides(self.card.sensors, self.card.actions, capabilities=("decision",))

    def act(self, observation: Observation) -> Action:
        present = png_of(observation.readings["rgb"])
        told = self._overrides.decision()
        if told is not None:
            self._left = 0
        else:
            if self._left == 0:
                self._reply = self._asked(present, observation.instruction)
                self._left = self._reply.times
            self._left -= 1
        chosen = told or Action(self._reply.action)
        self._pictures.append(present)
        self._done.append(chosen.name)
        return chosen

    def trace(self) -> Mapping[str, object]:
        """The action, and what the model said of it."""
        decision = {"name": self._done[-1], "thought": self._reply.thought[:LONGEST_SHOWN]}
        return {"decision": {**decision, "requests": self._ready.requests}}

    def override(self, capability: str, value: object) -> None:
        """Only its decision can be replaced: the rest is inside of the model."""
        self._overrides.give(capability, value)

    def save(self) -> Mapping[str, Any]:
        """The pictures and actions so far, and what is still to be done of the last reply."""
        reply = [self._reply.action, self._reply.times, self._reply.thought]
        return {
            "pictures": list(self._pictures),
            "done": list(self._done),
            "reply": reply,
            "left": self._left,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved."""
        self._pictures = [bytes(one) for one in state["pictures"]]
        self._done = [str(one) for one in state["done"]]
        action, times, thought = state["reply"]
        self._reply, self._left = Reply(str(action), int(times), str(thought)), int(state["left"])

    def _ready_model(self) -> VisionModel:
        if self._model is None:
            self._model = model_from_environment()
        return self._model

    def _asked(self, present: bytes, instruction: str | None) -> Reply:
        """The model's choice; one that cannot be used is sent back with the reason, twice at most."""
        until_s = time.monotonic() + STEP_S
        past = [self._pictures[place] for place in evenly_spread(len(self._pictures), PAST_PICTURES)]
        words = instruction or words_for(self._brief)
        messages = follower_messages(self._brief, words, past, present, self._done, self._actions)
        wrong = ""
        for _ in range(CORRECTIONS + 1):
            text = self._ready.reply(messages, max(until_s - time.monotonic(), 1.0))
            try:
                return read_reply(text, self._actions)
            except ValueError as error:
                wrong = str(error)
                messages = corrected(messages, text, wrong)
        raise InvalidInput(f"the model gave no usable action in {CORRECTIONS + 1} replies: {wrong}")
