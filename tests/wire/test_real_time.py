"""Real time: the world goes on for as long as the agent thinks, by whatever clock it is given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from played import SMALL, episode, world

from wayproof.episode.options import RolloutOptions
from wayproof.episode.replay import replay
from wayproof.episode.rollout import rollout
from wayproof.episode.trial import Trial
from wayproof.episode_set import Recipe
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog, decode_log, encode_log, record_digest
from wayproof.log_files import stored_logs
from wayproof.manifest import read_manifest
from wayproof.results.part import parts_of_logs
from wayproof.results.table import IN_REAL_TIME, table_of
from wayproof.run.study import Options, open_study, run_study
from wayproof.run.verify import verify
from wayproof.simulator.people.persons import person_at
from wayproof.suite import Camera, Suite
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

EXACT = replace(ROBUSTNAV, actuation="none")
DRIVE = Action("velocity", velocity=(0.2, 0.1))
PERIOD_S = 0.1


def _trial(people: int = 0) -> Trial:
    return Trial(world(), EXACT, replace(episode(), people=people))


def test_a_body_that_takes_steps_stands_while_time_passes_in_whole_periods() -> None:
    trial = _trial()
    trial.act(Action("turn_left"))
    before = trial.state
    for thought_s, periods in ((0.04, 0), (0.04, 0), (0.04, 1), (0.3, 4), (0.06, 4), (0.03, 5)):
        trial.go_on(thought_s)
        assert trial.state.time_s == pytest.approx(before.time_s + PERIOD_S * periods)
    assert replace(trial.state, time_s=before.time_s) == before


def test_a_body_under_velocity_keeps_to_its_last_command() -> None:
    thinking, driving = _trial(), _trial()
    thinking.act(DRIVE)
    thinking.go_on(0.7)
    thinking.act(Action("velocity", velocity=(0.0, 0.0)))
    for _ in range(8):
        driving.act(DRIVE)
    driving.act(Action("velocity", velocity=(0.0, 0.0)))
    assert thinking.state.step == 2 and driving.state.step == 9
    assert replace(thinking.state, step=9) == driving.state and thinking.state.travelled_m > 0.05
    assert thinking.measures == driving.measures


def test_after_another_action_the_body_no_longer_drives() -> None:
    trial = _trial()
    trial.act(DRIVE)
    trial.act(Action("turn_left"))
    pose = trial.state.pose
    trial.go_on(1.0)
    assert trial.state.pose == pose


def test_people_walk_on_while_the_agent_thinks() -> None:
    trial = _trial(people=3)
    trial.go_on(2.5)
    wanted = [person_at(person, 2.5) for person in trial.people.persons]
    assert trial.state.time_s == pytest.approx(2.5)
    for walker, state in zip(trial.walkers, wanted, strict=True):
        assert walker.state.position_m == pytest.approx(state.position_m)
    start = [person_at(person, 0.0).position_m for person in trial.people.persons]
    gone_m = [
        np.linalg.norm(np.subtract(one.position_m, two)) for one, two in zip(wanted, start, strict=True)
    ]
    assert max(gone_m) > 0.3


def test_what_is_touched_while_thinking_counts_once_and_for_the_next_step() -> None:
    trial = _trial()
    straight = Action("velocity", velocity=(0.5, 0.0))
    trial.act(straight)
    assert not trial.state.bumped
    trial.go_on(60.0)  # whatever lies ahead, by then it is reached
    assert trial.state.bumps == 0 and trial.state.step == 1
    trial.act(Action("turn_left"))
    assert trial.state.bumped and trial.state.bumps == 1 and trial.state.step == 2
    trial.act(Action("turn_left"))
    assert not trial.state.bumped and trial.state.bumps == 1


class Ponderer:
    """Thinks for so long by its own clock, and drives."""

    card = AgentCard("ponderer", sensors=("point_goal",), actions=("velocity", "stop"))

    def __init__(self, takes_s: float) -> None:
        self.takes_s, self.now_s = takes_s, 0.0

    def start(self, brief: Brief, seed: int) -> None:
        self.left = 20

    def act(self, observation: Observation) -> Action:
        self.now_s += self.takes_s
        self.left -= 1
        return Action("velocity", velocity=(0.1, 0.2)) if self.left else Action("stop")

    def clock(self) -> float:
        return self.now_s


def _pondered(takes_s: float, *, real_time: bool = True) -> EpisodeLog:
    agent = Ponderer(takes_s)
    options = RolloutOptions(SMALL, real_time=real_time)
    return rollout(world(), ROBUSTNAV, episode(), agent, options=options, clock=agent.clock)


def test_by_a_clock_that_is_given_real_time_is_the_same_bits_again() -> None:
    one, two = _pondered(0.25), _pondered(0.25)
    assert record_digest(one) == record_digest(two) and one.steps.act_s.tolist() == [0.25] * 20
    passed_s = np.diff(one.steps.time_s)
    assert passed_s[:4] == pytest.approx(
        [0.3, 0.4, 0.3, 0.4]
    )  # 0.25 s is two periods or three, and one to act
    assert one.steps.time_s[-1] == pytest.approx(20 * 0.25 + 19 * 0.1)  # a stop takes no time
    assert one.steps.travelled_m[-1] > 2 * _pondered(0.0).steps.travelled_m[-1]


def test_an_episode_in_real_time_can_be_lived_again_from_the_times_in_its_log() -> None:
    log = decode_log(encode_log(_pondered(0.137)))
    lived = [step.trial.state.time_s for step in replay(log, world(), sensors=())]  # checks each pose
    assert lived == log.steps.time_s.tolist()


def test_an_agent_that_takes_no_time_gets_the_same_world_as_without_real_time() -> None:
    real, plain = _pondered(0.0), _pondered(0.3, real_time=False)
    assert real.comparable.real_time and not plain.comparable.real_time
    assert real.protocol_hash != plain.protocol_hash
    same = replace(real, comparable=plain.comparable)
    assert record_digest(same) == record_digest(plain)
    assert decode_log(encode_log(real)).comparable.real_time


@pytest.mark.slow
def test_a_run_in_real_time_says_so_and_is_not_asked_for_equal_bits(tmp_path: Path) -> None:
    suite = Suite(
        name="hasty",
        version=1,
        summary="for tests",
        episodes=(Recipe("point_goal", 2, "robustnav", split="train", rooms=2, episodes_per_house=2),),
        conditions=(),
        camera=Camera(width_px=24, height_px=18),
    )
    folder = tmp_path / "run"
    study = open_study(suite, "oracle", folder, Options(real_time=True), tell=lambda _: None)
    run_study(study, 1, on_report=lambda _: None, tell=lambda _: None)
    logs = list(stored_logs(folder))
    assert read_manifest(folder).real_time and all(log.comparable.real_time for log in logs)
    assert table_of(parts_of_logs(logs)[0]).cautions[-1] == IN_REAL_TIME
    checks = {check.name: check for check in verify(folder, again=2, tell=lambda _: None)}
    assert all(check.passed for check in checks.values()), checks
    assert "in real time that is expected" in checks["again"].detail
    with pytest.raises(InvalidInput, match="real_time"):
        open_study(suite, "oracle", folder, Options(), tell=lambda _: None)
