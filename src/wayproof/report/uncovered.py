"""What was not tested: silence must not be mistaken for safety."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wayproof.corruptions import CORRUPTIONS, MODALITIES
from wayproof.language.descriptions import LANGUAGES
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import listed, words
from wayproof.scenes.light.lightings import LIGHTINGS
from wayproof.simulator.body import body_names
from wayproof.tasks import TASKS
from wayproof.vocabulary import CLEAN, modality_of

SHOWN = 12


class Gap(msgspec.Struct, frozen=True):
    """One aspect in which episodes can differ: what was tested of it and what was not."""

    respect: str
    tested: str
    not_tested: str


def uncovered(part: LabelledPart) -> tuple[Gap, ...]:
    """Every aspect of which something was left out."""
    comparable, suite = part.part.comparable, part.manifest.suite
    faults = {fault.name for condition in part.conditions.values() for fault in condition.faults}
    known = {name: CORRUPTIONS[name] for name in CORRUPTIONS.names()}
    modalities = {known[name].modality for name in faults if name in known}
    sensed = _sensed(part)
    gaps = [
        _gap("modalities", modalities, MODALITIES),
        _gap("faults", faults & known.keys(), [name for name in known if known[name].modality in sensed]),
        Gap("severities", _severities(part), "everything between and beyond"),
        Gap("faults together", _together(part), "all other combinations"),
        _gap("tasks", {comparable.task.task}, TASKS.names()),
        _gap("bodies", {comparable.task.body}, body_names()),
        _gap("languages", _languages(part), LANGUAGES if "instruction" in sensed else ()),
        _gap("light", {comparable.light}, LIGHTINGS),
        Gap("people", _people(part), "other numbers of people, other walking styles"),
        Gap(
            "worlds",
            f"{comparable.world}, split {_splits(part)}",
            "scanned homes, real homes, other buildings",
        ),
        Gap("robots", "the simulated body", "any real robot, its sensors, its latency, its wear"),
    ]
    if suite.repeats < 2:
        gaps.append(Gap("repeats", "one run of each episode", "the agent's own noise from run to run"))
    return tuple(gap for gap in gaps if gap.not_tested)


def _gap(respect: str, tested: Iterable[str], known: Iterable[str]) -> Gap:
    done = sorted(set(tested))
    left = [words(name) for name in known if name not in done]
    return Gap(
        respect, listed([words(name) for name in done], SHOWN) or "none", listed(left, SHOWN) if left else ""
    )


def _sensed(part: LabelledPart) -> set[str]:
    """The modalities that could reach this agent: what it sees, what it reads, and its motors."""
    card = part.manifest.card
    seen = {kind for name in card.sensors if (kind := modality_of(name))}
    reads = {"instruction"} if any(log.instructions for log in part.logs[:1]) else set()
    return {*seen, *reads, "dynamics"}


def _languages(part: LabelledPart) -> set[str]:
    return {log.episode.language for log in part.logs}


def _severities(part: LabelledPart) -> str:
    faults = [fault for condition in part.conditions.values() for fault in condition.faults]
    levels = sorted({fault.severity for fault in faults if fault.severity > 0})
    return listed([f"{level:g}" for level in levels], SHOWN) or "none"


def _together(part: LabelledPart) -> str:
    several = [
        name for name, condition in part.conditions.items() if len(condition.faults) > 1 and name != CLEAN
    ]
    return listed(several, SHOWN) or "none"


def _people(part: LabelledPart) -> str:
    counts = sorted({log.episode.people for log in part.logs})
    return f"{listed([str(count) for count in counts])} in each house"


def _splits(part: LabelledPart) -> str:
    recipes = part.manifest.suite.episodes
    return listed(sorted({recipe.split if recipe.file is None else recipe.file for recipe in recipes}))
