"""Branching: from any moment an episode goes on as it went, bit for bit; under an intervention otherwise."""

from __future__ import annotations

import contextlib
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace
from served_agents import serving

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.capabilities import replaceable
from wayproof.agents.elsewhere.own_process import OwnProcessAgent
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.corruptions.written import condition_written
from wayproof.episode.branch import branched
from wayproof.episode.course import Course, Moment
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.episode.true_view import TrueView
from wayproof.errors import InvalidInput, WayproofError
from wayproof.log import ACTION_NAMES, EpisodeLog, record_digest
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, AgentCard, Episode, Protocol, Settings
from wayproof.wire.server import serve_agent

SMALL = Settings(width_px=64, height_px=48)
LEARNED = ("panoramic_explorer", "rgb_wanderer", "room_prior_explorer", "value_explorer")
PLANNERS = ("map_and_plan", "rgb_map_and_plan", "self_calibrating_planner", "anticipating_planner")
DESCRIBED = ("mlfm", "vlfm_v2", "vlmaps", "mopa")  # each with a map of its own kind
STEPS = 40


@cache
def place(task: str, protocol_name: str) -> tuple[World, Protocol, Episode]:
    protocol = replace(TASKS[task].protocol(protocol_name), people_mode="reactive")
    body = body_under(protocol, load_body(protocol.body))
    world = world_named("houses-v1/train/1/2-rooms", body, lit=False)
    episode = TASKS[task].draw(world, protocol, 5, 1).episode
    return world, protocol, replace(episode, maximum_steps=min(STEPS, episode.maximum_steps), people=2)


def course_of(agent, faults: tuple[str, ...] = (), **options) -> Course:
    searcher = "point_goal" not in agent.card.sensors
    where = place(*(("object_goal", "habitat") if searcher else ("point_goal", "habitat")))
    chosen = RolloutOptions(SMALL, step_limit_s=600.0, **options)
    return Course(*where, agent, condition=condition_written(faults), options=chosen)


def walked(course: Course) -> tuple[EpisodeLog, list[Moment]]:
    """The log of a whole course, and all its moments."""
    moments = []
    while course.outcome is None:
        moments.append(course.moment())
        course.step()
    return course.log(), moments


def names(log: EpisodeLog) -> list[str]:
    return [ACTION_NAMES[number] for number in log.steps.action]


