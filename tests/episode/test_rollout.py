"""The join: what an episode writes down, how it ends, and that an agent's faults end only its own episode."""

from __future__ import annotations

import functools
from functools import cache
from typing import Any

import numpy as np
import pytest
from acting import BrokenAtStart, Guided, Scripted, Telling
from msgspec.structs import replace

from wayproof.corruptions.written import condition_written
from wayproof.episode import guards
from wayproof.episode.guards import TRACE_LIMIT_BYTES
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.log import ACTION_NAMES, EpisodeLog, decode_log, encode_log, record_digest
from wayproof.metrics.failure_mode import failure_mode
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Action, Condition, Episode, Goal, Settings

SMALL = Settings(width_px=32, height_px=24)
EXACT = replace(ROBUSTNAV, actuation="none")


@cache
def _world() -> World:
    return world_named("houses-v1/train/1/2-rooms", body_under(EXACT, load_body("locobot")), lit=False)


@cache
def _episode() -> Episode:
    return TASKS["point_goal"].draw(_world(), EXACT, 5, 1).episode


def _run(agent: Any, **options: Any) -> EpisodeLog:
    episode = options.pop("episode", _episode())
    protocol = options.pop("protocol", EXACT)
    apart = {name: options.pop(name) for name in ("condition", "clock") if name in options}
    return rollout(_world(), protocol, episode, agent, options=RolloutOptions(SMALL, **options), **apart)


def test_advice_leads_to_the_goal_and_every_step_is_written_down() -> None:
    log = _run(Guided())
    steps = log.steps
    count = len(steps.action)
    assert log.outcome.reason == "stop" and [claim.in_range for claim in log.claims] == [True]
    assert ACTION_NAMES[steps.action[-1]] == "stop" and log.claims[0].step == count - 1
    assert len(steps.pose) == len(steps.distance_m) == len(steps.in_range) == count + 1
    assert steps.distance_m[0, 0] == pytest.approx(_episode().shortest_length_m, abs=1e-4)
    assert steps.in_range[-1, 0] and steps.distance_m[-1, 0] <= 0.2
    moved = np.linalg.norm(np.diff(steps.pose[:, [0, 2]], axis=0), axis=1)
    assert moved.sum() == pytest.approx(steps.travelled_m[-1], abs=1e-6)


def test_the_agent_gets_its_sensors_and_nothing_else() -> None:
    agent = Guided("depth", "compass")
    log = _run(agent)
    assert agent.brief is not None and agent.brief.sensors == ("depth", "compass")
    assert all(set(seen.readings) == {"depth", "compass"} for seen in agent.observations)
    assert [seen.step for seen in agent.observations] == list(range(len(agent.observations)))
    assert set(log.steps.seen) == {"depth", "compass"} and not log.steps.clean
    assert log.beyond_protocol == ("advice",)
    assert not Scripted().card.truths and not _run(Scripted()).beyond_protocol


def test_a_clean_episode_and_its_twin_differ_only_where_the_fault_acts() -> None:
    clean = _run(Guided("depth", "rgb"))
    faulty = _run(Guided("depth", "rgb"), condition=condition_written(["gaussian_depth_noise:0.6"]))
    assert (faulty.steps.clean["depth"] == clean.steps.seen["depth"]).all()
    assert (faulty.steps.seen["depth"] != faulty.steps.clean["depth"]).all()
    assert (faulty.steps.seen["rgb"] == faulty.steps.clean["rgb"]).all()
    assert np.array_equal(faulty.steps.pose, clean.steps.pose)


def test_a_fault_of_severity_0_changes_no_bit() -> None:
    clean = _run(Guided("depth"))
    nothing = _run(Guided("depth"), condition=condition_written(["gaussian_depth_noise:0", "motion_drift:0"]))
    assert record_digest(replace(nothing, condition=Condition(), steps=replace(nothing.steps, clean={}))) == (
        record_digest(clean)
    )


