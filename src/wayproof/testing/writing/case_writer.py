"""Asks a language model for a case's words, checks them, and asks again with what was wrong.

What came of a question is kept in the folder of the test, refusals too: a test that is resumed, here or
elsewhere, proposes the same cases without asking again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import InvalidInput
from wayproof.language.kept_answers import answer_file, keep, remembered
from wayproof.language.llm import TEMPERATURE, Endpoint, converse, endpoint_from_environment
from wayproof.testing.writing.case_prompts import Prompt, facts_in_words

GRAMMAR, MODEL = "grammar", "model"
WRITERS = (GRAMMAR, MODEL)
TRIES = 3
UNUSABLE = "unusable: "
ANSWERS = "answers"  # the folder in that of the test


@dataclass(frozen=True)
class CaseWriter:
    """A model that writes cases; `tell` hears why words of its were not used."""

    endpoint: Endpoint
    folder: Path | None
    tell: Callable[[str], None]
    first_wait_s: float = 0.5

    def written(self, prompt: Prompt, facts: dict[str, Any], check: Callable[[Any], str]) -> Any | None:
        """An answer of the prompt's type to which there is no objection; None if there is none."""
        question = facts_in_words(facts)
        file = answer_file(self.folder, self.endpoint, TEMPERATURE, prompt.system, question)
        kept = remembered(file, self.endpoint, question)
        if kept is None:
            kept = self._asked(prompt, question, check)
            keep(file, self.endpoint, question, kept)
        found, wrong = read(kept, prompt, check)
        if found is None:
            self.tell(f"the model's words were not used ({wrong}); ours were")
        return found

    def _asked(self, prompt: Prompt, question: str, check: Callable[[Any], str]) -> str:
        """The text of the first answer that can be used, or why none can."""
        messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": question}]
        wrong = ""
        for _ in range(TRIES):
            answer = converse(self.endpoint, messages, first_wait_s=self.first_wait_s)
            if answer.failure:
                return f"{UNUSABLE}{answer.failure}"
            found, wrong = read(answer.text, prompt, check)
            if found is not None:
                return answer.text
            messages += [
                {"role": "assistant", "content": answer.text},
                {"role": "user", "content": f"That cannot be used: {wrong}. Answer again."},
            ]
        return f"{UNUSABLE}{wrong}"


def read(text: str, prompt: Prompt, check: Callable[[Any], str]) -> tuple[Any | None, str]:
    """An answer and why it cannot be used; one of the two is empty."""
    if text.startswith(UNUSABLE):
        return None, text.removeprefix(UNUSABLE)
    try:
        found = msgspec.json.decode(_object_in(text), type=prompt.answer)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return None, f"it is no JSON object of the schema: {error}"
    wrong = check(found)
    return (None, wrong) if wrong else (found, "")


def _object_in(text: str) -> str:
    """The JSON object in an answer, without the code marks that models like to put around it."""
    first, last = text.find("{"), text.rfind("}")
    return text[first : last + 1] if 0 <= first < last else text


def writer_for(words: str, folder: Path | None, tell: Callable[[str], None]) -> CaseWriter | None:
    """Who writes a test's words; None: our own grammar."""
    if words not in WRITERS:
        raise InvalidInput(f"words is {words!r}; give {' or '.join(WRITERS)}")
    if words == GRAMMAR:
        return None
    endpoint = endpoint_from_environment()
    if endpoint is None:
        raise InvalidInput(
            "words of a model ask a language model, and none is named; set WAYPROOF_LLM_URL (such as "
            "http://localhost:8000/v1) and WAYPROOF_LLM_MODEL, or use --words grammar, which works offline"
        )
    return CaseWriter(endpoint, None if folder is None else folder / ANSWERS, tell)
