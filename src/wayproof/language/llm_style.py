"""Has a language model say an instruction in a style, and holds it to the same meaning check.

An answer that changes a step, invents one or breaks the style's length is not used: the original stands and
the result says why. Answers are kept on disk by a hash of the whole question, so a run can be repeated
without the model; failures are not kept.
"""

from __future__ import annotations

from pathlib import Path

from wayproof.language.kept_answers import answer_file, keep, remembered
from wayproof.language.llm import TEMPERATURE, TIMEOUT_S, Answer, Endpoint, ask
from wayproof.language.parse import parse
from wayproof.language.restyle import objection, protected_spans
from wayproof.language.rewrite import Edit, Rewrite, fallen_back, rewritten
from wayproof.language.style import Style

LONGEST_CHARACTERS = 8_000  # of an instruction that is sent
_TASK = (
    "You rewrite navigation instructions for robots. Keep every step, in the same order. Repeat each "
    "direction, object, room, number and name word for word. Add no step, object, place, angle or distance. "
    "Answer with the rewritten instruction only, as plain text in one paragraph."
)


def rewrite_by_model(
    text: str,
    style: Style,
    endpoint: Endpoint,
    *,
    cache: Path | None = None,
    timeout_s: float = TIMEOUT_S,
    first_wait_s: float = 0.5,
) -> Rewrite:
    """The text in this style by the model, or the original with the reason; `cache` None keeps nothing."""
    reading = parse(text)
    protected = protected_spans(reading)
    if len(text) > LONGEST_CHARACTERS:
        reason = f"the text has more than {LONGEST_CHARACTERS} characters"
        return fallen_back(text, reason, protected=protected)
    if not reading.steps:
        return fallen_back(text, "no step of a route was found", protected=protected)
    system = f"{_TASK} Style: {style.brief}{_length_rule(style)}"
    file = answer_file(cache, endpoint, TEMPERATURE, system, text)
    kept = remembered(file, endpoint, text)
    if kept is None:
        answer = ask(endpoint, system, text, timeout_s=timeout_s, first_wait_s=first_wait_s)
        if not answer.failure:
            keep(file, endpoint, text, answer.text)
    else:
        answer = Answer(kept)
    reason = answer.failure or objection(text, plain(answer.text), style)
    if reason:
        return fallen_back(text, reason, protected=protected)
    return rewritten(text, [Edit(0, len(text), plain(answer.text))], protected=protected)


def plain(answer: str) -> str:
    """An answer without quotes or code marks around it, on one line, without control characters.

    >>> plain('"Turn left.\\nThen stop."')
    'Turn left. Then stop.'
    """
    printable = "".join(character if character.isprintable() else " " for character in answer)
    words = " ".join(printable.split())
    return words.strip("` ").strip('"\u201c\u201d ')


def _length_rule(style: Style) -> str:
    return f" It must be {style.length} than the original." if style.length else ""
