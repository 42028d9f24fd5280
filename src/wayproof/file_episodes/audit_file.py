"""All described goals of an episode file, judged scene by scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.file_episodes.description_audit import Audited, audit_goal
from wayproof.file_episodes.format_choice import format_of
from wayproof.file_episodes.scene_map import mapped, missing_scenes
from wayproof.simulator.body import load_body
from wayproof.simulator.worlds import world_named
from wayproof.vocabulary import Episode, Goal


def audit_file(
    file: Path,
    table: Mapping[str, str],
    as_format: str | None,
    body: str,
    limit: int,
    say: Callable[[str], None],
) -> list[Audited]:
    """Judge the goals that have a description; scenes that are not here are an error before the first one."""
    found = format_of(file, as_format).read(file)
    told = [(e, n, goal) for e in found.episodes for n, goal in enumerate(e.goals) if goal.text]
    told = told[: limit or None]
    if not told:
        raise InvalidInput(f"{file.name} has no goal with a description; give a file of described goals")
    ours = mapped(dict.fromkeys(episode.scene for episode, _, _ in told), table)
    missing = missing_scenes(ours)
    if missing:
        listed = "\n  ".join(f"{scene}: {why}" for scene, why in missing.items())
        raise InvalidInput(f"scenes are missing:\n  {listed}\nSay with --scenes which of ours stand for them")
    by_scene: dict[str, list[tuple[Episode, int, Goal]]] = {}
    for one in told:
        by_scene.setdefault(ours[one[0].scene], []).append(one)
    chosen = load_body(body)
    audited = []
    for number, (scene, goals) in enumerate(by_scene.items(), 1):
        say(f"scene {number} of {len(by_scene)}: {scene}, {len(goals)} descriptions")
        world = world_named(scene, chosen, lit=False)
        for episode, place, goal in goals:
            judged = audit_goal(world, goal)
            audited.append(Audited(episode.id, place, goal.text or "", judged.kind, judged.why))
    return audited
