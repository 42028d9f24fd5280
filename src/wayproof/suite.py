"""A suite as data: which episodes are run under which conditions; suites/ holds those that are shipped."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wayproof.episode_set import Recipe
from wayproof.sensor_rigs import Rig
from wayproof.vocabulary import CLEAN
from wayproof.written_faults import name_of_faults


class ConditionLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition as a suite writes it: `faults = ["fog:level=3"]`."""

    faults: tuple[str, ...]
    name: str | None = None
    profile: str | None = None  # None: the suite's


class Camera(msgspec.Struct, frozen=True, omit_defaults=True):
    """The agent's cameras; what is left out stays as the body has it."""

    width_px: int | None = None
    height_px: int | None = None
    hfov_deg: float | None = None
    nearest_depth_m: float = 0.0
    furthest_depth_m: float = 10.0
    resized_px: tuple[int, int] | None = None  # width, height as the agent is given them, after all faults


class Suite(msgspec.Struct, frozen=True, omit_defaults=True):
    """A study: episodes, conditions, repeats. Another number means another version."""

    name: str
    version: int
    summary: str
    episodes: tuple[Recipe, ...]
    conditions: tuple[ConditionLine, ...] = ()
    always: tuple[str, ...] = ()  # faults of the reference condition
    profile: str = "fixed"
    camera: Camera = Camera()
    rig: str | Rig | None = None  # the sensors on the body: a name, a file, or a table; None: the body's own
    light: str = "day"
    repeats: int = 1
    step_limit_s: float = 60.0
    episode_limit_s: float = 1800.0
    source: str = "ours"
    notes: tuple[str, ...] = ()  # what differs from the source and why


def condition_names(suite: Suite) -> list[str]:
    """The names of all conditions, the reference first, as tables show them."""
    return [CLEAN, *(line.name or name_of_faults(line.faults) for line in suite.conditions)]


def portable(suite: Suite) -> Suite:
    """The suite with the names of its files alone: where they lie on a machine is no part of a study."""
    recipes = (
        recipe if recipe.file is None else replace(recipe, file=Path(recipe.file).name)
        for recipe in suite.episodes
    )
    return replace(suite, episodes=tuple(recipes))


def suite_digest(suite: Suite) -> str:
    """Twelve hex digits over all that a suite writes; keys added later leave old suites as they are."""
    plain = msgspec.json.encode(portable(suite), order="sorted")
    return hashlib.blake2b(plain, digest_size=6).hexdigest()
