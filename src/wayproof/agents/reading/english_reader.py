"""Reads English directions into steps by an explicit grammar: action, direction, landmark, room.

    read_english("Exit the kitchen and turn left at the sofa. Stop by the bed.")
    (go out of / kitchen), (turn left @ couch), (stop near @ bed)

Each rule below is a phrase that asks for a step; the reader goes through the text once and takes, wherever it
stands, the first rule that fits. What fits no rule is passed over, so strange words cost nothing but
themselves. It shares neither code nor tables with what writes instructions.
"""

from __future__ import annotations

import re
from dataclasses import replace

from wayproof.agents.reading.route_names import Named, listed_name_end, named_at
from wayproof.agents.reading.route_rules import NOBODY, RULES, Step

WORD = re.compile(r"[^ ]*[ ]*")
PRONOUN = re.compile(r" (?:it|them)(?= )")
ON_A_SIDE = re.compile(r" (?:on|to) (?:the|your) (?P<side>left|right)(?: hand)?(?: side)?(?= )")
IN_A_ROOM = re.compile(r" (?:in|inside|of) (?=the )")


def read_english(text: str) -> tuple[Step, ...]:
    """The steps of a text, in order; an empty or strange text gives none."""
    plain = _plain(text)
    steps: list[Step] = []
    position, last = 0, NOBODY
    while position < len(plain):
        found = _rule_at(plain, position, last)
        if found is None:
            position = _next_word(plain, position)
            continue
        new, position = found
        for step in new:
            _add(steps, step)
        last = next((Named(s.landmark, s.room, 0) for s in reversed(steps) if s.landmark or s.room), last)
    return tuple(step for step in steps if step.action != "at")


def _next_word(text: str, position: int) -> int:
    """Behind the word or the listed name here: a TV stand asks nobody to stand."""
    start = listed_name_end(text, position)
    return WORD.match(text, start).end()  # type: ignore[union-attr]  # matches anything


def _plain(text: str) -> str:
    """Lower case, single spaces, punctuation as words of its own."""
    lowered = text.lower().replace("\u2019", "'").replace("-hand", " hand")
    spaced = re.sub(r"([,.;:!?()])", r" \1 ", lowered)
    return " ".join(spaced.split()) + " "


def _rule_at(text: str, position: int, last: Named) -> tuple[list[Step], int] | None:
    """The steps that the first fitting rule finds here, and where the text goes on."""
    for rule in RULES:
        found = rule.phrase.match(text, position)
        if found is None:
            continue
        named = _name_after(text, found.end(), last) if rule.named else NOBODY
        end = found.end() if named is None or not rule.named else named.end
        if named is None or not rule.then.match(text, end):
            continue
        steps = rule.steps(found, named)
        if steps or not rule.named:
            return _with_place(steps, text, end)
    return None


def _name_after(text: str, start: int, last: Named) -> Named | None:
    """The room or thing named here; "it" and "them" stand for the last thing."""
    pronoun = PRONOUN.match(text, start)
    if pronoun is not None and last != NOBODY:
        return replace(last, end=pronoun.end())
    return named_at(text, start + 1)


def _with_place(steps: list[Step], text: str, end: int) -> tuple[list[Step], int]:
    """The steps, the last one with the side and the room that follow its landmark ("the sofa in the hall on
    your left"), and where the text goes on."""
    if not steps or not steps[-1].landmark:
        return steps, end + 1
    step = steps[-1]
    place = IN_A_ROOM.match(text, end)
    named = named_at(text, place.end()) if place else None
    if named is not None and named.room:
        end = named.end
        step = step if step.room or step.action == "turn" else replace(step, room=named.room)
    side = ON_A_SIDE.match(text, end)
    if side is not None:
        step, end = replace(step, side=side.group("side")), side.end()
    return [*steps[:-1], step], end + 1


def _add(steps: list[Step], step: Step) -> None:
    """Append a step; a fronted landmark waits for its turn and is taken up by it."""
    if steps and steps[-1].action == "at":
        waiting = steps.pop()
        if step.action == "turn" and not step.landmark:
            step = replace(step, landmark=waiting.landmark, room=step.room or waiting.room)
        elif step.action == "stop" and not step.landmark:
            near = "near" if waiting.landmark else "in"
            step = replace(step, direction=near, landmark=waiting.landmark, room=waiting.room)
        elif waiting.direction != "in":
            steps.append(replace(waiting, action="go", direction="to"))
        elif step.landmark and not step.room:
            step = replace(step, room=waiting.room)
    steps.append(step)
