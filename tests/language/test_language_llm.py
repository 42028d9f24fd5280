"""The client of a language model, against a real server on the loopback."""

from __future__ import annotations

import time

import pytest
from scripted_server import chat, serving

from wayproof.errors import InvalidInput
from wayproof.language import llm
from wayproof.language.llm import Answer, Endpoint, ask, checked, endpoint_from_environment

SECRET = "sk-very-secret"


def _ask(url: str, *, timeout_s: float = 5.0, waits: list[float] | None = None) -> Answer:
    waited = waits if waits is not None else []
    return ask(Endpoint(url, "tiny", SECRET), "system", "question", timeout_s=timeout_s, wait=waited.append)


def test_a_good_answer_comes_back() -> None:
    with serving(("say", "  Turn left. ")) as script:
        assert _ask(script.url) == Answer("Turn left.")
    assert script.asked[0]["path"] == "/v1/chat/completions"
    assert script.asked[0]["model"] == "tiny"
    assert script.asked[0]["messages"] == [
        {"role": "system", "content": "system"},
        {"role": "user", "content": "question"},
    ]
    assert script.headers[0]["Authorization"] == f"Bearer {SECRET}"


def test_server_errors_are_tried_again_with_growing_waits() -> None:
    waits: list[float] = []
    with serving(("status", 500), ("status", 503), ("say", "done")) as script:
        assert _ask(script.url, waits=waits).text == "done"
        assert len(script.asked) == 3
    assert waits == [0.5, 1.0]


def test_a_rate_limit_is_waited_for_as_long_as_the_server_asks() -> None:
    waits: list[float] = []
    with serving(("limit", 7), ("limit", "Wed, 21 Oct 2026 07:28:00 GMT"), ("say", "done")) as script:
        assert _ask(script.url, waits=waits).text == "done"
    assert waits == [7.0, 1.0]  # a date says nothing without a clock that agrees


def test_a_wait_beyond_the_limit_is_a_failure_at_once() -> None:
    waits: list[float] = []
    with serving(("limit", 3600)) as script:
        answer = _ask(script.url, waits=waits)
        assert len(script.asked) == 1 and waits == []
    assert answer.final and "429; no time to wait 3600 s" in answer.failure


def test_after_three_retries_it_gives_up() -> None:
    waits: list[float] = []
    with serving(("status", 500)) as script:
        answer = _ask(script.url, waits=waits)
        assert len(script.asked) == 4
    assert (answer.text, answer.failure) == ("", "the server answered with status 500")
    assert waits == [0.5, 1.0, 2.0]


def test_a_refused_key_is_not_tried_again() -> None:
    with serving(("status", 401)) as script:
        assert "401" in _ask(script.url).failure
        assert len(script.asked) == 1


@pytest.mark.parametrize("kind", ["hang", "drip"])
def test_a_server_that_never_finishes_is_cut_off(kind: str) -> None:
    with serving((kind, 300.0)) as script:
        begun = time.monotonic()
        answer = ask(Endpoint(script.url, "tiny"), "s", "q", timeout_s=0.3, retries=0)
        assert time.monotonic() - begun < 60.0
    assert answer.failure == "no answer within 0.3 s"


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"",
        b"[]",
        b'{"choices": []}',
        b'{"choices": [{"message": {}}]}',
        b"\xff\xfe",
        b"[" * 50_000,
    ],
)
def test_garbage_is_a_failure_and_no_crash(body: bytes) -> None:
    with serving(("send", body)) as script:
        assert _ask(script.url).failure == "the answer is not what a chat model sends"


@pytest.mark.parametrize("content", [None, 3, "", "  "])
def test_an_answer_without_text_is_a_failure(content: object) -> None:
    with serving(("send", chat(content))) as script:
        assert _ask(script.url).failure == "the model answered with no text"


def test_an_oversized_answer_is_cut_and_refused() -> None:
    with serving(("say", "x" * (llm.LARGEST_ANSWER_BYTES + 10))) as script:
        answer = _ask(script.url)
        assert len(script.asked) == 1
    assert "more than 1000000 bytes" in answer.failure


def test_redirects_are_not_followed_so_the_key_stays_here() -> None:
    with serving(("say", "stolen")) as thief, serving(("redirect", thief.url)) as script:
        assert "302" in _ask(script.url).failure
        assert thief.asked == []


def test_a_closed_port_is_a_failure() -> None:
    with serving(("say", "x")) as script:
        url = script.url
    assert "no connection" in _ask(url).failure


def test_the_key_is_never_printed() -> None:
    assert SECRET not in repr(Endpoint("http://localhost", "m", SECRET))


def test_without_an_address_there_is_no_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYPROOF_LLM_URL", raising=False)
    assert endpoint_from_environment() is None


def test_the_environment_names_the_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPROOF_LLM_URL", "http://localhost:9/v1")
    monkeypatch.setenv("WAYPROOF_LLM_MODEL", "tiny")
    monkeypatch.setenv("WAYPROOF_LLM_KEY", "k")
    assert endpoint_from_environment() == Endpoint("http://localhost:9/v1", "tiny", "k")


def test_an_address_without_a_model_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPROOF_LLM_URL", "http://localhost:9/v1")
    monkeypatch.delenv("WAYPROOF_LLM_MODEL", raising=False)
    with pytest.raises(InvalidInput, match="WAYPROOF_LLM_MODEL"):
        endpoint_from_environment()


@pytest.mark.parametrize(
    "url",
    ["ftp://host/v1", "localhost:8000", "file:///etc/passwd", "http://", "http://host:99999", "http://[::1"],
)
def test_a_wrong_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput, match="http://localhost:8000/v1"):
        checked(Endpoint(url, "m"))


def test_a_key_with_a_line_break_is_refused() -> None:
    with pytest.raises(InvalidInput, match="line breaks"):
        checked(Endpoint("http://localhost", "m", "a\nX-Evil: 1"))
