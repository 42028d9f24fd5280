"""Asks a language model behind any OpenAI-compatible web address; a failure is an answer too, never a crash.

Address, model and key come from the environment (WAYPROOF_LLM_URL, WAYPROOF_LLM_MODEL, WAYPROOF_LLM_KEY).
One question has a deadline, three retries with growing waits (or the wait that the server asks for with
Retry-After, if that is short), and a limit on the size of the answer. Redirects are not followed, so that
the key never travels to another host.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import math
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from wayproof.errors import InvalidInput

RETRIES = 3
FIRST_WAIT_S = 0.5  # doubled before each further retry
TIMEOUT_S = 60.0  # of one try, from connecting to the last byte
LONGEST_WAIT_S = 60.0  # that a server may ask for before the next try
SHORTEST_TRY_S = 0.05
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
    wait_s: float | None = None  # how long the server asks to be left alone


def endpoint_from_environment(prefix: str = "WAYPROOF_LLM") -> Endpoint | None:
    """The endpoint of the environment; None if PREFIX_URL is not set."""
    url, model, key = (os.environ.get(f"{prefix}_{part}", "").strip() for part in ("URL", "MODEL", "KEY"))
    if not url:
        return None
    if not model:
        raise InvalidInput(f"{prefix}_URL is set but {prefix}_MODEL is not; set it to the model's name")
    return checked(Endpoint(url, model, key))


def checked(endpoint: Endpoint) -> Endpoint:
    """The endpoint, or an error that says what is wrong with its address or key."""
    if not _is_web_address(endpoint.url):
        raise InvalidInput(
            f"the model's address is {endpoint.url!r}; it must begin with http:// or https:// and name a "
            "host, for example http://localhost:8000/v1"
        )
    if not endpoint.key.isprintable() or not endpoint.key.isascii():
        raise InvalidInput(
            "the model's key holds characters that no key has; set it again without line breaks"
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
    messages = [{"role": "system", "content": system}, {"role": "user", "content": question}]
    return converse(
        endpoint, messages, timeout_s=timeout_s, retries=retries, first_wait_s=first_wait_s, wait=wait
    )


def converse(
    endpoint: Endpoint,
    messages: Sequence[Mapping[str, object]],
    *,
    temperature: float = TEMPERATURE,
    timeout_s: float = TIMEOUT_S,
    within_s: float = math.inf,
    retries: int = RETRIES,
    first_wait_s: float = FIRST_WAIT_S,
    wait: Callable[[float], None] = time.sleep,
    before_try: Callable[[], None] = lambda: None,
) -> Answer:
    """The model's answer to messages, which may hold pictures.

    `timeout_s` is for one try, `within_s` for all of them; `before_try` counts tries, or ends them.
    """
    checked(endpoint)
    body = json.dumps({"model": endpoint.model, "temperature": temperature, "messages": messages}).encode()
    answer = Answer(failure="the model was not asked")
    until_s = time.monotonic() + within_s
    for number in range(retries + 1):
        if number:
            pause_s = first_wait_s * 2 ** (number - 1) if answer.wait_s is None else answer.wait_s
            if pause_s >= min(LONGEST_WAIT_S, until_s - time.monotonic()):
                return Answer(failure=f"{answer.failure}; no time to wait {pause_s:g} s", final=True)
            wait(pause_s)
        before_try()
        left_s = max(until_s - time.monotonic(), SHORTEST_TRY_S)
        answer = _one_try(endpoint, body, min(timeout_s, left_s))
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
        return _read(response.status, content, response.headers.get("Retry-After", ""))
    except (OSError, http.client.HTTPException) as error:
        timed_out = late.is_set() or isinstance(error, TimeoutError)
        return Answer(
            failure=f"no answer within {timeout_s:.3g} s" if timed_out else f"no connection: {error}"
        )
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


def _read(status: int, content: bytes, retry_after: str) -> Answer:
    if status != http.client.OK:
        return Answer(
            failure=f"the server answered with status {status}",
            final=status not in _WORTH_RETRYING,
            wait_s=_seconds(retry_after),
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


def _seconds(retry_after: str) -> float | None:
    """The seconds of a Retry-After; None where there is none, or a date, which needs a clock that agrees."""
    words = retry_after.strip()
    return float(words) if words.isascii() and words.isdigit() and len(words) < 10 else None
