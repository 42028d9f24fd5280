"""A metric by label: which observations, episodes or goals, have which label under which condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wayproof.log import EpisodeLog
from wayproof.results.episode_labels import Labels, goal_slices_of, slices_of
from wayproof.results.episode_scores import EpisodeScores, Observation
from wayproof.results.part import Part

ByCondition = dict[str, dict[Observation, float]]


def label_kinds(part: Part) -> dict[str, set[str]]:
    """The kinds of labels that the episodes of a part have, with their labels."""
    kinds: dict[str, set[str]] = {}
    for log in part.logs:
        for kind, names in slices_of(log).items():
            kinds.setdefault(kind, set()).update(names)
    return kinds


def labelled(part: Part, metric: str, kind: str) -> dict[str, ByCondition]:
    """A metric by label of one kind, condition and observation, averaged over repeats; needs the logs.

    An episode counts for each of its labels. Of a metric over goals, a goal counts for each of its own.
    """
    found: dict[str, dict[str, dict[Observation, list[float]]]] = {}
    for one, log in zip(part.scores, part.logs, strict=True):
        for key, value, labels in _observed(one, log, metric):
            for label in labels.get(kind, ()):
                cell = found.setdefault(label, {}).setdefault(one.condition, {})
                cell.setdefault(key, []).append(value)
    return {
        label: {name: _means(own[name].items()) for name in part.order if name in own}
        for label, own in found.items()
    }


def _observed(
    one: EpisodeScores, log: EpisodeLog, metric: str
) -> Iterator[tuple[Observation, float, Labels]]:
    values = one.each(metric)
    labels = goal_slices_of(log) if metric in one.goal_values else [slices_of(log)]
    for key, value, own in zip(one.keys(metric), values, labels, strict=True):
        if value is not None:
            yield key, value, own


def _means(found: Iterable[tuple[Observation, list[float]]]) -> dict[Observation, float]:
    return {key: sum(values) / len(values) for key, values in sorted(found)}
