"""Corruptions: what goes wrong between world and agent: cameras, sensors, words, wheels; one file each.

A corruption is a function called once per episode that returns a function called once per step:

    @corruption(modality="rgb", sources=("robustnav",), scope="frame")
    def speckle_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
        share = setting.between(0.15, 0.2, 0.35, 0.45, 0.6)
        def corrupt(frame, rng, context):
            return ...
        return corrupt

The outer generator belongs to the episode (or scene, by scope), the inner one to the step. Neither the
input nor anything global is ever changed. Severity 0 never reaches the function: the stream passes through.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.catalogue import Catalogue
from wayproof.corruptions.setting import Setting
from wayproof.vocabulary import BODY_MODALITIES, Context

__all__ = ["CORRUPTIONS", "Corrupt", "Corruption", "Setting", "corruption"]

FOLDERS = ("rgb", "depth", "instruction", "dynamics", "sensors")
# Those of `sensors` are named after the reading; system_prompt has one corruption, among those of words.
MODALITIES = ("rgb", "depth", "instruction", "dynamics", *BODY_MODALITIES, "system_prompt")
SCOPES = ("frame", "episode", "scene")
PROFILES = ("fixed", "parity", "model")  # model: words written by a language model


# A reading (frame, depth map, text, motion), the step's generator and the context -> a reading of that kind.
Corrupt = Callable[[Any, np.random.Generator, Context], Any]
Begin = Callable[[Setting, np.random.Generator], Corrupt]
# What was true of each pixel (h, w) of the clean frame -> the same of the corrupted frame.
MoveLabels = Callable[[NDArray[Any]], NDArray[Any]]


@dataclass(frozen=True)
class Corruption:
    """One kind of fault and what it declares about itself."""

    name: str
    summary: str
    modality: str
    begin: Begin
    sources: tuple[str, ...]  # "navtrust", "robustnav", "omninavbench", "habitat", "imagenet-c", "ours"
    scope: str  # how long one draw lasts: "frame", "episode" or "scene"
    profiles: tuple[str, ...]
    switch: bool  # on/off only: severity 0 or 1
    also_touches: tuple[str, ...] = ()  # further modalities that change with it
    languages: tuple[str, ...] = ()  # of instruction corruptions: those that it serves
    constants: dict[str, str] = field(default_factory=dict)  # name -> value and source, the strength first
    fills_holes: bool = False  # of depth corruptions: a pixel without a reading may get one
    replaces_nominal: bool = False  # of dynamics corruptions: the body's own motor noise is left out
    needs_surfaces: bool = False  # looks at depth, gloss, incidence and brightness if they are known
    moves_labels: MoveLabels | None = None  # of rgb corruptions that move what is seen to other pixels
    retakes: bool = False  # draws the picture again from other views; acts before those that do not
    approximation: str = ""  # what is only approximated on readings without a simulator behind them
    needs_floor: bool = False  # of dynamics corruptions: looks at what the floor is made of, if it is known

    @property
    def modalities(self) -> tuple[str, ...]:
        """Everything that it acts on, its own modality first."""
        return (self.modality, *self.also_touches)

    @property
    def strength(self) -> str:
        """What a severity means in the units of the world, at the five levels: the first of its constants."""
        stated = {name: value for name, value in self.constants.items() if name != "reads"}
        return next((f"{name}: {value}" for name, value in stated.items()), "on or off")


CORRUPTIONS: Catalogue[Corruption] = Catalogue(
    "corruption", *(f"wayproof.corruptions.{folder}" for folder in FOLDERS)
)


def corruption(
    *,
    modality: str,
    sources: tuple[str, ...],
    scope: str,
    profiles: tuple[str, ...] = ("fixed",),
    switch: bool = False,
    also_touches: tuple[str, ...] = (),
    languages: tuple[str, ...] = (),
    constants: dict[str, str] | None = None,
    fills_holes: bool = False,
    replaces_nominal: bool = False,
    needs_surfaces: bool = False,
    moves_labels: MoveLabels | None = None,
    retakes: bool = False,
    approximation: str = "",
    needs_floor: bool = False,
) -> Callable[[Begin], Begin]:
    """Register a corruption under its function's name; the docstring's first line is the summary."""

    def register(begin: Begin) -> Begin:
        name = begin.__name__
        summary = (begin.__doc__ or "").strip().split("\n")[0]
        drawn = (begin, sources, scope, profiles, switch)
        touched = (also_touches, languages, constants or {}, fills_holes, replaces_nominal)
        seen = (needs_surfaces, moves_labels, retakes, approximation, needs_floor)
        CORRUPTIONS.add(name, Corruption(name, summary, modality, *drawn, *touched, *seen))
        return begin

    return register
