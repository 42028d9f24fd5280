"""The typed content of GOAT-Bench files, and the goals that their tasks stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from wayproof.formats.coordinate_frames import Quaternion
from wayproof.formats.documents import Reading
from wayproof.formats.habitat_fields import HabitatEpisode, known
from wayproof.formats.habitat_object_goal import goals_key
from wayproof.formats.object_goal_fields import ObjectGoalFields, goal_from
from wayproof.formats.typed_json import Id, Place
from wayproof.goal_kinds import IMAGE_GOAL, LANGUAGE_GOALS, OBJECT_GOAL
from wayproof.vocabulary import Goal

MOST_WORDS = 55  # of a description, split at single spaces
KINDS = {"object": OBJECT_GOAL, "description": LANGUAGE_GOALS, "image": IMAGE_GOAL}
Task = tuple[str, str, Id | None]  # category, one of KINDS, instance


class ImageGoal(Struct, frozen=True, kw_only=True):
    """From where a picture of the thing is taken."""

    position: Place
    rotation: Quaternion
    frame_coverage: float | UnsetType | None = UNSET
    object_coverage: float | UnsetType | None = UNSET
    hfov: float | UnsetType | None = UNSET
    image_dimensions: tuple[int, int] | UnsetType | None = UNSET


class GoatGoal(ObjectGoalFields, frozen=True, kw_only=True):
    lang_desc: str | UnsetType | None = UNSET
    children_object_categories: tuple[str, ...] | UnsetType | None = UNSET
    image_goals: tuple[ImageGoal, ...] | UnsetType | None = UNSET


Things = tuple[GoatGoal, ...]


class GoatEpisode(HabitatEpisode, frozen=True, kw_only=True):
    tasks: tuple[Task, ...]
    goals: tuple[Any, ...] | UnsetType | None = UNSET  # empty in files, filled by the loader


class GoatDocument(Struct, frozen=True, kw_only=True):
    """One file. Goals are keyed by scene and category."""

    episodes: tuple[GoatEpisode, ...]
    goals: dict[str, Things] | UnsetType = UNSET
    content_scenes_path: str | UnsetType = UNSET


def too_long(text: str) -> bool:
    """Whether GOAT-Bench drops a description."""
    return len(text.split(" ")) > MOST_WORDS


class Goals:
    """The goals of one document, found by category; nothing in the document is changed."""

    def __init__(self, document: GoatDocument, reading: Reading) -> None:
        self.by_key: Mapping[str, Things] = document.goals or {}
        self.reading = reading
        self.by_category: dict[str, list[str]] = {}
        for key, things in self.by_key.items():
            if things and isinstance(things[0].object_category, str):
                self.by_category.setdefault(things[0].object_category, []).append(key)
        self.ready: dict[tuple[str, Task], Goal | None] = {}

    def of(self, scene: str, task: Task, field: str) -> Goal | None:
        """The goal of one task; None for a description that is too long."""
        category, way, instance = task
        if way not in KINDS:
            raise self.reading.broken(f"{field}[1]", f"is {way!r:.40}, needs one of {', '.join(KINDS)}")
        key = self._key(scene, category, field)
        wanted = (key, (category, way, None if way == "object" else instance))
        if wanted not in self.ready:
            self.ready[wanted] = self._made(scene, key, task, field)
        return self.ready[wanted]

    def holder(self, scene: str, task: Task, field: str) -> tuple[str, GoatGoal]:
        """The thing that a task asks for by its instance, and the key of the list that it is in."""
        category, _, instance = task
        first = self._key(scene, category, field)
        for key, thing in self._with_children(scene, first):
            if instance is not None and thing.object_id == instance:
                return key, thing
        raise self.reading.broken(f"{field}[2]", f"goals[{first!r:.80}] has no object_id {instance!r:.60}")

    def _key(self, scene: str, category: str, field: str) -> str:
        keys = self.by_category.get(category, [])
        own = goals_key(scene, category)
        if own in keys:
            return own
        if len(keys) != 1:
            raise self.reading.broken(f"{field}[0]", f"{len(keys)} lists of goals {category!r:.60}, needs 1")
        return keys[0]

    def _made(self, scene: str, key: str, task: Task, field: str) -> Goal | None:
        category, way, instance = task
        if way == "object":
            return goal_from((thing for _, thing in self._with_children(scene, key)), OBJECT_GOAL, category)
        thing = self.holder(scene, task, field)[1]
        if way == "image":
            return goal_from([thing], IMAGE_GOAL, category)
        text = known(thing.lang_desc)
        if text is None:
            raise self.reading.broken(
                f"{field}[2]", f"{instance!r:.60} of goals[{key!r:.80}] has no lang_desc"
            )
        return None if too_long(text) else goal_from([thing], LANGUAGE_GOALS, category, text)

    def _with_children(self, scene: str, key: str) -> list[tuple[str, GoatGoal]]:
        """The things of a category and of those below it, each once, with the keys of their lists."""
        things = self.by_key[key]
        found = {(thing.object_id, thing.position): (key, thing) for thing in things}
        for child in things[0].children_object_categories or ():
            below = goals_key(scene, child)
            for thing in self.by_key.get(below, ()):
                found.setdefault((thing.object_id, thing.position), (below, thing))
        return list(found.values())
