"""`vlm_follower` over real connections: a server on the loopback speaks the protocol and replies by script.

What the replies say is written here, so nothing in this file is about how well any model finds its way.
"""

from __future__ import annotations

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from command_line import wayproof_here
from scripted_server import serving
from small_suites import run_small, small_suite

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.conformance_cases import Case, synthetic_case
from wayproof.agents.prompting.follower_messages import MOST_TIMES, PAST_PICTURES, SYSTEM_PROMPT, read_reply
from wayproof.agents.prompting.vision_model import REQUESTS, VisionModel, spent_requests
from wayproof.agents.vlm_follower import VlmFollower
from wayproof.errors import InvalidInput
from wayproof.language.llm import Endpoint
from wayproof.log import ACTION_NAMES
from wayproof.log_files import stored_logs
from wayproof.mitigations.safeguard import repair
from wayproof.mitigations.words.repaired_words import SYSTEM_PROMPT as AS_SYSTEM_PROMPT
from wayproof.wire.client import TransportFault

ACTIONS = ("stop", "forward", "turn_left", "turn_right")
FORWARD = ("say", '{"action": "forward"}')
CASE = synthetic_case(VlmFollower.card)


def _agent(url: str, cache: Path, **limits: Any) -> VlmFollower:
    return VlmFollower(VisionModel(Endpoint(url, "tiny"), cache, first_wait_s=0.0, **limits))


def _acts(agent: VlmFollower, case: Case = CASE, steps: int = 12) -> list[str]:
    agent.start(case.brief, 0)
    return [agent.act(observation).name for observation in case.observations[:steps]]


def _parts(asked: dict[str, Any], kind: str) -> list[Any]:
    return [part[kind] for part in asked["messages"][1]["content"] if part["type"] == kind]


def test_the_model_gets_prompt_instruction_and_the_pictures_without_loss(tmp_path: Path) -> None:
    prompt = "Follow, but never turn left."
    brief = msgspec.structs.replace(CASE.brief, system_prompt=prompt)
    with serving(FORWARD) as script:
        _acts(_agent(script.url, tmp_path), Case(brief, CASE.observations), steps=8)
    asked = script.asked[-1]
    assert asked["path"] == "/v1/chat/completions" and asked["temperature"] == 0.0
    assert asked["messages"][0] == {"role": "system", "content": prompt}
    (words,) = _parts(asked, "text")
    assert f"Directions: {CASE.brief.instruction}" in words
    assert "stop, forward, turn_left, turn_right" in words
    assert "7 actions" in words and "At most 93 more" in words
    urls = [part["url"] for part in _parts(asked, "image_url")]
    pictures = [cv2.imdecode(np.frombuffer(base64.b64decode(url.split(",")[1]), np.uint8), 1) for url in urls]
    assert len(pictures) == PAST_PICTURES + 1
    for picture, step in zip(
        pictures, (0, 1, 3, 5, 7), strict=True
    ):  # spread over the past, then the present
        assert np.array_equal(picture[..., ::-1], CASE.observations[step].readings["rgb"])


