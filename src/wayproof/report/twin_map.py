"""Clean and corrupted way on the map of the house: start, goal, bumps, stop, and where the ways part."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from markupsafe import Markup

from wayproof.log import EpisodeLog
from wayproof.metrics.goals import radius_m
from wayproof.report.floors import UNITS_PER_M, Floor, Frame, floors_of, plan_svg
from wayproof.report.telling import Telling
from wayproof.scenes.scene import PlanPoint, Scene

MARGIN_M = 1.6
SMALLEST_M = 6.5
WIDE, TALL = 1.45, 1.0  # bounds of width over height
MOST_BUMPS = 60
STANDING_BELOW_M = 0.3  # a pose this far below a floor still stands on it (steps, thresholds)


def twin_maps(one: Telling, scene: Scene | None) -> list[Markup]:
    """One picture for each floor on which either twin was; without a scene the ways alone."""
    floors = [Floor(-1e6, 1e6, None)] if scene is None else floors_of(scene)
    return [_map(one, scene, floor) for floor in floors if _on_floor(one, floor)]


def _on_floor(one: Telling, floor: Floor) -> bool:
    return any(_stands(log, floor).any() for log in one.pair)


def _stands(log: EpisodeLog, floor: Floor) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    heights = log.steps.pose[:, 1]
    return (heights >= floor.height_m - STANDING_BELOW_M) & (heights < floor.ceiling_m - STANDING_BELOW_M)


def _map(one: Telling, scene: Scene | None, floor: Floor) -> Markup:
    goals = list(_goals(one.pair.before, scene))
    frame = _frame(one, goals, floor)
    mark = frame.size_m * UNITS_PER_M / 100  # the unit of all signs, so that they look alike on every map
    drawn = [plan_svg(floor.drawing, frame)] if floor.drawing is not None else []
    drawn += [_goal(frame, place, radius, mark) for place, radius in goals]
    drawn += [_people(one.pair.after, frame, mark)]
    drawn += [_way(log, floor, frame, kind, mark) for kind, log in zip(("clean", "hurt"), one.pair, strict=True)]
    drawn += [_bumps(log, floor, frame, kind, mark) for kind, log in zip(("clean", "hurt"), one.pair, strict=True)]
    drawn += [_ends(log, floor, frame, kind, mark) for kind, log in zip(("clean", "hurt"), one.pair, strict=True)]
    drawn += [_start(one.pair.before, floor, frame, mark), _parting(one, floor, frame, mark)]
    label = f"Map of episode {one.pair.before.episode.id}: clean way and way under {one.condition}"
    return Markup('<svg class="map" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        frame.view_box, label, Markup("").join(drawn)
    )


def _goals(log: EpisodeLog, scene: Scene | None) -> Iterator[tuple[PlanPoint, float]]:
    """Where the goals are and how near counts; things that count as a goal stand for it."""
    for number, goal in enumerate(log.episode.goals):
        if goal.position_m is not None:
            yield (goal.position_m[0], goal.position_m[2]), radius_m(log, number)
        elif scene is not None:
            for instance in goal.instances:
                if 0 < instance <= len(scene.instances):
                    x, _, z = scene.instances[instance - 1].position_m
                    yield (x, z), 0.0


def _frame(one: Telling, goals: list[tuple[PlanPoint, float]], floor: Floor) -> Frame:
    """Both ways and the nearest goal with a margin, not beyond the house, in a shape that suits a page."""
    ways = np.concatenate([log.steps.pose[:, [0, 2]] for log in one.pair])
    if goals:
        places = np.array([place for place, _ in goals])
        gaps = np.linalg.norm(places - one.pair.before.steps.pose[-1, [0, 2]], axis=1)
        ways = np.concatenate([ways, places[[int(gaps.argmin())]]])
    low, high = ways.min(axis=0) - MARGIN_M, ways.max(axis=0) + MARGIN_M
    if floor.drawing is not None:
        house = np.array(floor.drawing.bounds_m)
        low, high = _grown(low, high, house)
        low, high = np.maximum(low, np.minimum(house[:2], low + MARGIN_M)), np.minimum(high, np.maximum(house[2:], high - MARGIN_M))
    return Frame(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
