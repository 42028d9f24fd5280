"""Answers to questions: how many are right, kindly and strictly read."""

from __future__ import annotations

from collections.abc import Callable

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.answers import answers_equal, answers_match, is_question
from wayproof.metrics.goals import first_claims


@metric(
    unit="share",
    better="higher",
    high=1.0,
    source="OmniNavBench, Table III; whole words: ours",
    title="EQA-ACC",
)
def eqa_accuracy(log: EpisodeLog) -> float | None:
    """The share of questions whose answer contains the key, as whole words and with numbers as digits.

    A question without an answer is answered wrongly. None where nothing is asked.
    """
    return _share(log, answers_match)


@metric(unit="share", better="higher", high=1.0, source="ours")
def eqa_strict(log: EpisodeLog) -> float | None:
    """The share of questions whose answer is the key and nothing else, with numbers as digits.

    A question without an answer is answered wrongly. None where nothing is asked.
    """
    return _share(log, answers_equal)


def _share(log: EpisodeLog, agree: Callable[[str, str], bool]) -> float | None:
    pairs = [
        (goal.answer or "", claim.text or "" if claim else "")
        for goal, claim in zip(log.episode.goals, first_claims(log), strict=True)
        if is_question(goal)
    ]
    return sum(agree(key, text) for key, text in pairs) / len(pairs) if pairs else None
