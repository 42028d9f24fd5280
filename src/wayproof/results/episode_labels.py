"""Slices: the labels of an episode and of its goals by which results are told apart."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.vocabulary import Goal

NO_FEATURE = "none"  # as LangNavBench's column for descriptions without attributes


Labels = dict[str, tuple[str, ...]]


def slices_of(log: EpisodeLog) -> Labels:
    """Labels of an episode by kind; several of one kind where its goals differ in it.

    Kinds: scene, body, language, goals (how many), those of its goals (see `labels_of_goal`), and those that
    the episode was drawn with: difficulty, room type, ...
    """
    episode = log.episode
    labels: Labels = {
        "scene": (episode.scene,),
        "body": (log.comparable.task.body,),
        "language": (episode.language,),
        "goals": (str(len(episode.goals)),),
    }
    of_goals: Labels = {}
    for goal in episode.goals:
        for kind, names in labels_of_goal(goal).items():
            of_goals[kind] = tuple(dict.fromkeys((*of_goals.get(kind, ()), *names)))
    return labels | of_goals | {kind: (label,) for kind, label in episode.labels.items()}


def goal_slices_of(log: EpisodeLog) -> list[Labels]:
    """Labels of each goal of an episode by kind: its own, and those of the episode of other kinds."""
    whole = slices_of(log)
    of_goals = {kind for goal in log.episode.goals for kind in labels_of_goal(goal)}
    shared = {kind: names for kind, names in whole.items() if kind not in of_goals}
    return [shared | labels_of_goal(goal) for goal in log.episode.goals]


def labels_of_goal(goal: Goal) -> Labels:
    """Labels of one goal by kind, where it has them.

    Kinds: feature (the kinds of words in its text, each of them), attributes (how many kinds), candidates
    (how many things count as reaching it), category.
    """
    labels: Labels = {}
    features = features_of(goal)
    if features:
        labels["feature"] = features
        labels["attributes"] = (str(sum(one != NO_FEATURE for one in features)),)
        if goal.instances:
            labels["candidates"] = (str(len(goal.instances)),)
    if goal.category is not None:
        labels["category"] = (goal.category,)
    return labels


def features_of(goal: Goal) -> tuple[str, ...]:
    """The kinds of words that a goal's text uses, "none" if it uses none; empty for a goal without a text."""
    if goal.text is None:
        return ()
    return tuple(dict.fromkeys(goal.tags)) or (NO_FEATURE,)
