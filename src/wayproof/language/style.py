"""Says an instruction again in another tone, and gives it up where the steps would not stay the same.

A style is data: openers, connectives, joints, and other words for each kind of verb. Landmarks, directions,
rooms and numbers are left as they are; the meaning check has the last word. Of a few drafts the first that
keeps the steps wins; if none does, the original stands and the result says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.clauses import Clause, find_clauses
from wayproof.language.meaning import same_meaning
from wayproof.language.parse import Reading, parse
from wayproof.language.person import first_person_edits
from wayproof.language.rewrite import Edit, Rewrite, edited, fallen_back, rewritten
from wayproof.language.steps import Span

DRAFTS = 6
LONGEST_CHARACTERS = 200_000  # a longer text is no instruction; it is given back as it is


@dataclass(frozen=True)
class Style:
    """A tone of voice. Empty strings in a list mean "often nothing"."""

    name: str
    brief: str  # one sentence that tells a language model what is wanted
    openers: tuple[str, ...] = ("",)  # whole sentences before the first
    starts: tuple[str, ...] = ("",)  # "first, "
    nexts: tuple[str, ...] = ("",)  # at the head of a later sentence
    lasts: tuple[str, ...] = ("",)  # at the head of the last sentence
    wrappers: tuple[str, ...] = ("",)  # before the first verb of a sentence: "please "
    middles: tuple[str, ...] = (", ",)  # between clauses of one sentence, not before the last
    joins: tuple[str, ...] = (" and ",)  # before the last clause of a sentence
    closers: tuple[str, ...] = ("",)  # whole sentences at the end
    verbs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by clause key
    words: Mapping[str, str] = field(default_factory=dict)  # other words outside protected stretches
    lengths: tuple[int, ...] = (1, 2, 2, 3)  # clauses in a sentence, drawn
    subject: str = ""  # "I" for a text in the first person
    length: str = ""  # "shorter" or "longer" than the original is a must


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
    for _ in range(DRAFTS):
        edits = _draft(reading, clauses, style, choices)
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
    spans = []
    for chunk in reading.chunks:
        if chunk.kind in ("place", "direction", "side", "amount"):
            spans.append(reading.span(chunk))
    return tuple(spans)


def _draft(reading: Reading, clauses: Sequence[Clause], style: Style, choices: Choices) -> list[Edit]:
    opens = _sentence_starts(clauses, style, choices)
    heads: list[Edit] = []
    for index, clause in enumerate(clauses):
        head = _head(reading, clauses, index, opens, style, choices)
        heads.append(Edit(clause.start, clause.end, head))
    bodies = _body_edits(reading, heads, style)
    opener, closer = choices.of(style.openers), choices.of(style.closers)
    before = [Edit(0, 0, f"{opener} ")] if opener else []
    tail = [Edit(len(reading.text), len(reading.text), _closing(reading.text, closer))] if closer else []
    return before + sorted([*heads, *bodies], key=lambda edit: (edit.start, edit.end)) + tail


def _sentence_starts(clauses: Sequence[Clause], style: Style, choices: Choices) -> list[bool]:
    """For each clause whether it begins a sentence: drawn lengths, as far as the text allows it."""
    opens: list[bool] = []
    wanted, have = choices.freely(style.lengths), 0
    for clause in clauses:
        must = clause.joint == "start" or not clause.mergeable or clause.lead != (0, 0)
        may = clause.joint == "sentence" or (clause.joint == "join" and clause.splittable)
        if clause.joint == "join":
            must = clause.lead != (0, 0)
        starts = clause.joint != "kept" and must
        if not starts and may and have >= wanted:
            starts = True
        if starts:
            wanted, have = choices.freely(style.lengths), 0
        opens.append(starts)
        have += 1
    return opens


def _head(
    reading: Reading,
    clauses: Sequence[Clause],
    index: int,
    opens: Sequence[bool],
    style: Style,
    choices: Choices,
) -> str:
    clause = clauses[index]
    verb = _verb(clause, style, choices)
    if clause.joint == "kept":
        capital = clause.verb[:1].isupper()
        return _capital(verb) if capital else verb
    if opens[index]:
        return _sentence_head(reading, clauses, index, opens, verb, style, choices)
    ends_sentence = index + 1 == len(clauses) or opens[index + 1]
    joint = choices.of(style.joins if ends_sentence else style.middles)
    return joint + verb


def _sentence_head(
    reading: Reading,
    clauses: Sequence[Clause],
    index: int,
    opens: Sequence[bool],
    verb: str,
    style: Style,
    choices: Choices,
) -> str:
    clause = clauses[index]
    first, last = index == 0, not any(opens[index + 1 :])
    connective = choices.of(style.starts if first else (style.lasts if last else style.nexts))
    wrapper = choices.of(style.wrappers)
    lead = ""
    if clause.lead != (0, 0):
        lead, connective = f"{_lead(reading, clause, style)}, ", ""
    if style.subject:
        wrapper = f"{style.subject} "
    sentence = _capital(connective + lead + wrapper + verb)
    return sentence if clause.joint == "start" else f". {sentence}"


def _lead(reading: Reading, clause: Clause, style: Style) -> str:
    start, end = clause.lead
    moved = [Edit(e.start - start, e.end - start, e.after) for e in _other_words(reading, start, end, style)]
    words = edited(reading.text[start:end], moved)
    return words if words.startswith("I ") else words[0].lower() + words[1:]


def _verb(clause: Clause, style: Style, choices: Choices) -> str:
    known = style.verbs.get(clause.key)
    verb = choices.of(known) if known else clause.verb[0].lower() + clause.verb[1:]
    verb = verb.replace("{bend}", clause.bend).replace("{side}", clause.side)
    if style.subject:
        verb = verb.replace("your ", "my ")
    return f"{clause.manner} {verb}" if clause.manner else verb


def _body_edits(reading: Reading, heads: Sequence[Edit], style: Style) -> list[Edit]:
    """Other words between the heads: the style's own and, in the first person, I for you."""
    ends = [head.end for head in heads]
    starts = [head.start for head in heads[1:]] + [len(reading.text)]
    gaps = [(0, heads[0].start), *zip(ends, starts, strict=True)]
    edits: list[Edit] = []
    for start, end in gaps:
        edits += _other_words(reading, start, end, style)
    return edits


def _other_words(reading: Reading, start: int, end: int, style: Style) -> list[Edit]:
    if style.subject:
        return first_person_edits(reading, start, end)
    edits: list[Edit] = []
    for chunk in reading.chunks if style.words else ():
        span = reading.span(chunk)
        if span.start < start or span.end > end or chunk.kind in ("place", "direction", "amount"):
            continue
        after = style.words.get(reading.text[span.start : span.end].lower())
        if after == "" and reading.text[span.start - 1 : span.start] == " ":
            edits.append(Edit(span.start - 1, span.end, ""))
        elif after is not None:
            edits.append(Edit(span.start, span.end, _as_cased(reading.text[span.start], after)))
    return edits


def _as_cased(first: str, words: str) -> str:
    return _capital(words) if first.isupper() else words


def _closing(text: str, closer: str) -> str:
    ended = text.rstrip()[-1:] in (".", "!", "?")
    return f" {closer}" if ended else f". {closer}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
