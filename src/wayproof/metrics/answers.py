"""Whether an answer says what the question's key says, whatever the spelling of its numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from wayproof.tokens import tokenise
from wayproof.vocabulary import Goal

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS = {word: number for number, word in enumerate(_UNITS)} | {
    word: 10 * (number + 2) for number, word in enumerate(_TENS)
}
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def is_question(goal: Goal) -> bool:
    """Whether a goal expects an answer; a key without a word or a number does not count."""
    return goal.answer is not None and bool(answer_words(goal.answer))


def answer_words(text: str) -> list[str]:
    """The words of an answer in one spelling: small letters, numbers as digits without useless zeros.

    >>> answer_words("Twenty-one chairs, 1,200.50 m")
    ['21', 'chairs', '1200.5', 'm']
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = "".join(_plain_digit(character) for character in plain)
    words: list[str] = []
    for token in tokenise(_THOUSANDS.sub("", plain)):
        if token.is_word:
            words += [part for part in token.lower.split("-") if part]
    return _numbers_as_digits(words)


def answers_match(key: str, answer: str) -> bool:
    """Whether the key's words stand in the answer, side by side and whole: "1" is not in "10"."""
    wanted, given = answer_words(key), answer_words(answer)
    starts = range(len(given) - len(wanted) + 1)
    return bool(wanted) and any(given[start : start + len(wanted)] == wanted for start in starts)


def answers_equal(key: str, answer: str) -> bool:
    """Whether the answer is the key's words and nothing else."""
    wanted = answer_words(key)
    return bool(wanted) and answer_words(answer) == wanted


def _plain_digit(character: str) -> str:
    """Digits of any script as 0 to 9."""
    value = unicodedata.decimal(character, None)
    return character if value is None else str(value)


def _numbers_as_digits(words: Sequence[str]) -> list[str]:
    """Number words as digits, tens together with the unit after them: twenty, one is 21."""
    plain: list[str] = []
    tens = 0  # of the word before, if that was twenty, thirty, ...
    for word in words:
        number = _NUMBERS.get(word)
        if tens and number is not None and 0 < number < 10:
            plain[-1] = str(tens + number)
            tens = 0
            continue
        tens = number if number is not None and number >= 20 else 0
        plain.append(_without_zeros(word) if number is None else str(number))
    return plain


def _without_zeros(word: str) -> str:
    """A number without superfluous zeros, before it or at the end of its decimals."""
    if not re.fullmatch(r"\d+(\.\d+)?", word):
        return word
    whole, _, part = word.partition(".")
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{part}" if part else "")
