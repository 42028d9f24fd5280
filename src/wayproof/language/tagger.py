"""Names the part of speech of each token: built in for navigation English, or by spaCy's small English model.

Both taggers have one interface, `Tagger`: tokens in, one universal tag ("NOUN", "VERB", "ADP", ...) each out.
The built-in one is a lexicon with a handful of context rules; it needs no model, gives the same tags on
every machine and is the default everywhere. spaCy is used where it is asked for by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wayproof.errors import unknown_name
from wayproof.language.lexicon import Lexicon, lexicon
from wayproof.language.word_forms import singular
from wayproof.tokens import Token

Tagger = Callable[[str, Sequence[Token]], list[str]]

TAGS = {
    "determiner": "DET",
    "pronoun": "PRON",
    "conjunction": "CCONJ",
    "subordinator": "SCONJ",
    "auxiliary": "AUX",
    "particle": "PART",
    "preposition": "ADP",
    "adverb": "ADV",
    "interjection": "INTJ",
}
_BEFORE_A_NOUN = ("DET", "ADJ", "NUM", "ADP")
_BEFORE_A_VERB = ("", "PUNCT", "SYM", "CCONJ", "PRON", "AUX", "ADV", "PART", "SCONJ", "INTJ")
_STARTS_A_NOUN_PHRASE = ("DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON")
_PREPOSITION_OR_ADVERB = ("up", "down", "around", "round", "through", "past", "across", "in", "inside", "out",
                          "outside", "over", "off", "along", "by", "on", "behind", "opposite",
                          "nearby")  # fmt: skip
_FORMS_OF_BE = ("is", "are", "be", "it's", "that's", "they're")
_ADJECTIVE_ENDINGS = ("ous", "ful", "ish", "ive", "able", "ible", "less", "ular")


def tagger_named(name: str) -> Tagger:
    """The tagger "built-in" or "spacy", which needs the extra `language` and says so if that is missing."""
    if name == "built-in":
        return built_in_tags
    if name == "spacy":
        from wayproof.language.spacy_tagger import spacy_tags  # noqa: PLC0415  spaCy takes a second to import

        return spacy_tags()
    raise unknown_name("tagger", name, ("built-in", "spacy"))


def built_in_tags(text: str, tokens: Sequence[Token]) -> list[str]:
    """One tag per token, left to right; a word that nobody knows is a noun."""
    words = lexicon()
    tags: list[str] = []
    for index, token in enumerate(tokens):
        previous = tags[-1] if tags else ""
        tags.append(_tag(words, tokens, index, previous) if token.is_word else _mark(token))
    return tags


def _mark(token: Token) -> str:
    return "PUNCT" if token.text in ".,;:!?()[]{}\"'-\u2026\u2013\u2014\n" else "SYM"


def _tag(words: Lexicon, tokens: Sequence[Token], index: int, previous: str) -> str:
    token = tokens[index]
    lower = token.lower
    following = tokens[index + 1].lower if index + 1 < len(tokens) else ""
    if lower[0].isdigit() or lower in words.numbers:
        return "PRON" if lower == "one" and following in ("of", "") else "NUM"
    if lower in ("left", "right"):
        return _side(previous, following, words)
    if lower == "to":
        return _to(words, tokens, index, previous)
    if lower in words.adjectives and index > 0 and tokens[index - 1].lower in _FORMS_OF_BE:
        return "ADJ"
    if lower in words.verb_forms and _is_verb(words, lower, following, previous):
        return "VERB"
    closed = words.part_of.get(lower)
    counted = previous in ("DET", "NUM") and lower in words.adjectives  # "the first door"
    if closed and not counted:
        return _closed(words, closed, lower, tokens, index, previous)
    if lower in words.adjectives and not _names_something(lower, following, words):
        return "ADJ"
    return _open(words, token, previous)


def _to(words: Lexicon, tokens: Sequence[Token], index: int, previous: str) -> str:
    """After "to" stands a verb in "need to stop", a place in "walk to exit 3"."""
    following = tokens[index + 1].lower if index + 1 < len(tokens) else ""
    if words.verb_forms.get(following) != "base":
        return "ADP"
    also_noun = _known_noun(following, words)
    after = tokens[index + 2] if index + 2 < len(tokens) else None
    goes_on = after is not None and after.lower in words.part_of
    return "PART" if not also_noun or previous == "AUX" or goes_on else "ADP"


def _side(previous: str, following: str, words: Lexicon) -> str:
    if previous in ("DET", "ADJ"):
        return "ADJ" if _known_noun(following, words) or following in ("side", "hand") else "NOUN"
    return "ADV"


def _is_verb(words: Lexicon, lower: str, following: str, previous: str) -> bool:
    form = words.verb_forms[lower]
    if previous in ("DET", "ADJ", "NUM"):
        return False
    also_noun = _known_noun(lower, words)
    if form == "gerund":
        return previous != "ADP" or lower not in words.landmarks
    if form == "third":
        return previous in ("PRON", "NOUN", "ADV", "CCONJ") and not also_noun
    if form == "past":
        return previous in ("AUX", "PRON", "ADV", "NOUN", "PUNCT")
    if previous == "ADP":
        return False
    if previous in _BEFORE_A_VERB:
        return not _begins_a_name(lower, following, words)
    return not also_noun or following in words.part_of


def _begins_a_name(lower: str, following: str, words: Lexicon) -> bool:
    """A verb's spelling, but the name of a thing: "stop sign", "exit door", "walk in closet"."""
    return any(len(name) > 1 and name[1] == following for name in words.nouns.get(lower, ()))


