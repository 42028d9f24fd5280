"""The example episodes made ready for the page: map, frames, instruction and a short account of each."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from wayproof.episode.replay import replayed_world
from wayproof.errors import WayproofError
from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.metrics.distance_to_goal import distance_to_goal
from wayproof.metrics.failure_mode import MODES, failure_mode
from wayproof.metrics.walked import driven_m
from wayproof.report.example_episodes import Example, choose_examples
from wayproof.report.frames import View, needs_light, views
from wayproof.report.layer_maps import LayerFigure, layer_figures
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import counted, name, number, shown, words
from wayproof.report.trace_figures import TraceFigures, trace_figures
from wayproof.report.twin_map import twin_maps

Tell = Callable[[str], None]
LONGEST_INSTRUCTION = 1800  # characters, more than dense instructions have
MOST_REPLAYED = 250  # steps replayed to reach a frame


@dataclass(frozen=True)
class Word:
    """A piece of an instruction; `change` is "", "gone" or "new"."""

    text: str
    change: str


@dataclass(frozen=True)
class Case:
    """One pair of twins, ready to be shown."""

    condition: str
    episode: str
    scene: str
    step: int
    apart_m: float  # between the ends of the two paths
    maps: tuple[Markup, ...]  # one for each floor
    views: tuple[View, ...]
    story: tuple[str, ...]
    instruction: tuple[Word, ...]
    read: tuple[Word, ...]  # what a mitigation made of it, beside the clean words; empty without one
    mitigation: str
    people: int
    lost: bool  # success was lost; otherwise the path only grew longer
    trouble: str  # why something is missing
    trace: TraceFigures  # as far as the run kept traces
    layers: tuple[LayerFigure, ...]  # of its value map, where it has several


def cases(part: LabelledPart, count: int, *, tell: Tell) -> list[Case]:
    """At most `count` example episodes; what cannot be redrawn says why."""
    found = []
    for one in choose_examples(part, count):
        tell(f"drawing episode {name(one.pair.before.episode.id)} under {name(one.condition)}")
        found.append(_case(one))
    return found


def _case(one: Example) -> Case:
    log = one.pair.before
    trouble, scene, seen = "", None, []
    try:
        world = replayed_world(log, lit=needs_light(one))
        scene = world.scene
        if one.step <= MOST_REPLAYED:
            seen = views(one, world)
        else:
            trouble = f"No frames: the paths diverge only at step {one.step}, too far to replay."
    except WayproofError as error:
        trouble = f"Could not be redrawn: {shown(str(error), 300)}"
    figures = trace_figures(one)
    return Case(
        one.condition,
        name(log.episode.id),
        log.episode.scene,
        one.step,
        float(np.linalg.norm(one.pair.before.steps.pose[-1, :3] - one.pair.after.steps.pose[-1, :3])),
        tuple(twin_maps(one, scene, figures.value_map)),
        tuple(seen),
        tuple(_story(one)),
        _instruction(one),
        _read(one),
        one.pair.after.mitigation or "",
        log.episode.people,
        one.lost,
        " ".join(filter(None, (trouble, figures.trouble))),
        figures,
        layer_figures(one, scene, figures.layers),
    )


def _story(one: Example) -> list[str]:
    """What differs first, what the agent did then, how both ended."""
    apart, told = one.parts, []
    if apart.moved_wrongly is not None:
        told.append(f"The motion first deviated from the command at step {apart.moved_wrongly}.")
    if apart.instruction is not None:
        told.append(f"The instruction differs from step {apart.instruction} on.")
    if apart.seen is not None:
        told.append(f"The sensor readings differ from step {apart.seen} on.")
    actions = [_action(log, one.step) for log in one.pair]
    if apart.action is not None and apart.action == one.step:
        told.append(f"At step {one.step} the agent chooses {actions[1]} instead of {actions[0]}.")
    else:
        told.append(f"The two robots are in different places after step {one.step}.")
    told += [f"Clean: {_ending(one.pair.before)}.", f"{name(one.condition)}: {_ending(one.pair.after)}."]
    return told


def _action(log: EpisodeLog, step: int) -> str:
    return (
        f"“{words(ACTION_NAMES[int(log.steps.action[step])])}”" if step < len(log.steps.action) else "nothing"
    )


def _ending(log: EpisodeLog) -> str:
    mode, left = failure_mode(log), distance_to_goal(log)
    outcome = "success" if mode == "none" else f"{words(mode)} ({MODES[mode]})"
    metres = "" if left is None else f", {number(left)} m from the goal"
    collisions = int(log.steps.bumped[1:].sum())
    touched = f", {counted(collisions, 'collision')}" if collisions else ""
    steps = counted(len(log.steps.action), "step")
    return f"{outcome} after {steps} and {number(driven_m(log), 1)} m{metres}{touched}"


def _instruction(one: Example) -> tuple[Word, ...]:
    """The clean instruction, with the words that the fault removed and added."""
    before, after = (log.instructions for log in one.pair)
    return _marked(before, after)


def _read(one: Example) -> tuple[Word, ...]:
    """The instruction as the agent read it after a mitigation, with what still differs from the clean one."""
    mended = one.pair.after.mitigated
    return () if mended is None else _marked(one.pair.before.instructions, mended.instructions)


def _marked(before: Sequence[str], after: Sequence[str]) -> tuple[Word, ...]:
    left, right = (shown(" ".join(texts), LONGEST_INSTRUCTION) for texts in (before, after))
    if left == right:
        return (Word(left, ""),) if left else ()
    return tuple(_differences(left.split(), right.split()))


def _differences(left: Sequence[str], right: Sequence[str]) -> list[Word]:
    found = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            found.append(Word(" ".join(left[a:b]), ""))
            continue
        found += [Word(" ".join(left[a:b]), "gone")] if b > a else []
        found += [Word(" ".join(right[c:d]), "new")] if d > c else []
    return found
