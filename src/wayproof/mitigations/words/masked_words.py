"""Fills masked words where the words beside them leave no choice; what cannot be known is left out and counted.

A mask over an article or a joining word costs nothing. A mask over a side ("turn [MASK] at the sofa") or a
landmark is lost: no rule can know it, and none guesses.
"""

from __future__ import annotations

import re

MASK = "[MASK]"
GAP = r"\[MASK\]"
# What stands around a gap, and what must have stood in it. Earlier rules win.
FILLINGS: tuple[tuple[str, str], ...] = (
    (rf"\b(next) {GAP} {GAP}", r"\1 to the"),
    (rf"\b(in front) {GAP} {GAP}", r"\1 of the"),
    (rf"\b(next) {GAP}", r"\1 to"),
    (rf"\b(in front) {GAP}", r"\1 of"),
    (rf"{GAP} (front of)\b", r"in \1"),
    (rf"{GAP} (next to|in front of|beside|near)\b", r"stop \1"),
    (rf"\b(out) {GAP}", r"\1 of"),
    (rf"\b(living|laundry|storage|children's) {GAP}", r"\1 room"),
    (rf"\b(potted) {GAP}", r"\1 plant"),
    (rf"\b(washing) {GAP}", r"\1 machine"),
    (rf"\b(coffee|console|bedside) {GAP}", r"\1 table"),
    (rf"\b(on) {GAP} (left|right)\b", r"\1 the \2"),
    (rf"\b((?:past|into|through|of|to|at|near|beside|by|toward|towards|along|down|across|enter|exit|leave)) {GAP} (?=[a-z])", r"\1 the "),
    (rf"(^|[.!?]\s+|, |\b(?:and|then) ){GAP} (left|right|around)\b", r"\1turn \2"),
)


def filled(text: str) -> tuple[str, int, int]:
    """The text without masks, how many were filled, and how many could not be and are left out.

    >>> filled("Walk past [MASK] sofa. [MASK] left and stop next [MASK] the [MASK].")
    ('Walk past the sofa. turn left and stop next to the.', 3, 1)
    """
    total = text.count(MASK)
    if not total:
        return text, 0, 0
    changed = text
    for pattern, filling in FILLINGS:
        changed = re.sub(pattern, filling, changed, flags=re.IGNORECASE)
    left = changed.count(MASK)
    changed = re.sub(rf"\s*{GAP}", "", changed)
    changed = re.sub(r"\s+([.,;!?])", r"\1", changed)
    changed = re.sub(r"([.,;])(?:\s*[.,;])+", r"\1", re.sub(r"\s{2,}", " ", changed))
    return changed.strip(" ,;"), total - left, left
