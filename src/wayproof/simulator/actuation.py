"""What motors make of a commanded motion: exactly that, or that with the noise of a real base.

An actuation is a function of the motion and a generator. Corruptions of the dynamics are actuations too: one
takes the place of the nominal one, or acts on the command before it, joined by `in_turn`.

LoCoBot's constants are those of AI2-THOR's controller. They are stated per step; a motion of another size
gets the noise of as many steps in a row (mean in proportion, spread with the square root), so that 0.25 m
driven in ten control periods spreads like one step of 0.25 m. That scaling is ours.
"""

from __future__ import annotations

import math
from typing import Protocol as Interface

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.simulator.body import Body
from wayproof.simulator.motion import Motion

STEP_M = 0.25
TURN_RAD = math.radians(30.0)
FORWARD_MEAN_M = 0.001
FORWARD_SIGMA_M = 0.005
TURN_SIGMA_RAD = math.radians(0.5)
WOBBLE_SIGMA_RAD = TURN_SIGMA_RAD / 2.0  # of the heading, before each move
# Legs also slip sideways, which wheels do not; as much as along the way would be a skid (ours).
SIDEWAYS_SHARE = 0.5


class Actuation(Interface):
    """Commanded motion to executed motion; all randomness comes from the generator."""

    def __call__(self, motion: Motion, rng: np.random.Generator, /) -> Motion: ...


def exact(motion: Motion, rng: np.random.Generator, /) -> Motion:
    """Does what it is told and draws nothing."""
    return motion


def locobot(motion: Motion, rng: np.random.Generator, /) -> Motion:
    """LoCoBot's nominal noise: a move is a little long and spread, begins with a wobble; a turn is spread."""
    return _noisy(motion, rng, 1.0, 0.0)


def legged(noise_ratio: float) -> Actuation:
    """The same with a wider spread and with slipping sideways, for a body with legs (ours)."""

    def walk(motion: Motion, rng: np.random.Generator, /) -> Motion:
        return _noisy(motion, rng, noise_ratio, SIDEWAYS_SHARE)

    return walk


def in_turn(first: Actuation, second: Actuation) -> Actuation:
    """Both, the second on what the first has made of the motion."""

    def both(motion: Motion, rng: np.random.Generator, /) -> Motion:
        return second(first(motion, rng), rng)

    return both


def actuation_for(name: str, body: Body) -> Actuation:
    """The actuation of a protocol: "none", "locobot", "legged", or "nominal", which is the body's own."""
    chosen = body.actuation if name == "nominal" else name
    if chosen == "none":
        return exact
    if chosen == "locobot":
        return locobot
    if chosen == "legged" and body.gait is not None:
        return legged(body.gait.noise_ratio)
    if chosen == "legged":
        raise InvalidInput(f"actuation 'legged' needs a body with a gait, and {body.name!r} has none")
    raise InvalidInput(f"no actuation named {name!r}; known: nominal, none, locobot, legged")


def _noisy(motion: Motion, rng: np.random.Generator, ratio: float, sideways: float) -> Motion:
    """Noise of the moving part (three draws) and of the turning part (one draw), where there is one."""
    forward, left, turn, first = motion.forward_m, motion.left_m, motion.turn_rad, motion.turn_first_rad
    length = motion.length_m
    if length > 0.0:
        steps = length / STEP_M
        spread = ratio * math.sqrt(steps)
        wobble, along, aside = rng.standard_normal(3).tolist()
        longer = 1.0 + (FORWARD_MEAN_M * steps + FORWARD_SIGMA_M * spread * along) / length
        slip = sideways * FORWARD_SIGMA_M * spread * aside
        # Slipping is across the way, whichever way that is.
        forward, left = forward * longer - left / length * slip, left * longer + forward / length * slip
        first += WOBBLE_SIGMA_RAD * spread * wobble
    if turn != 0.0:
        turn += TURN_SIGMA_RAD * ratio * math.sqrt(abs(turn) / TURN_RAD) * float(rng.standard_normal())
    return Motion(
        forward_m=forward,
        left_m=left,
        turn_rad=turn,
        turn_first_rad=first,
        turn_last_rad=motion.turn_last_rad,
        duration_s=motion.duration_s,
    )
