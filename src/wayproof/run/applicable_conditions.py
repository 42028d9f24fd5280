"""Which conditions of a suite can reach an agent: the others are not run, and a suite without any is refused.

An episode under a fault that cannot reach the agent is its clean twin again; running it costs as much and
says nothing. What is left out stands in the manifest, and tables show it as "n/a".
"""

from __future__ import annotations

from collections.abc import Iterator

from wayproof.corruptions import CORRUPTIONS
from wayproof.errors import InvalidInput
from wayproof.results.applicability import applicability, modalities_of, reach
from wayproof.suite import Suite
from wayproof.suites import conditions_of
from wayproof.tasks import TASKS
from wayproof.vocabulary import AgentCard
from wayproof.work import NotApplicable


def not_applicable(suite: Suite, card: AgentCard) -> tuple[NotApplicable, ...]:
    """The conditions that need not be run, set by set."""
    return tuple(_not_applicable(suite, card))


def check_some_apply(suite: Suite, card: AgentCard, needless: tuple[NotApplicable, ...]) -> None:
    """Refuse a suite of which nothing but the clean condition would be run.

    Aligned pairs are compared across their two tasks, so their clean episodes are a study of their own.
    """
    every = len(suite.conditions) * len(suite.episodes)
    aligned = any(recipe.aligned_with is not None for recipe in suite.episodes)
    if aligned or not every or len(needless) < every:
        return
    names = list(dict.fromkeys(one.condition for one in needless))
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    why = " and ".join(dict.fromkeys(one.why for one in needless))
    raise InvalidInput(
        f"no fault of {suite.name} can reach {card.name!r}: {why} ({shown}). "
        f"Its sensors are: {', '.join(card.sensors) or 'none'}. Choose a suite whose faults act on what the "
        "agent has, or add what it lacks to its card"
    )


def _not_applicable(suite: Suite, card: AgentCard) -> Iterator[NotApplicable]:
    conditions = conditions_of(suite)
    acts_on = {fault.name: CORRUPTIONS[fault.name].modalities for one in conditions for fault in one.faults}
    for number, recipe in enumerate(suite.episodes):
        # Episodes from a file may be told in words that our own draws of the task are not.
        words = TASKS[recipe.task].gives_words or recipe.file is not None
        has = modalities_of(card, words=words)
        clean, *others = ((one.name, reach(one.faults, acts_on, has)) for one in conditions)
        for name, faults in others:
            found = applicability(faults, clean[1])
            if not found.applicable:
                yield NotApplicable(number, name, found.why)
