"""What a vision-language model is sent at a step, and how its reply becomes an action.

The message has the instruction, a few earlier pictures, the present one and what was done so far; the reply
is one JSON object: {"thought": "...", "action": "forward", "times": 2}.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.picture_sizes import averaged
from wayproof.vocabulary import Brief

MOST_TIMES = 5  # that one reply may repeat an action
PAST_PICTURES = 4  # spread evenly over the steps so far
SHOWN_ACTIONS = 40  # of those done so far
LARGEST_SIDE_PX = 512
LONGEST_INSTRUCTION = 8_000  # characters of it that are sent
LONGEST_REPLY = 20_000  # characters of a reply that are looked at
SYSTEM_PROMPT = (
    "You steer a wheeled robot through a house. It must follow the directions in the message and stop where "
    "they end. The pictures come from its camera, the earliest first; the last one is what it sees now. "
    "Decide what it does next. Answer with one JSON object and nothing else, for example "
    '{"thought": "the doorway is ahead on the left", "action": "turn_left", "times": 1}. '
    f"The action is one of those in the message; times is how often to do it, 1 to {MOST_TIMES}. Say stop "
    "only at the end of the directions: it ends the walk."
)
Message = dict[str, object]


@dataclass(frozen=True)
class Reply:
    """An action that a model chose, how often, and what it said of it."""

    action: str
    times: int = 1
    thought: str = ""


def follower_messages(
    brief: Brief,
    instruction: str,
    past: Sequence[bytes],
    present: bytes,
    done: Sequence[str],
    actions: Sequence[str],
) -> list[Message]:
    """The system prompt, as it reached the agent, and all that the model may know; pictures as PNG."""
    asked = _question(brief, instruction, done, actions, earlier=len(past))
    pictures = [_picture_part(picture) for picture in (*past, present)]
    return [
        {"role": "system", "content": brief.system_prompt or SYSTEM_PROMPT},
        {"role": "user", "content": [{"type": "text", "text": asked}, *pictures]},
    ]


def corrected(messages: Sequence[Message], reply: str, wrong: str) -> list[Message]:
    """The same with a reply that could not be used, and what is wrong with it."""
    return [
        *messages,
        {"role": "assistant", "content": reply[:LONGEST_REPLY]},
        {"role": "user", "content": f"That cannot be used: {wrong}. Answer with the JSON object only."},
    ]


def read_reply(text: str, actions: Sequence[str]) -> Reply:
    """The action in a reply; ValueError says what is wrong with one that has none.

    >>> read_reply('Sure: {"action": "Turn left", "times": 2}', ("turn_left",))
    Reply(action='turn_left', times=2, thought='')
    """
    found = _first_object(text[:LONGEST_REPLY])
    named = found.get("action")
    if not isinstance(named, str):
        raise ValueError('it has no "action"')
    action = "_".join(named.strip().lower().replace("-", " ").replace("_", " ").split())
    if action not in actions:
        raise ValueError(f'"action" is {named[:40]!r}; it must be one of {", ".join(actions)}')
    times = found.get("times", 1)
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
        raise ValueError(f'"times" is {str(times)[:40]}; it must be a whole number from 1 to {MOST_TIMES}')
    thought = found.get("thought", "")
    return Reply(action, times, thought if isinstance(thought, str) else "")


def evenly_spread(count: int, most: int) -> list[int]:
    """At most so many of `count` places, the first one included, at equal distances.

    >>> evenly_spread(3, 4), evenly_spread(9, 4)
    ([0, 1, 2], [0, 2, 4, 6])
    """
    return [count * number // most for number in range(most)] if count > most else list(range(count))


def _question(
    brief: Brief, instruction: str, done: Sequence[str], actions: Sequence[str], *, earlier: int
) -> str:
    so_far = ", ".join(done[-SHOWN_ACTIONS:]) if done else "nothing"
    left = max(0, brief.maximum_steps - len(done))
    return (
        f"Directions: {instruction[:LONGEST_INSTRUCTION]}\n"
        f"Actions: {', '.join(actions)}. forward moves {brief.forward_m:g} m, a turn is "
        f"{math.degrees(brief.turn_rad):.0f} degrees.\n"
        f"Done so far ({len(done)} actions, the latest last): {so_far}.\n"
        f"At most {left} more actions. Pictures: {earlier} earlier, then the present one."
    )


def _picture_part(png: bytes) -> dict[str, object]:
    return {
        "type": "image_url",
        "image_url": {"url": f"data:image/png;base64,{base64.b64encode(png).decode()}"},
    }


def png_of(rgb: NDArray[np.generic]) -> bytes:
    """Without loss, so that a fault of the pictures reaches the model as it is; large ones are shrunk."""
    picture = np.asarray(rgb, np.uint8)
    height, width = picture.shape[:2]
    scale = LARGEST_SIDE_PX / max(height, width)
    if scale < 1.0:
        picture = averaged(picture, (max(1, round(width * scale)), max(1, round(height * scale))))
    _, data = cv2.imencode(".png", np.ascontiguousarray(picture[..., ::-1]))
    return bytes(data)


def _first_object(text: str) -> dict[str, Any]:
    """The first JSON object in a text, which may stand between other words or code marks."""
    start = text.find("{")
    if start < 0:
        raise ValueError("it holds no JSON object")
    try:
        found, _ = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        raise ValueError("its JSON is malformed") from None
    if not isinstance(found, dict):
        raise ValueError("it holds no JSON object")
    return found
