"""Unity's frame and ours: the only place where ProcTHOR's coordinates and angles are converted.

Unity      left-handed: x right, y up, z ahead; angles in degrees, clockwise seen from above; a thing at
           angle 0 has its front towards +z
ours       right-handed: x right, y up, z towards the viewer; headings in radians, counter-clockwise seen
           from above; a model at heading 0 has its front towards +z

Mirroring z of the world makes it right-handed. A thing's own axes then are Unity's with x mirrored (its front
stays its front, what was on its right stays on its right), as in the OBJ files that Unity's exporters write.
"""

from __future__ import annotations

import math

from wayproof.geometry.solid import Point, Solid, turn
from wayproof.scenes.scene import PlanPoint


def place_in_world(x: float, y: float, z: float) -> Point:
    """A place in Unity's world, in ours.

    >>> place_in_world(1.0, 2.0, 3.0)
    (1.0, 2.0, -3.0)
    """
    return (x, y, 0.0 - z)


def plan_point(x: float, z: float) -> PlanPoint:
    """The same on the floor."""
    return (x, 0.0 - z)


def heading_of(clockwise_deg: float) -> float:
    """The heading of a thing that Unity turned by `rotation.y`, in (-pi, pi].

    >>> round(heading_of(0.0), 3), round(heading_of(90.0), 3), round(heading_of(180.0), 3)
    (3.142, 1.571, 0.0)
    """
    turned = math.remainder(math.pi - math.radians(clockwise_deg), math.tau)
    return math.pi if turned == -math.pi else turned


def tilted(solid: Solid, x_deg: float, z_deg: float) -> Solid:
    """A solid about its own origin as Unity's `rotation.x` and `rotation.z` lay it, before its heading.

    Unity turns about z, then x, then y. Mirroring x turns the sense of rotations about y and z, not of x.
    """
    return turn(turn(solid, -math.radians(z_deg), axis="z"), math.radians(x_deg), axis="x")


def own_x(unity_x: float) -> float:
    """A coordinate along a thing's own x axis: what is on its right in Unity is at -x in our models."""
    return 0.0 - unity_x
