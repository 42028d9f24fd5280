"""What an agent is to look for, as it reads it: the brief's category, else the words of the instruction."""

from __future__ import annotations

from wayproof.vocabulary import Brief


def wanted_name(brief: Brief, instruction: str | None) -> str:
    """The category to look for: the brief's, else the longest one that the instruction names, else none."""
    if brief.category is not None:
        return brief.category
    text = f" {(instruction or brief.instruction or '').lower()} "
    named = [name for name in brief.categories if name.replace("_", " ") in text]
    return max(named, key=len, default="")