def _closed(words: Lexicon, part: str, lower: str, tokens: Sequence[Token], index: int, previous: str) -> str:
    if lower in _PREPOSITION_OR_ADVERB:
        return "ADP" if _noun_phrase_follows(words, tokens, index + 1) else "ADV"
    if lower in ("that", "so") and part in ("determiner", "subordinator"):
        return "PRON" if previous == "ADP" else ("SCONJ" if previous in ("NOUN", "ADJ") else "DET")
    return TAGS[part]


def _noun_phrase_follows(words: Lexicon, tokens: Sequence[Token], index: int) -> bool:
    if index >= len(tokens) or not tokens[index].is_word:
        return index < len(tokens) and tokens[index].text == "["  # a masked word
    lower = tokens[index].lower
    if lower in ("left", "right"):
        return True
    part = words.part_of.get(lower)
    if part is None:
        return not (lower in words.verb_forms and not _known_noun(lower, words))
    return TAGS[part] in _STARTS_A_NOUN_PHRASE or lower in words.adjectives or lower == "of"


def _names_something(lower: str, following: str, words: Lexicon) -> bool:
    """An adjective that is a noun here: "the front of the bed", "an orange"."""
    return (
        _known_noun(lower, words) and not _known_noun(following, words) and following not in words.adjectives
    )


def _open(words: Lexicon, token: Token, previous: str) -> str:
    lower = token.lower
    if _known_noun(lower, words):
        return "NOUN"
    if lower.endswith("ly") and len(lower) > 4:
        return "ADV"
    if lower.endswith(_ADJECTIVE_ENDINGS) or (lower.endswith("ed") and previous in _BEFORE_A_NOUN):
        return "ADJ"
    if lower.endswith("ing") and previous not in _BEFORE_A_NOUN and len(lower) > 5:
        return "VERB"
    if token.text[0].isupper() and previous not in ("", "PUNCT"):
        return "PROPN"
    return "NOUN"


def _known_noun(lower: str, words: Lexicon) -> bool:
    if lower in words.landmarks or lower in words.nouns or lower in words.place_parts:
        return True
    return lower in words.talk or singular(lower) in words.landmarks
