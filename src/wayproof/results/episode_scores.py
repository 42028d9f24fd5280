"""One log in short: which episode of which agent under which condition, and the metrics asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from wayproof.log import EpisodeLog
from wayproof.metrics.scores import score_all, score_goals
from wayproof.results.applicability import Reach, reach_in
from wayproof.results.headlines import USUAL, headlines_of, table_metrics
from wayproof.results.trial_content import EpisodeContent, content_of, record_of
from wayproof.vocabulary import Fault, Headlines

# What is observed once: an episode, by scene and id, or one of its goals, by scene and "id#number".
Observation = tuple[str, str]


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
    isolation: str = ""  # how far the agent was kept from the truth
    headlines: Headlines = USUAL
    goal_values: dict[str, tuple[float | None, ...]] = {}  # of metrics over goals, goal by goal
    content: EpisodeContent | None = None  # what the episode is, whatever its name
    faults: tuple[Fault, ...] | None = None  # what the condition is
    record: str = ""  # a mark that no other run has
    reach: tuple[Reach, ...] = ()  # the faults of the condition, and what keeps them from the agent

    @property
    def key(self) -> Observation:
        return self.scene, self.episode

    def each(self, metric: str) -> tuple[float | None, ...]:
        """The value of a metric at each goal if it is over goals, else the one of the episode."""
        return self.goal_values.get(metric, (self.values[metric],))

    def keys(self, metric: str) -> list[Observation]:
        """What a metric observes: each goal if it is over goals, else the episode."""
        if metric not in self.goal_values:
            return [self.key]
        return [(self.scene, f"{self.episode}#{goal}") for goal in range(len(self.goal_values[metric]))]

    def observed(self, metric: str) -> dict[Observation, float]:
        """What the log says of a metric, where it is defined."""
        found = zip(self.keys(metric), self.each(metric), strict=True)
        return {key: value for key, value in found if value is not None}


def episode_scores(
    log: EpisodeLog, metrics: Sequence[str] | None = (), known: dict[str, EpisodeContent] | None = None
) -> EpisodeScores:
    """The scores of one log: what its table shows and the metrics asked for; None takes all there are.

    `known` shares episodes between logs.
    """
    task, headlines = log.comparable.task, headlines_of(log)
    names = None if metrics is None else tuple(dict.fromkeys((*table_metrics(headlines), *metrics)))
    return EpisodeScores(
        protocol=log.protocol_hash,
        task=f"{task.task}/{task.name}/{task.body}",
        agent=log.agent_label,
        beyond_protocol=log.beyond_protocol,
        condition=log.condition.name,
        scene=log.episode.scene,
        episode=log.episode.id,
        repeat=log.repeat,
        reason=log.outcome.reason,
        values=score_all(log, names),
        real_time=log.comparable.real_time,
        isolation=log.isolation,
        headlines=headlines,
        goal_values=score_goals(log, names),
        content=content_of(log, known),
        faults=log.condition.faults,
        record=record_of(log),
        reach=reach_in(log),
    )


def observations(scores: Iterable[EpisodeScores], metric: str) -> dict[Observation, float]:
    """A metric of each episode or goal, averaged over the repeats for which it is defined.

    In an order that depends on nothing but the episodes' names, and with it the draws of a bootstrap: logs
    lie on the disk as workers happened to finish.
    """
    found: dict[Observation, list[float]] = {}
    for one in scores:
        for key, value in one.observed(metric).items():
            found.setdefault(key, []).append(value)
    return {key: sum(values) / len(values) for key, values in sorted(found.items())}
