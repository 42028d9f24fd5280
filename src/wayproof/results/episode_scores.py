"""One log in short: which episode of which agent under which condition, and the metrics asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from wayproof.log import EpisodeLog
from wayproof.metrics.scores import score_all

HEADLINES = ("success", "spl")  # what every table shows first

Episode = tuple[str, str]  # scene and id


class EpisodeScores(msgspec.Struct, frozen=True):
    """What a table needs of one log; a metric that is not defined for the episode is None."""

    protocol: str  # hash
    task: str  # "task/protocol/body"
    agent: str
    beyond_protocol: tuple[str, ...]
    condition: str
    scene: str
    episode: str
    repeat: int
    reason: str  # why the episode ended
    values: dict[str, float | None]
    real_time: bool = False

    @property
    def key(self) -> Episode:
        return self.scene, self.episode


def episode_scores(log: EpisodeLog, metrics: Sequence[str] | None = HEADLINES) -> EpisodeScores:
    """The scores of one log; `metrics` None takes all there are."""
    task = log.comparable.task
    return EpisodeScores(
        protocol=log.protocol_hash,
        task=f"{task.task}/{task.name}/{task.body}",
        agent=log.agent.name if log.mitigation is None else f"{log.agent.name} with {log.mitigation}",
        beyond_protocol=log.beyond_protocol,
        condition=log.condition.name,
        scene=log.episode.scene,
        episode=log.episode.id,
        repeat=log.repeat,
        reason=log.outcome.reason,
        values=score_all(log, metrics),
        real_time=log.comparable.real_time,
    )


def by_episode(scores: Iterable[EpisodeScores], metric: str) -> dict[Episode, float]:
    """A metric of each episode, averaged over the repeats for which it is defined.

    In an order that depends on nothing but the episodes' names, and with it the draws of a bootstrap: logs
    lie on the disk as workers happened to finish.
    """
    found: dict[Episode, list[float]] = {}
    for one in scores:
        value = one.values[metric]
        if value is not None:
            found.setdefault(one.key, []).append(value)
    return {key: sum(values) / len(values) for key, values in sorted(found.items())}
