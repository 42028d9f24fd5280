"""What a shipped policy says of itself: how it is asked, how it was made, and what it reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.errors import BrokenFile


class PolicyCard(msgspec.Struct, frozen=True):
    """Beside NAME.onnx as NAME.json."""

    name: str
    form: InputForm
    actions: tuple[str, ...]  # in the order of the network's answers
    hidden: int  # size of its memory
    choice: str = "sampled"  # "sampled": by its chances; "greedy": the likeliest action
    sharpness: float = 1.0  # power to which chances are raised before one is drawn; unlikely ones shrink
    task: str = "point_goal"
    protocol: str = "robustnav"
    made: dict[str, Any] = {}  # command, recipe, seed, frames, faults seen
    reached: dict[str, Any] = {}  # success and SPL in unseen houses, with intervals


def read_card(file: Path) -> PolicyCard:
    """The card of a network."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=PolicyCard)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"{file} is not the card of a policy: {error}; export the policy again, or name another file"
        ) from error
