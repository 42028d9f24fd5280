"""The result of changing a text: the new words, what became of the attempt, and every single edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wayproof.language.route_steps import Span

REWRITTEN = "rewritten"
FELL_BACK = "fell back"  # no variant passed the meaning check: the original words stand
NOT_SERVED = "language not served"
NOT_APPLICABLE = "not applicable"  # the agent has no text of this kind
UNCHANGED = "nothing to change"


@dataclass(frozen=True)
class Edit:
    """`text[start:end]` of the original became `after`; an insertion has start = end."""

    start: int
    end: int
    after: str


@dataclass(frozen=True)
class Rewrite:
    """A changed text. `protected` are the stretches of the original that no edit may change the sense of."""

    text: str
    outcome: str = REWRITTEN
    edits: tuple[Edit, ...] = ()
    protected: tuple[Span, ...] = ()
    reason: str = ""

    @property
    def fell_back(self) -> bool:
        return self.outcome == FELL_BACK


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text after all edits, which must be in order and must not overlap.

    >>> edited("go on", [Edit(0, 2, "walk"), Edit(5, 5, "!")])
    'walk on!'
    """
    pieces: list[str] = []
    position = 0
    for edit in edits:
        pieces.append(text[position : edit.start])
        pieces.append(edit.after)
        position = edit.end
    pieces.append(text[position:])
    return "".join(pieces)


def rewritten(text: str, edits: Sequence[Edit], *, protected: Sequence[Span] = ()) -> Rewrite:
    """The rewrite that these edits make; without an effective one the text is unchanged."""
    kept = tuple(edit for edit in edits if text[edit.start : edit.end] != edit.after)
    if not kept:
        return Rewrite(
            text, UNCHANGED, protected=tuple(protected), reason="no word of this text is concerned"
        )
    return Rewrite(edited(text, kept), REWRITTEN, kept, tuple(protected))


def fallen_back(text: str, reason: str, *, protected: Sequence[Span] = ()) -> Rewrite:
    """The original words, marked as such."""
    return Rewrite(text, FELL_BACK, protected=tuple(protected), reason=reason)
