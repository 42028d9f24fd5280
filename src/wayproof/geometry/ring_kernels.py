"""Compiled loops about rings: flat ends over them, sections along a path, and profiles turned on a lathe."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import Floats, Ints
from wayproof.geometry.vector_kernels import cross_into, dot, unit_into
from wayproof.kernels import inlined, kernel

TINY_M2 = 1e-10  # a triangle of less than half this area is a line
SHARPEST_COS = 0.4  # beyond this half-bend a mitre would shoot out to a spike


@kernel
def lid_over(ring: Floats, normal: Floats) -> Ints:
    """Triangles (t, 3) over a flat ring (n, 3), none if it has no area; writes its unit normal.

    Triangles that name point n meet in the ring's middle: a ring that is hollow somewhere needs it.
    """
    count = len(ring)
    normal[0], normal[1], normal[2] = 0.0, 0.0, 0.0
    edges = np.empty(3)
    for k in range(1, count - 1):
        cross_into(edges, ring[0], ring[k], ring[0], ring[k + 1])
        for axis in range(3):
            normal[axis] += edges[axis]
    size = np.sqrt(dot(normal, normal))
    if size < TINY_M2:
        normal[0], normal[1], normal[2] = 0.0, 0.0, 0.0
        return np.empty((0, 3), np.int64)
    for axis in range(3):
        normal[axis] /= size
    for k in range(count):
        after = ring[(k + 1) % count]
        cross_into(edges, ring[k], after, after, ring[(k + 2) % count])
        if dot(edges, normal) < -1e-6 * size:
            return _fan(count)
    return _zigzag(ring)


@kernel
def _fan(count: int) -> Ints:
    faces = np.empty((count, 3), np.int64)
    for k in range(count):
        faces[k, 0], faces[k, 1], faces[k, 2] = count, k, (k + 1) % count
    return faces


@kernel
def _zigzag(ring: Floats) -> Ints:
    """Triangles to and fro across a ring without hollows, which are wider than those of a fan."""
    faces, edges = np.empty((len(ring), 3), np.int64), np.empty(3)
    low, high, kept = 0, len(ring) - 1, 0
    while high - low > 1:
        tip = low + 1 if low + high < len(ring) else high - 1
        cross_into(edges, ring[low], ring[tip], ring[low], ring[high])
        if dot(edges, edges) > TINY_M2**2:
            faces[kept, 0], faces[kept, 1], faces[kept, 2] = low, tip, high
            kept += 1
        low, high = (tip, high) if tip == low + 1 and low + high < len(ring) else (low, tip)
    return faces[:kept]


@kernel
def rings_along(
    path: Floats, section: Floats, scale: Floats, closed: bool, side: Floats, carried: bool
) -> Floats:
    """A section (m, 2) laid across each point of a path (n, 3), cut to a mitre at the bends: (n, m, 3).

    `scale` (n, 2) stretches it along its side and square to it. `side` is the direction of the section's
    first axis: at every point, or at the first one and then `carried` along without twist.
    """
    count = len(path)
    rings = np.empty((count, len(section), 3))
    before, after, joint, over = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    across, zero = side.copy(), np.zeros(3)
    for k in range(count):
        here = k if k or closed else 1
        there = k if k < count - 1 or closed else count - 2
        unit_into(before, path[here - 1], path[here])
        unit_into(after, path[there], path[(there + 1) % count])
        for axis in range(3):
            joint[axis] = before[axis] + after[axis]
        unit_into(joint, zero, joint)
        if k == 0 or not carried:
            leaning = dot(side, before)
            for axis in range(3):
                across[axis] = side[axis] - before[axis] * leaning
            unit_into(across, zero, across)
        cross_into(over, zero, before, zero, across)
        slant = max(dot(before, joint), SHARPEST_COS)
        for m in range(len(section)):
            first, second = section[m, 0] * scale[k, 0], section[m, 1] * scale[k, 1]
            # Slide the section along its piece onto the plane of the joint, as a mitre is cut.
            slid = (first * dot(across, joint) + second * dot(over, joint)) / slant
            for axis in range(3):
                offset = first * across[axis] + second * over[axis] - slid * before[axis]
                rings[k, m, axis] = path[k, axis] + offset
        swing = dot(across, after) / max(1.0 + dot(before, after), 1e-6)
        for axis in range(3):
            across[axis] -= swing * (before[axis] + after[axis])
    return rings


@kernel
def turned(profile: Floats, sides: int, smooth: bool) -> tuple[Floats, Floats, Floats, Ints]:
    """Vertices, normals, uv and faces of a profile (n, 2) of (radius, height) turned about the upright axis.

    `smooth` shares the normals across the points of the profile, but not across a repeated point.
    """
    steps = len(profile) - 1
    rows = _profile_rows(profile, smooth)
    girth = 1e-3
    for row in range(len(rows)):
        girth = max(girth, rows[row, 0])
    vertices, normals = np.empty((len(rows) * (sides + 1), 3)), np.empty((len(rows) * (sides + 1), 3))
    uv, faces = np.empty((len(vertices), 2)), np.empty((2 * steps * sides, 3), np.int64)
    kept = 0
    for row in range(len(rows)):
        radius, height, out, up, along = rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3], rows[row, 4]
        for side in range(sides + 1):
            angle = 2 * np.pi * side / sides
            cos, sin = np.cos(angle), np.sin(angle)
            here = row * (sides + 1) + side
            vertices[here, 0], vertices[here, 1], vertices[here, 2] = radius * cos, height, -radius * sin
            normals[here, 0], normals[here, 1], normals[here, 2] = out * cos, up, -out * sin
            uv[here, 0], uv[here, 1] = angle * girth, along
            if side == sides or not rows[row, 5]:
                continue
            above = here + sides + 1
            if radius > 1e-9:
                faces[kept, 0], faces[kept, 1], faces[kept, 2] = here, here + 1, above + 1
                kept += 1
            if rows[row + 1, 0] > 1e-9:
                faces[kept, 0], faces[kept, 1], faces[kept, 2] = here, above + 1, above
                kept += 1
    return vertices, normals, uv, faces[:kept]


@kernel
def _profile_rows(profile: Floats, smooth: bool) -> Floats:
    """Rows (radius, height, normal out, normal up, length so far, joined to the next row) of a profile."""
    rows = np.zeros((2 * len(profile), 6))
    count, along = 0, 0.0
    before_out, before_up = 0.0, 0.0
    for k in range(len(profile) - 1):
        out, up = profile[k + 1, 1] - profile[k, 1], profile[k, 0] - profile[k + 1, 0]
        length = np.sqrt(out**2 + up**2)
        if length < 1e-9:
            before_out, before_up = 0.0, 0.0
            continue
        out, up = out / length, up / length
        shared = smooth and (before_out != 0.0 or before_up != 0.0)
        if shared:
            mean_out, mean_up = out + before_out, up + before_up
            size = max(np.sqrt(mean_out**2 + mean_up**2), 1e-9)
            rows[count - 1, 2], rows[count - 1, 3] = mean_out / size, mean_up / size
        else:
            _write_row(rows[count], profile[k], out, up, along)
            count += 1
        rows[count - 1, 5] = 1.0
        along += length
        _write_row(rows[count], profile[k + 1], out, up, along)
        count += 1
        before_out, before_up = out, up
    return rows[:count]


@inlined
def _write_row(row: Floats, point: Floats, out: float, up: float, along_m: float) -> None:
    row[0], row[1], row[2], row[3], row[4] = point[0], point[1], out, up, along_m
