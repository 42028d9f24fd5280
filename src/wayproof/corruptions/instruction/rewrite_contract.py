"""The shape of an instruction corruption: a pure function from text to Rewrite, drawn once per episode.

    @instruction_corruption(sources=("navtrust",), languages=ENGLISH)
    def style_friendly(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
        "Warm and chatty."
        ...

An agent is told its instruction once, so the draw holds for the whole episode, whatever the step. A text in a
language that the corruption does not serve passes unchanged; `explain` says so, and tells every edit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wayproof.corruptions import CORRUPTIONS, Setting, corruption
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.language.rewrite import NOT_APPLICABLE, NOT_SERVED, UNCHANGED, Rewrite
from wayproof.seeding import generator_for
from wayproof.tokens import language_of
from wayproof.vocabulary import Context

ENGLISH = ("en-US", "en-IN")
ALL_LANGUAGES = ("en-US", "en-IN", "hi-IN", "te-IN")
INSTRUCTION, SYSTEM_PROMPT = "instruction", "system_prompt"

Rewriter = Callable[[str, Setting, np.random.Generator], Rewrite]


@dataclass(frozen=True)
class Rewriting:
    """An instruction corruption in one episode: called with a text, it gives the changed text."""

    rewriter: Rewriter
    setting: Setting
    languages: tuple[str, ...]
    reads: str  # which text of the agent it changes: INSTRUCTION or SYSTEM_PROMPT
    draw: int  # names the episode's generator

    def __call__(self, text: str | None, rng: np.random.Generator, context: Context) -> str | None:
        return text if text is None else self.explain(text, context).text

    def explain(self, text: str | None, context: Context) -> Rewrite:
        """What happens to this text, in full. None stands for an agent that has no such text."""
        if text is None:
            return Rewrite("", NOT_APPLICABLE, reason=f"the agent has no {self.reads.replace('_', ' ')}")
        if not isinstance(text, str):
            raise InvalidInput(f"an instruction is {type(text).__name__}; it must be a text")
        if self.reads == INSTRUCTION:
            language = language_of(text, context.language)
            if language not in self.languages:
                allowed = ", ".join(self.languages)
                return Rewrite(text, NOT_SERVED, reason=f"the text is {language}; served are {allowed}")
        return self.rewriter(text, self.setting, generator_for(self.draw, "words"))


def instruction_corruption(
    *,
    sources: tuple[str, ...],
    languages: tuple[str, ...] = ENGLISH,
    switch: bool = True,
    profiles: tuple[str, ...] = ("fixed",),
    reads: str = INSTRUCTION,
    constants: dict[str, str] | None = None,
) -> Callable[[Rewriter], Rewriter]:
    """Register a pure rewriting function as a corruption of the same name."""

    def register(rewriter: Rewriter) -> Rewriter:
        def begin(setting: Setting, rng: np.random.Generator) -> Rewriting:
            return Rewriting(rewriter, setting, languages, reads, int(rng.integers(2**62)))

        begin.__name__, begin.__doc__ = rewriter.__name__, rewriter.__doc__
        corruption(
            modality=reads,
            sources=sources,
            scope="episode",
            profiles=profiles,
            switch=switch,
            languages=languages,
            constants={"reads": reads.replace("_", " "), **(constants or {})},
        )(begin)
        return rewriter

    return register


def explain(
    name: str,
    text: str | None,
    *,
    severity: float = 1.0,
    seed: int = 0,
    scene: str = "",
    episode: str = "",
    language: str = "en-US",
    profile: str = "fixed",
) -> Rewrite:
    """What the corruption of this name does to a text: the same words as its stream gives, and how they came.

    `outcome` is "rewritten", "fell back" (no variant kept the steps), "language not served", "not applicable"
    (text is None: the agent has none) or "nothing to change".
    """
    component = CORRUPTIONS[name]
    if component.modality not in (INSTRUCTION, SYSTEM_PROMPT):
        raise InvalidInput(f"{name} corrupts {component.modality}; only corruptions of words are explained")
    stream = start(name, severity, seed=seed, scene=scene, episode=episode, profile=profile)
    if stream.corrupt is None:
        return Rewrite(text or "", UNCHANGED, reason="severity 0 changes nothing")
    assert isinstance(stream.corrupt, Rewriting)
    return stream.corrupt.explain(text, Context(language=language))
