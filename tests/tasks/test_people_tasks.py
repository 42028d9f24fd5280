"""Tasks with people: following one until they stop, and keeping off the others."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from wayproof.episode.trial import Trial
from wayproof.errors import InvalidInput
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS, Now
from wayproof.tasks.person_following import FollowingJudge
from wayproof.vocabulary import Action, Episode, Goal, Pose, Protocol


@cache
def _world() -> World:
    protocol = _protocol("person_following")
    return world_named("houses-v1/val/1", body_under(protocol, load_body(protocol.body)), lit=False)


def _protocol(task: str) -> Protocol:
    return TASKS[task].protocol()


@cache
def _episode(task: str, index: int = 0) -> Episode:
    return TASKS[task].draw(_world(), _protocol(task), 3, index).episode


def _walked(task: str, index: int = 0) -> Trial:
    trial = Trial(_world(), _protocol(task), _episode(task, index))
    while trial.outcome is None:
        trial.act(trial.judge.advice(trial.now))
    return trial


def test_the_person_walks_the_way_once_and_stays_at_its_end() -> None:
    trial = _walked("person_following")
    way = _episode("person_following").people_ways_m[0]
    assert trial.people.persons[0].route.places_m[0] == pytest.approx(way[0], abs=1e-6)
    assert trial.walkers[0].state.position_m == pytest.approx(way[-1], abs=0.01)
    assert trial.walkers[0].state.speed_m_s == 0.0


@pytest.mark.parametrize("index", range(3))
def test_the_expert_keeps_up_and_stops_when_the_person_does(index: int) -> None:
    trial = _walked("person_following", index)
    assert trial.outcome is not None and trial.outcome.reason == "stop"
    assert [claim.in_range for claim in trial.claims] == [True]


@pytest.mark.parametrize(
    ("ahead_m", "off_deg", "right"),
    [(2.0, 0.0, True), (0.9, 0.0, False), (3.1, 0.0, False), (2.0, 59.0, True), (2.0, 61.0, False)],
)
def test_in_range_is_the_band_and_the_angle_of_omninavbench(
    ahead_m: float, off_deg: float, right: bool
) -> None:
    trial = _walked("person_following")
    person = trial.walkers[0].state
    x, y, z = person.position_m
    heading = math.radians(off_deg)
    there = replace(trial.state, pose=Pose(x, y, z + ahead_m, heading))
    measure = trial.judge.measure(Now(there, (person,)))[0]
    assert measure.distance_m == pytest.approx(ahead_m) and measure.in_range == right


def test_a_claim_before_the_person_has_arrived_is_wrong() -> None:
    trial = Trial(_world(), _protocol("person_following"), _episode("person_following"))
    trial.act(Action("stop"))
    assert [claim.in_range for claim in trial.claims] == [False]


def test_a_goal_without_a_person_to_follow_is_an_error() -> None:
    episode = replace(_episode("person_following"), goals=(Goal("person_following"),))
    with pytest.raises(InvalidInput, match="follows person None"):
        FollowingJudge(_world(), _protocol("person_following"), episode)


def test_social_episodes_have_people_and_say_how_far_to_keep_off() -> None:
    episode = _episode("social_navigation")
    assert episode.people == 3 and episode.constraints[0].kind == "keep_distance"
    assert episode.constraints[0].distance_m == 1.2
    trial = _walked("social_navigation")
    assert [claim.in_range for claim in trial.claims] == [True] and len(trial.walkers) == 3


def test_people_do_the_same_in_twin_episodes_whatever_the_body_does() -> None:
    one = Trial(_world(), _protocol("social_navigation"), _episode("social_navigation"))
    two = Trial(_world(), _protocol("social_navigation"), _episode("social_navigation"))
    for _ in range(6):
        one.act(Action("turn_left"))
        two.act(Action("turn_right"))
    places = [[walker.state.position_m for walker in trial.walkers] for trial in (one, two)]
    assert np.array_equal(*places)
