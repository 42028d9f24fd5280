"""Agents of a run have processes of their own: same records, no way to the truth, faults end episodes."""

from __future__ import annotations

import re
from pathlib import Path

import hostile_agents
import numpy as np
import pytest
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.elsewhere.own_process import OwnProcessAgent
from wayproof.episode.agent_seed import agent_seed
from wayproof.log import EpisodeLog, record_digest
from wayproof.log_files import stored_logs
from wayproof.metrics.success import success
from wayproof.run import episode_runner
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import make_plan
from wayproof.seeding import ANY_SEED
from wayproof.wire.sandbox import sandbox_version

FILE = Path(hostile_agents.__file__)
FAULTY = Path(__file__).with_name("faulty_agents.py")
SIGNALS_SINCE = 6  # the version of Landlock that knows signals


def _run_here(agent: object, episodes: int = 4, step_limit_s: float = 60.0) -> list[EpisodeLog]:
    plan = make_plan(replace(small_suite(episodes=episodes), step_limit_s=step_limit_s))
    runner = EpisodeRunner(plan, agent, keep_trace=True)  # type: ignore[arg-type]
    return [runner.run(work) for work in plan.work]


def _actions(folder: Path) -> dict[str, list[int]]:
    return {f"{log.episode.scene} {log.episode.id}": log.steps.action.tolist() for log in stored_logs(folder)}


@pytest.mark.parametrize("name", ["map_and_plan", "random"])
def test_an_agent_apart_does_the_same_to_the_last_bit(name: str) -> None:
    apart = OwnProcessAgent(name)
    try:
        there, here = _run_here(apart), _run_here(load_agent(name))
    finally:
        apart.close()
    assert [record_digest(log) for log in there] == [record_digest(log) for log in here]
    assert {log.isolation for log in here} == {"in process"}
    assert {log.isolation for log in there} == {"sandbox" if sandbox_version() else "process"}
    assert any(log.trace and log.trace[0] for log in here) or name == "random"


def test_in_the_simulators_process_the_truth_is_within_reach() -> None:
    """The control of the drill: if this fails, the hostile agents prove nothing."""
    logs = _run_here(load_agent(f"{FILE}:FrameReader"))
    assert np.mean([bool(success(log)) for log in logs]) == 1.0


def test_a_seed_of_its_own_for_every_episode_would_tell_the_house() -> None:
    """The control of the agent that tries seeds: with the seeds of older runs it finds every house."""
    plan = make_plan(small_suite())
    for work in plan.work:
        reader = hostile_agents.SeedReader()
        reader.seed = agent_seed(plan.episode(work), work.repeat, ANY_SEED)
        assert list(reader.look()) == [{work.scene}]
        reader.seed = agent_seed(plan.episode(work), work.repeat)
        assert not list(reader.look())


@pytest.mark.skipif(not sandbox_version(), reason="this system has no Landlock: only the process is apart")
def test_no_hostile_agent_finds_anything_or_beats_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUESSED_FOLDER", str(tmp_path / "hostile"))
    run_small(small_suite(), tmp_path / "hostile", agent=f"{FILE}:Everything")
    run_small(small_suite(), tmp_path / "random", agent="random")
    found = re.findall(r"FOUND .*", (tmp_path / "hostile" / "workers.txt").read_text())
    if sandbox_version() < SIGNALS_SINCE:
        found = [line for line in found if "SignalSender" not in line]
    assert not found
    assert _actions(tmp_path / "hostile") == _actions(tmp_path / "random")


FAULTS = {
    "Leaver": ("agent_error", "SystemExit: 3"),
    "Quitter": ("agent_error", "ended with exit code 7"),
    "Raiser": ("agent_error", "ValueError: no idea"),
    "Babbler": ("agent_error", "not a message"),
    "Sleeper": ("agent_timeout", "no answer within"),
    "Talker": ("bad_action", "act gave a str"),
    "Forker": ("agent_error", "ended with exit code 5"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_ends_its_episode_and_the_next_one_begins_anew(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeps = kind == "Sleeper"
    monkeypatch.setattr(episode_runner, "WARM_UP_S", 6.0 if sleeps else 300.0)
    reason, words = FAULTS[kind]
    agent = OwnProcessAgent(f"{FAULTY}:{kind}")
    try:
        logs = _run_here(agent, 3, step_limit_s=2.0 if sleeps else 60.0)
    finally:
        agent.close()
    failed = [log.outcome for log in logs if log.outcome.reason != "stop"]
    assert [log.outcome.reason == "stop" for log in logs] == [False, True, False]
    assert all(one.reason == reason and words in one.detail for one in failed), failed


def test_errors_read_the_same_in_both_places() -> None:
    apart = OwnProcessAgent(f"{FAULTY}:Raiser")
    try:
        there = _run_here(apart, 2)
    finally:
        apart.close()
    assert [log.outcome for log in there] == [
        log.outcome for log in _run_here(load_agent(f"{FAULTY}:Raiser"), 2)
    ]


def test_a_run_survives_agents_that_end_their_process(tmp_path: Path) -> None:
    run_small(small_suite(episodes=4), tmp_path, agent=f"{FAULTY}:Quitter", workers=2)
    assert len(digests(tmp_path)) == 4
    assert {log.outcome.reason for log in stored_logs(tmp_path)} == {"agent_error", "stop"}
