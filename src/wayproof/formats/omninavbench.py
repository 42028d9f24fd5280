"""OmniNavBench "envset" files: one composite mission per file, in Isaac's frame and the scene's own units.

Angles: the robots' controllers and the evaluator take yaw 0 as +X, counter-clockwise; so do we. (The adapter
that OmniNavBench has for VLN-CE mirrors it, 90 degrees minus Habitat's yaw; its files are read all the same.)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.formats import register
from wayproof.formats.coordinate_frames import from_isaac, heading_from_isaac, heading_to_isaac, to_isaac
from wayproof.formats.documents import Key, Layout, Reading, Row, Writing
from wayproof.formats.omninavbench_fields import (
    MARKERS,
    SUBTASKS,
    Envset,
    ScenarioView,
    SubtaskView,
    category_of,
    same_name,
)
from wayproof.formats.typed_json import convert, refuse_wild
from wayproof.goal_kinds import (
    INSTRUCTION_FOLLOWING,
    MISSION,
    OBJECT_GOAL,
    PERSON_FOLLOWING,
    POINT_GOAL,
    QUESTION_ANSWERING,
    ROOM_GOAL,
)
from wayproof.vocabulary import Episode, Goal, Point, Pose

NAME = "omninavbench"
FOLLOW_DISTANCE_M = 3.0  # unless the file says otherwise
UNKNOWN_STEPS = 10_000
STEPS_PER_EXPERT_FRAME = 2.0
STYLES = ("original", "concise", "verbose", "first_person")
SMALLEST_UNIT_M, LARGEST_UNIT_M = 1e-4, 1e4


def episodes(document: Envset, reading: Reading) -> list[Episode]:
    return [_episode(scenario, i, reading) for i, scenario in enumerate(document.scenarios)]


def _episode(scenario: dict[str, Any], index: int, reading: Reading) -> Episode:
    field = f"scenarios[{index}]"
    refuse_wild(scenario, reading.where, field)
    view: ScenarioView = convert(scenario, ScenarioView, reading.where, field)
    if not SMALLEST_UNIT_M <= view.scene.units_in_meters <= LARGEST_UNIT_M:
        raise reading.broken(
            f"{field}.scene.units_in_meters", f"is {view.scene.units_in_meters}, needs metres"
        )
    if not view.robots.entries:
        raise reading.broken(f"{field}.robots.entries", "0 robots, needs 1")
    unit_m = view.scene.units_in_meters
    robot, path = view.robots.entries[0], view.path()
    pose = robot.initial_pose
    name = str(view.id) if view.id is not None else PurePosixPath(reading.where).name.partition(".")[0]
    frames = max((point.frame or 0.0 for point in path), default=0.0)
    return Episode(
        id=name,
        scene=_scene(view, name),
        task=MISSION,
        start=Pose(*from_isaac(pose.position, unit_m), heading_from_isaac(pose.orientation_deg or 0.0)),
        goals=_goals(view, reading, field),
        instruction=view.task.navigation.instruction,
        reference_path_m=tuple(from_isaac(point.xyz, unit_m) for point in path),
        maximum_steps=round(STEPS_PER_EXPERT_FRAME * frames) if frames >= 1 else UNKNOWN_STEPS,
        people=_people(view),
        labels=_labels(robot.type, reading.where),
        file_id=str(view.id) if view.id is not None else None,
        source=NAME,
    )


def _scene(view: ScenarioView, otherwise: str) -> str:
    """The scene's name: the folder that its file is in."""
    scene = view.scene
    inner = scene.matterport.usd_path if scene.matterport is not None else None
    file = PurePosixPath(inner or scene.usd_path or scene.asset_path or otherwise)
    return file.parent.name or file.name or otherwise


def _people(view: ScenarioView) -> int:
    people = view.virtual_humans
    return 0 if people is None else max(people.count or 0, len(people.names()), 0)


def _labels(robot: str | None, where: str) -> dict[str, str]:
    style = next((part for part in PurePosixPath(where).parts if part in STYLES), None)
    return {name: word for name, word in (("robot", robot), ("style", style)) if word}


