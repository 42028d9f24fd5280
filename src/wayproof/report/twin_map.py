"""Clean and corrupted path on the map of the house: start, goal, collisions, stop, point of divergence."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from wayproof.agents.contract.trace_pictures import ValuePicture
from wayproof.log import EpisodeLog, key_of
from wayproof.metrics.goals import radius_m
from wayproof.metrics.walked import last_action
from wayproof.report.example_episodes import Example
from wayproof.report.house_map import (
    EVERY_HEIGHT,
    UNITS_PER_M,
    Floor,
    Frame,
    floors_of,
    framed,
    names_svg,
    plan_svg,
    within_rooms,
)
from wayproof.report.text import name
from wayproof.report.trace_figures import value_map_svg
from wayproof.scenes.scene import PlanPoint, Scene
from wayproof.vocabulary import CLAIMS

MOST_COLLISIONS = 60
BELOW_M = 0.3  # a pose this far below a floor still stands on it: thresholds, ramps
Goal = tuple[PlanPoint, float]  # where, and how near counts


def twin_maps(one: Example, scene: Scene | None, value_map: ValuePicture | None = None) -> list[Markup]:
    """One picture for each floor on which either twin was; without a scene, the paths alone.

    `value_map` is that of the last step under the fault; it lies beneath the paths.
    """
    floors = [EVERY_HEIGHT] if scene is None else floors_of(scene)
    walked = [floor for floor in floors if any(_stands(log, floor).any() for log in one.pair)]
    return [_map(one, scene, floor, value_map) for floor in walked or [EVERY_HEIGHT]]


def _stands(log: EpisodeLog, floor: Floor) -> NDArray[np.bool_]:
    heights = log.steps.pose[:, 1]
    on: NDArray[np.bool_] = (heights >= floor.height_m - BELOW_M) & (heights < floor.ceiling_m - BELOW_M)
    return on


def _map(one: Example, scene: Scene | None, floor: Floor, value_map: ValuePicture | None) -> Markup:
    before, after = one.pair
    goals = list(_goals(before, scene))
    paths = _seen_points(one, goals)
    frame = framed(paths, floor)
    mark = frame.size_m * UNITS_PER_M / 100  # the unit of all signs, so that they look alike on every map
    both = (("clean", before), ("hurt", after))
    drawn = [plan_svg(floor.drawing, frame)] if floor.drawing is not None else []
    if value_map is not None and _stands(after, floor)[-1]:
        layer = value_map_svg(value_map, after.episode.start, frame)
        drawn.append(
            layer if floor.drawing is None else within_rooms(layer, floor.drawing, frame, _key(one, floor))
        )
    drawn += [names_svg(floor.drawing, frame, paths)] if floor.drawing is not None else []
    drawn += [_goal(goal, frame, mark) for goal in goals]
    drawn += [_people(after, frame)]
    for draw in (_path, _collisions, _end):
        drawn += [draw(log, floor, frame, kind, mark) for kind, log in both]
    drawn += [_start(before, floor, frame, mark), _divergence(one, floor, frame, mark)]
    label = f"Map of episode {name(before.episode.id)}: clean path, and path under {name(one.condition)}"
    return Markup('<svg class="map" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        frame.view_box, label, Markup("").join(drawn)
    )


def _key(one: Example, floor: Floor) -> str:
    """A name for the map of a pair on a floor, unlike that of any other on a page."""
    after = one.pair.after
    text = f"{key_of(after)}|{after.agent.name}|{after.mitigation}|{floor.height_m}"
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _goals(log: EpisodeLog, scene: Scene | None) -> Iterator[Goal]:
    """Goal positions; for a goal without a position, those of the objects that count as it."""
    for number, goal in enumerate(log.episode.goals):
        if goal.position_m is not None:
            yield (goal.position_m[0], goal.position_m[2]), radius_m(log, number)
        elif scene is not None:
            for instance in goal.instances:
                if 0 < instance <= len(scene.instances):
                    x, _, z = scene.instances[instance - 1].position_m
                    yield (x, z), 0.0


def _seen_points(one: Example, goals: list[Goal]) -> NDArray[np.float64]:
    """Both paths, and the goal nearest to the end of the clean path."""
    paths = np.concatenate([log.steps.pose[:, [0, 2]] for log in one.pair])
    if not goals:
        return paths
    places = np.array([place for place, _ in goals])
    gaps = np.linalg.norm(places - one.pair.before.steps.pose[-1, [0, 2]], axis=1)
    return np.concatenate([paths, places[[int(gaps.argmin())]]])


def _path(log: EpisodeLog, floor: Floor, frame: Frame, kind: str, mark: float) -> Markup:
    """In pieces: a path that leaves the floor and comes back is not joined."""
    points, on = log.steps.pose[:, [0, 2]], _stands(log, floor)
    pieces: list[list[PlanPoint]] = [[]]
    for place, here in zip(points.tolist(), on.tolist(), strict=True):
        if not here:
            pieces.append([])
        elif not pieces[-1] or place != list(pieces[-1][-1]):
            pieces[-1].append((place[0], place[1]))
    width = mark * (1.5 if kind == "clean" else 0.8)
    return Markup("").join(
        Markup('<polyline class="w-{}" stroke-width="{}" points="{}"/>').format(
            kind, f"{width:.1f}", frame.path(piece)
        )
        for piece in pieces
        if len(piece) > 1
    )


def _collisions(log: EpisodeLog, floor: Floor, frame: Frame, kind: str, mark: float) -> Markup:
    touched = np.flatnonzero(log.steps.bumped & _stands(log, floor))[:MOST_COLLISIONS]
    places = dict.fromkeys((round(x, 2), round(z, 2)) for x, z in log.steps.pose[touched][:, [0, 2]].tolist())
    r = 0.9 * mark
    crosses = []
    for place in places:
        x, y = frame.at(place)
        crosses.append(
            f"M{x - r:.0f} {y - r:.0f}l{2 * r:.0f} {2 * r:.0f}m0 {-2 * r:.0f}l{-2 * r:.0f} {2 * r:.0f}"
        )
    if not crosses:
        return Markup("")
    return Markup('<path class="b-{}" stroke-width="{}" d="{}"/>').format(
        kind, f"{0.45 * mark:.1f}", "".join(crosses)
    )


def _end(log: EpisodeLog, floor: Floor, frame: Frame, kind: str, mark: float) -> Markup:
    """A square where the agent claimed to have arrived, a ring where the episode merely ended."""
    if not _stands(log, floor)[-1]:
        return Markup("")
    x, y = frame.at((float(log.steps.pose[-1, 0]), float(log.steps.pose[-1, 2])))
    r = 1.35 * mark
    if last_action(log) in CLAIMS:
        return Markup('<rect class="e-{}" x="{}" y="{}" width="{}" height="{}" stroke-width="{}"/>').format(
            kind, *(f"{value:.1f}" for value in (x - r, y - r, 2 * r, 2 * r, 0.5 * mark))
        )
    return Markup('<circle class="e-{} open" cx="{}" cy="{}" r="{}" stroke-width="{}"/>').format(
        kind, *(f"{value:.1f}" for value in (x, y, r, 0.7 * mark))
    )


def _start(log: EpisodeLog, floor: Floor, frame: Frame, mark: float) -> Markup:
    """A triangle that points where the body faces."""
    if not _stands(log, floor)[0]:
        return Markup("")
    x_m, _, z_m, heading = log.steps.pose[0].tolist()
    x, y = frame.at((x_m, z_m))
    corners = []
    for turn, reach in ((0.0, 2.9), (2.45, 2.3), (-2.45, 2.3)):
        angle = heading + turn
        corners.append(f"{x - reach * mark * math.sin(angle):.1f},{y - reach * mark * math.cos(angle):.1f}")
    return Markup('<polygon class="m-start" points="{}" stroke-width="{}"/>').format(
        " ".join(corners), f"{0.5 * mark:.1f}"
    )


def _goal(goal: Goal, frame: Frame, mark: float) -> Markup:
    """The success radius, and a cross-hair at the goal."""
    (x, y), arm = frame.at(goal[0]), 2.6 * mark
    r = max(goal[1] * UNITS_PER_M, 1.8 * mark)
    ring = Markup('<circle class="m-goal" cx="{}" cy="{}" r="{}" stroke-width="{}"/>').format(
        *(f"{value:.1f}" for value in (x, y, r, 0.45 * mark))
    )
    d = f"M{x - arm:.1f} {y:.1f}h{2 * arm:.1f}M{x:.1f} {y - arm:.1f}v{2 * arm:.1f}"
    return ring + Markup('<path class="m-goal" d="{}" stroke-width="{}"/>').format(d, f"{0.35 * mark:.1f}")


def _divergence(one: Example, floor: Floor, frame: Frame, mark: float) -> Markup:
    """A ring around the last place that the twins share."""
    log = one.pair.before
    if not _stands(log, floor)[one.step]:
        return Markup("")
    x, y = frame.at((float(log.steps.pose[one.step, 0]), float(log.steps.pose[one.step, 2])))
    return Markup('<circle class="m-divergence" cx="{}" cy="{}" r="{}" stroke-width="{}"/>').format(
        *(f"{value:.1f}" for value in (x, y, 4.2 * mark, 0.5 * mark))
    )


def _people(log: EpisodeLog, frame: Frame) -> Markup:
    """The paths of people under the fault."""
    paths = [log.steps.people[:, person, [0, 2]] for person in range(log.steps.people.shape[1])]
    return Markup("").join(
        Markup('<polyline class="w-person" points="{}"/>').format(
            frame.path([(float(x), float(z)) for x, z in path])
        )
        for path in paths
    )