def test_a_motor_fault_is_seen_in_the_motions_and_not_in_the_readings() -> None:
    log = _run(Guided("depth"), condition=condition_written(["motion_bias_constant:1"]))
    turns_and_moves = [ACTION_NAMES[k] in ("forward", "turn_left", "turn_right") for k in log.steps.action]
    assert log.steps.moved_wrongly.any()
    assert not log.steps.moved_wrongly[~np.array(turns_and_moves)].any()
    assert (log.steps.seen["depth"] == log.steps.clean["depth"]).all()


def test_losses_of_depth_follow_the_surfaces_in_view() -> None:
    log = _run(Guided("depth"), condition=condition_written(["missing_depth:1"]))
    assert (log.steps.seen["depth"] != log.steps.clean["depth"]).mean() > 0.5


@pytest.mark.parametrize("sensors", [("rgb",), ("depth", "gps", "compass"), ()])
def test_the_same_episode_twice_is_the_same_to_the_bit(sensors: tuple[str, ...]) -> None:
    faults = condition_written(["fog:0.5", "multipath:0.5", "locobot_noise:0.5"])
    one, two = (_run(Guided(*sensors), condition=faults, repeat=1) for _ in range(2))
    assert record_digest(one) == record_digest(two)
    assert record_digest(one) != record_digest(_run(Guided(*sensors), condition=faults, repeat=2))


@pytest.mark.parametrize(
    ("agent", "reason", "detail"),
    [
        (BrokenAtStart(), "agent_error", "weights not found"),
        (Scripted(ValueError("no plan")), "agent_error", "no plan"),
        (Scripted(None), "bad_action", "act gave a NoneType"),
        (Scripted(Action("jump")), "bad_action", "this task allows stop, forward"),
        (Scripted(Action("found")), "bad_action", "'found'"),
        (Scripted(Action("velocity", velocity=(float("nan"), 0.0))), "bad_action", "'velocity'"),
    ],
)
def test_a_fault_of_the_agent_ends_its_episode_with_the_reason(agent: Any, reason: str, detail: str) -> None:
    log = _run(agent)
    assert log.outcome.reason == reason and detail in log.outcome.detail
    assert not log.claims and decode_log(encode_log(log)).outcome == log.outcome


def test_a_trace_is_kept_as_it_was_at_its_step_in_plain_values() -> None:
    notes: list[int] = []

    def tell() -> dict[str, Any]:
        notes.append(len(notes))
        return {"memory": {"notes": notes, "map": np.eye(2, dtype=np.int8), "sure": np.float32(0.5)}}

    log = decode_log(encode_log(_run(Telling(tell), keep_trace=True)))
    assert [step["memory"]["notes"] for step in log.trace] == [[0], [0, 1], [0, 1, 2]]
    assert log.trace[0]["memory"]["map"] == [[1, 0], [0, 1]] and log.trace[0]["memory"]["sure"] == 0.5
    assert _run(Telling(tell)).trace == () and len(notes) == 3  # nobody asked for it


def test_what_an_episode_keeps_is_bounded_and_its_log_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "EPISODE_TRACE_BYTES", 25_000)
    log = _run(Telling(lambda: {"memory": "x" * 10_000}), keep_trace=True)
    assert log.outcome.reason == "agent_error" and len(log.trace) == 2
    assert "25000 bytes an episode are kept at most" in log.outcome.detail
    assert decode_log(encode_log(log)).trace == log.trace


@pytest.mark.parametrize(
    ("text", "told"),
    [("x" * 20_001, "20001 characters"), ("\ud800", "no Unicode text"), (7, "a int as its text")],
)
def test_an_answer_that_cannot_be_stored_ends_the_episode(text: Any, told: str) -> None:
    log = _run(Scripted(Action("stop", text=text)))
    assert log.outcome.reason == "bad_action" and told in log.outcome.detail
    assert decode_log(encode_log(log)).claims == ()


@pytest.mark.parametrize("error", [SystemExit(0), GeneratorExit("odd"), ValueError("\ud800")])
def test_whatever_an_agent_raises_ends_only_its_episode(error: BaseException) -> None:
    log = decode_log(encode_log(_run(Scripted(error))))
    assert log.outcome.reason == "agent_error" and type(error).__name__ in log.outcome.detail


