"""A vision-language model behind an OpenAI-compatible address: cached, within a budget, and bounded in time.

WAYPROOF_VLM_URL and WAYPROOF_VLM_MODEL name it, WAYPROOF_VLM_KEY is its key. Replies are kept on disk by a
hash of all that was asked, pictures included, so a run can be repeated without the model. WAYPROOF_VLM_BUDGET
is how many requests may be made in all, by all workers and runs: each adds a byte to the file `requests` in
the folder of kept replies. A model that cannot be reached or paid for ends an episode as invalid, to be run
again on resume; that is no decision of the agent's.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wayproof.agents.prompting.follower_messages import Message
from wayproof.errors import InvalidInput
from wayproof.language.kept_answers import answer_file, default_cache_folder, keep, remembered
from wayproof.language.llm import FIRST_WAIT_S, Endpoint, converse, endpoint_from_environment
from wayproof.wire.client import TransportFault

PREFIX = "WAYPROOF_VLM"
BUDGET = 10_000  # requests, unless WAYPROOF_VLM_BUDGET says otherwise
STEP_S = 50.0  # for one reply with all retries: below the 60 s that suites allow for a step
TEMPERATURE = 0.0
REQUESTS = "requests"  # the file that counts them


@dataclass
class VisionModel:
    """Answers messages; `requests` counts those that this object made."""

    endpoint: Endpoint
    cache: Path
    budget: int = BUDGET
    first_wait_s: float = FIRST_WAIT_S
    requests: int = field(default=0, init=False)

    def reply(self, messages: Sequence[Message], within_s: float = STEP_S) -> str:
        """What the model says, or said when it was asked the same before."""
        question = hashlib.blake2b(json.dumps(messages).encode(), digest_size=20).hexdigest()
        file = answer_file(self.cache, self.endpoint, TEMPERATURE, question)
        kept = remembered(file, self.endpoint, question)
        if kept is not None:
            return kept
        answer = converse(
            self.endpoint,
            messages,
            temperature=TEMPERATURE,
            timeout_s=within_s,
            within_s=within_s,
            first_wait_s=self.first_wait_s,
            before_try=self._pay,
        )
        if answer.failure:
            raise TransportFault(f"{self.endpoint.url} ({self.endpoint.model}): {answer.failure}")
        keep(file, self.endpoint, question, answer.text)
        return answer.text

    def _pay(self) -> None:
        """Count a request, unless the budget is spent.

        Each byte that is appended has a place of its own, so workers neither lose a count nor share the last
        request.
        """
        spent = spent_requests(self.cache)
        if spent < self.budget:
            with (self.cache / REQUESTS).open("ab", buffering=0) as file:
                file.write(b".")
                spent = file.tell() - 1
        if spent >= self.budget:
            raise TransportFault(
                f"all {self.budget} requests of {PREFIX}_BUDGET are spent; set it higher, or remove "
                f"{self.cache / REQUESTS}, then repeat the same command to resume"
            )
        self.requests += 1


def spent_requests(cache: Path) -> int:
    """How many requests were made with this folder of replies."""
    file = cache / REQUESTS
    return file.stat().st_size if file.exists() else 0


def model_from_environment() -> VisionModel:
    """The model that the environment names, with a folder that can be written; else a sentence."""
    endpoint = endpoint_from_environment(PREFIX)
    if endpoint is None:
        raise InvalidInput(
            f"the agent vlm_follower asks a vision-language model, and none is named; set {PREFIX}_URL "
            f"(such as http://localhost:8000/v1) and {PREFIX}_MODEL, and {PREFIX}_KEY if it needs a key"
        )
    cache = default_cache_folder().with_name("vision-model")
    try:
        cache.mkdir(parents=True, exist_ok=True)
        (cache / REQUESTS).touch()
    except OSError as error:
        raise InvalidInput(
            f"replies of the model cannot be kept in {cache}: {error.strerror}; set XDG_CACHE_HOME to a "
            "folder that can be written and does not hold the run"
        ) from None
    return VisionModel(endpoint, cache, _budget())


def _budget() -> int:
    words = os.environ.get(f"{PREFIX}_BUDGET", str(BUDGET)).strip()
    if not words.isascii() or not words.isdigit() or int(words) < 1:
        raise InvalidInput(f"{PREFIX}_BUDGET is {words!r}; give a whole number of requests, 1 or more")
    return int(words)
