"""Finds the clauses of an instruction that a style may put in other words: joint, lead-in, verb, rest.

    "Exit the room, then when you reach the sofa, slowly turn left and wait by the bed."
     verb           joint lead                     manner verb      joint verb

A clause runs from its joint to the next clause's. Only the head (joint, subject, verb) is ever replaced; the
rest, with all landmarks and places, stays as it is. What is negated, told of somebody else or not understood
belongs to no clause and stays as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from wayproof.language.chunks import Chunk
from wayproof.language.lexicon import lexicon
from wayproof.language.parse import Reading
from wayproof.language.step_reader import LEADING

_ACTIONS = ("go", "turn", "stop", "veer", "face", "follow", "take", "return", "open", "close")
_SWALLOWED = ("into", "inside", "out of", "past", "by", "through", "to", "up to", "over to", "up", "down",
              "across")  # fmt: skip
_STAIRS = ("stairs", "staircase", "steps", "stairway", "stair", "ramp")
_ONLY_FOR = {"up": _STAIRS, "down": _STAIRS, "across": ("rug", "carpet", "floor", "mat")}
_FRONTING = ("at", "after", "before")
_LOOK_AHEAD = 12  # chunks: longer than any clause
_OPENING = ("auxiliary", "subject", "connective", "filler")


@dataclass(frozen=True)
class Clause:
    """A clause whose head, `text[start:end]`, may be replaced."""

    start: int
    end: int
    joint: str  # "start", "sentence", "join", or "kept": only the verb may change
    lead: tuple[int, int]  # the fronted phrase as characters, (0, 0) if there is none
    key: str  # what the verb asks for: "go", "go past", "turn side", "stop", ...
    verb: str  # the words of the verb as they are
    manner: str  # "slowly" and the like, kept before the verb
    bend: str = ""  # "slight " or "sharp " or ""
    side: str = ""
    placed: bool = False  # a phrase before or after the verb says where: "left at the sofa"
    imperative: bool = True  # no subject and no "should" before the verb
    mergeable: bool = True  # the sentence before is a plain one, to which this clause may be joined
    splittable: bool = True


def find_clauses(reading: Reading) -> list[Clause]:
    """All clauses of a text, in order."""
    found: list[Clause] = []
    previous_end = -1  # index of the chunk after the last clause's head
    for index, piece in enumerate(reading.chunks):
        if piece.kind != "verb" or piece.form != "base" or piece.value not in _ACTIONS:
            continue
        clause = _clause_at(reading, index, previous_end)
        if clause is not None and (not found or clause.start >= found[-1].end):
            found.append(clause)
            previous_end = index + 1
    return found


def _clause_at(reading: Reading, index: int, previous_end: int) -> Clause | None:
    chunks = reading.chunks
    floor = max(previous_end, 0)
    position = _skip_opening(chunks, index - 1, floor)
    if position >= floor and chunks[position].kind == "negation":
        return None
    subject = [chunk.value for chunk in chunks[position + 1 : index] if chunk.kind == "subject"]
    if any(word != "you" for word in subject):
        return None
    manner = " ".join(
        chunk.value for chunk in chunks[position + 1 : index] if chunk.value in lexicon().manner
    )
    imperative = all(chunk.kind not in ("subject", "auxiliary") for chunk in chunks[position + 1 : index])
    lead, position = _lead_before(reading, position, floor)
    start_chunk = position
    while start_chunk >= floor and chunks[start_chunk].kind in ("boundary", "connective"):
        start_chunk -= 1
    start, joint = _joint(reading, start_chunk, position, previous_end)
    between = chunks[floor : start_chunk + 1]
    verb = _verb_key(reading, index)
    return Clause(
        start=reading.tokens[chunks[index].first].start if joint == "kept" else start,
        end=reading.tokens[verb.last - 1].end,
        joint=joint,
        lead=lead if joint != "kept" else (0, 0),
        key=verb.key,
        verb=reading.text[reading.tokens[chunks[index].first].start : reading.tokens[verb.last - 1].end],
        manner=manner if joint != "kept" else "",
        bend=verb.bend,
        side=verb.side,
        placed=lead != (0, 0) or _at_follows(reading, index, verb.last),
        imperative=imperative,
        mergeable=previous_end >= 0
        and not any(chunk.value == "sentence" or chunk.kind in ("negation", "verb") for chunk in between),
        splittable=not any(chunk.kind in ("subordinator", "negation") for chunk in between),
    )


def _at_follows(reading: Reading, index: int, token: int) -> bool:
    """Other relations will not do: "right before the sofa" would be heard as stress, not as a turn."""
    nearby = reading.chunks[index + 1 : index + 3]
    return any(chunk.kind == "relation" and chunk.value == "at" and chunk.first == token for chunk in nearby)


def _skip_opening(chunks: tuple[Chunk, ...], position: int, floor: int) -> int:
    while position >= floor and chunks[position].kind in _OPENING:
        position -= 1
    return position


def _lead_before(reading: Reading, position: int, floor: int) -> tuple[tuple[int, int], int]:
    """A fronted phrase that ends at this chunk, and the chunk before it; (0, 0) stands for no phrase."""
    chunks = reading.chunks
    last = position
    if last >= floor and chunks[last].kind == "boundary" and chunks[last].value == "comma":
        last -= 1
    first = last
    while first >= floor and chunks[first].kind not in ("boundary", "connective", "verb"):
        first -= 1
    first += 1
    if first > last or (first > 0 and chunks[first - 1].kind == "verb"):
        return (0, 0), position
    opener = chunks[first]
    after_sentence = (
        first == 0 or chunks[first - 1].value == "sentence" or chunks[first - 1].kind == "connective"
    )
    fronted = opener.kind == "relation" and (
        opener.manner == "clause"
        or opener.value in _FRONTING
        or (after_sentence and opener.value not in LEADING)
    )
    if not fronted:
        return (0, 0), position
    return (reading.tokens[opener.first].start, reading.tokens[chunks[last].last - 1].end), first - 1


def _joint(reading: Reading, start_chunk: int, position: int, previous_end: int) -> tuple[int, str]:
    """Where the head starts, and how it hangs on what stands before."""
    chunks = reading.chunks
    consumed = chunks[start_chunk + 1 : position + 1]
    if start_chunk < 0:
        return 0, "start"
    start = reading.tokens[chunks[start_chunk].last - 1].end
    if any(chunk.kind == "boundary" and chunk.value == "sentence" for chunk in consumed):
        return start, "sentence"
    if previous_end < 0 or not consumed:
        return start, "kept"
    return start, "join"


class _SpokenVerb(NamedTuple):
    """The token after the verb and what it swallows, its key, and bend and side of a turn."""

    last: int
    key: str
    bend: str = ""
    side: str = ""


def _verb_key(reading: Reading, index: int) -> _SpokenVerb:
    verb = reading.chunks[index]
    follower = reading.chunks[index + 1] if index + 1 < len(reading.chunks) else None
    if verb.value == "turn":
        return _turn_key(verb, follower)
    if verb.value != "go":
        return _SpokenVerb(verb.last, verb.value)
    if verb.manner:
        return _SpokenVerb(verb.last, verb.manner)
    goes_on = _goes_on(reading, index)
    if verb.relation:
        said_twice = follower is not None and follower.kind == "relation"
        key = "" if goes_on or said_twice else _suited(reading, index, verb.relation)
        return _SpokenVerb(verb.last, key or "as said")
    if follower is not None and follower.kind == "relation" and follower.manner == "clause":
        return _SpokenVerb(verb.last, "continue")
    if follower is not None and follower.kind == "relation" and not goes_on:
        spoken = " ".join(token.lower for token in reading.tokens[follower.first : follower.last])
        relation = "past" if spoken == "by" else follower.value
        key = _suited(reading, index + 1, relation)
        if spoken in _SWALLOWED and key:
            return _SpokenVerb(follower.last, key)
    return _SpokenVerb(verb.last, "go")


def _turn_key(verb: Chunk, follower: Chunk | None) -> _SpokenVerb:
    direction, last = verb.direction, verb.last
    if not direction and follower is not None and follower.kind == "direction":
        direction, last = follower.value, follower.last
    if direction == "around":
        return _SpokenVerb(last, "turn around")
    bend, _, side = direction.rpartition(" ")
    if side in ("left", "right") and bend in ("", "slight", "sharp"):
        return _SpokenVerb(last, "turn bend" if bend else "turn side", f"{bend} " if bend else "", side)
    return _SpokenVerb(verb.last, "as said" if verb.direction else "turn")


def _goes_on(reading: Reading, index: int) -> bool:
    """Whether two places hang on one verb, which must suit both: "walk out of the room and into the hall"."""
    joined = False
    for chunk in reading.chunks[index + 1 : index + 1 + _LOOK_AHEAD]:
        if chunk.kind == "verb" or chunk.value == "sentence":
            return False
        if joined and chunk.kind == "relation" and chunk.manner != "clause" and chunk.value not in _FRONTING:
            return True
        joined = chunk.kind in ("boundary", "connective")
    return False


def _suited(reading: Reading, index: int, relation: str) -> str:
    """One climbs stairs but walks up a corridor, crosses a room but not a sofa."""
    if relation not in _ONLY_FOR:
        return f"go {relation}"
    follower = reading.chunks[index + 1] if index + 1 < len(reading.chunks) else None
    head = follower.value.split()[-1] if follower is not None and follower.value else ""
    suits = head in _ONLY_FOR[relation] or (relation == "across" and head in lexicon().rooms)
    return f"go {relation}" if suits else ""
