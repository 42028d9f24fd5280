"""What a described goal asks for, in words that a network knows: the thing, its looks, and what carries it.

"Find the lit table lamp with a white shade on the desk." asks for a table lamp, lit and white, on a desk. The
network's text encoder knows no grammar, so words that belong to something else are left out: of the nouns
before "on the ..." only the one that names the thing stays, with all looks that are told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wayproof.agents.reading.household_nouns import with_one_name
from wayproof.agents.seeing.named_things import thing_named_in
from wayproof.errors import InvalidInput
from wayproof.perception.phrases import LONGEST_PHRASE, Words

# "on the desk" says what carries the thing; "the lamp that is on" says nothing of the kind.
_CARRIER = re.compile(r"\b(?:on top of|on|in|inside|above)\s+(?:the|a|an)\s+")
_COMMAND = re.compile(
    r"^\s*(?:please\s+)?(?:find|go to|look for|bring me to|(?:bring|take) it to|pick up|take|get)\s+"
)
TOLD_APART = ("colour", "material", "pattern", "state")  # a single picture hardly shows which size is meant


@dataclass(frozen=True)
class ThingPhrase:
    """A thing as the network names it, "" if it has no word; and its looks: attributes (field, value)."""

    thing: str = ""
    looks: tuple[tuple[str, str], ...] = ()

    @property
    def spelled(self) -> str:
        """Both as a phrase of the network's words."""
        return " ".join([*(value for _, value in self.looks), *self.thing.split("_")]).strip()

    @property
    def told_apart(self) -> tuple[tuple[str, str], ...]:
        """The looks that a single picture shows."""
        return tuple((field, value) for field, value in self.looks if field in TOLD_APART)


NOTHING = ThingPhrase()


@dataclass(frozen=True)
class GoalPhrase:
    """What a goal asks for, and what carries it."""

    asked: ThingPhrase = NOTHING
    carrier: ThingPhrase = NOTHING


def goal_phrase(text: str, words: Words, category: str | None = None) -> GoalPhrase:
    """Read a description, or take the category that a task names.

    >>> words = Words(("book", "bench", "table_lamp"))
    >>> goal_phrase("Find the red book that is on the bench.", words)  # doctest: +NORMALIZE_WHITESPACE
    GoalPhrase(asked=ThingPhrase(thing='book', looks=(('colour', 'red'),)),
               carrier=ThingPhrase(thing='bench', looks=()))
    >>> goal_phrase("Go to the lit table lamp with a white shade.", words).asked.spelled
    'lit white table lamp'
    """
    if category is not None:
        return GoalPhrase(ThingPhrase(category))
    known = tuple(name.replace("_", " ") for name in words.categories)
    told = with_one_name(_COMMAND.sub("", text.lower()[: 4 * LONGEST_PHRASE]).partition(".")[0], known)
    asked, *carrier = (_thing_phrase(part, words) for part in _CARRIER.split(told, maxsplit=1))
    return GoalPhrase(asked, *carrier)


def _thing_phrase(part: str, words: Words) -> ThingPhrase:
    """The thing that a part of a sentence names, and all looks in it; of two colours the first."""
    try:
        tokens = words.read(part[-LONGEST_PHRASE:])
    except InvalidInput:
        return NOTHING
    names, looks = words.tokens, dict[str, str]()
    for token in tokens:
        if token >= len(words.categories):
            field, _, value = names[token].partition(":")
            looks.setdefault(field, value)
    return ThingPhrase(thing_named_in(part, words), tuple(looks.items()))
