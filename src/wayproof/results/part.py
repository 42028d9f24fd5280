"""One agent under one protocol: its scores and logs by condition, and the clean twin of every episode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from wayproof.errors import InvalidInput
from wayproof.log import Comparable, EpisodeLog, key_of, trial_key
from wayproof.results.applicability import Applicability, conditions_judged, trials_missed
from wayproof.results.episode_scores import EpisodeScores, Observation, episode_scores, observations
from wayproof.results.pairs import Pair, Twins, twins_by_condition
from wayproof.vocabulary import CLEAN, Condition, Headlines


@dataclass(frozen=True)
class Part:
    """What one table is about. Without logs, only the metrics that were scored can be asked for."""

    scores: tuple[EpisodeScores, ...]
    comparable: Comparable  # the protocol
    order: tuple[str, ...]  # conditions, the reference first
    stopped: tuple[str, ...] = ()  # conditions that were stopped early
    planned: Mapping[str, int] = field(default_factory=dict)  # how many trials a condition is to have
    logs: tuple[EpisodeLog, ...] = ()
    cautions: tuple[str, ...] = ()  # what limits trust in the whole run, for every table
    not_applicable: Mapping[str, str] = field(default_factory=dict)  # conditions beside `order`, and why
    partly: Mapping[str, str] = field(default_factory=dict)  # conditions of which some faults miss the agent
    suite_order: tuple[str, ...] = ()  # all conditions, those that are not applicable too

    @property
    def agent(self) -> str:
        return self.scores[0].agent

    @property
    def protocol(self) -> str:
        """The hash that two parts must share to be compared."""
        return self.scores[0].protocol

    @property
    def task(self) -> str:
        return self.scores[0].task

    @property
    def listed(self) -> tuple[str, ...]:
        """The conditions that a table has a row for: those with episodes, and those not applicable."""
        places = {name: place for place, name in enumerate(self.suite_order)}
        names = dict.fromkeys((*self.order, *self.not_applicable))
        return tuple(sorted(names, key=lambda name: places.get(name, len(places))))

    @cached_property
    def headlines(self) -> Headlines:
        """The metrics that the table shows, as the first log names them: of these, what all episodes have."""
        named = self.scores[0].headlines
        main, secondary = (
            tuple(name for name in names if all(name in one.values for one in self.scores))
            for names in (named.main, named.secondary)
        )
        return Headlines(main, secondary)

    @cached_property
    def scores_by_condition(self) -> dict[str, list[EpisodeScores]]:
        found: dict[str, list[EpisodeScores]] = {name: [] for name in self.order}
        for one in self.scores:
            found[one.condition].append(one)
        return found

    @cached_property
    def logs_by_condition(self) -> dict[str, list[EpisodeLog]]:
        """Logs in the order of the table; each list sorted by trial, as resampling wants it."""
        found: dict[str, list[EpisodeLog]] = {name: [] for name in self.order}
        for log in sorted(self.logs, key=trial_key):
            found[log.condition.name].append(log)
        return found

    @cached_property
    def conditions(self) -> dict[str, Condition]:
        """By name, in the order of the table."""
        known = {log.condition.name: log.condition for log in self.logs}
        return {name: known[name] for name in self.order}

    @cached_property
    def twins(self) -> dict[str, Twins]:
        """Clean episodes beside their twins; nothing where no clean one was run."""
        if not self.logs_by_condition.get(CLEAN):
            return {}
        return twins_by_condition([log for members in self.logs_by_condition.values() for log in members])

    def pairs(self, condition: str) -> tuple[Pair, ...]:
        """The clean and the corrupted log of each episode that has both."""
        found = self.twins.get(condition)
        return () if found is None else found.pairs

    def without(self, conditions: Collection[str]) -> Part:
        """The part as if these conditions had not been run."""
        kept = [number for number, one in enumerate(self.scores) if one.condition not in conditions]
        return replace(
            self,
            scores=tuple(self.scores[number] for number in kept),
            order=tuple(name for name in self.order if name not in conditions),
            planned={name: count for name, count in self.planned.items() if name not in conditions},
            logs=tuple(self.logs[number] for number in kept) if self.logs else (),
        )

    def values(self, metric: str) -> dict[str, dict[Observation, float]]:
        """A metric by condition and episode or goal, averaged over repeats; undefined values are left out,
        and so are conditions that are not applicable."""
        return {
            name: observations(members, metric)
            for name, members in self.scored(metric).scores_by_condition.items()
            if name not in self.not_applicable
        }

    def scored(self, *metrics: str) -> Part:
        """The part with scores of these metrics, computed from its logs where they are not there yet."""
        if all(metric in one.values for one in self.scores for metric in metrics):
            return self
        if not self.logs:
            raise InvalidInput(
                f"{', '.join(metrics)} cannot be computed: the logs were not kept; read the run with its logs"
            )
        names = tuple(dict.fromkeys((*self.scores[0].values, *metrics)))
        return replace(self, scores=tuple(episode_scores(log, names) for log in self.logs))


def parts_of(
    scores: Iterable[EpisodeScores],
    protocols: Mapping[str, Comparable],
    *,
    logs: Sequence[EpisodeLog] = (),
    names: Sequence[str] = (),
    stopped: Sequence[str] = (),
    planned: Mapping[tuple[str, str], int] | None = None,
    cautions: Sequence[str] = (),
    not_run: Mapping[tuple[str, str], str] | None = None,
) -> list[Part]:
    """One part for each protocol and agent. `protocols` by their hash; `names`: conditions in the order
    wanted; `logs`, if any, belong to the scores one by one; `planned`: trials by protocol and condition;
    `not_run`: why conditions were not run, by the same. Episodes under a condition that cannot reach the
    agent are left out, and so are single episodes that it does not reach: they are the clean ones again."""
    groups: dict[tuple[str, str], list[int]] = {}
    every = list(scores)
    for number, score in enumerate(every):
        groups.setdefault((score.protocol, score.agent), []).append(number)
    parts = []
    for (protocol, _), members in groups.items():
        met = [(every[number].condition, every[number].reach) for number in members]
        judged, missed = conditions_judged(met), trials_missed(met)
        needless = {name: one.why for name, one in judged.items() if not one.applicable}
        spared = {members[place] for place in missed}
        kept = [n for n in members if every[n].condition not in needless and n not in spared] or members
        missing = {name: why for (own, name), why in (not_run or {}).items() if own == protocol}
        parts.append(
            Part(
                tuple(every[number] for number in kept),
                protocols[protocol],
                _in_order([every[number].condition for number in kept], names),
                tuple(stopped),
                _planned(planned or {}, protocol, [met[place][0] for place in missed]),
                tuple(logs[number] for number in kept) if logs else (),
                tuple(cautions),
                {**missing, **needless},
                _partly(judged, [(met[place][0], why) for place, why in missed.items()]),
                _in_order([*names, *(every[number].condition for number in members)], names),
            )
        )
    return parts


def parts_of_logs(logs: Sequence[EpisodeLog], metrics: Sequence[str] | None = ()) -> list[Part]:
    """Parts of logs that belong to no run; the same trial of an agent twice is refused."""
    seen: set[tuple[str, str, str]] = set()
    for log in logs:
        key = (key_of(log), log.agent_label, log.agent.version)
        if key in seen:
            raise InvalidInput(
                f"two logs of episode {log.episode.id!r}, repeat {log.repeat}, under {log.condition.name!r}; "
                "leave one out, or number the repeats"
            )
        seen.add(key)
    protocols = {log.protocol_hash: log.comparable for log in logs}
    return parts_of([episode_scores(log, metrics) for log in logs], protocols, logs=logs)


def _planned(planned: Mapping[tuple[str, str], int], protocol: str, missed: Iterable[str]) -> dict[str, int]:
    """How many trials are to count, by condition: without those that it does not reach."""
    left_out = Counter(missed)
    return {name: count - left_out[name] for (own, name), count in planned.items() if own == protocol}


def _partly(judged: Mapping[str, Applicability], missed: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Of conditions that count: which faults miss the agent, or how many episodes, and why."""
    told = {name: one.told for name, one in judged.items() if one.applicable and one.out_of_reach}
    episodes: dict[str, list[str]] = {}
    for (condition, why), count in Counter(missed).items():
        episodes.setdefault(condition, []).append(f"{count} episodes are n/a, since {why}")
    return told | {condition: "; ".join(parts) for condition, parts in episodes.items()}


def _in_order(found: Iterable[str], names: Sequence[str]) -> tuple[str, ...]:
    """The reference, then conditions as the suite lists them, then others as they come."""
    present = dict.fromkeys(found)
    listed = [name for name in dict.fromkeys((CLEAN, *names)) if name in present]
    return (*listed, *(name for name in present if name not in listed))
