"""The grammar of English directions: phrases that ask for a step, the more telling ones first.

A rule is a phrase, whether a room or thing must be named behind it, what must follow then, and the steps it
asks for. Rooms and things are told apart by their names: one enters a room and goes through a door.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from wayproof.agents.reading.route_names import Named

GO = (
    r"(?:(?:keep |continue |start )?(?:walk|go|head|move|proceed|continue|step|stroll|advance|come|get|"
    r"carry on|make your way|navigate|run|travel|pop|keep)(?:ing)?)"
)
KIND = (
    r"(?:slightly |sharply |sharp |slight |immediately |immediate |hard |quick |soft |gentle |then |once )*"
)
TURN = (
    rf"(?:(?:turn|bear|veer|swing|rotate|turning|bend|cut|hang) {KIND}(?:to )?(?:the |your )?"
    rf"(?P<s1>left|right)"
    rf"|(?:(?:take|make|making|hang|execute|perform|do|taking|then) an?|take) {KIND}(?P<s2>left|right)"
    rf"(?: turn)?(?! (?:door|hand|side|one|wall))"
    rf"|(?:go|head|walk|move|bear|step)(?:ing)? {KIND}(?:to )?(?:the |your )?(?P<s3>left|right)"
    rf"(?! (?:door|side|of|hand|wall))"
    rf"|(?:then |, )(?P<s4>left|right)(?: again)?(?= [,.]))(?: again)?"
)
STOPPING = (
    r"(?:stop|wait|halt|stand|stay|come to (?:a |an )?(?:stop|halt|rest)|hold position|pause|finish|"
    r"make your (?:final )?stop|you should wait)"
)
REACHED = r"(?:reach(?:ed)?|get to|come to|arrive at|see|are (?:next to|at|beside|near|by|in)|find|spot)"
REACHING = (
    rf"(?:(?:until|when|once|as soon as|till) you(?: have|'ve|'re|'ll)? ?{REACHED}|upon reaching|until|"
    r"reaching)"
)
PASSING = r"(?:(?:after|once) you(?: have|'ve)? (?:pass(?:ed)?|go past|walk past)|after passing)"
AROUND_IT = r"(?:(?:just |a little |right |shortly |directly )?(?:before|after)(?: you (?:reach|get to))?)"
BESIDE = (
    r"(?:right |just |directly |immediately )?(?:once you are |when you are )?(?:next to|beside|near|by|"
    r"in front of|at|adjacent to|before|behind|close to|between|alongside|on|below|under)"
)
ONWARD = r"(?! (?:past|to|through|into|down|along|toward|towards|until|across|out|up|over|by))"
WAY = r"(?:straight |over |up |back |forward |ahead |all the way |directly |right |on |out )*"
UPWARDS = re.compile(r"\b(?:up|climb)\b")


@dataclass(frozen=True)
class Step:
    """What to do, in which direction, at which landmark or room; empty where nothing is said."""

    action: str
    direction: str = ""
    landmark: str = ""
    room: str = ""
    side: str = ""  # where the landmark lies

    def __str__(self) -> str:
        told = f"{self.action} {self.direction}".strip()
        told += f" @ {self.landmark}" if self.landmark else ""
        return told + (f" / {self.room}" if self.room else "")


Steps = Callable[[re.Match[str], Named], list[Step]]
NOBODY = Named("", "", 0)


@dataclass(frozen=True)
class Rule:
    """A phrase, whether a name must follow it, and the steps that it asks for; no steps, no match."""

    phrase: re.Pattern[str]
    named: bool
    steps: Steps
    then: re.Pattern[str] = re.compile("")


def _side(found: re.Match[str]) -> str:
    return next(found.group(name) for name in ("s1", "s2", "s3", "s4") if found.group(name))


def _turn(found: re.Match[str], named: Named) -> list[Step]:
    return [Step("turn", _side(found), named.thing, named.room)]


def _turn_and(direction: str) -> Steps:
    def steps(found: re.Match[str], named: Named) -> list[Step]:
        return [Step("turn", _side(found)), *_go(direction)(found, named)]

    return steps


def _go(direction: str) -> Steps:
    return lambda found, named: gone(direction, named, upwards=bool(UPWARDS.search(found.group())))


def gone(direction: str, named: Named, *, upwards: bool = False) -> list[Step]:
    """Going in a direction: doors are gone through, and halls that one goes down are gone straight."""
    if named.thing == "door" and direction in ("into", "out of", "along", "through"):
        return [Step("go", "through", "door")]
    if direction == "along":
        return [_along(named, upwards=upwards)]
    if named.room and named.of and direction in ("to", "into"):
        return [Step("go", "straight", "", named.room)]
    if direction == "across":
        return [Step("go", "through" if named.room else "past", named.thing, named.room)]
    if direction == "out of" and not named.room:
        return []
    return [Step("go", direction, named.thing, named.room)]


def _along(named: Named, *, upwards: bool) -> Step:
    if named.thing == "stairs":
        return Step("go", "up" if upwards else "down", "stairs")
    if named.thing and not named.room:
        return Step("go", "past", named.thing)
    return Step("go", "straight", "", named.room)


def _stop(found: re.Match[str], named: Named) -> list[Step]:
    if named.thing:
        return [Step("stop", "near", named.thing)]
    return [Step("stop", "in", "", named.room)] if named.room else [Step("stop")]


def _at(direction: str = "at") -> Steps:
    return lambda found, named: [Step("at", direction, named.thing, named.room)]


def _plain(*step: str) -> Steps:
    return lambda found, named: [Step(*step)]


def _taken(found: re.Match[str], named: Named) -> list[Step]:
    return [Step("go", "through", "door")] if named.thing == "door" else []


def _rule(phrase: str, steps: Steps, *, named: bool = True, then: str = "") -> Rule:
    return Rule(re.compile(phrase + r"(?= )"), named, steps, re.compile(then))


COMMA = r" ,"
RULES: tuple[Rule, ...] = (
    _rule(r"(?:do not|don't|never|without) \w+", lambda found, named: [], named=False),
    _rule(
        r"(?:turn|spin|swing|rotate)(?:ing)?(?: all the way| yourself| completely)? (?:around|back)(?! the)"
        r"|(?:make|do|execute|perform|take) an? (?:u-turn|180|full turn)|reverse (?:your )?direction"
        r"|go back the way you came",
        _plain("turn", "around"),
        named=False,
    ),
    _rule(rf"{TURN} into", _turn_and("into")),
    _rule(rf"{TURN} out of", _turn_and("out of")),
    _rule(rf"{TURN} past", _turn_and("past")),
    _rule(rf"{TURN} (?:at|{PASSING}|{REACHING}|{AROUND_IT})", _turn),
    _rule(TURN, lambda found, named: [Step("turn", _side(found))], named=False),
    _rule(rf"{STOPPING}(?: (?:there|here))? (?:in|inside|within)", _stop),
    _rule(rf"{STOPPING}(?: (?:there|here|once|when))? (?:{BESIDE}|{REACHING})", _stop),
    _rule(r"(?:your |the )?(?:final )?(?:goal|destination|target) is", _stop),
    _rule(STOPPING, _plain("stop"), named=False),
    _rule(rf"(?:{PASSING}|{REACHING}|{AROUND_IT}|at)", _at(), then=COMMA),
    _rule(r"(?:once )?in(?:side)?", _at("in"), then=COMMA),
    _rule(rf"(?:exit|leave|exiting|leaving|{GO}) (?:out )?(?:through|via|by way of)", _go("through")),
    _rule(rf"(?:exit(?:ing)?|leave|leaving|depart from|(?:{GO} )?out of|{GO} out)", _go("out of")),
    _rule(rf"{GO} out(?= ,)", _plain("go", "out of", "", "room"), named=False),
    _rule(rf"(?:enter(?:ing)?|(?:{GO} )?{WAY}(?:into|inside)|{GO} in)", _go("into")),
    _rule(rf"(?:(?:{GO}|pass|passing) )?{WAY}through", _go("through")),
    _rule(r"(?:take|use|it is|follow)", _taken),
    _rule(rf"(?:cross|crossing|(?:{GO} )?{WAY}across)", _go("across")),
    _rule(rf"(?:{GO} )?{WAY}(?:past|around|alongside|between)|{GO} by|pass(?:ing)?(?: by)?", _go("past")),
    _rule(r"keep", _go("past"), then=r" on (?:your|the)"),
    _rule(
        rf"(?:{GO} )?{WAY}(?:down|along)|{GO} up|follow(?:ing)?|climb(?: up)?|ascend|descend", _go("along")
    ),
    _rule(rf"{GO} {WAY}(?:to|over to|up to)", lambda f, n: _go("into" if n.room else "to")(f, n)),
    _rule(rf"{GO} {WAY}(?:toward|towards|for)", _go("to")),
    _rule(rf"(?:{GO} )?{WAY}{REACHING}", _go("to")),
    _rule(r"(?:and |then )?to", lambda f, n: _go("to")(f, n) if n.thing else []),
    _rule(
        rf"{GO} (?:straight|forward|ahead|all the way down|on)(?: ahead| forward| on)?{ONWARD}",
        _plain("go", "straight"),
        named=False,
    ),
)
