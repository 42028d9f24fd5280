"""Where a body is and how it is doing, after so many steps: the whole memory of the simulator."""

from __future__ import annotations

import msgspec

from wayproof.vocabulary import Pose


class State(msgspec.Struct, frozen=True, gc=False):
    """All that the next step depends on, and what logs and sensors read off the last one."""

    pose: Pose  # y is the floor under the body
    camera_pitch_rad: float = 0.0  # what look_up and look_down have done, up is positive
    speed_m_s: float = 0.0  # as commanded and within the limits; backward is negative
    turn_rate_rad_s: float = 0.0
    time_s: float = 0.0
    step: int = 0  # actions so far
    travelled_m: float = 0.0  # length of the way in the plan
    turned_rad: float = 0.0  # sum of all turns, left or right
    bumped: bool = False  # touched something in the last step
    bumps: int = 0  # steps in which something was touched
    margin: float = 1.0  # of balance, for bodies with legs: 1 is steady, 0 is a fall
    fallen: bool = False