@pytest.mark.parametrize(
    ("told", "detail"),
    [
        (None, "TypeError"),
        ({"plan": {"path": object()}}, "trace() gave a object; give plain values and arrays"),
        ({"memory": "x" * TRACE_LIMIT_BYTES}, "a trace of 10485"),
        ({1: "a key that is a number"}, "Expected `str`"),
        ({"memory": functools.reduce(lambda inner, _: [inner], range(40), 0)}, "nested deeper than 32"),
        ({"memory": "\ud800"}, "surrogates not allowed"),
    ],
)
def test_a_trace_that_cannot_be_kept_ends_the_episode_with_the_reason(told: Any, detail: str) -> None:
    log = _run(Telling(lambda: told), keep_trace=True)
    assert log.outcome.reason == "agent_error" and detail in log.outcome.detail
    assert len(log.steps.action) == 0 and _run(Telling(lambda: told)).outcome.reason == "stop"


def test_an_agent_that_thinks_too_long_is_timed_out() -> None:
    agent = Scripted(Action("forward"), "think")
    log = _run(agent, step_limit_s=0.5, clock=agent.clock)
    assert log.outcome.reason == "agent_timeout" and len(log.steps.action) == 1


def test_steps_run_out() -> None:
    short = replace(_episode(), maximum_steps=3)
    log = _run(Scripted(*[Action("turn_left")] * 9), episode=short)
    assert log.outcome.reason == "steps" and len(log.steps.action) == 3 and not log.claims


def test_a_stop_elsewhere_is_a_wrong_claim() -> None:
    log = _run(Scripted())
    assert log.outcome.reason == "stop" and [claim.in_range for claim in log.claims] == [False]


def test_goals_follow_one_another_by_found_or_by_their_steps_running_out() -> None:
    """Three goals at hand: the first is claimed, the second runs out of steps, the third ends the episode."""
    protocol = replace(
        EXACT, actions=(*EXACT.actions, "found"), one_by_one=True, goal_steps=4, task="sequence"
    )
    goals = tuple(Goal("point_goal", text=f"Find thing {k}.") for k in range(3))
    with _sequence_task():
        log = _run(
            Scripted(Action("found"), *[Action("turn_left")] * 4, Action("found"), Action("forward")),
            protocol=protocol,
            episode=replace(_episode(), task="sequence", goals=goals),
        )
    assert log.outcome.reason == "goals_done"
    assert [(claim.step, claim.goal) for claim in log.claims] == [(0, 0), (5, 2)]
    assert log.steps.goal.tolist() == [0, 1, 1, 1, 1, 2, 2]
    assert log.instructions == ("Find thing 0.", "Find thing 1.", "Find thing 2.")
    assert log.steps.distance_m.shape == (7, 3)


def test_an_episode_whose_claims_were_all_wrong_ends_with_its_goals_missed() -> None:
    protocol = replace(EXACT, actions=(*EXACT.actions, "found"))
    log = _run(Scripted(Action("found")), protocol=protocol)
    assert [claim.in_range for claim in log.claims] == [False]
    assert log.outcome.reason == "goals_missed" and failure_mode(log) == "premature_stop"


class _sequence_task:  # noqa: N801  # used as a context manager
    """A task whose goals are always in range, known to the catalogue for a moment."""

    def __enter__(self) -> None:
        from wayproof.tasks import Measure, Task

        class Judge:
            def __init__(self, world: Any, protocol: Any, episode: Episode) -> None:
                self._count = len(episode.goals)

            def measure(self, now: Any) -> tuple[Measure, ...]:
                return (Measure(1.0, True),) * self._count

            def advice(self, now: Any) -> Action:
                return Action("found")

        point = TASKS["point_goal"]
        TASKS.add("sequence", Task("sequence", "", point.protocols, point.draw, Judge, "test"))

    def __exit__(self, *_: object) -> None:
        del TASKS._components["sequence"]


def test_five_hundred_steps_stay_well_under_a_hundred_kilobytes() -> None:
    long = replace(_episode(), maximum_steps=500, people=2)
    walk = [Action("forward" if k % 3 else "turn_left") for k in range(500)]
    log = _run(Scripted(*walk), episode=long, protocol=replace(ROBUSTNAV, sliding=True))
    assert len(log.steps.action) == 500 and len(encode_log(log)) < 60_000