def _goals(view: ScenarioView, reading: Reading, field: str) -> tuple[Goal, ...]:
    navigation, unit_m = view.task.navigation, view.scene.units_in_meters
    goals = []
    for i, subtask in enumerate(view.task.subtasks or ()):
        name = f"{field}.task.subtasks[{i}]"
        if subtask.type.upper() in MARKERS:
            reading.remark("markers between sub-tasks ask for nothing and do not count as goals", name)
        elif subtask.type.upper() not in SUBTASKS:
            allowed = ", ".join(SUBTASKS + MARKERS)
            raise reading.broken(f"{name}.type", f"is {subtask.type!r:.40}, needs one of {allowed}")
        else:
            goals.append(_goal(subtask, view, reading, name))
    if not goals and navigation.goal_position is not None:
        place = from_isaac(navigation.goal_position, unit_m)
        goals.append(Goal(POINT_GOAL, place, navigation.success_radius))
    asked = view.task.qa
    answer = asked.answer if asked is not None else navigation.answer
    if asked is not None or answer is not None:
        goals.append(
            Goal(QUESTION_ANSWERING, text=asked.question if asked is not None else None, answer=answer)
        )
    if not goals:
        reading.remark("hidden goals, which cannot be scored here", f"{field}.task")
    return tuple(goals)


def _goal(subtask: SubtaskView, view: ScenarioView, reading: Reading, field: str) -> Goal:
    navigation, unit_m = view.task.navigation, view.scene.units_in_meters
    kind, wanted = subtask.type.upper(), subtask.wanted()
    radius_m = subtask.radius if subtask.radius is not None else navigation.success_radius
    if kind == "FOLLOW_HUMAN":
        return _follow(subtask, view, reading, field)
    if kind == "GOTO_ROOM":
        room = same_name(wanted or "", navigation.room_zone)
        if room is None:
            raise reading.broken(f"{field}.room_id", f"is {wanted!r:.60}, which is not in room_zone")
        zone = navigation.room_zone[room]
        low, high = from_isaac(zone.aabb_min, unit_m), from_isaac(zone.aabb_max, unit_m)
        middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
        # Rooms count from 0 in the file's order.
        return Goal(ROOM_GOAL, middle, category=room, rooms=(list(navigation.room_zone).index(room),))
    place = subtask.position
    if place is None and wanted is not None:
        thing = same_name(wanted, navigation.objects)
        place = navigation.objects[thing] if thing is not None else None
    if place is None:
        raise reading.broken(f"{field}.object_id", f"is {wanted!r:.60}, which has no place in objects")
    if kind == "GOTO_OBJECT" and wanted is not None:
        return Goal(OBJECT_GOAL, from_isaac(place, unit_m), radius_m, category_of(wanted))
    return Goal(POINT_GOAL, from_isaac(place, unit_m), radius_m)


def _follow(subtask: SubtaskView, view: ScenarioView, reading: Reading, field: str) -> Goal:
    names = view.virtual_humans.names() if view.virtual_humans is not None else []
    wanted = subtask.wanted()
    found = same_name(wanted, names) if wanted is not None else None
    if wanted is not None and names and found is None:
        raise reading.broken(f"{field}.human_id", f"is {wanted!r:.60}, who is not among the virtual_humans")
    distance_m = view.task.navigation.follow_distance
    return Goal(
        PERSON_FOLLOWING,
        radius_m=FOLLOW_DISTANCE_M if distance_m is None else distance_m,
        person=names.index(found) if found is not None else 0,
    )


def rebuild(rows: Sequence[Row], _writing: Writing) -> Envset:
    return Envset(tuple(dict(row.record) if row.untouched else _checked(_record(row)) for row in rows))


