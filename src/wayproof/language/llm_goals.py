"""Has a language model describe a goal in its own words, and holds it to what the goal stands for.

An answer counts only if the reader that checks our own descriptions (goal_reader.py, goal_truth.py) knows all
its words, finds the same kinds of words in it and exactly the same things. Else the original stands and the
result says why. Answers are kept on disk by a hash of the whole question.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayproof.errors import ModelGone
from wayproof.language.goal_reader import GoalRead, read_goal
from wayproof.language.goal_truth import Before, satisfying
from wayproof.language.kept_answers import answer_file, keep, remembered
from wayproof.language.llm import TEMPERATURE, TIMEOUT_S, Endpoint, ask
from wayproof.language.llm_style import plain
from wayproof.language.rewrite import Edit, Rewrite, fallen_back, rewritten
from wayproof.scenes.scene import Scene, things

LONGEST_CHARACTERS = 200  # of an answer; a description is one sentence
TASK = (
    "You reword a request that tells a robot which object to go to. Keep the object and everything that is "
    "said of it: colour, material, size, number, state, place, what it is not, and words such as it, other "
    "or same. Say nothing else about it. Change the opening, the order of the words, or use common synonyms. "
    "Answer with one short sentence only."
)


def reword_by_model(
    scene: Scene,
    text: str,
    instances: Sequence[int],
    before: Before | None,
    endpoint: Endpoint,
    *,
    cache: Path | None = None,
    timeout_s: float = TIMEOUT_S,
    first_wait_s: float = 0.5,
) -> Rewrite:
    """The description of a goal in a model's words, or the original with the reason why not.

    A model that gives no answer at all is an error: else its silence would pass for a data set.
    """
    file = answer_file(cache, endpoint, TEMPERATURE, TASK, text)
    said = remembered(file, endpoint, text)
    if said is None:
        answer = ask(endpoint, TASK, text, timeout_s=timeout_s, first_wait_s=first_wait_s)
        if answer.failure:
            raise ModelGone(
                f"the language model {endpoint.model!r} at {endpoint.url} gave no description: "
                f"{answer.failure}; see that it runs, and try again: what it said so far is kept"
            )
        said = answer.text
        keep(file, endpoint, text, said)
    told = plain(said)
    reason = objection(scene, text, told, instances, before)
    return fallen_back(text, reason) if reason else rewritten(text, [Edit(0, len(text), told)])


def objection(
    scene: Scene, original: str, draft: str, instances: Sequence[int], before: Before | None
) -> str:
    """Why a draft may not stand for a goal's description; empty if it may."""
    if len(draft) > LONGEST_CHARACTERS:
        return f"it has more than {LONGEST_CHARACTERS} characters"
    kinds = {thing.category for thing in things(scene)}
    first, second = (read_goal(text, kinds) for text in (original, draft))
    if not second.phrase.noun or second.all_unread:
        return f"words that the reader does not know: {', '.join(second.all_unread) or draft}"
    if _told(first) != _told(second):
        return f"it tells {_listed(_told(second))} instead of {_listed(_told(first))}"
    found = satisfying(scene, second, before)
    if found != tuple(sorted(instances)):
        return f"it means things {list(found)} instead of {sorted(instances)}"
    return ""


def _told(read: GoalRead) -> list[str]:
    """The kinds of words of a description: those of the thing, of what carries it, of its clauses."""
    told, phrase = [clause.kind for clause in read.clauses], read.phrase
    while True:
        told += [said.feature for said in phrase.said]
        if phrase.carrier is None:
            return sorted(told)
        told.append(phrase.relation)
        phrase = phrase.carrier


def _listed(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "nothing beside the noun"
