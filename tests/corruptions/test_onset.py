"""A fault that sets in later leaves the steps before it alone, and acts as ever from there on."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions.episode_faults import EpisodeFaults
from wayproof.seeding import generator_for
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Condition, Context, Fault


def faults(*own: Fault) -> EpisodeFaults:
    return EpisodeFaults(Condition(), ["rgb"], 0, "scene", "episode", own)


def test_readings_change_from_the_onset_on() -> None:
    picture = np.full((24, 32, 3), 120, np.uint8)
    late, always = faults(Fault("speckle_noise", 1.0, onset_step=5)), faults(Fault("speckle_noise", 1.0))
    for step in range(8):
        contexts = {"rgb": Context(step=step)}
        seen = late.on_readings({"rgb": picture}, contexts)["rgb"]
        expected = picture if step < 5 else always.on_readings({"rgb": picture}, contexts)["rgb"]
        np.testing.assert_array_equal(seen, expected)
        assert (seen is picture) == (step < 5)


def test_motors_fail_from_the_onset_on() -> None:
    late = faults(Fault("motor_failure", 1.0, onset_step=3))
    turns = [Motion(turn_rad=side) for side in (0.5, -0.5)]
    rng = generator_for(0, "motors")

    def nominal(motion, _rng):
        return motion

    done = [[late.actuation(step, nominal)(turn, rng) for turn in turns] for step in range(5)]
    assert done[0] == done[2] == turns
    assert sorted(motion.turn_rad != 0.0 for motion in done[3]) == [False, True]
