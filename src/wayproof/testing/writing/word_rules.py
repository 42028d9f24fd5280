"""What words of a test case must and must not say; objections are told to the model."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST = 300  # characters
MOST_SENTENCES = 2
_SENTENCE = re.compile(r"[^.!?]+[.!?]?")
_PRIVILEGED = re.compile(
    r"\d|\b(north|south|east|west|met(?:re|er)s?|feet|degrees?|coordinates?|map|annotations?|dataset)\b", re.I
)
_VAGUE = re.compile(r"\b(maybe|perhaps|possibly|somewhere|try|explore|look around|wander)\b", re.I)
# Words of which a constraint of a kind must have one.
_MARKS = {
    "avoid": re.compile(r"\b(not|never|avoid|stay|keep|without|don't)\b", re.I),
    "pass_by": re.compile(r"\b(through|via|pass|past|visit|over|by way)\b", re.I),
    "order": re.compile(r"\b(before|first|after|until|then|once)\b", re.I),
}


def objection(text: str, names: Sequence[str], others: Sequence[str], sentences: int = MOST_SENTENCES) -> str:
    """Why words cannot be used, "" if they can: `names` must be in them, the first of them in the last
    sentence; `others` must not."""
    if not text.isprintable() or not text.strip() or len(text) > LONGEST:
        return f"it must be one line of at most {LONGEST} characters"
    parts = [part for part in _SENTENCE.findall(text) if part.strip(" .!?")]
    if len(parts) > sentences:
        return f"it has {len(parts)} sentences; write at most {sentences}"
    for pattern, what in ((_PRIVILEGED, "what only a map could know"), (_VAGUE, "a vague word")):
        found = pattern.search(text)
        if found:
            return f"it says {found[0]!r}, {what}; leave it out"
    missing = [name for name in names if not names_it(text, name)]
    if missing:
        return f"it must name {' and '.join(repr(name) for name in missing)} in these words"
    if not names_it(parts[-1], names[0]):
        return f"its last sentence must end at {names[0]!r}"
    wrong = [name for name in others if names_it(text, name) and not _within(name, names)]
    return f"it names {wrong[0]!r}, which is not in the facts" if wrong else ""


def constraint_objection(text: str, kind: str, names: Sequence[str], others: Sequence[str]) -> str:
    """Why the sentence of a constraint cannot be used."""
    wrong = objection(text, names, others, sentences=1)
    if wrong or _MARKS[kind].search(text):
        return wrong
    return f"it does not say the rule {kind.replace('_', ' ')!r} in words such as before, through, not"


def names_it(text: str, name: str) -> bool:
    """Whether a text has a name as whole words."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I) is not None


def _within(name: str, others: Sequence[str]) -> bool:
    """Whether a name is part of one that is allowed: "table" of "coffee table"."""
    return any(names_it(other, name) for other in others)
