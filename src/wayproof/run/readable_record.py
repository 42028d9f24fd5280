"""The record of a log, read back before it is stored: what was written can be read.

Almost every log is stored as it is. One that holds something of the agent's that no reader would take is
stored without it, and its episode ends as the agent's error.
"""

from __future__ import annotations

from msgspec.structs import replace

from wayproof.errors import WayproofError
from wayproof.log import EpisodeLog, Outcome, decode_log, encode_log, writable

UNREADABLE = (WayproofError, ValueError, TypeError, OverflowError, RecursionError, MemoryError)


def readable_record(log: EpisodeLog) -> tuple[EpisodeLog, bytes]:
    """The log as it is stored, and its bytes."""
    try:
        record = encode_log(log)
        decode_log(record)
    except UNREADABLE as error:
        log = _without_what_the_agent_said(log, f"its log could not be kept: {error}")
        record = encode_log(log)
    return log, record


def _without_what_the_agent_said(log: EpisodeLog, why: str) -> EpisodeLog:
    claims = tuple(replace(claim, text=None) for claim in log.claims)
    return replace(log, trace=(), claims=claims, outcome=Outcome("agent_error", writable(why)))
