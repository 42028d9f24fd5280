"""What an episode and a condition are, apart from the names they go by: only the same content is compared.

A scene counts by its hash, an episode by start, goals, instruction, limits and all else that shapes it, a
condition by its faults with their severities. Ids, labels and file names are names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.spec import differences
from wayproof.vocabulary import Episode, Fault

# Fields of an episode that shape nothing, emptied.
NAMES: dict[str, Any] = {"id": "", "labels": {}, "file_id": None, "source": None}


class EpisodeContent(msgspec.Struct, frozen=True):
    """An episode with its scene; two of one digest are the same, whatever they are called."""

    digest: str
    scene_hash: str
    episode: Episode


def content_of(log: EpisodeLog, known: dict[str, EpisodeContent] | None = None) -> EpisodeContent:
    """The content of a log's episode. `known`, if given, keeps one copy of each: a run has one episode under
    many conditions."""
    nameless = msgspec.structs.replace(log.episode, **NAMES, scene=log.scene_hash or log.episode.scene)
    digest = hashlib.blake2b(msgspec.msgpack.encode(nameless, order="sorted"), digest_size=12).hexdigest()
    found = EpisodeContent(digest, log.scene_hash, log.episode)
    # Two episodes of one content keep their own names.
    return (
        found if known is None else known.setdefault(f"{digest}|{log.episode.scene}|{log.episode.id}", found)
    )


def record_of(log: EpisodeLog) -> str:
    """What only one run can have: where the robot was and how long the agent took, step by step."""
    mark = hashlib.blake2b(log.steps.pose.tobytes(), digest_size=12)
    mark.update(log.steps.act_s.tobytes())
    mark.update(log.agent_label.encode())
    return mark.hexdigest()


def content_differences(one: EpisodeContent, other: EpisodeContent) -> list[str]:
    """The fields that shape an episode and differ, as "start is ... against ..."."""
    found = []
    if one.scene_hash != other.scene_hash:
        if one.episode.scene != other.episode.scene:
            found.append(f"scene is {one.episode.scene!r} against {other.episode.scene!r}")
        found.append(f"scene_hash is {one.scene_hash!r} against {other.scene_hash!r}")
    elif not one.scene_hash and one.episode.scene != other.episode.scene:
        found.append(f"scene is {one.episode.scene!r} against {other.episode.scene!r}")
    first, second = (msgspec.structs.replace(side.episode, **NAMES, scene="") for side in (one, other))
    return [*found, *differences(first, second)]


def check_same_episodes(
    first: Iterable[EpisodeContent], second: Iterable[EpisodeContent], sides: tuple[str, str]
) -> None:
    """Refuse episodes that share a name and not their content; those of one side only are left to the caller.

    In a scene that the other side does not know, an id alone counts as the name.
    """
    one, other = _by_name(first), _by_name(second)
    digests = [{content.digest for content in side.values()} for side in (one, other)]
    lone, others = (
        {name: content for name, content in side.items() if content.digest not in known}
        for side, known in ((one, digests[1]), (other, digests[0]))
    )
    known_scenes = [{scene for scene, _ in side} for side in (one, other)]
    strange = {name[1]: content for name, content in others.items() if name[0] not in known_scenes[0]}
    for name, content in lone.items():
        rival = others.get(name)
        if rival is None and name[0] not in known_scenes[1]:
            rival = strange.get(name[1])
        if rival is not None:
            raise InvalidInput(
                f"the episodes named {content.episode.id!r} of {sides[0]} and {sides[1]} are two different "
                f"episodes: {'; '.join(content_differences(content, rival)[:5])}. "
                "Run both from the same episode file"
            )


def matched_conditions(
    first: Mapping[str, tuple[Fault, ...] | None],
    second: Mapping[str, tuple[Fault, ...] | None],
    sides: tuple[str, str],
) -> dict[str, str | None]:
    """For each condition of the first side the name of the one of the second that has the same faults, or
    None where it is missing. The same name or the same faults with other severities are refused."""
    found: dict[str, str | None] = {
        name: name for name, faults in first.items() if name in second and _same(faults, second[name])
    }
    for name, faults in first.items():
        free = [other for other in second if other not in found.values()]
        if name in found:
            continue
        twin = next((other for other in free if faults is not None and second[other] == faults), None)
        if twin is None:
            rival = name if name in free else next((o for o in free if _alike(faults, second[o])), None)
            if rival is not None:
                raise InvalidInput(
                    f"condition {name!r} of {sides[0]} is not what {sides[1]} ran as {rival!r}: "
                    f"faults is {_written(faults)} against {_written(second[rival])}. Run both from one suite"
                )
        found[name] = twin
    return {name: found[name] for name in first}


def _by_name(contents: Iterable[EpisodeContent]) -> dict[tuple[str, str], EpisodeContent]:
    return {(content.episode.scene, content.episode.id): content for content in contents}


def _same(one: tuple[Fault, ...] | None, other: tuple[Fault, ...] | None) -> bool:
    return one is None or other is None or one == other


def _alike(one: tuple[Fault, ...] | None, other: tuple[Fault, ...] | None) -> bool:
    """Whether these are the same faults at another severity or with another profile."""
    return bool(one and other) and [fault.name for fault in one or ()] == [
        fault.name for fault in other or ()
    ]


def _written(faults: tuple[Fault, ...] | None) -> str:
    return " + ".join(f"{one.name}:{one.severity:g} ({one.profile})" for one in faults or ()) or "none"
