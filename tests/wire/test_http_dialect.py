"""OmniNavBench's HTTP over real sockets: what is asked and understood; a fault is never a stop."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from wayproof.agents.contract.conformance_cases import synthetic_case
from wayproof.agents.elsewhere.http_agent import HttpAgent, is_http_address
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput, UnknownName
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Settings
from wayproof.wire.client import TransportFault
from wayproof.wire.http_dialect import question, read_answer

RGB = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
HEALTHY = {"status": "healthy", "model_loaded": True}
Behave = Callable[[BaseHTTPRequestHandler, str, Any], None]


def _tell(handler: BaseHTTPRequestHandler, content: Any, status: int = 200) -> None:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


def _answering(**answers: Any) -> Behave:
    """Answers by path; what is not given is healthy and empty."""
    known = {"health": HEALTHY, "reset": {}, **answers}
    return lambda handler, path, _: _tell(handler, known[path.strip("/")])


@contextlib.contextmanager
def _server(behave: Behave) -> Iterator[tuple[str, list[tuple[str, Any, str | None]]]]:
    """An address, and a list that fills with (path, content, authorisation)."""
    heard: list[tuple[str, Any, str | None]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            content = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"null")
            heard.append((self.path, content, self.headers.get("Authorization")))
            with contextlib.suppress(OSError):
                behave(self, self.path, content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _brief(**changes: Any) -> Brief:
    plain: dict[str, Any] = {
        "task": "object_goal",
        "instruction": None,
        "category": "couch",
        "actions": ("stop", "forward", "turn_left", "turn_right"),
        "furthest_depth_m": 10.0,
    }
    made_up = synthetic_case(AgentCard("anyone", sensors=("rgb",))).brief
    return msgspec.structs.replace(made_up, **{**plain, **changes})


def _seen(**more: Any) -> Observation:
    return Observation(3, {"rgb": RGB, **more}, "go to the sofa")


def test_the_server_is_told_what_omninavbench_tells_it() -> None:
    with _server(_answering(act={"action": "Left"})) as (address, heard):
        agent = HttpAgent(address, token="secret")
        agent.start(_brief(), seed=1)
        assert agent.act(_seen()) == Action("turn_left")
    (health, _, _), (reset, begun, _), (act, asked, token) = heard
    assert (health, reset, act, token) == ("/health", "/reset", "/act", "Bearer secret")
    assert begun["instruction"] == "Go to a couch and stop there."
    assert asked["instruction"] == "go to the sofa" and asked["image_shape"] == [4, 6, 3]
    assert asked["session_id"] == begun["session_id"] and asked["step"] == 3
    picture = Image.open(io.BytesIO(base64.b64decode(asked["image"])))
    assert picture.format == "PNG" and np.array_equal(np.asarray(picture), RGB)
    assert agent.client.bytes_received > 0 and agent.client.bytes_sent > 0


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ({"action": "forward"}, Action("forward")),
        ({"actions": [" RIGHT ", "stop"]}, Action("turn_right")),
        ({"action": "stop", "arrive_pred": 0.1}, Action("stop")),
        ({"waypoints": [[0.0, 2.0]], "arrive_pred": 0.9}, Action("stop")),
        ({"waypoints": [[0.0, 2.0], [9.0, 9.0]]}, Action("waypoint", waypoint=(2.0, -0.0, -0.0))),
        ({"waypoints": [[1, 1]]}, Action("waypoint", waypoint=(1.0, -1.0, -math.pi / 4))),
        ({"action": [[-1.0, 0.0]]}, Action("waypoint", waypoint=(0.0, 1.0, math.pi / 2))),
        ({"waypoints": []}, Action("waypoint", waypoint=(0.0, 0.0, 0.0))),
        ({"action": "dance"}, Action("dance")),
    ],
)
def test_words_and_points_become_actions(answer: dict[str, Any], action: Action) -> None:
    assert read_answer(answer) == action


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(answer=st.dictionaries(st.sampled_from(["action", "actions", "waypoints", "arrive_pred"]), anything))
def test_any_answer_is_an_action_or_refused_and_garbage_is_never_a_stop(answer: dict[str, Any]) -> None:
    try:
        action = read_answer(answer)
    except (ValueError, OverflowError):
        return
    if action.name == "stop":
        arrived = answer.get("arrive_pred")
        said_so = any("stop" in str(answer.get(key)).lower() for key in ("action", "actions", "waypoints"))
        assert said_so or (isinstance(arrived, int | float) and arrived > 0.5)


def test_side_cameras_and_a_pose_are_told_where_there_are_any() -> None:
    sensed = {"gps": np.array([2.0, 0.5], np.float32), "compass": np.array([math.pi / 2], np.float32)}
    asked = question(_seen(rgb_left=RGB, rgb_right=RGB[::-1], **sensed), "go", "me")
    assert asked["front_image"] == asked["image"] == asked["left_image"] != asked["right_image"]
    assert asked["pose"]["position"] == [2.0, -0.5, 0.0]
    assert asked["pose"]["rotation"] == pytest.approx([math.sqrt(0.5), 0, 0, math.sqrt(0.5)])
    assert "pose" not in question(_seen(), "go", "me") and "left_image" not in question(_seen(), "go", "me")


def test_a_question_is_answered_in_words_when_the_agent_stops() -> None:
    answers = _answering(act={"action": "stop"}, predict_text={"answer": "two"})
    with _server(answers) as (address, heard):
        agent = HttpAgent(address)
        agent.start(_brief(task="question_answering", actions=("answer", "forward")), seed=1)
        assert agent.act(_seen()) == Action("answer", text="two")
    assert [path for path, *_ in heard] == ["/health", "/reset", "/act", "/predict_text"]


def _drip(handler: BaseHTTPRequestHandler, path: str, _: Any) -> None:
    if path != "/act":
        _tell(handler, HEALTHY)
        return
    for _step in range(1200):  # until the client has enough; else for a minute
        handler.wfile.write(b"H")
        time.sleep(0.05)


def _hang(handler: BaseHTTPRequestHandler, path: str, _: Any) -> None:
    if path == "/act":
        handler.connection.settimeout(60)
        handler.rfile.read(1)  # comes back when the client hangs up
        return
    _tell(handler, HEALTHY)


def _hang_up(handler: BaseHTTPRequestHandler, path: str, _: Any) -> None:
    if path != "/act":
        _tell(handler, HEALTHY)


def _crash(handler: BaseHTTPRequestHandler, path: str, _: Any) -> None:
    _tell(handler, {"error": "CUDA out of memory"}, 500 if path == "/act" else 200)


@pytest.mark.parametrize(
    ("behave", "sentence"),
    [
        (_drip, "no answer within 1.5 s"),
        (_hang, "no answer within 1.5 s"),
        (_hang_up, "no answer from .*is the server running"),
        (_crash, "status 500: .*CUDA out of memory"),
        (_answering(act=b"<html>"), "not JSON: <html>"),
        (_answering(act=b"[" * 100_000), "not JSON"),
        (_answering(act=["forward"]), "a list where a JSON object"),
        (_answering(act=b" " * (2 << 20)), "more than 1048576 bytes"),
        (_answering(act={}), "neither `action` nor `waypoints`"),
        (_answering(act={"waypoints": [["a", 1]]}), "is not a point"),
        (_answering(act={"waypoints": [[1]]}), "is not a point"),
    ],
)
def test_a_broken_connection_is_a_transport_fault_within_its_time(behave: Behave, sentence: str) -> None:
    with _server(behave) as (address, _):
        agent = HttpAgent(address)
        agent.start(_brief(), seed=1)
        agent.client._answer_s = 1.5 if behave in (_drip, _hang) else 60.0
        with pytest.raises(TransportFault, match=sentence):
            agent.act(_seen())


def test_wrong_addresses_and_servers_that_are_not_ready_are_refused_in_words() -> None:
    with pytest.raises(TransportFault, match=r"no answer from http://127\.0\.0\.1:9"):
        HttpAgent("http://127.0.0.1:9")
    not_yet = _server(_answering(health={"model_loaded": False}))
    with not_yet as (address, _), pytest.raises(TransportFault, match="has not loaded its model"):
        HttpAgent(address)
    for wrong in ("http://", "http://host:port"):
        with pytest.raises(InvalidInput, match="give http://host:port"):
            HttpAgent(wrong)
    with pytest.raises(InvalidInput, match="gets rgb"):
        HttpAgent("http://127.0.0.1:9?sensors=depth")
    with pytest.raises(UnknownName, match="sensors"):
        HttpAgent("http://127.0.0.1:9?sensor=rgb")
    assert is_http_address("http://a:1") and not is_http_address("ws://a:1")


@pytest.mark.parametrize(
    ("act", "reason"),
    [(b"<html>", "invalid"), ({"action": "fly"}, "bad_action"), (b'{"waypoints": [[NaN, 1]]}', "bad_action")],
)
def test_episodes_end_with_the_right_reason_and_never_with_a_stop(act: Any, reason: str) -> None:
    world = world_named("houses-v1/train/1/2-rooms", body_under(ROBUSTNAV, load_body("locobot")), lit=False)
    episode = TASKS["point_goal"].draw(world, ROBUSTNAV, 5, 1).episode
    with _server(_answering(act=act)) as (address, _):
        options = RolloutOptions(Settings(width_px=32, height_px=24))
        log = rollout(world, ROBUSTNAV, episode, HttpAgent(address), options=options)
    assert log.outcome.reason == reason, log.outcome


def test_a_server_that_declares_a_system_prompt_is_sent_the_one_to_use_and_others_are_sent_none() -> None:
    with _server(_answering(health={**HEALTHY, "system_prompt": "Be brief."})) as (address, heard):
        agent = HttpAgent(address)
        assert agent.card.system_prompt == "Be brief."
        agent.start(_brief(system_prompt="Be brief. Go round in circles."), 1)
        assert heard[-1][1]["system_prompt"] == "Be brief. Go round in circles."
    with _server(_answering()) as (address, heard):
        agent = HttpAgent(address)
        agent.start(_brief(), 1)
        assert agent.card.system_prompt is None and set(heard[-1][1]) == {"instruction", "session_id"}
