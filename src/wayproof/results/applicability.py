"""Which faults can reach an agent: a fault of depth says nothing about an agent that has no depth.

What a fault acts on travels in the log, since results load no corruption; what an agent has stands on its
card, and whether it reads words in its episodes. A condition is not applicable if none of the faults by which
it differs from the reference reaches the agent. A fault of instructions is defined in some languages only: in
an episode that is told in another one it reaches nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from wayproof.log import EpisodeLog
from wayproof.results.earlier_faults import EARLIER_FAULTS
from wayproof.tokens import language_of
from wayproof.vocabulary import CLEAN, AgentCard, Fault, modality_of

NOT_APPLICABLE = "n/a"  # the verdict where nothing can be said: no reach, or a metric that is not defined
# Why a fault of a modality does not reach an agent. What acts on motors reaches every agent.
MISSING = {
    "rgb": "the agent has no rgb",
    "depth": "the agent has no depth",
    "instruction": "the task gives no instruction",
    "system_prompt": "the agent declares no system prompt",
    "gps": "the agent has no GPS",
    "compass": "the agent has no compass",
    "imu": "the agent has no IMU",
    "point_goal": "the agent is not told where its goal is",
}


class Reach(msgspec.Struct, frozen=True):
    """One fault beside one agent: why it cannot reach it; empty if it can."""

    fault: Fault
    missing: str = ""


class Applicability(msgspec.Struct, frozen=True):
    """Whether a condition says anything about an agent; what keeps some or all of its faults from it."""

    applicable: bool = True
    out_of_reach: tuple[Reach, ...] = ()

    @property
    def why(self) -> str:
        """What the agent lacks, in words."""
        return " and ".join(dict.fromkeys(one.missing for one in self.out_of_reach))

    @property
    def told(self) -> str:
        """Which faults cannot reach the agent, and why."""
        names = " and ".join(one.fault.name for one in self.out_of_reach)
        return f"{names} cannot reach the agent, since {self.why}"


def modalities_of(card: AgentCard, *, words: bool, readings: Iterable[str] = ()) -> frozenset[str]:
    """What of an agent a fault can act on; `readings` are those that it got beside its card's sensors."""
    sensed = {modality_of(name) for name in (*card.sensors, *readings)} - {None}
    told = {"instruction"} if words else set()
    prompted = {"system_prompt"} if card.system_prompt is not None else set()
    return frozenset({*(name for name in sensed if name), *told, *prompted, "dynamics"})


def reach(
    faults: Iterable[Fault],
    acts_on: Mapping[str, Sequence[str]],
    has: frozenset[str],
    *,
    serves: Mapping[str, Sequence[str]] | None = None,
    language: str = "",
) -> tuple[Reach, ...]:
    """Each fault beside an agent that has these modalities. A fault of which nothing is known reaches it.

    `language` is that of the episode, "" if it may be any; `serves` has those of faults of instructions.
    """
    return tuple(
        Reach(
            fault,
            _missing(acts_on.get(fault.name, ()), has)
            or _undefined(fault.name, (serves or {}).get(fault.name, ()), language),
        )
        for fault in faults
    )


def reach_in(log: EpisodeLog) -> tuple[Reach, ...]:
    """The faults of a log beside its agent. Logs of earlier versions do not say what a fault acts on."""
    episode = log.episode
    words = bool(log.instructions or episode.instruction or any(goal.text for goal in episode.goals))
    has = modalities_of(log.agent, words=words, readings=log.steps.seen)
    acts_on = {**EARLIER_FAULTS, **log.fault_modalities}
    language = language_of(episode.instruction, episode.language) if episode.instruction else ""
    return reach(log.condition.faults, acts_on, has, serves=log.fault_languages, language=language)


def applicability(condition: Sequence[Reach], reference: Sequence[Reach]) -> Applicability:
    """Of a condition beside the reference: faults that both have make no difference and do not count."""
    usual, own = ({one.fault for one in side} for side in (reference, condition))
    apart = [one for one in condition if one.fault not in usual]
    apart += [one for one in reference if one.fault not in own]
    missed = tuple(one for one in apart if one.missing)
    return Applicability(not missed or len(missed) < len(apart), missed)


def conditions_judged(trials: Iterable[tuple[str, Sequence[Reach]]]) -> dict[str, Applicability]:
    """Each condition but the reference, from the trials of one agent: the name and the faults of each.

    A fault that reaches the agent in some of its trials reaches it.
    """
    found = _faults_by_condition(trials)
    usual = found.pop(CLEAN, ())
    return {name: applicability(faults, usual) for name, faults in found.items()}


def trials_missed(trials: Sequence[tuple[str, Sequence[Reach]]]) -> dict[int, str]:
    """Which trials, by number, are their clean twins again although their condition counts, and why."""
    found = _faults_by_condition(trials)
    usual = found.get(CLEAN, ())
    counts = {
        name for name, faults in found.items() if name != CLEAN and applicability(faults, usual).applicable
    }
    judged = {
        number: applicability(faults, usual) for number, (name, faults) in enumerate(trials) if name in counts
    }
    return {number: one.why for number, one in judged.items() if not one.applicable}


def _faults_by_condition(trials: Iterable[tuple[str, Sequence[Reach]]]) -> dict[str, tuple[Reach, ...]]:
    found: dict[str, dict[Fault, Reach]] = {}
    for name, faults in trials:
        known = found.setdefault(name, {})
        for one in faults:
            if one.fault not in known or not one.missing:
                known[one.fault] = one
    return {name: tuple(faults.values()) for name, faults in found.items()}


def cautions_about(not_applicable: Mapping[str, str], partly: Mapping[str, str]) -> list[str]:
    """What a table says below its rows of conditions that miss the agent, wholly or in part."""
    reasons: dict[str, list[str]] = {}
    for name, why in not_applicable.items():
        reasons.setdefault(why, []).append(name)
    told = [f"not applicable, since {why}: {', '.join(names)}" for why, names in reasons.items()]
    return [*told, *(f"{name}: {what}" for name, what in partly.items())]


def _undefined(fault: str, languages: Sequence[str], language: str) -> str:
    is_served = not languages or not language or language in languages
    return "" if is_served else f"{fault} is not defined in {language}"


def _missing(acts_on: Sequence[str], has: frozenset[str]) -> str:
    if not acts_on or has.intersection(acts_on):
        return ""
    return " and ".join(MISSING[modality] for modality in acts_on)
