"""The agents in real episodes: success where it is due, the same twice, and no crash on broken sensors."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.corruptions.written import condition_written
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput
from wayproof.log import AGENT_FAULTS, EpisodeLog, record_digest
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import house_name, world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Settings

SMALL = Settings(width_px=128, height_px=96)
# A machine that compiles the kernels while others keep it busy may take long for the first step.
PATIENT_S = 600.0


def play(
    agent_name: str, task: str, protocol_name: str, houses: range, each: int, **options
) -> list[EpisodeLog]:
    """Logs of the first episodes of some houses of the split "val"; options: actuation, faults."""
    protocol = TASKS[task].protocol(protocol_name)
    if "actuation" in options:
        protocol = replace(protocol, actuation=options["actuation"])
    body = body_under(protocol, load_body(protocol.body))
    agent, logs = load_agent(agent_name), []
    condition = condition_written(options.get("faults", ()))
    for house in houses:
        world = world_named(house_name("val", house), body, lit=False)
        for index in range(each):
            try:
                episode = TASKS[task].draw(world, protocol, 1, index).episode
            except InvalidInput:  # a small house has no long ways
                continue
            patient = RolloutOptions(SMALL, step_limit_s=PATIENT_S)
            log = rollout(world, protocol, episode, agent, condition=condition, options=patient)
            assert log.outcome.reason not in AGENT_FAULTS, log.outcome.detail
            logs.append(log)
    return logs


def success_rate(logs: list[EpisodeLog]) -> float:
    return sum(bool(log.claims) and log.claims[-1].in_range for log in logs) / len(logs)


def test_map_and_plan_reaches_its_goals_in_a_house_and_does_the_same_twice() -> None:
    once = play("map_and_plan", "point_goal", "robustnav", range(1), 3)
    again = play("map_and_plan", "point_goal", "robustnav", range(1), 3)
    assert success_rate(once) == 1.0
    assert [record_digest(log) for log in once] == [record_digest(log) for log in again]


@pytest.mark.slow
@pytest.mark.parametrize("actuation", ["none", "locobot"])
@pytest.mark.parametrize("protocol", ["robustnav", "habitat"])
def test_map_and_plan_solves_more_than_nine_of_ten(protocol: str, actuation: str) -> None:
    assert success_rate(play("map_and_plan", "point_goal", protocol, range(5), 5, actuation=actuation)) > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["habitat", "robustnav"])
def test_frontier_explorer_solves_more_than_eight_of_ten(protocol: str) -> None:
    logs = play("frontier_explorer", "object_goal", protocol, range(4), 5)
    assert success_rate(logs) > 0.8
    assert logs[0].beyond_protocol[:1] == ("semantic",)


@pytest.mark.slow
def test_person_follower_follows() -> None:
    logs = play("person_follower", "person_following", "omninavbench", range(4), 3)
    assert success_rate(logs) > 0.8


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "highest"), [("random", 0.25), ("idle", 0.1), ("forward_only", 0.2)])
def test_blind_agents_solve_little(agent: str, highest: float) -> None:
    assert success_rate(play(agent, "point_goal", "robustnav", range(6), 6)) <= highest


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        *("missing_depth:1", "gaussian_depth_noise:1", "depth_quantisation:1", "dead_rows:1", "depth_lag:1"),
        *("motor_failure:1", "motion_drift:1", "dropped_actions:1"),
    ],
)
def test_mapping_agents_survive_faults_without_a_crash(fault: str) -> None:
    logs = play("map_and_plan", "point_goal", "robustnav", range(1), 3, faults=[fault])
    assert len(logs) == 3 and all(math.isfinite(float(log.steps.travelled_m[-1])) for log in logs)