def _checked(scenario: dict[str, Any]) -> dict[str, Any]:
    """A scenario that can be read again: JSON has no NaN, which would become null unseen."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(scenario))
    try:
        _episode(plain, 0, Reading(NAME))
    except BrokenFile as error:
        raise InvalidInput(f"{error} (null stands for NaN or infinity); mend the episode") from None
    return plain


def _record(row: Row) -> dict[str, Any]:
    """A scenario; of a read one all that the episode does not hold stays."""
    episode = row.episode
    scenario: dict[str, Any] = dict(row.record) if row.record is not None else _blank(episode)
    unit_m = float(scenario["scene"]["units_in_meters"])
    if not row.kept("start"):
        start = episode.start
        place = to_isaac((start.x_m, start.y_m, start.z_m), unit_m)
        pose = {"position": place, "orientation_deg": heading_to_isaac(start.heading_rad)}
        first, *others = scenario["robots"]["entries"]
        entries = [{**first, "initial_pose": {**first.get("initial_pose", {}), **pose}}, *others]
        scenario["robots"] = {**scenario["robots"], "entries": entries}
    task = {**(scenario.get("task") or {})}
    task["navigation"] = {**(task.get("navigation") or {})}
    if not row.kept("instruction"):
        task["navigation"]["instruction"] = episode.instruction
    if not row.kept("goals"):
        asked = [one for one in task.get("subtasks") or () if str(one["type"]).upper() not in MARKERS]
        before = row.original.goals if row.original is not None else ()
        same = {i: one for i, one in enumerate(asked) if episode.goals[i : i + 1] == before[i : i + 1]}
        _ask(episode.goals, task, unit_m, same)
    if not row.kept("reference_path_m"):
        points = enumerate(episode.reference_path_m)
        track = [{"frame": frame, "xyz": to_isaac(point, unit_m)} for frame, point in points]
        scenario["recording"] = {**(scenario.get("recording") or {}), "gt_path": track}
    return {**scenario, "task": task}


def _blank(episode: Episode) -> dict[str, Any]:
    file = f"{episode.scene}/{episode.scene}.usd"
    scene = {"category": "CustomUSD", "type": "usd_stage", "usd_path": file, "units_in_meters": 1.0}
    robot = {"type": episode.labels.get("robot", "carter_v1")}
    people = {"count": episode.people, "name_sequence": [f"person_{i}" for i in range(episode.people)]}
    return {
        "id": episode.file_id or episode.id,
        "scene": scene,
        "robots": {"entries": [robot]},
        **({"virtual_humans": people} if episode.people else {}),
    }


def _ask(goals: Sequence[Goal], task: dict[str, Any], unit_m: float, same: dict[int, dict[str, Any]]) -> None:
    """Write the goals as sub-tasks, with the places of the things that they name; `same`: as they were."""
    subtasks: list[dict[str, Any]] = []
    places: dict[str, Point] = {}
    for i, goal in enumerate(goals):
        if i in same:
            subtasks.append(same[i])
        elif goal.kind == QUESTION_ANSWERING:
            task["qa"] = {"question": goal.text, "answer": goal.answer}
        elif goal.kind == PERSON_FOLLOWING:
            subtasks.append({"type": "FOLLOW_HUMAN", "human_id": f"person_{goal.person or 0}"})
            task["navigation"]["follow_distance"] = goal.radius_m
        elif goal.kind in (OBJECT_GOAL, POINT_GOAL, INSTRUCTION_FOLLOWING) and goal.position_m is not None:
            place = to_isaac(goal.position_m, unit_m)
            asked = {"type": "GOTO_POINT", "position": place, "radius": goal.radius_m}
            if goal.kind == OBJECT_GOAL:
                name = f"{goal.category or 'thing'}_{i}"
                asked = {"type": "GOTO_OBJECT", "object_id": name, "radius": goal.radius_m}
                places[name] = place
            subtasks.append(asked)
        else:
            raise InvalidInput(
                f"a goal of kind {goal.kind!r} cannot be written to {NAME}, or lacks a position"
            )
    task["subtasks"] = subtasks
    task["navigation"]["objects"] = {**task["navigation"].get("objects", {}), **places}
    task["navigation"]["goal_position"] = next(
        (to_isaac(goal.position_m, unit_m) for goal in reversed(goals) if goal.position_m is not None), None
    )


def _files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.json"))


def _file_for(episode: Episode, _folder: str) -> str:
    name = "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in episode.id)
    return f"{name or 'episode'}.json"


def _key(episode: Episode) -> Key:
    """The same scenario comes in four styles and for three robots."""
    return episode.scene, episode.id, episode.labels.get("style"), episode.labels.get("robot")


def _records(document: Envset) -> Sequence[Any]:
    return document.scenarios


register(
    Layout(NAME, Envset, _records, episodes, rebuild, _files, _file_for, key=_key),
    "OmniNavBench envsets: composite missions for several robots, in Isaac's frame.",
    marks=(("scenarios[].scene", "scenarios[].robots"),),
    protocols={POINT_GOAL: "habitat", OBJECT_GOAL: "habitat"},  # missions of one such goal
)
