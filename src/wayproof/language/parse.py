"""Reads an English instruction into its steps: what to do, in which direction, at which landmark, with spans.

    parse("Walk past the couch and turn left at the kitchen.").triples
    (("go", "past", "couch"), ("turn", "left", "kitchen"))

Verbs are reduced to few actions ("enter the hall" and "step into the hall" are both go, into, hall), a
subordinate clause to the relation it stands for ("until you reach the door": to, door), and "it" to the last
landmark. Text that is no instruction gives no steps; nothing is ever refused.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wayproof.language.chunks import Chunk, chunk, fold_subordinates
from wayproof.language.route_steps import RouteStep, Span
from wayproof.language.step_reader import StepReader
from wayproof.language.tagger import built_in_tags
from wayproof.tokens import Token, tokenise

LONGEST_CHARACTERS = 1_000_000  # a text beyond it is not read: no instruction is that long
REMEMBERED_CHARACTERS = 5_000  # a style reads a text several times; a huge one would fill the memory


@dataclass(frozen=True)
class ParsedStep:
    """A step and where the text says it; a part that the text leaves out has no span."""

    step: RouteStep
    action: Span | None
    direction: Span | None
    landmark: Span | None


@dataclass(frozen=True)
class Reading:
    """A text with all that was found in it."""

    text: str
    tokens: tuple[Token, ...]
    tags: tuple[str, ...]
    chunks: tuple[Chunk, ...]
    steps: tuple[ParsedStep, ...]

    @property
    def route(self) -> tuple[RouteStep, ...]:
        return tuple(parsed.step for parsed in self.steps)

    @property
    def triples(self) -> tuple[tuple[str, str, str], ...]:
        return tuple(parsed.step.triple for parsed in self.steps)

    def span(self, piece: Chunk) -> Span:
        return Span(self.tokens[piece.first].start, self.tokens[piece.last - 1].end)

    def chunks_between(self, start: int, end: int) -> list[Chunk]:
        """The chunks that lie wholly in `text[start:end]`."""
        found = []
        for index in range(bisect_left(self.chunk_starts, start), len(self.chunks)):
            piece = self.chunks[index]
            if self.tokens[piece.last - 1].end > end:
                break
            found.append(piece)
        return found

    @cached_property
    def chunk_starts(self) -> list[int]:
        return [self.tokens[piece.first].start for piece in self.chunks]


def parse(text: str) -> Reading:
    """The steps of a text, in the order in which it names them."""
    return _remembered(text) if len(text) <= REMEMBERED_CHARACTERS else _read(text)


@lru_cache(maxsize=64)
def _remembered(text: str) -> Reading:
    return _read(text)


def _read(text: str) -> Reading:
    tokens = tuple(tokenise(text)) if len(text) <= LONGEST_CHARACTERS else ()
    tags = tuple(built_in_tags(text, tokens))
    chunks = tuple(fold_subordinates(chunk(tokens, tags)))
    reader = StepReader()
    for piece in chunks:
        reader.read(piece)
    reader.end_sentence()
    steps = tuple(
        ParsedStep(
            found.step,
            _span(tokens, found.action),
            _span(tokens, found.direction),
            _span(tokens, found.landmark),
        )
        for found in reader.found
    )
    return Reading(text, tokens, tags, chunks, steps)


def _span(tokens: Sequence[Token], piece: Chunk | None) -> Span | None:
    if piece is None:
        return None
    return Span(tokens[piece.first].start, tokens[piece.last - 1].end)
