"""All described goals of an episode file or of a suite, judged scene by scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.file_episodes.description_audit import Audited, audit_goal
from wayproof.file_episodes.format_choice import format_of
from wayproof.file_episodes.scene_map import mapped, missing_scenes
from wayproof.language.goal_truth import before_goals
from wayproof.simulator.body import load_body
from wayproof.simulator.worlds import world_named
from wayproof.vocabulary import Episode


def audit_file(
    file: Path,
    table: Mapping[str, str],
    as_format: str | None,
    body: str,
    limit: int,
    say: Callable[[str], None],
) -> list[Audited]:
    """Judge the goals that have a description; scenes that are not here are an error before the first one."""
    return audit_episodes(format_of(file, as_format).read(file).episodes, file.name, table, body, limit, say)


def audit_episodes(
    episodes: Sequence[Episode],
    name: str,
    table: Mapping[str, str] | None,
    body: str,
    limit: int,
    say: Callable[[str], None],
) -> list[Audited]:
    """The same of episodes that were read or drawn; `name` says where they are from, limit 0 takes all.

    Without a table of scenes the episodes are in ours already.
    """
    told = [
        (episode, number) for episode in episodes for number, goal in enumerate(episode.goals) if goal.text
    ]
    told = told[: limit or None]
    if not told:
        raise InvalidInput(f"{name} has no goal with a description; give a file of described goals")
    theirs = tuple(dict.fromkeys(episode.scene for episode, _ in told))
    ours = {scene: scene for scene in theirs} if table is None else mapped(theirs, table)
    missing = missing_scenes(ours)
    if missing:
        listed = "\n  ".join(f"{scene}: {why}" for scene, why in missing.items())
        raise InvalidInput(f"scenes are missing:\n  {listed}\nSay with --scenes which of ours stand for them")
    by_scene: dict[str, list[tuple[Episode, int]]] = {}
    for one in told:
        by_scene.setdefault(ours[one[0].scene], []).append(one)
    chosen, audited = load_body(body), []
    for count, (scene, goals) in enumerate(by_scene.items(), 1):
        say(f"scene {count} of {len(by_scene)}: {scene}, {len(goals)} descriptions")
        world = world_named(scene, chosen, lit=False)
        for episode, number in goals:
            goal = episode.goals[number]
            judged = audit_goal(world, goal, before_goals(world.scene, episode.goals)[number])
            audited.append(Audited(episode.id, number, goal.text or "", judged.kind, judged.why))
    return audited
