"""What an agent is to look for, as it reads it: the brief's category, else the thing that its words name."""

from __future__ import annotations

from collections.abc import Callable

from wayproof.vocabulary import Brief


def wanted_name(brief: Brief, instruction: str | None, named_in: Callable[[str], str]) -> str:
    """The category to look for: the brief's, else the one that is named in the text, else none.

    `named_in` is how the agent's perception reads: it knows what it can tell apart.
    """
    if brief.category is not None:
        return brief.category
    return named_in(instruction or brief.instruction or "")