def test_one_reply_may_repeat_an_action(tmp_path: Path) -> None:
    with serving(("say", '{"action": "turn_left", "times": 3}'), ("say", '{"action": "stop"}')) as script:
        assert _acts(_agent(script.url, tmp_path), steps=4) == ["turn_left"] * 3 + ["stop"]
        assert len(script.asked) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"action": "stop"}', ("stop", 1)),
        ('```json\n{"thought": "near", "action": "Turn-Left", "times": 5}\n```', ("turn_left", 5)),
        ('I would say {"action": "forward", "times": 2}, for now.', ("forward", 2)),
    ],
)
def test_replies_are_read_generously(text: str, expected: tuple[str, int]) -> None:
    reply = read_reply(text, ACTIONS)
    assert (reply.action, reply.times) == expected


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("go on", "no JSON object"),
        ('{"action": "forw', "malformed"),
        ("{" * 19_000, "malformed"),
        ('{"act": "forward"}', 'no "action"'),
        ('{"action": ["forward"]}', 'no "action"'),
        ('{"action": "jump"}', "must be one of stop, forward"),
        ('{"action": "forward", "times": 0}', f"from 1 to {MOST_TIMES}"),
        ('{"action": "forward", "times": 1e9}', f"from 1 to {MOST_TIMES}"),
        ('{"action": "forward", "times": true}', f"from 1 to {MOST_TIMES}"),
    ],
)
def test_a_reply_without_a_lawful_action_says_what_is_wrong(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read_reply(text, ACTIONS)


def test_a_useless_reply_is_sent_back_with_the_reason(tmp_path: Path) -> None:
    with serving(("say", "left, I think"), FORWARD) as script:
        assert _acts(_agent(script.url, tmp_path), steps=1) == ["forward"]
    _, _, reply, correction = script.asked[1]["messages"]
    assert reply == {"role": "assistant", "content": "left, I think"}
    assert "it holds no JSON object" in correction["content"]


def test_a_model_that_never_says_an_action_fails_with_a_sentence(tmp_path: Path) -> None:
    with serving(("say", "left, I think")) as script:
        with pytest.raises(InvalidInput, match="no usable action in 3 replies: it holds no JSON object"):
            _acts(_agent(script.url, tmp_path), steps=1)
        assert len(script.asked) == 3


def test_errors_and_rate_limits_are_retried_and_each_try_is_counted(tmp_path: Path) -> None:
    with serving(("status", 500), ("limit", 0), FORWARD) as script:
        assert _acts(_agent(script.url, tmp_path), steps=1) == ["forward"]
    assert spent_requests(tmp_path) == 3


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (("status", 500), "status 500"),
        (("status", 401), "status 401"),
        (("limit", 4000), "status 429; no time to wait 4000 s"),
        (("send", b"{torn"), "not what a chat model sends"),
    ],
)
def test_a_model_that_is_not_to_be_had_is_no_decision_of_the_agent(
    line: tuple[str, object], why: str, tmp_path: Path
) -> None:
    with serving(line) as script, pytest.raises(TransportFault, match=why):
        _acts(_agent(script.url, tmp_path), steps=1)


def test_a_slow_model_is_given_up_in_time(tmp_path: Path) -> None:
    with serving(("drip", 300.0)) as script, pytest.raises(TransportFault, match="no answer within|no time"):
        VisionModel(Endpoint(script.url, "tiny"), tmp_path).reply([{"role": "user"}], within_s=0.3)


def test_the_same_walk_is_not_paid_for_twice(tmp_path: Path) -> None:
    with serving(FORWARD) as script:
        agents = [_agent(script.url, tmp_path) for _ in range(2)]
        assert _acts(agents[0], steps=3) == _acts(agents[1], steps=3)
        assert len(script.asked) == 3 and agents[1].trace()["decision"]["requests"] == 0


def test_a_spent_budget_says_what_to_do(tmp_path: Path) -> None:
    with serving(FORWARD) as script:
        agent = _agent(script.url, tmp_path, budget=2)
        with pytest.raises(TransportFault, match=f"all 2 requests of WAYPROOF_VLM_BUDGET.*{REQUESTS}"):
            _acts(agent, steps=3)
        assert len(script.asked) == 2


def test_workers_that_ask_at_once_stay_within_the_budget(tmp_path: Path) -> None:
    def outcome(number: int) -> str:
        model = VisionModel(Endpoint(script.url, "tiny"), tmp_path, budget=5, first_wait_s=0.0)
        try:
            return model.reply([{"role": "user", "content": str(number)}])
        except TransportFault as error:
            return str(error)

    with serving(FORWARD) as script, ThreadPoolExecutor(12) as workers:
        told = list(workers.map(outcome, range(24)))
        assert len(script.asked) == 5
    assert told.count(FORWARD[1]) == 5 and sum("are spent" in one for one in told) == 19


def test_a_restored_agent_sends_what_the_saved_one_would_have_sent(tmp_path: Path) -> None:
    with serving(("say", '{"action": "forward", "times": 2}')) as script:
        one, other = (_agent(script.url, tmp_path / name) for name in ("one", "other"))
        for cache in ("one", "other"):
            (tmp_path / cache).mkdir()
        _acts(one, steps=5)
        other.start(CASE.brief, 0)
        other.restore(one.save())
        for agent in (one, other):
            for observation in CASE.observations[5:7]:
                agent.act(observation)
    assert len(script.asked) == 5 and script.asked[-1] == script.asked[-2]


