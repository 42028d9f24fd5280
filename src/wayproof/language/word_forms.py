"""English word forms: the four forms of a verb and the singular of a noun."""

from __future__ import annotations

_IRREGULAR_PAST = {
    "go": "gone", "come": "come", "make": "made", "take": "taken", "get": "got", "keep": "kept",
    "leave": "left", "stand": "stood", "run": "run", "see": "seen", "find": "found", "do": "done",
    "hang": "hung", "bear": "borne", "swing": "swung", "spin": "spun", "hit": "hit", "begin": "begun",
    "choose": "chosen", "shut": "shut", "bring": "brought", "set": "set", "hold": "held", "carry": "carried",
}  # fmt: skip
_DOUBLING = (
    "step",
    "stop",
    "get",
    "run",
    "hit",
    "swim",
    "spin",
    "shut",
    "begin",
    "set",
    "pop",
    "hop",
    "spot",
)
_VOWELS = "aeiou"


def verb_forms(verb: str) -> dict[str, str]:
    """The forms by name; "left" is never given as a form of leave, since in directions it is a side.

    >>> verb_forms("pass")
    {'base': 'pass', 'third': 'passes', 'gerund': 'passing', 'past': 'passed'}
    """
    forms = {"base": verb, "third": _third(verb), "gerund": _gerund(verb), "past": _past(verb)}
    if forms["past"] == "left":
        del forms["past"]
    return forms


def _third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def _gerund(verb: str) -> str:
    if verb in _DOUBLING:
        return verb + verb[-1] + "ing"
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + "ing"


def _past(verb: str) -> str:
    if verb in _IRREGULAR_PAST:
        return _IRREGULAR_PAST[verb]
    if verb in _DOUBLING:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ied"
    return verb + "ed"


def singular(noun: str) -> str:
    """The noun without a plural ending, by the plain rules.

    >>> singular("couches"), singular("stairs"), singular("glass")
    ('couch', 'stair', 'glass')
    """
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "xes", "sses")):
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith(("ss", "us")) and len(noun) > 3:
        return noun[:-1]
    return noun
