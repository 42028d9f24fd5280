"""One attempt to say an instruction in a style: sentences, joints and verbs, as a list of edits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wayproof.language.choices import Choices
from wayproof.language.clauses import Clause
from wayproof.language.parse import Reading
from wayproof.language.person import first_person_edits
from wayproof.language.rewrite import Edit, edited
from wayproof.language.style import Style

REDRAWS = 3  # to keep "then ... then" out of one sentence
_NO_LEAD = (0, 0)
_BARE = ("left", "right", "slight ", "sharp ", "through", "up", "down", "into", "past")  # no verb


@dataclass(frozen=True)
class Draft:
    """The material of one attempt."""

    reading: Reading
    clauses: Sequence[Clause]
    style: Style
    choices: Choices

    def edits(self, *, telegram: bool) -> list[Edit]:
        """All edits in order; `telegram` also drops articles."""
        text = self.reading.text
        heads = self._heads(self._sentence_starts())
        bodies = self._bodies(heads)
        if telegram:
            bodies += _dropped_articles(self.reading, [*heads, *bodies])
        opener, closer = self.choices.of(self.style.openers), self.choices.of(self.style.closers)
        before = [Edit(0, 0, f"{opener} ")] if opener else []
        after = [Edit(len(text), len(text), _closing(text, closer))] if closer else []
        return before + sorted([*heads, *bodies], key=lambda edit: (edit.start, edit.end)) + after

    def _sentence_starts(self) -> list[bool]:
        """For each clause whether it begins a sentence: drawn lengths, as far as the text allows it."""
        opens: list[bool] = []
        wanted, have = self.choices.freely(self.style.lengths), 0
        for clause in self.clauses:
            must = clause.lead != _NO_LEAD or (
                clause.joint != "join" and (clause.joint == "start" or not clause.mergeable)
            )
            may = clause.joint == "sentence" or (clause.joint == "join" and clause.splittable)
            starts = clause.joint != "kept" and (must or (may and have >= wanted))
            if starts:
                wanted, have = self.choices.freely(self.style.lengths), 0
            opens.append(starts)
            have += 1
        return opens

    def _heads(self, opens: Sequence[bool]) -> list[Edit]:
        heads: list[Edit] = []
        said = ""  # how the running sentence began
        for index, clause in enumerate(self.clauses):
            verb = self._verb(clause)
            if clause.joint == "kept":
                verb = f"{self.style.subject} {verb}" if self.style.subject and clause.imperative else verb
                head = _capital(verb) if clause.verb[:1].isupper() else verb
            elif opens[index]:
                connective, wrapper = self._connective(index), self._wrapper(verb)
                said = connective + wrapper
                head = self._sentence_head(clause, connective, wrapper + verb)
            else:
                head = self._joint(index, opens, said, verb) + verb
            heads.append(Edit(clause.start, clause.end, head))
        return heads

    def _connective(self, index: int) -> str:
        if self.clauses[index].lead != _NO_LEAD or len(self.clauses) == 1:
            return ""
        if index == 0:
            return self.choices.of(self.style.starts)
        is_last = index + 1 == len(self.clauses)
        return self.choices.of(self.style.lasts if is_last else self.style.nexts)

    def _wrapper(self, verb: str) -> str:
        if self.style.subject:
            return self.choices.of(self.style.wrappers)
        return "" if verb.startswith(_BARE) else self.choices.of(self.style.wrappers)

    def _sentence_head(self, clause: Clause, connective: str, verb: str) -> str:
        lead = f"{self._lead(clause)}, " if clause.lead != _NO_LEAD else ""
        sentence = _capital(connective + lead + verb)
        return sentence if clause.joint == "start" else f". {sentence}"

    def _lead(self, clause: Clause) -> str:
        start, end = clause.lead
        moved = [Edit(e.start - start, e.end - start, e.after) for e in self._other_words(start, end)]
        words = edited(self.reading.text[start:end], moved)
        return words if words.startswith("I ") else words[:1].lower() + words[1:]

    def _joint(self, index: int, opens: Sequence[bool], said: str, verb: str) -> str:
        ends = index + 1 == len(self.clauses) or opens[index + 1]
        joints = self.style.middles
        if ends:
            joints = self.style.joins if opens[index - 1] else self.style.series
        joint = self.choices.of(joints)
        for _ in range(REDRAWS):
            if not set(_long_words(joint)) & set(_long_words(said)):
                break
            joint = self.choices.of(joints)
        return ", " if verb.startswith(_BARE) else joint

    def _verb(self, clause: Clause) -> str:
        verbs = self.style.verbs
        known = verbs.get(f"{clause.key} there") if clause.placed else None
        known = known or verbs.get(clause.key)
        said = clause.verb[:1].lower() + clause.verb[1:]
        verb = (self.choices.of(known) if known else "") or said
        verb = verb.replace("{bend}", clause.bend).replace("{side}", clause.side)
        if self.style.subject:
            verb = verb.replace("your ", "my ")
        return f"{clause.manner} {verb}" if clause.manner else verb

    def _bodies(self, heads: Sequence[Edit]) -> list[Edit]:
        """Other words between the heads."""
        starts = [head.start for head in heads[1:]] + [len(self.reading.text)]
        gaps = [(0, heads[0].start), *zip([head.end for head in heads], starts, strict=True)]
        edits = [edit for start, end in gaps for edit in self._other_words(start, end)]
        return edits + [edit for start, end in gaps[1:] for edit in self._no_question(start, end)]

    def _no_question(self, start: int, end: int) -> list[Edit]:
        """ "could you stop there?" becomes a statement with its new head."""
        for chunk in self.reading.chunks_between(start, end):
            if chunk.value == "sentence" and chunk.kind == "boundary":
                span = self.reading.span(chunk)
                asked = self.reading.text[span.start : span.end] == "?"
                return [Edit(span.start, span.end, ".")] if asked else []
        return []

    def _other_words(self, start: int, end: int) -> list[Edit]:
        if self.style.subject:
            return first_person_edits(self.reading, start, end)
        edits: list[Edit] = []
        for chunk in self.reading.chunks_between(start, end) if self.style.words else ():
            if chunk.kind in ("place", "direction", "amount"):
                continue
            span = self.reading.span(chunk)
            spoken = self.reading.text[span.start : span.end]
            after = self.style.words.get(spoken.lower())
            if after == "" and self.reading.text[span.start - 1 : span.start] == " ":
                edits.append(Edit(span.start - 1, span.end, ""))
            elif after is not None:
                edits.append(Edit(span.start, span.end, _capital(after) if spoken[0].isupper() else after))
        return edits


def _dropped_articles(reading: Reading, taken: Sequence[Edit]) -> list[Edit]:
    occupied = sorted((edit.start, edit.end) for edit in taken)
    found: list[Edit] = []
    position = 0
    for chunk in reading.chunks:
        token = reading.tokens[chunk.first]
        if chunk.kind != "place" or token.lower not in ("the", "a", "an") or chunk.last == chunk.first + 1:
            continue
        end = reading.tokens[chunk.first + 1].start
        while position < len(occupied) and occupied[position][1] <= token.start:
            position += 1
        if position == len(occupied) or occupied[position][0] >= end:
            found.append(Edit(token.start, end, ""))
    return found


def _long_words(phrase: str) -> list[str]:
    return [word for word in phrase.lower().replace(",", " ").split() if len(word) > 3]


def _closing(text: str, closer: str) -> str:
    ended = text.rstrip()[-1:] in (".", "!", "?")
    return f" {closer}" if ended else f". {closer}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
