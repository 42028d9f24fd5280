"""How faults of the motors stack: each changes what the one before it passes on, the body's noise comes last.

A corruption that replaces the nominal noise (`replaces_nominal`) leaves that out, as RobustNav does for its
stochastic bias and for PyRobot; all others are put before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.corruptions.stream import Stream, in_sequence
from wayproof.simulator.actuation import Actuation
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context


def actuation_at(
    step: int, nominal: Actuation, streams: Sequence[Stream], floor_material: str | None = None
) -> Actuation:
    """What the motors do at one step: the dynamics streams in the order given, then the nominal noise.

    The faults draw from their own generators, one per stream and step, which go on through the control
    periods of a way-point; so the nominal noise is the same as in the clean twin. Without a dynamics stream
    it is `nominal` itself. `floor_material` is what the body stands on when the step begins, None if unknown.
    """
    begun = [stream for stream in in_sequence(streams, "dynamics") if step >= stream.onset_step]
    faults = [stream for stream in begun if stream.corrupt is not None]
    if not faults:
        return nominal
    generators = [stream.generator(step) for stream in faults]
    replaced = any(stream.corruption.replaces_nominal for stream in faults)
    context = Context(step=step, floor_material=floor_material)

    def actuate(motion: Motion, rng: np.random.Generator, /) -> Motion:
        for stream, own in zip(faults, generators, strict=True):
            assert stream.corrupt is not None
            motion = stream.corrupt(motion, own, context)
        return motion if replaced else nominal(motion, rng)

    return actuate
