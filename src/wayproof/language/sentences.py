"""Hand-written instructions in Indian English, Hindi and Telugu, forty each, with their sense in English.

They are short imperatives with everyday words. Corruptions are tried on them, above all to show that no
script is ever broken.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from wayproof.errors import unknown_name
from wayproof.spec import read_json

LANGUAGES = ("en-IN", "hi-IN", "te-IN")


class Sentence(msgspec.Struct, frozen=True):
    text: str
    gloss: str


class SentenceFile(msgspec.Struct, frozen=True):
    language: str
    sentences: tuple[Sentence, ...]


@cache
def sentences(language: str) -> tuple[Sentence, ...]:
    """The sentences of one language: "en-IN", "hi-IN" or "te-IN"."""
    if language not in LANGUAGES:
        raise unknown_name("language with written sentences", language, LANGUAGES)
    name = f"sentences_{language.replace('-', '_')}.json"
    return read_json(Path(__file__).with_name(name), SentenceFile).sentences
