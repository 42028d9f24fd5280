"""Asks a language model behind any OpenAI-compatible web address; a failure is an answer too, never a crash.

Address, model and key come from the environment (WAYPROOF_LLM_URL, WAYPROOF_LLM_MODEL, WAYPROOF_LLM_KEY).
One question has a deadline, three retries with growing waits, and a limit on the size of the answer.
Redirects are not followed, so that the key never travels to another host.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from wayproof.errors import InvalidInput

RETRIES = 3
FIRST_WAIT_S = 0.5  # doubled before each further retry
TIMEOUT_S = 60.0  # of one try, from connecting to the last byte
LARGEST_ANSWER_BYTES = 1_000_000
TEMPERATURE = 0.3  # as OmniNavBench's pipeline
_WORTH_RETRYING = (408, 409, 425, 429, 500, 502, 503, 504)


@dataclass(frozen=True)
class Endpoint:
    """Where a model answers. The key is kept out of every printed form."""

    url: str
    model: str
    key: str = field(default="", repr=False)


@dataclass(frozen=True)
class Answer:
    """What a model said, or why there is nothing: then `text` is empty and `failure` is not."""

    text: str = ""
    failure: str = ""
    final: bool = False  # a failure that another try would not mend


def endpoint_from_environment() -> Endpoint | None:
    """The endpoint of the environment; None if WAYPROOF_LLM_URL is not set."""
    url = os.environ.get("WAYPROOF_LLM_URL", "").strip()
    if not url:
        return None
    model = os.environ.get("WAYPROOF_LLM_MODEL", "").strip()
    if not model:
        raise InvalidInput(
            "WAYPROOF_LLM_URL is set but WAYPROOF_LLM_MODEL is not; set it to the model's name"
        )
    return checked(Endpoint(url, model, os.environ.get("WAYPROOF_LLM_KEY", "").strip()))


def checked(endpoint: Endpoint) -> Endpoint:
    """The endpoint, or an error that says what is wrong with its address or key."""
    if not _is_web_address(endpoint.url):
        raise InvalidInput(
            f"the model's address is {endpoint.url!r}; it must begin with http:// or https:// and name a "
            "host, for example http://localhost:8000/v1"
        )
    if not endpoint.key.isprintable() or not endpoint.key.isascii():
        raise InvalidInput(
            "WAYPROOF_LLM_KEY holds characters that no key has; set it again without line breaks"
        )
    return endpoint


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, or a torn IPv6 address
        return False


def ask(
    endpoint: Endpoint,
    system: str,
    question: str,
    *,
    timeout_s: float = TIMEOUT_S,
    retries: int = RETRIES,
    first_wait_s: float = FIRST_WAIT_S,
    wait: Callable[[float], None] = time.sleep,
) -> Answer:
    """The model's answer to one question."""
    checked(endpoint)
    body = json.dumps(
        {
            "model": endpoint.model,
            "temperature": TEMPERATURE,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": question}],
        }
    ).encode()
    answer = Answer(failure="the model was not asked")
    for number in range(retries + 1):
        if number:
            wait(first_wait_s * 2 ** (number - 1))
        answer = _one_try(endpoint, body, timeout_s)
        if not answer.failure or answer.final:
            break
    return answer


def _one_try(endpoint: Endpoint, body: bytes, timeout_s: float) -> Answer:
    parts = urlsplit(endpoint.url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=timeout_s)
    late = threading.Event()
    watch: threading.Timer | None = None
    try:
        connection.connect()
        watch = _cut_after(timeout_s, connection.sock, late)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if endpoint.key:
            headers["Authorization"] = f"Bearer {endpoint.key}"
        connection.request("POST", f"{parts.path.rstrip('/')}/chat/completions", body, headers)
        response = connection.getresponse()
        content = response.read(LARGEST_ANSWER_BYTES + 1)
        if late.is_set():
            raise TimeoutError
        return _read(response.status, content)
    except (OSError, http.client.HTTPException) as error:
        timed_out = late.is_set() or isinstance(error, TimeoutError)
        return Answer(failure=f"no answer within {timeout_s:g} s" if timed_out else f"no connection: {error}")
    finally:
        if watch is not None:
            watch.cancel()
        connection.close()


def _cut_after(timeout_s: float, held: socket.socket, late: threading.Event) -> threading.Timer:
    """Ends a connection when its time is up, also one that sends a byte now and then."""

    def cut() -> None:
        late.set()
        with contextlib.suppress(OSError):  # the other side may have been faster
            held.shutdown(socket.SHUT_RDWR)

    watch = threading.Timer(timeout_s, cut)
    watch.daemon = True
    watch.start()
    return watch


def _read(status: int, content: bytes) -> Answer:
    if status != http.client.OK:
        return Answer(
            failure=f"the server answered with status {status}", final=status not in _WORTH_RETRYING
        )
    if len(content) > LARGEST_ANSWER_BYTES:
        return Answer(failure=f"the answer has more than {LARGEST_ANSWER_BYTES} bytes", final=True)
    try:
        text = json.loads(content)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return Answer(failure="the answer is not what a chat model sends")
    if not isinstance(text, str) or not text.strip():
        return Answer(failure="the model answered with no text")
    return Answer(text.strip())
