"""What was in view at the source of a failure, with boxes: those of the agent, and those of the truth."""

from __future__ import annotations

import numpy as np
from markupsafe import Markup
from msgspec.structs import replace

from wayproof.kinds import ROOM_SURFACES, answering
from wayproof.report.frames import jpeg_uri
from wayproof.sensors import sensors_for
from wayproof.sensors.mounted_rig import equipped
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.worlds import world_named
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_run import camera_settings
from wayproof.testing.cases.gene_pool import body_of

Boxes = tuple[tuple[str, tuple[int, int, int, int]], ...]
MOST_OTHERS = 4  # boxes of other things than the one that is sought


def source_picture(result: CaseResult, rig: str | None = None) -> tuple[str, int, int] | None:
    """The picture at the source as a data URI with its size, without faults; None without a source."""
    source = result.source
    if source is None:
        return None
    settings = camera_settings(rig)
    body = equipped(body_of(result.case.protocol), settings)
    world = world_named(result.case.place_name, body, lit=True, light=result.case.light)
    sensors = sensors_for(body, ("rgb",), settings=settings)
    state = replace(world.simulator().start(source.pose), camera_pitch_rad=source.pitch_rad)
    pixels = np.asarray(SensorRig(world, sensors).read(state, start=result.case.start)["rgb"], np.uint8)
    height, width = pixels.shape[:2]
    return jpeg_uri(pixels), width, height


def boxed(picture: tuple[str, int, int], boxes: Boxes, kind: str, label: str) -> Markup:
    """The picture with boxes drawn over it: all of the thing that is sought, the largest of the others."""
    uri, width, height = picture
    wanted = [one for one in boxes if one[0] in answering(kind)]
    others = [one for one in boxes if one not in wanted and one[0] not in ROOM_SURFACES]
    others = sorted(others, key=lambda one: _area(one[1]), reverse=True)[:MOST_OTHERS]
    drawn = [Markup('<image href="{}" width="{}" height="{}"/>').format(uri, width, height)]
    drawn += [_box(one, "other") for one in others] + [_box(one, "wanted") for one in wanted]
    return Markup('<svg class="frame" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        width, height, label, Markup("").join(drawn)
    )


def _area(box: tuple[int, int, int, int]) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _box(one: tuple[str, tuple[int, int, int, int]], kind: str) -> Markup:
    name, (left, top, right, bottom) = one
    rectangle = Markup('<rect class="d-{}" x="{}" y="{}" width="{}" height="{}"/>').format(
        kind, left, top, right - left, bottom - top
    )
    return rectangle + Markup('<text class="d-{}" x="{}" y="{}">{}</text>').format(
        kind, left + 2, max(top + 8, 8), name.replace("_", " ")
    )
