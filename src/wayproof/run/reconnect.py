"""A remote agent that no longer answers: reconnect with growing pauses, then stop the run with a sentence.

The episode that was under way begins anew. An agent that can be reached and still gives no usable answer ends
its episode as invalid, after three attempts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from wayproof.errors import AgentGone
from wayproof.log import EpisodeLog, Outcome
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.wire.client import TransportFault
from wayproof.work import Work

ATTEMPTS = 3  # at an episode, with an agent that can be reached
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 16.0
PATIENCE_S = 60.0


def run_reconnecting(
    runner: EpisodeRunner,
    work: Work,
    *,
    patience_s: float = PATIENCE_S,
    tell: Callable[[], None] | None = None,
    warn: Callable[[str], None] = lambda _: None,
) -> EpisodeLog:
    """The log of an episode; AgentGone if its agent cannot be reached for `patience_s`.

    `tell` is called at each step, `warn` with a sentence before each pause.
    """
    log = runner.run(work, tell=tell)
    reconnect = getattr(runner.agent, "reconnect", None)  # agents elsewhere have it
    for _ in range(ATTEMPTS - 1):
        if log.outcome.reason != "invalid" or reconnect is None:
            break
        _reconnect(reconnect, log.outcome.detail, patience_s, warn)
        log = runner.run(work, tell=tell)
    return log


def run_or_blame(runner: EpisodeRunner, work: Work, **how: Any) -> EpisodeLog:
    """The same in a process that no person interrupts: a KeyboardInterrupt there is the agent's own."""
    try:
        return run_reconnecting(runner, work, **how)
    except KeyboardInterrupt:
        return runner.failed(work, Outcome("agent_error", "the agent raised KeyboardInterrupt"))


def _reconnect(
    reconnect: Callable[[], None], broke: str, patience_s: float, warn: Callable[[str], None]
) -> None:
    until_s, pause_s = time.monotonic() + patience_s, FIRST_PAUSE_S
    while True:
        try:
            reconnect()
        except TransportFault as error:
            left_s = until_s - time.monotonic()
            if left_s <= 0:
                raise AgentGone(
                    f"{broke}. It did not come back within {patience_s:g} s ({error}). What is stored is "
                    "safe; start the agent again, then repeat the same command to resume"
                ) from None
            pause_s = min(pause_s, left_s)
            warn(f"{error}; trying again in {pause_s:.1f} s, for {left_s:.0f} s more")
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        else:
            return