@pytest.mark.parametrize("replay", [False, True])
def test_a_branch_without_change_ends_as_the_original(replay: bool) -> None:
    faults = ("depth_lag:0.6", "action_delay:0.6", "gaussian_depth_noise:0.3")
    course = course_of(load_agent("frontier_explorer"), faults, keep_trace=True)
    log, moments = walked(course)
    assert len(log.steps.action) > 10
    for number in (0, len(moments) // 2, len(moments) - 1, 3):  # forward and back
        assert record_digest(branched(course, moments[number], replay=replay)) == record_digest(log)


def test_going_back_is_not_playing_again(monkeypatch) -> None:
    course = course_of(load_agent("frontier_explorer"))
    _, moments = walked(course)
    monkeypatch.setattr(type(course.agent), "act", lambda *_: pytest.fail("it was played again"))
    course.go_back(moments[-1])
    assert course.trial.state.step == len(moments) - 1 and course.outcome is None


def test_a_branch_under_an_intervention_goes_otherwise_from_its_step_on() -> None:
    course = course_of(load_agent("frontier_explorer"))
    log, moments = walked(course)
    at = len(moments) // 2
    other = "turn_right" if names(log)[at] != "turn_right" else "turn_left"
    once = branched(course, moments[at], [Intervention("decision", other, at, at)])
    assert names(once)[:at] == names(log)[:at] and names(once)[at] == other
    assert record_digest(once) != record_digest(log)
    always = branched(course, moments[at], [Intervention("decision", other, at)])
    assert set(names(always)[at:]) == {other}
    # The interventions are those of the branch only.
    assert record_digest(branched(course, moments[at])) == record_digest(log)


def test_a_value_may_depend_on_the_trial() -> None:
    course = course_of(load_agent("frontier_explorer"))
    advised = []

    def advice(trial):
        advised.append(trial.judge.advice(trial.now).name)
        return advised[-1]

    course.intervene([Intervention("decision", advice)])
    assert names(course.finish()) == advised


def test_an_agent_that_cannot_be_saved_is_played_again() -> None:
    class Wandering:
        card = AgentCard("wandering", sensors=("bump",), actions=("forward", "turn_left", "stop"))

        def start(self, brief, seed):
            self.steps = 0

        def act(self, observation):
            self.steps += 1
            return Action("turn_left" if self.steps % 3 == 0 else "forward")

    course = course_of(Wandering())
    log, moments = walked(course)
    assert moments[7].agent is None
    assert record_digest(branched(course, moments[7])) == record_digest(log)
    with pytest.raises(InvalidInput, match="offers no override"):
        branched(course, moments[7], [Intervention("decision", "stop")])


def test_an_agent_that_goes_elsewhere_when_played_again_is_refused() -> None:
    class Fickle:
        card = AgentCard("fickle", sensors=("bump",), actions=("forward", "turn_left"))
        episodes = 0

        def start(self, brief, seed):
            self.episodes += 1

        def act(self, observation):
            return Action("forward" if self.episodes == 1 else "turn_left")

    course = course_of(Fickle())
    _, moments = walked(course)
    with pytest.raises(InvalidInput, match="came elsewhere"):
        branched(course, moments[9])


def test_an_unknown_capability_is_refused_before_the_first_step() -> None:
    with pytest.raises(WayproofError, match="no capability named 'hearing'"):
        course_of(load_agent("frontier_explorer")).intervene([Intervention("hearing", 1)])


def test_true_detections_are_the_labels_of_the_camera() -> None:
    course = course_of(load_agent("frontier_explorer"))
    labels = np.asarray(course.trial.observe().clean["semantic"])
    shown = np.zeros(labels.shape, np.int64)
    for one in TrueView(course.trial, SMALL).detections():
        left, top, right, bottom = one.box_px
        number = course.trial.world.categories.index(one.label) + 1
        shown[top:bottom, left:right][one.region] = number
    assert np.array_equal(shown, labels)


def test_told_the_truth_an_agent_with_true_labels_goes_as_it_goes() -> None:
    course = course_of(load_agent("frontier_explorer"))
    log, moments = walked(course)
    view = TrueView(course.trial, SMALL)
    told = branched(course, moments[0], [Intervention("perception", lambda trial: view.perceived())])
    assert record_digest(told) == record_digest(log)


def identical(agent, twin) -> None:
    """An episode in which every capability is told its own output is the same, bit for bit."""
    course, log = course_of(agent), walked(course_of(twin))[0]
    while course.outcome is None:
        course.intervene([])
        moment = course.moment()
        course.step()
        thought = replaceable(agent.trace())
        assert {"perception", "decision"} <= set(thought)
        course.go_back(moment)
        course.intervene([Intervention(capability, value) for capability, value in thought.items()])
        course.step()
    assert record_digest(course.log()) == record_digest(log)


@pytest.mark.parametrize("name", ["frontier_explorer", "map_and_plan"])
def test_an_identity_override_changes_no_bit(name: str) -> None:
    identical(load_agent(name), load_agent(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LEARNED, "rgb_map_and_plan"])
def test_an_identity_override_changes_no_bit_of_learned_agents(name: str) -> None:
    identical(load_agent(name), load_agent(name))


def test_an_agent_over_the_wire_is_branched_and_told_likewise() -> None:
    with serving(serve_agent(lambda: load_agent("frontier_explorer"))) as address:
        agent = WebSocketAgent(address)
        try:
            course = course_of(agent)
            log, moments = walked(course)
            assert record_digest(log) == record_digest(walked(course_of(load_agent("frontier_explorer")))[0])
            for replay in (False, True):
                branch = branched(course, moments[len(moments) // 2], replay=replay)
                assert record_digest(branch) == record_digest(log)
            identical(agent, load_agent("frontier_explorer"))
        finally:
            agent.close()


@pytest.mark.slow
def test_an_agent_in_a_process_of_its_own_is_branched_and_told_likewise() -> None:
    """Its save, restore and override do what they do here."""
    with contextlib.closing(OwnProcessAgent("frontier_explorer")) as agent:
        course = course_of(agent)
        log, moments = walked(course)
        assert record_digest(log) == record_digest(walked(course_of(load_agent("frontier_explorer")))[0])
        for replay in (False, True):
            branch = branched(course, moments[len(moments) // 2], replay=replay)
            assert record_digest(branch) == record_digest(log)
        identical(agent, load_agent("frontier_explorer"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LEARNED, *PLANNERS, *DESCRIBED])
def test_every_mapping_agent_goes_on_from_a_moment_as_it_went(name: str) -> None:
    course = course_of(load_agent(name), ("low_lighting_navtrust:0.5",))
    log, moments = walked(course)
    for number in (1, len(moments) // 2):
        assert record_digest(branched(course, moments[number])) == record_digest(log)
    assert record_digest(branched(course, moments[4], replay=True)) == record_digest(log)


def test_interventions_in_a_rollout_are_those_of_a_course() -> None:
    agent, where = load_agent("frontier_explorer"), place("object_goal", "habitat")
    log = rollout(
        *where, agent, options=RolloutOptions(SMALL), interventions=[Intervention("decision", "stop", 3, 3)]
    )
    assert len(log.steps.action) == 4 and names(log)[3] == "stop"
