"""Tones and misleading prefixes in Hindi and Telugu: sentences around an instruction, whose steps stay.

No reader of these languages checks a rewritten step, so none is rewritten: a tone greets, hesitates or thanks
before and after, and may put one word at the head.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.rewrite import Edit, Rewrite, rewritten
from wayproof.language.route_steps import Span
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("hindi_and_telugu.toml")
LANGUAGES = ("hi-IN", "te-IN")


class Tone(msgspec.Struct, frozen=True):
    openers: tuple[str, ...]
    starts: tuple[str, ...]
    closers: tuple[str, ...]


class Additions(msgspec.Struct, frozen=True):
    """What one language can add to an instruction."""

    styles: dict[str, Tone]
    prefixes: dict[str, tuple[str, ...]]


def in_tone(text: str, style: str, language: str, rng: np.random.Generator) -> Rewrite:
    """The text with the sentences of a tone around it; at least one is added."""
    tone, choices = additions(language).styles[style], Choices(rng)
    start, closer = choices.freely(tone.starts), choices.freely(tone.closers)
    silent = not start and not closer
    opener = choices.freely(tone.openers) if silent or choices.chance(0.7) else ""
    head = f"{opener} {start}" if opener else start
    edits = [Edit(0, 0, head), Edit(len(text), len(text), f" {closer}" if closer else "")]
    return rewritten(text, [edit for edit in edits if edit.after], protected=[Span(0, len(text))])


def misled(text: str, language: str, rng: np.random.Generator) -> Rewrite:
    """The text with a misleading sentence before it."""
    prefixes, choices = additions(language).prefixes, Choices(rng)
    prefix = choices.of(prefixes[choices.of(tuple(prefixes))])
    return rewritten(text, [Edit(0, 0, f"{prefix} ")])


def additions(language: str) -> Additions:
    """Those of "hi-IN" or "te-IN"."""
    return _additions()[language]


@cache
def _additions() -> dict[str, Additions]:
    return read_toml(FILE, dict[str, Additions])
