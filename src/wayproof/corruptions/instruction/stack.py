"""Several instruction corruptions on one text, always in one order: style, mask, capitals, prefix.

A style must read the whole text, so it comes first; capitals leave masks alone, so they follow them; the
prefix is an attack on the finished instruction and stays readable, so it comes last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wayproof.corruptions.instruction.rewrite_contract import Rewriting
from wayproof.corruptions.stream import Stream, start
from wayproof.errors import InvalidInput
from wayproof.language.rewrite import Rewrite
from wayproof.vocabulary import Context

STAGES = ("style_", "mask_", "capitalise", "prefix_")


@dataclass(frozen=True)
class InstructionStack:
    """Streams of one episode in the order in which they act."""

    streams: tuple[Stream, ...]

    def __call__(self, text: str, *, context: Context | None = None) -> str:
        for stream in self.streams:
            text = stream(text, context=context)
        return text

    def explain(self, text: str, *, context: Context | None = None) -> tuple[Rewrite, ...]:
        """What each corruption that is switched on did, in order; the last one's text is the result."""
        told: list[Rewrite] = []
        for stream in self.streams:
            if isinstance(stream.corrupt, Rewriting):
                told.append(stream.corrupt.explain(text, context or Context()))
                text = told[-1].text
        return tuple(told)


def start_stack(
    severities: Mapping[str, float], *, seed: int = 0, scene: str = "", episode: str = ""
) -> InstructionStack:
    """Begin several corruptions, given as name -> severity in any order, for one episode."""
    names = in_stack_order(tuple(severities))
    streams = (start(name, severities[name], seed=seed, scene=scene, episode=episode) for name in names)
    return InstructionStack(tuple(streams))


def in_stack_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names sorted by stage; two of one stage, or one that is no stage of a stack, are refused."""
    stages = [_stage(name) for name in names]
    for stage in STAGES:
        clash = [name for name, found in zip(names, stages, strict=True) if found == stage]
        if len(clash) > 1:
            raise InvalidInput(f"{' and '.join(sorted(clash))} cannot be stacked; choose one of them")
    return tuple(sorted(names, key=lambda name: STAGES.index(_stage(name))))


def _stage(name: str) -> str:
    for stage in STAGES:
        if name.startswith(stage):
            return stage
    allowed = ", ".join(stage.rstrip("_") for stage in STAGES)
    raise InvalidInput(f"{name!r} has no place in a stack of instruction corruptions; allowed are: {allowed}")
