"""The map of a test case: the walk that failed, the walk with the source repaired, plans at the source."""

from __future__ import annotations

import math

import numpy as np
from markupsafe import Markup

from wayproof.kinds import answering
from wayproof.report.house_map import UNITS_PER_M, Frame, floors_of, framed, names_svg, plan_svg
from wayproof.scenes.scene import Scene, things
from wayproof.testing.case_result import CaseResult, PlanPoints


def story_map(result: CaseResult, scene: Scene) -> Markup:
    """One floor: start, goal, both walks, and a ring at the source of the failure."""
    case, source = result.case, result.source
    floor = next(
        (one for one in floors_of(scene) if one.height_m <= case.start.y_m + 0.3 < one.ceiling_m), None
    )
    floor = floor or floors_of(scene)[0]
    repaired = source.repaired_path_m if source is not None else ()
    goals = _goals(scene, case.room, case.kind)
    points = np.array([*result.path_m, *repaired, *goals], np.float64)
    frame = framed(points, floor)
    mark = frame.size_m * UNITS_PER_M / 100
    drawn = []
    if floor.drawing is not None:
        drawn += [plan_svg(floor.drawing, frame), names_svg(floor.drawing, frame, points)]
    drawn += [_goal(goal, frame, mark) for goal in goals]
    drawn += [_line(repaired, frame, "clean", 1.5 * mark), _line(result.path_m, frame, "hurt", 0.8 * mark)]
    if source is not None:
        drawn += [_plan(source.right_plan_m, frame, "clean", mark)]
        drawn += [_plan(source.plan_m, frame, "hurt", mark)] if source.capability == "plan" else []
        drawn.append(_ring((source.pose.x_m, source.pose.z_m), frame, mark))
    drawn.append(_start(result, frame, mark))
    return Markup('<svg class="map" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        frame.view_box,
        f"Map of {case.id}: the walk that failed, and the repaired one",
        Markup("").join(drawn),
    )


def _goals(scene: Scene, room: str, kind: str) -> list[tuple[float, float]]:
    rooms = {one.id for one in scene.rooms if one.type == room}
    same = [one for one in things(scene) if one.room in rooms and one.category in answering(kind)]
    return [((one.low_m[0] + one.high_m[0]) / 2, (one.low_m[2] + one.high_m[2]) / 2) for one in same]


def _line(points: PlanPoints, frame: Frame, kind: str, width: float) -> Markup:
    if len(points) < 2:
        return Markup("")
    return Markup('<polyline class="w-{}" stroke-width="{}" points="{}"/>').format(
        kind, f"{width:.1f}", frame.path(points)
    )


def _plan(points: PlanPoints, frame: Frame, kind: str, mark: float) -> Markup:
    """A plan as a dotted line."""
    if len(points) < 2:
        return Markup("")
    dots = f"{0.2 * mark:.1f} {2.0 * mark:.1f}"
    return Markup('<polyline class="w-{}" stroke-width="{}" stroke-dasharray="{}" points="{}"/>').format(
        kind, f"{1.1 * mark:.1f}", dots, frame.path(points)
    )


def _ring(place: tuple[float, float], frame: Frame, mark: float) -> Markup:
    x, y = frame.at(place)
    return Markup('<circle class="m-divergence" cx="{}" cy="{}" r="{}" stroke-width="{}"/>').format(
        *(f"{value:.1f}" for value in (x, y, 4.2 * mark, 0.6 * mark))
    )


def _goal(place: tuple[float, float], frame: Frame, mark: float) -> Markup:
    (x, y), arm = frame.at(place), 2.6 * mark
    d = f"M{x - arm:.1f} {y:.1f}h{2 * arm:.1f}M{x:.1f} {y - arm:.1f}v{2 * arm:.1f}"
    ring = Markup('<circle class="m-goal" cx="{}" cy="{}" r="{}" stroke-width="{}"/>').format(
        *(f"{value:.1f}" for value in (x, y, 1.8 * mark, 0.45 * mark))
    )
    return ring + Markup('<path class="m-goal" d="{}" stroke-width="{}"/>').format(d, f"{0.35 * mark:.1f}")


def _start(result: CaseResult, frame: Frame, mark: float) -> Markup:
    """A triangle that points where the body faces."""
    start = result.case.start
    x, y = frame.at((start.x_m, start.z_m))
    corners = []
    for turn, reach in ((0.0, 2.9), (2.45, 2.3), (-2.45, 2.3)):
        angle = start.heading_rad + turn
        corners.append(f"{x - reach * mark * math.sin(angle):.1f},{y - reach * mark * math.cos(angle):.1f}")
    return Markup('<polygon class="m-start" points="{}" stroke-width="{}"/>').format(
        " ".join(corners), f"{0.5 * mark:.1f}"
    )
