"""Slices: the labels of an episode by which results are told apart."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.vocabulary import Goal

NO_FEATURE = "none"  # as LangNavBench's column for descriptions without attributes


def slices_of(log: EpisodeLog) -> dict[str, tuple[str, ...]]:
    """Labels by kind; several of one kind where an episode's goals differ in it.

    Kinds: scene, body, language, goals (how many), feature (kinds of words in its goals' texts), category,
    and those that the episode was drawn with: difficulty, room type, ...
    """
    episode = log.episode
    labels: dict[str, tuple[str, ...]] = {
        "scene": (episode.scene,),
        "body": (log.comparable.task.body,),
        "language": (episode.language,),
        "goals": (str(len(episode.goals)),),
    }
    features = dict.fromkeys(feature for goal in episode.goals for feature in features_of(goal))
    categories = dict.fromkeys(goal.category for goal in episode.goals if goal.category is not None)
    if features:
        labels["feature"] = tuple(features)
    if categories:
        labels["category"] = tuple(categories)
    return labels | {kind: (label,) for kind, label in episode.labels.items()}


def features_of(goal: Goal) -> tuple[str, ...]:
    """The kinds of words that a goal's text uses, "none" if it uses none; empty for a goal without a text."""
    if goal.text is None:
        return ()
    return tuple(dict.fromkeys(goal.tags)) or (NO_FEATURE,)