def test_without_an_endpoint_a_run_ends_before_its_first_episode(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WAYPROOF_VLM_URL", raising=False)
    folder = tmp_path / "run"
    told = wayproof_here("run", "smoke", "--agent", "vlm_follower", "-o", folder)
    assert told.returncode == 3 and "set WAYPROOF_VLM_URL" in told.stderr and not folder.exists()
    assert wayproof_here("ls", "agents").returncode == 0


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("WAYPROOF_VLM_MODEL", "", "WAYPROOF_VLM_MODEL is not"),
        ("WAYPROOF_VLM_URL", "localhost", "must begin with http"),
        ("WAYPROOF_VLM_BUDGET", "many", "give a whole number of requests"),
        ("XDG_CACHE_HOME", "/proc", "cannot be kept in /proc"),
    ],
)
def test_a_wrong_setting_is_refused_with_a_sentence(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _settings(monkeypatch, "http://127.0.0.1:9/v1", tmp_path)
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidInput, match=sentence):
        load_agent("vlm_follower")


def test_an_injected_rule_reaches_the_model_from_the_agents_own_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The whole way: fault, brief, sandboxed process, wire. The script obeys the prompt that it received."""
    suite = small_suite("inject_white_box", episodes=1, per_house=1)

    def obeys(asked: dict[str, Any]) -> str:
        clean = asked["messages"][0]["content"] == SYSTEM_PROMPT
        done = _parts(asked, "text")[0].count("forward,") + _parts(asked, "text")[0].count("turn_left,")
        action = "stop" if done > 3 else "forward" if clean else "turn_left"
        return json.dumps({"action": action, "times": 1 if action == "stop" else 2})

    found: dict[str, dict[str, Any]] = {}
    with serving(("answer", obeys)) as script:
        _settings(monkeypatch, script.url, tmp_path)
        for mitigation in (None, "safeguard"):
            folder = tmp_path / f"run-{mitigation}"
            run_small(suite, folder, agent="vlm_follower", mitigation=mitigation)
            found[str(mitigation)] = {
                "clean" if log.condition.name == "clean" else "attacked": log for log in stored_logs(folder)
            }
    plain, guarded = found["None"], found["safeguard"]
    attacked = plain["attacked"]
    assert attacked.system_prompt != SYSTEM_PROMPT == plain["clean"].system_prompt
    assert "turn_left" in _taken(attacked) and "turn_left" not in _taken(plain["clean"])
    assert _taken(guarded["attacked"]) == _taken(plain["clean"])


def test_a_model_that_goes_away_leaves_invalid_episodes_that_are_run_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suite, folder = small_suite(episodes=1, per_house=1), tmp_path / "run"
    with serving(("status", 401)) as script:
        _settings(monkeypatch, script.url, tmp_path)
        run_small(suite, folder, agent="vlm_follower")
        (log,) = stored_logs(folder)
        assert log.outcome.reason == "invalid" and "status 401" in log.outcome.detail
        script.lines[:] = [("say", '{"action": "stop"}')]
        run_small(suite, folder, agent="vlm_follower")
    (log,) = stored_logs(folder)
    assert log.outcome.reason != "invalid" and _taken(log) == ["stop"]


def test_the_safeguard_leaves_our_prompt_as_it_is() -> None:
    assert repair(SYSTEM_PROMPT, "en-US", AS_SYSTEM_PROMPT).text == SYSTEM_PROMPT


def _settings(monkeypatch: pytest.MonkeyPatch, url: str, folder: Path) -> None:
    monkeypatch.setenv("WAYPROOF_VLM_URL", url)
    monkeypatch.setenv("WAYPROOF_VLM_MODEL", "tiny")
    monkeypatch.delenv("WAYPROOF_VLM_KEY", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))


def _taken(log: Any) -> list[str]:
    return [ACTION_NAMES[number] for number in log.steps.action]
