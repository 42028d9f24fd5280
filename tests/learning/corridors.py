"""A corridor in which to learn to go to a point: small enough to be solved in seconds."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from wayproof.geometry.solids import box, move
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.scene import Attributes
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode, Goal, Pose

_PLAIN = Finish("wood", "plain", "brown", (120, 80, 50), (120, 80, 50))
LENGTH_M, WIDTH_M = 6.0, 1.4


class Corridor:
    """Episodes by number, as an EpisodeSupply has them: the goal lies 1 to 2 m up or down the corridor."""

    def __init__(self) -> None:
        self.protocol = replace(TASKS["point_goal"].protocol("robustnav"), actuation="none", maximum_steps=40)
        self.body = body_under(self.protocol, load_body(self.protocol.body))
        self._world = World(_corridor(), self.body)

    def episode(self, number: int) -> tuple[World, Episode]:
        rng = generator_for(3, "corridor", number)
        along = float(rng.uniform(2.2, 3.8))
        goal = along + float(rng.choice([-1.0, 1.0])) * float(rng.uniform(1.0, 2.0))
        heading = float(rng.choice([0.5, -0.5])) * np.pi  # along the corridor, either way
        return self._world, Episode(
            id=str(number),
            scene="corridor",
            task="point_goal",
            start=Pose(along, 0.0, WIDTH_M / 2, heading),
            goals=(Goal("point_goal", (goal, 0.0, WIDTH_M / 2)),),
            shortest_length_m=abs(goal - along),
            maximum_steps=self.protocol.maximum_steps,
            seed=number,
        )


def _corridor():
    solids = [
        ((LENGTH_M, 0.1, WIDTH_M), (LENGTH_M / 2, -0.1, WIDTH_M / 2)),
        ((LENGTH_M, 2.5, 0.1), (LENGTH_M / 2, 0.0, -0.05)),
        ((LENGTH_M, 2.5, 0.1), (LENGTH_M / 2, 0.0, WIDTH_M + 0.05)),
        ((0.1, 2.5, WIDTH_M), (-0.05, 0.0, WIDTH_M / 2)),
        ((0.1, 2.5, WIDTH_M), (LENGTH_M + 0.05, 0.0, WIDTH_M / 2)),
    ]
    placed = [
        Placed("thing", "plain", Attributes(), (Part(move(box(size), at), _PLAIN),)) for size, at in solids
    ]
    return assemble("corridor", placed, lambda finish: np.full((4, 4, 3), finish.rgb, np.uint8))
