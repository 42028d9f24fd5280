"""Fills masked words where the words beside them leave no choice; what cannot be known is left out.

A mask over an article or a joining word costs nothing. A mask over a side ("turn [MASK] at the sofa") or a
landmark is lost: no rule can know it, and none guesses.
"""

from __future__ import annotations

import re

MASK = "[MASK]"
GAP = r"\[MASK\]"
VERB = (
    "walk|go|turn|take|head|stop|wait|enter|exit|leave|pass|continue|make|hang|move|follow|keep|cross|veer|climb|"
    "step|proceed"
)
SIDE = "left|right|sharp|slight|u-turn"
# What stands around a gap, and what must have stood in it. Earlier rules win; an article is the last resort.
FILLINGS: tuple[tuple[str, str], ...] = (
    (rf"\b(next) {GAP}", r"\1 to"),
    (rf"\b((?:in |right )?front|out|chest|top|bottom|end|row|pair|foot|middle) {GAP}", r"\1 of"),
    (rf"{GAP} (front of)\b", r"in \1"),
    (rf"\b(living|laundry|storage|children's) {GAP}", r"\1 room"),
    (rf"\b(washing) {GAP}", r"\1 machine"),
    (rf"\b(coffee|console|bedside) {GAP}", r"\1 table"),
    (rf"\b(take|make|hang) {GAP} ((?:{SIDE})\b)", r"\1 a \2"),
    (rf"\b(until|when|once|after|before) {GAP} (?=(?:reach|come|get|see|pass)\b)", r"\1 you "),
    (rf"{GAP} (?=you (?:reach|come|get|see|pass)\b)", "when "),
    (rf"\b(stop|wait|from) {GAP}(?=[.,;])", r"\1 there"),
    (rf"\b(by|at|near|beside|before|of|to) {GAP}(?=[.,;])", r"\1 it"),
    (rf"(?<=\w),? (?:{GAP},? )+(?=(?:{VERB})\b)", " and "),
    (rf"(^|[.!?]\s+)(?:{GAP},? )+(?=(?:{VERB})\b)", r"\1"),
    (rf"(^|[.!?]\s+|, |\b(?:and|then) ){GAP} (left|right|around)\b", r"\1turn \2"),
    (rf"(?<=[a-z]) {GAP} (?={GAP} [a-z]|[a-z])", " the "),
)


def filled(text: str) -> tuple[str, int, int]:
    """The text without masks, how many were filled, and how many could not be and are left out.

    >>> filled("Walk past [MASK] sofa. [MASK] left and stop next [MASK] the [MASK].")
    ('Walk past the sofa. Turn left and stop next to the.', 3, 1)
    """
    total = text.count(MASK)
    if not total:
        return text, 0, 0
    changed = text
    for pattern, filling in FILLINGS:
        changed = re.sub(pattern, filling, changed, flags=re.IGNORECASE)
    left = changed.count(MASK)
    changed = re.sub(rf"\s*{GAP}", "", changed)
    changed = re.sub(r"\b(the|a|an)(?: the)+\b", r"\1", changed)
    changed = re.sub(r"\s+([.,;!?])", r"\1", changed)
    changed = re.sub(
        r"((?:^|[.!?])\s*)([a-z])", lambda found: found.group(1) + found.group(2).upper(), changed
    )
    changed = re.sub(r"([.,;])(?:\s*[.,;])+", r"\1", re.sub(r"\s{2,}", " ", changed))
    return changed.strip(" ,;"), total - left, left
