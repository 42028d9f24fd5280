"""The episode set of a recipe with a file: every episode fitted to its scene, or named with what is wrong.

Nothing is left out in silence: episodes that cannot be run are refused all together, or, where the recipe
says so, skipped, counted and named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from wayproof.episode_set import REFUSE, EpisodeSet
from wayproof.errors import InvalidInput
from wayproof.file_episodes.episode_fit import Fitted, fitted_episode
from wayproof.file_episodes.episode_source import EpisodeSource
from wayproof.file_episodes.goal_fit import Unfit
from wayproof.file_episodes.scene_map import only_world, stem_of
from wayproof.scenes.by_name import imported_files
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import DECIDING, cache_key, kept_set
from wayproof.vocabulary import Episode, Protocol

MOST_NAMED = 5  # episodes for each reason, in a message
LONGEST_DETAIL = 160  # letters
Failures = list[tuple[Episode, Unfit]]
_STAGES = (*DECIDING, "formats", "file_episodes")


def file_set(source: EpisodeSource, *, tell: Callable[[int], None] | None = None) -> EpisodeSet:
    """The set of a source whose scenes are there: from the cache, or fitted now."""
    recipe = replace(source.recipe, file=source.path.name)
    files = [file for ours in sorted(set(source.scenes.values())) for file in imported_files(ours)]
    key = cache_key(recipe, _STAGES, files)
    return kept_set(f"{key}-{source.content}", lambda: fitted_set(source, tell=tell))


def fitted_set(source: EpisodeSource, *, tell: Callable[[int], None] | None = None) -> EpisodeSet:
    """Fit all episodes of a source, scene by scene."""
    recipe, protocol = source.recipe, _protocol(source)
    fitted, left_out = tried(source, tell=tell)
    if left_out and (recipe.unfit == REFUSE or not fitted):
        raise InvalidInput(_refusal(source, left_out, bool(fitted)))
    reasons = Counter(error.reason for _, error in left_out)
    return EpisodeSet(
        replace(recipe, file=source.path.name, protocol=protocol.name, world=only_world(source.scenes)),
        _told_apart([replace(each.episode, seed=recipe.seed) for each in fitted]),
        dict(sorted(reasons.items())),
        (),
        left_out={_name(episode): str(error) for episode, error in left_out},
        notes=_notes(source, fitted, left_out),
        content=source.content,
    )


def tried(
    source: EpisodeSource, *, tell: Callable[[int], None] | None = None
) -> tuple[list[Fitted], Failures]:
    """What can be run and what cannot, scene by scene in the order of the file."""
    recipe, protocol = source.recipe, _protocol(source)
    body = body_under(protocol, load_body(recipe.body or protocol.body))
    tracks = _tracks(source)
    fitted: list[Fitted] = []
    left_out: Failures = []
    for scene, ours in source.scenes.items():
        world = world_named(ours, body, lit=False)
        for episode in (each for each in source.episodes if each.scene == scene):
            try:
                found = fitted_episode(world, protocol, episode, recipe.snap_m, tracks)
            except Unfit as error:
                left_out.append((episode, error))
                continue
            people = recipe.people or found.episode.people
            fitted.append(Fitted(replace(found.episode, people=people), found.remarks))
        if tell is not None:
            tell(len(fitted))
    return fitted, left_out


def _protocol(source: EpisodeSource) -> Protocol:
    return TASKS[source.recipe.task].protocol(source.protocol)


def _tracks(source: EpisodeSource) -> Mapping[str, Any]:
    """The expert's tracks of VLN-CE by the id of the episode; none where two files disagree."""
    held = source.found.extras.ground_truth if source.found.extras else {}
    found: dict[str, Any] = {}
    for tracks in held.values():
        for name, track in tracks.items():
            found[name] = track if found.get(name, track) == track else None
    return found


def _told_apart(episodes: list[Episode]) -> tuple[Episode, ...]:
    """Episodes whose ids differ within each of our scenes, which several of the file's may share."""
    seen: Counter[tuple[str, str]] = Counter()
    apart = []
    for episode in episodes:
        key = (episode.scene, episode.id)
        seen[key] += 1
        apart.append(episode if seen[key] == 1 else replace(episode, id=f"{episode.id}~{seen[key]}"))
    return tuple(apart)


def _name(episode: Episode) -> str:
    return f"{stem_of(episode.scene)}: {episode.id}"


def _refusal(source: EpisodeSource, left_out: Failures, some_fit: bool) -> str:
    """Which episodes cannot be run and why, a line for each reason, and what to do."""
    by_reason: dict[str, Failures] = {}
    for episode, error in left_out:
        by_reason.setdefault(error.reason, []).append((episode, error))
    lines = []
    for reason, group in by_reason.items():
        named = "; ".join(_told(episode, error) for episode, error in group[:MOST_NAMED])
        lines.append(f"{len(group)} {reason} ({named}{'; ...' if len(group) > MOST_NAMED else ''})")
    off = len(by_reason.get("start off the floor", []))
    cure = "Check that the scenes are those of the file"
    if some_fit:
        snap_m = f"{source.recipe.snap_m:g} m"
        cure = f'Mend them, allow a larger snap_m (now {snap_m}), or write unfit = "skip" to leave them out'
    if off > len(source.episodes) / 2:
        cure += ". Most starts are off the floor: are frame and unit of the mesh those of the file "
        cure += "(wayproof scenes import --up, --unit)?"
    return (
        f"{source.path.name}: {len(left_out)} of {len(source.episodes)} episodes cannot be run:\n  "
        + "\n  ".join(lines)
        + f"\n{cure}"
    )


def _told(episode: Episode, error: Unfit) -> str:
    detail = str(error).removeprefix(error.reason).removeprefix(": ")
    return f"{_name(episode)}, {detail[:LONGEST_DETAIL]}" if detail else _name(episode)


def _notes(source: EpisodeSource, fitted: list[Fitted], left_out: Failures) -> tuple[str, ...]:
    """What a reader of the results should know, each with its count."""
    notes = list(source.found.notes)
    others = len(source.found.episodes) - len(source.episodes)
    if others:
        notes.append(f"{source.path.name}: {others} episodes of it are not part of this set")
    for remark, count in Counter(remark for each in fitted for remark in each.remarks).items():
        first = next(each.episode.id for each in fitted if remark in each.remarks)
        notes.append(f"{source.path.name}: {remark} ({count}: {first}{', ...' if count > 1 else ''})")
    for reason, count in Counter(error.reason for _, error in left_out).items():
        first = next(_name(episode) for episode, error in left_out if error.reason == reason)
        more = ", ..." if count > 1 else ""
        notes.append(f"{source.path.name}: left out: {reason} ({count}: {first}{more})")
    return tuple(notes)
