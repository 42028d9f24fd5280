"""Experts who follow advice and have sensors all the same, so that faults of those reach them."""

from __future__ import annotations

from wayproof.agents.oracle import Oracle
from wayproof.vocabulary import DISCRETE_ACTIONS, AgentCard


def _card(name: str, *sensors: str) -> AgentCard:
    return AgentCard(
        name, "an expert with eyes", sensors, DISCRETE_ACTIONS, ("advice",), stateful=False, version="1"
    )


class SeeingExpert(Oracle):
    card = _card("seeing expert", "rgb", "depth")


class RgbExpert(Oracle):
    card = _card("rgb expert", "rgb")


class DepthExpert(Oracle):
    card = _card("depth expert", "depth")
