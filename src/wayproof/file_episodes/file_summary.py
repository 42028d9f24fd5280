"""What is in an episode file: how many episodes, scenes and goals, in which languages, how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from wayproof.file_episodes.episode_fit import task_of
from wayproof.file_episodes.goal_fit import our_category
from wayproof.formats import EpisodeFile, Format
from wayproof.goal_kinds import MISSION
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode


def file_summary(form: Format, found: EpisodeFile) -> dict[str, Any]:
    """The facts of a file that was read, as plain data."""
    episodes = found.episodes
    goals = [goal for episode in episodes for goal in episode.goals]
    words = [len(text.split()) for episode in episodes for text in _texts(episode)]
    lengths_m = [e.shortest_length_m for e in episodes if e.shortest_length_m is not None]
    return {
        "format": form.name,
        "episodes": len(episodes),
        "scenes": len({episode.scene for episode in episodes}),
        "goals": len(goals),
        "goals_per_episode": _range([len(episode.goals) for episode in episodes]),
        "goal_kinds": _counted(goal.kind for goal in goals),
        "categories": _counted(our_category(goal.category) for goal in goals if goal.category),
        "languages": _counted(episode.language for episode in episodes if _texts(episode)),
        "words": _range(words),
        "shortest_length_m": _range(lengths_m),
        "reference_paths": sum(bool(episode.reference_path_m) for episode in episodes),
        "people": _range([episode.people for episode in episodes if episode.people]),
        "labels": {
            name: _counted(episode.labels[name] for episode in episodes if name in episode.labels)
            for name in sorted({name for episode in episodes for name in episode.labels})
        },
        "tasks": _counted(task_of(episode) for episode in episodes),
        "protocols": dict(form.protocols),
        "cannot_run": cannot_run(form, episodes),
        "notes": list(found.notes),
    }


def cannot_run(form: Format, episodes: Sequence[Episode]) -> list[str]:
    """Why episodes of a file cannot be run whatever the scenes are; nothing if all can."""
    if not form.protocols:
        return [f"all {len(episodes)}: {form.lacks}"]
    reasons: Counter[str] = Counter()
    for episode in episodes:
        if not episode.goals:
            reasons["the file has no goal for it"] += 1
        elif task_of(episode) == MISSION:
            reasons["a mission of several kinds of goals, which no task of ours judges yet"] += 1
        elif task_of(episode) not in TASKS.names():
            reasons[f"there is no task {task_of(episode)}"] += 1
    return [f"{count}: {reason}" for reason, count in reasons.items()]


def _texts(episode: Episode) -> list[str]:
    """The sentences that an agent would read."""
    told = [goal.text for goal in episode.goals if goal.text]
    return [episode.instruction] if episode.instruction else told


def _counted(values: Any) -> dict[str, int]:
    return dict(Counter(values).most_common())


def _range(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    return {"least": min(values), "median": median(values), "most": max(values)}
