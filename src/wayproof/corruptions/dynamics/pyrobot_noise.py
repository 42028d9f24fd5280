"""PyRobot noise: errors measured on two real robots with three controllers each, as Habitat uses them.

Each robot and controller has a name of its own; plain `pyrobot_noise` is LoCoBot with ILQR, the pair of
RobustNav and Habitat's default. The second number of each entry is a variance in Habitat's code, which makes
a robot whose mean error is 1.4 cm stray by 8 cm per step; it is more plausible as a standard deviation.
Parity reads it as a variance, fixed as a standard deviation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import steps_driven, steps_turned, within_reach
from wayproof.corruptions.dynamics.truncated_normal import truncated_normal
from wayproof.corruptions.setting import listed
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

WIDEST = 3.0  # spreads from the mean (Habitat)
AT_LEAST_DONE = 0.05  # of the commanded way or turn (Habitat)


@dataclass(frozen=True)
class Noise:
    """Mean and second number of the errors along the way and across it in m, and of the turn in rad."""

    along: tuple[float, float]
    across: tuple[float, float]
    turn: tuple[float, float]


@dataclass(frozen=True)
class Controller:
    """The errors of a step forward and of a turn."""

    forward: Noise
    turn: Noise


LOCOBOT_ILQR = Controller(
    Noise((0.014, 0.006), (0.009, 0.005), (0.008, 0.004)),
    Noise((0.003, 0.002), (0.003, 0.003), (0.023, 0.012)),
)
LOCOBOT_PROPORTIONAL = Controller(
    Noise((0.017, 0.007), (0.042, 0.023), (0.031, 0.026)),
    Noise((0.001, 0.001), (0.005, 0.004), (0.043, 0.017)),
)
LOCOBOT_MOVEBASE = Controller(
    Noise((0.074, 0.019), (0.036, 0.033), (0.189, 0.038)),
    Noise((0.002, 0.0), (0.003, 0.002), (0.219, 0.019)),
)
LITE_ILQR = Controller(
    Noise((0.142, 0.008), (0.023, 0.008), (0.031, 0.028)),
    Noise((0.002, 0.001), (0.002, 0.002), (0.122, 0.030)),
)
LITE_PROPORTIONAL = Controller(
    Noise((0.135, 0.007), (0.043, 0.009), (0.049, 0.009)),
    Noise((0.002, 0.002), (0.002, 0.001), (0.054, 0.061)),
)
LITE_MOVEBASE = Controller(
    Noise((0.192, 0.055), (0.117, 0.144), (0.128, 0.143)),
    Noise((0.002, 0.001), (0.001, 0.001), (0.173, 0.025)),
)

_measured = corruption(
    modality="dynamics",
    sources=("robustnav", "habitat"),
    scope="frame",
    profiles=("fixed", "parity"),
    replaces_nominal=True,
    constants={
        "errors": "means and second numbers per robot and controller (Habitat, after PyRobot)",
        "second number": "a standard deviation; parity a variance (Habitat)",
        "cut-off": f"{WIDEST:g} spreads from the mean; at least "
        f"{listed([AT_LEAST_DONE], percent=True)} of the command is done (Habitat)",
        "side of errors without a commanded side": "drawn per episode (ours); parity Habitat's",
        "severity": "the noise multiplier: 1 in RobustNav, 0.5 in Habitat's challenges 2020 and 2021",
    },
)


@_measured
def pyrobot_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Measured errors of LoCoBot under its ILQR controller, instead of the body's own noise."""
    return _noisy(setting, LOCOBOT_ILQR, rng)


@_measured
def pyrobot_noise_locobot_proportional(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Measured errors of LoCoBot under its proportional controller, instead of the body's own noise."""
    return _noisy(setting, LOCOBOT_PROPORTIONAL, rng)


@_measured
def pyrobot_noise_locobot_movebase(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Measured errors of LoCoBot under Movebase, instead of the body's own noise."""
    return _noisy(setting, LOCOBOT_MOVEBASE, rng)


@_measured
def pyrobot_noise_lite_ilqr(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Measured errors of LoCoBot-Lite under its ILQR controller, instead of the body's own noise."""
    return _noisy(setting, LITE_ILQR, rng)


@_measured
def pyrobot_noise_lite_proportional(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Measured errors of LoCoBot-Lite under its proportional controller, instead of the body's own noise."""
    return _noisy(setting, LITE_PROPORTIONAL, rng)


@_measured
def pyrobot_noise_lite_movebase(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Measured errors of LoCoBot-Lite under Movebase, instead of the body's own noise."""
    return _noisy(setting, LITE_MOVEBASE, rng)


def _noisy(setting: Setting, controller: Controller, rng: np.random.Generator) -> Corrupt:
    # Habitat's signs: across is to the right, a turn without a command to the left. Which side a robot pulls
    # to is an accident of the robot, so fixed draws it.
    across_side, turn_side = (-1.0, 1.0) if setting.parity else rng.choice((-1.0, 1.0), 2).tolist()

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        along = across = turn = 0.0
        driven, turned = steps_driven(motion), steps_turned(motion)
        if driven > 0.0:
            along, across, turn = _errors(setting, controller.forward, driven, rng, way_m=motion.length_m)
            turn *= turn_side
        if turned > 0.0:
            slip, slip_across, error = _errors(
                setting, controller.turn, turned, rng, angle_rad=abs(motion.turn_rad)
            )
            along, across = along + slip, across + slip_across
            turn += math.copysign(1.0, motion.turn_rad) * error
        executed = _displaced(motion, along, across * across_side, turn)
        return executed if setting.parity else within_reach(executed, motion)

    return corrupt


def _errors(
    setting: Setting,
    noise: Noise,
    steps: float,
    rng: np.random.Generator,
    *,
    way_m: float | None = None,
    angle_rad: float | None = None,
) -> tuple[float, float, float]:
    """Draws along, across and of the turn; at least 5 % of a commanded way or angle is done."""
    not_done = AT_LEAST_DONE - 1.0

    def draw(entry: tuple[float, float], command: float | None) -> float:
        spread = math.sqrt(entry[1]) if setting.parity else entry[1]
        lowest = None if command is None else not_done * command
        error = truncated_normal(
            rng, entry[0] * steps, spread * math.sqrt(steps), widest=WIDEST, lowest=lowest
        )
        return setting.severity * error

    return draw(noise.along, way_m), draw(noise.across, None), draw(noise.turn, angle_rad)


def _displaced(motion: Motion, along_m: float, left_m: float, turn_rad: float) -> Motion:
    """Errors along the commanded way and across it, then the turn; on the spot along the heading."""
    length = motion.length_m
    on_the_spot = length == 0.0
    ahead, aside = (1.0, 0.0) if on_the_spot else (motion.forward_m / length, motion.left_m / length)
    return replace(
        motion,
        forward_m=motion.forward_m + along_m * ahead - left_m * aside,
        left_m=motion.left_m + along_m * aside + left_m * ahead,
        turn_rad=0.0 if on_the_spot else motion.turn_rad,
        turn_last_rad=motion.turn_last_rad + turn_rad + (motion.turn_rad if on_the_spot else 0.0),
    )
