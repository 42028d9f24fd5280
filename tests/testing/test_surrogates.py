"""Surrogate oracles: what is usual in demonstrations, what a person's answers change, who is asked when."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest
import surrogate_oracles
from faulty_explorers import Forgetful
from made_logs import made_log, straight

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.testing.oracles import ORDER
from wayproof.testing.surrogates.learnt_thresholds import (
    ASK,
    RIGHT,
    WRONG,
    Correction,
    Thresholds,
    corrected,
    from_demonstrations,
    read_corrections,
)
from wayproof.testing.surrogates.step_signals import signals_of
from wayproof.vocabulary import Settings

CAMERA = Settings(width_px=128, height_px=96, hfov_rad=math.radians(79.0))


def log_of(agent, house: int, index: int):
    protocol = TASKS["object_in_room"].protocol()
    world = world_named(f"houses-v1/val/{house}", body_under(protocol, load_body(protocol.body)), lit=False)
    episode = TASKS["object_in_room"].draw(world, protocol, 0, index).episode
    options = RolloutOptions(CAMERA, step_limit_s=600.0, keep_trace=True)
    return rollout(world, protocol, episode, agent, options=options)


def steps_with(**signals: list[float]):
    length = max(map(len, signals.values()))
    return [{name: signals.get(name, [None] * length)[at] for name in ORDER} for at in range(length)]


def test_what_is_usual_counts_as_right_and_the_rest_is_asked_or_wrong() -> None:
    thresholds = from_demonstrations(steps_with(plan=[number / 1000 for number in range(1000)]))
    assert set(thresholds) == {"plan"}
    plan = thresholds["plan"]
    assert [plan.judge(one) for one in (None, 0.5, 0.96, 1.0)] == [RIGHT, RIGHT, ASK, WRONG]
    assert from_demonstrations(steps_with(memory=[0.0] * 200))["memory"].judge(0.01) == WRONG
    with pytest.raises(InvalidInput, match="demonstrations have 20 steps with a word on plan; give 100"):
        from_demonstrations(steps_with(plan=[0.0] * 20))


def words(signal: float, wrong: bool, count: int) -> list[Correction]:
    return [Correction("e", step, "plan", signal, wrong) for step in range(count)]


def test_answers_move_the_thresholds_as_far_as_their_number_bears() -> None:
    given = {"plan": Thresholds(0.3, 0.8)}
    assert corrected(given, []) == given
    few = corrected(given, words(0.5, True, 2))["plan"]
    assert few == given["plan"]  # two answers are no evidence
    stern = corrected(given, words(0.5, True, 12))["plan"]
    assert (stern.judge(0.5), stern.judge(0.45)) == (WRONG, ASK)
    mild = corrected(given, words(0.5, False, 20))["plan"]
    assert (mild.judge(0.5), mild.judge(0.6), mild.judge(0.9)) == (RIGHT, ASK, WRONG)
    both = corrected(given, [*words(0.4, False, 20), *words(0.6, True, 12)])["plan"]
    assert (both.judge(0.4), both.judge(0.6)) == (RIGHT, WRONG)
    assert corrected({"memory": Thresholds(0.1, 0.2)}, words(0.5, True, 12))["memory"] == Thresholds(0.1, 0.2)


def test_open_questions_are_passed_over_and_nonsense_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    line = msgspec.json.encode(Correction("e", 3, "plan", 0.5, True))
    file.write_bytes(line + b"\n" + line.replace(b"true", b"null") + b"\n")
    assert read_corrections(file) == [Correction("e", 3, "plan", 0.5, True)]
    file.write_bytes(line.replace(b"true", b'"maybe"') + b"\n")
    with pytest.raises(BrokenFile, match="line 1: .*; write wrong: true, false or null"):
        read_corrections(file)


@pytest.mark.slow
def test_an_explorer_that_forgets_is_noticed_by_what_it_says_alone(tmp_path: Path) -> None:
    good = [log_of(load_agent("frontier_explorer"), *one) for one in ((40, 0), (41, 0), (41, 1), (41, 2))]
    usual = from_demonstrations([step for log in good for step in signals_of(log)])
    assert set(usual) == set(ORDER)
    forgetful = log_of(Forgetful(), 40, 0)
    wrong, questions = surrogate_oracles.judged(forgetful, usual)
    calm, _ = surrogate_oracles.judged(good[0], usual)
    assert wrong["memory"] > calm["memory"]
    file = tmp_path / "questions.jsonl"
    surrogate_oracles.write(file, questions, 3)
    assert len(file.read_bytes().splitlines()) == min(3, len(questions)) and not read_corrections(file)


def test_a_log_without_a_trace_is_refused() -> None:
    with pytest.raises(InvalidInput, match="has no trace; run the suite with --trace"):
        signals_of(made_log(straight(0, 1)))
