"""Reads directions in English, Hindi or Telugu into steps: action, direction, landmark, room.

The script says which language it is, so nobody has to name it. English has a grammar of phrases
(english_reader.py); in Hindi and Telugu the verb ends each clause (verb_final_reader.py).
"""

from __future__ import annotations

import re

from wayproof.agents.reading.english_reader import read_english
from wayproof.agents.reading.route_rules import Step
from wayproof.agents.reading.verb_final_reader import read_clauses

_SCRIPTS = {"hindi": re.compile("[\u0900-\u097f]"), "telugu": re.compile("[\u0c00-\u0c7f]")}


def read_route(text: str) -> tuple[Step, ...]:
    """The steps of a text, in order; an empty or strange text gives none.

    >>> [str(step) for step in read_route("बाएँ मुड़कर रसोई में जाएँ और सोफ़े के पास रुकें।")]
    ['turn left', 'go into / kitchen', 'stop near @ couch']
    """
    language = verb_final_language(text)
    if not language:
        return read_english(text)
    return tuple(step for step in read_clauses(text, language) if step.action != "see")


def verb_final_language(text: str) -> str:
    """ "hindi" or "telugu" if more letters are of its script than of any other, else ""."""
    counts = {language: len(script.findall(text)) for language, script in _SCRIPTS.items()}
    language = max(counts, key=lambda name: counts[name])
    latin = sum(letter.isascii() and letter.isalpha() for letter in text)
    return language if counts[language] > latin else ""
