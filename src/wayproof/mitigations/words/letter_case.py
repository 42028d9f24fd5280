"""Capital letters where a sentence has them, and nowhere else: "TURN left." becomes "Turn left."."""

from __future__ import annotations

import re

SHOUTED = re.compile(r"[A-Za-z][A-Za-z'-]*")
KEPT = {"TV": "TV", "I": "I", "MASK": "MASK"}  # abbreviations, and the mark of a masked word
FIRST_LETTER = re.compile(r"(^\W*|[.!?]\s+)([a-z])")


def restored_case(text: str) -> tuple[str, int]:
    """The text with words in capitals put back, and how many there were; a text without any is left alone.

    >>> restored_case("WALK past THE sofa.")
    ('Walk past the sofa.', 2)
    """
    count = 0

    def quiet(found: re.Match[str]) -> str:
        nonlocal count
        word = found.group()
        if len(word) < 2 or not word.isupper() or word in KEPT:
            return word
        count += 1
        return word.lower()

    changed = SHOUTED.sub(quiet, text)
    if not count:
        return text, 0
    return FIRST_LETTER.sub(lambda found: found.group(1) + found.group(2).upper(), changed), count
