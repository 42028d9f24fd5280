"""Floors that hold wheels back or let them slide: which floor does what, where a world knows its floors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace

from wayproof.corruptions.dynamics.friction_zones import zone_of
from wayproof.corruptions.stream import start
from wayproof.corruptions.written import condition_written
from wayproof.episode.trial import Trial
from wayproof.scenes.by_name import scene_named
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.motion import Motion
from wayproof.simulator.world import World
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, Context, Pose

FORWARD, LEFT = Motion(forward_m=0.25, duration_s=1.0), Motion(turn_rad=math.radians(30), duration_s=0.8)


@pytest.mark.parametrize(
    ("material", "step_m", "turn_deg"),
    [("fabric", 0.175, 18.0), ("stone", 0.225, 39.0), ("ceramic", 0.225, 39.0), ("wood", 0.25, 30.0)],
)
def test_a_floor_decides_what_becomes_of_a_step(material: str, step_m: float, turn_deg: float) -> None:
    stream = start("friction_zones", 1.0)
    context = Context(floor_material=material)
    assert stream(FORWARD, context=context).forward_m == pytest.approx(step_m)
    assert math.degrees(stream(LEFT, context=context).turn_rad) == pytest.approx(turn_deg)


def test_half_the_severity_is_half_the_difference() -> None:
    context = Context(floor_material="fabric")
    assert start("friction_zones", 0.5)(FORWARD, context=context).forward_m == pytest.approx(0.2125)


def test_an_unknown_floor_is_one_of_the_three_for_a_whole_episode() -> None:
    found = set()
    for seed in range(40):
        stream = start("friction_zones", 1.0, seed=seed)
        steps = {round(stream(FORWARD, step=step).forward_m, 6) for step in range(5)}
        assert len(steps) == 1
        found |= steps
    assert found == {0.175, 0.225, 0.25}


@pytest.mark.slow
def test_in_a_house_the_floor_under_the_body_counts() -> None:
    protocol = TASKS["point_goal"].protocol("robustnav")
    body = body_under(protocol, load_body(protocol.body))
    world = World(scene_named("houses-v1/val/3", light=False), body)
    surface = world.free.surface
    cells = surface.cell_of[:: max(1, len(surface.cell_of) // 400)]
    points = [
        (surface.origin_x + (i + 0.5) * surface.cell_m, 0.0, surface.origin_z + (j + 0.5) * surface.cell_m)
        for i, j in cells.tolist()
    ]
    known = [world.floor_material(point) for point in points]
    assert {"wood", "stone", "fabric"} & set(known) and None not in known
    episode = TASKS["point_goal"].draw(world, protocol, 1, 0).episode
    on_carpet = next(point for point, material in zip(points, known, strict=True) if material == "fabric")
    episode = replace(episode, start=Pose(*on_carpet))
    trials = [
        Trial(world, protocol, episode, condition=condition_written(faults))
        for faults in ((), ("friction_zones:1",))
    ]
    for _ in range(12):
        for trial in trials:
            trial.act(Action("turn_left"))
    turned = [trial.state.turned_rad for trial in trials]
    pose = trials[0].state.pose
    zone = zone_of(world.floor_material((pose.x_m, pose.y_m, pose.z_m)))
    assert zone is not None and zone.turn != 1.0
    np.testing.assert_allclose(turned[1] / turned[0], zone.turn, rtol=0.02)
