"""When a phrase of the lexicon is really meant: "right" as a side or for stress, "exit" as verb or thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from wayproof.language.lexicon import Lexicon, Phrase
from wayproof.language.noun_phrases import noun_phrase_at
from wayproof.tokens import Token

if TYPE_CHECKING:
    from wayproof.language.chunks import Chunk

_OPENING = (
    "boundary",
    "connective",
    "filler",
    "auxiliary",
    "subject",
    "negation",
    "subordinator",
    "other",
    "talk",
)
_ONLY_BEFORE_A_VERB = ("proceed to", "continue to", "start to", "begin to", "start by", "begin by",
                       "go ahead and", "try to", "to", "be", "are", "am", "have", "do", "is to", "are to",
                       "need to", "want to", "have to", "like to")  # fmt: skip
_ALWAYS_CONNECTIVE = ("then", "after that", "afterwards", "from there")


class Place(NamedTuple):
    """Where a phrase might stand: tokens `first` to `last`, and the chunks found so far."""

    words: Lexicon
    tokens: Sequence[Token]
    tags: Sequence[str]
    first: int
    last: int
    before: Sequence[Chunk]

    @property
    def previous(self) -> str:
        return self.before[-1].kind if self.before else "boundary"

    @property
    def next_tag(self) -> str:
        return self.tags[self.last] if self.last < len(self.tags) else ""

    @property
    def next_word(self) -> str:
        return self.tokens[self.last].lower if self.last < len(self.tokens) else ""


def fits(phrase: Phrase, place: Place) -> bool:
    """Whether the phrase can have its lexicon meaning at this place."""
    match phrase.kind:
        case "verb":
            return _verb_fits(phrase, place)
        case "relation":
            return _relation_fits(phrase, place)
        case "direction":
            return _direction_fits(phrase, place)
        case "connective":
            return _connective_fits(phrase, place)
        case "auxiliary":
            return _auxiliary_fits(phrase, place)
        case "subordinator":
            return _subordinator_fits(phrase, place)
        case "subject":
            return place.next_tag in ("VERB", "AUX", "ADV", "PART")
        case _:
            return True


def _verb_fits(phrase: Phrase, place: Place) -> bool:
    if place.tags[place.first] != "VERB":
        return False
    if phrase.form == "third" and place.previous not in ("subject", "filler", "connective", "boundary"):
        return False
    if phrase.manner == "see" and phrase.form == "base" and place.previous == "place":
        return False
    if phrase.value == "take" or (phrase.value == "stop" and phrase.words[0] in ("hold", "end", "finish")):
        return place.next_tag in ("DET", "ADJ", "NUM", "NOUN", "ADP", "PUNCT", "ADV", "")
    return not (phrase.form == "gerund" and place.previous == "place")


def _relation_fits(phrase: Phrase, place: Place) -> bool:
    if phrase.words[0] == "right" and len(phrase.words) > 1 and not _is_stress(phrase, place):
        return False
    if phrase.words == ("to",) and place.next_tag == "VERB":
        return False
    return _place_follows(place)


def _place_follows(place: Place) -> bool:
    if place.next_word in ("it", "them", "you", "me"):
        return True
    return noun_phrase_at(place.words, place.tokens, place.tags, place.last) is not None


def _is_stress(phrase: Phrase, place: Place) -> bool:
    """Whether "right" stresses, as in "walk right past the sofa", or turns: "turn right past the sofa"."""
    if not place.before or place.before[-1].kind not in ("verb", "filler", "direction"):
        return False
    verb = place.before[-1]
    if verb.kind == "direction" or verb.direction:
        return True
    if phrase.words[1] == "at":
        return verb.value == "stop"
    return verb.value not in ("turn", "veer")


def _direction_fits(phrase: Phrase, place: Place) -> bool:
    only_word = phrase.words[0] if len(phrase.words) == 1 else ""
    if only_word in (
        "in",
        "inside",
        "out",
        "outside",
        "through",
        "past",
        "across",
        "up",
        "down",
        "around",
        "round",
    ):
        return not _place_follows(place) and place.next_word != "of" and place.previous != "boundary"
    if only_word == "right" and place.previous == "verb":
        # "stop right there", "go right in"
        return place.next_word not in ("there", "here", "away", "now", "in", "up", "over", "back", "out")
    if only_word in ("left", "right"):
        return place.tags[place.first] == "ADV"
    if only_word == "back":
        return place.previous != "relation"
    if phrase.words[0] == "to" and phrase.words[-1] in ("left", "right"):
        return place.next_word == "right" or not _known_thing_follows(place)
    return True


def _known_thing_follows(place: Place) -> bool:
    """Whether "to the left" goes on to name a thing: "to the left door"."""
    found = noun_phrase_at(place.words, place.tokens, place.tags, place.last)
    return found is not None and found.kind == "place" and place.tags[place.last] != "DET"


def _connective_fits(phrase: Phrase, place: Place) -> bool:
    if phrase.value in _ALWAYS_CONNECTIVE:
        return True
    if place.previous not in _OPENING:
        return False
    if phrase.value in ("first", "second", "third", "last", "next"):
        return place.next_tag in ("VERB", "PUNCT", "PRON", "AUX", "ADV", "ADP", "SCONJ")
    return True


def _auxiliary_fits(phrase: Phrase, place: Place) -> bool:
    if place.previous not in _OPENING:
        return False
    if phrase.value in _ONLY_BEFORE_A_VERB:
        return place.next_tag in ("VERB", "ADV", "AUX") and place.next_word not in (
            "left",
            "right",
            "straight",
        )
    return True


def _subordinator_fits(phrase: Phrase, place: Place) -> bool:
    if phrase.value in ("by", "on"):
        return place.next_tag == "VERB" and place.next_word.endswith("ing")
    if phrase.value in ("after", "before", "until", "till", "upon", "as"):
        gerund = place.next_tag == "VERB" and place.next_word.endswith("ing")
        return gerund or place.next_word in ("you", "i", "we", "you've", "i've", "you're", "i'm")
    return True
