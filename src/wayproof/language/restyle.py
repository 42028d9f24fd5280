"""Says an instruction again in another tone, and gives it up where the steps would not stay the same.

Landmarks, directions, rooms and numbers are left as they are; the meaning check has the last word. Of a few
drafts the first that keeps the steps wins; if none does, the original stands and the result says so.
"""

from __future__ import annotations

import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.clauses import find_clauses
from wayproof.language.meaning import same_meaning
from wayproof.language.parse import Reading, parse
from wayproof.language.rewrite import Rewrite, edited, fallen_back, rewritten
from wayproof.language.route_steps import Span
from wayproof.language.style import Style
from wayproof.language.style_draft import Draft

DRAFTS = 6
LONGEST_CHARACTERS = 200_000  # a longer text is no instruction; it is given back as it is


def rewrite_in_style(text: str, style: Style, rng: np.random.Generator) -> Rewrite:
    """The text in this style, or the original with the reason why not."""
    if len(text) > LONGEST_CHARACTERS:
        return fallen_back(text, f"the text has more than {LONGEST_CHARACTERS} characters")
    reading = parse(text)
    protected = protected_spans(reading)
    clauses = find_clauses(reading)
    if not clauses:
        return fallen_back(text, "no step of a route was found", protected=protected)
    choices = Choices(rng)
    reason = ""
    for attempt in range(DRAFTS):
        telegram = style.telegraphic and attempt >= DRAFTS // 2
        edits = Draft(reading, clauses, style, choices).edits(telegram=telegram)
        reason = objection(text, edited(text, edits), style)
        if not reason:
            return rewritten(text, edits, protected=protected)
    return fallen_back(text, reason, protected=protected)


def objection(original: str, draft: str, style: Style) -> str:
    """Why a draft may not replace the original; empty if it may."""
    if not draft.strip():
        return "the draft is empty"
    if style.length == "shorter" and len(draft) >= len(original):
        return "the draft is not shorter"
    if style.length == "longer" and len(draft) <= len(original):
        return "the draft is not longer"
    return same_meaning(original, draft).difference


def protected_spans(reading: Reading) -> tuple[Span, ...]:
    """Landmarks, directions and amounts: what the text must go on saying."""
    kinds = ("place", "direction", "side", "amount")
    return tuple(reading.span(chunk) for chunk in reading.chunks if chunk.kind in kinds)
