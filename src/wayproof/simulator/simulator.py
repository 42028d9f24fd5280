"""The simulator of one body in one free space: what happens when an agent acts.

`step` is a pure function of state, action, generator, actuation and people: the simulator itself remembers
nothing and draws nothing of its own, so an episode is the same bits in any process and can be continued from
any state.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.navigation.free_points import snap
from wayproof.navigation.free_space import FreeSpace, free_space
from wayproof.navigation.surface import NOWHERE
from wayproof.scenes.scene import Scene
from wayproof.simulator.actuation import Actuation, exact
from wayproof.simulator.body import Body, check_body
from wayproof.simulator.contact import Disc, blocked_by
from wayproof.simulator.control import (
    arrived,
    check_action,
    discrete_motions,
    pitch_after,
    steer,
    velocity_motion,
    waypoint_limit_s,
    within_limits,
)
from wayproof.simulator.gait import margin_after
from wayproof.simulator.motion import Motion, carry_out, settled, wrapped
from wayproof.simulator.state import State
from wayproof.vocabulary import Action, Pose

CONTROL_PERIOD_S = 0.1
SEARCH_M = 2.0  # how far from a start in a wall the next free point is looked for

Motors = Callable[[Motion], Motion]  # commanded motion to executed motion, in the step under way


class Simulator:
    """A body in a free space under a protocol: sliding along obstacles or not, how exact its motors are."""

    def __init__(
        self,
        free: FreeSpace,
        body: Body,
        *,
        sliding: bool = False,
        actuation: Actuation = exact,
        control_period_s: float = CONTROL_PERIOD_S,
    ) -> None:
        check_body(body, f"body {body.name!r}")
        if 0.0 < free.radius_m < body.radius_m:
            raise InvalidInput(
                f"this free space is for a radius of {free.radius_m} m and body {body.name!r} has "
                f"{body.radius_m} m; make one for this body with simulator_in"
            )
        if not (math.isfinite(control_period_s) and 1e-3 <= control_period_s <= 10.0):
            raise InvalidInput(f"control_period_s is {control_period_s}; give 0.001 to 10 seconds")
        self.free, self.body, self.sliding = free, body, sliding
        self.actuation, self.control_period_s = actuation, control_period_s
        self._discrete = discrete_motions(body)

    def start(self, pose: Pose, *, camera_pitch_rad: float = 0.0) -> State:
        """At rest at a free pose, on the floor; in a wall it is an error that names the nearest free spot."""
        if not all(map(math.isfinite, (pose.x_m, pose.y_m, pose.z_m, pose.heading_rad, camera_pitch_rad))):
            raise InvalidInput(f"the start {pose} has numbers that are not finite; give metres and radians")
        node, x, y, z = settled(self.free.surface, pose.x_m, pose.y_m, pose.z_m)
        if node == NOWHERE:
            raise InvalidInput(_blocked_start(self.free, self.body, pose))
        limit = self.body.look_limit_rad
        pitch = min(max(camera_pitch_rad, -limit), limit)
        return State(Pose(x, y, z, wrapped(pose.heading_rad)), pitch)

    def step(
        self,
        state: State,
        action: Action,
        rng: np.random.Generator,
        *,
        actuation: Actuation | None = None,
        people: Sequence[Disc] = (),
        between: list[State] | None = None,
    ) -> State:
        """The state after one action. A fallen body stays where it is; a senseless action is InvalidInput.

        `actuation` replaces the simulator's own in this step. `people` are discs (x, z, radius) that the
        centre of the body cannot enter; running into one ends the step there, which is a bump. `between` is
        given the states at the ends of the control periods within the step, but for the last.
        """
        check_action(self.body, action)
        actuate = actuation or self.actuation
        periods: list[State] = []
        after = self._acted(state, action, lambda motion: actuate(motion, rng), periods)
        counted = replace(after, step=state.step + 1, bumps=state.bumps + after.bumped)
        ended = blocked_by(people, self.free, state, counted)
        if between is not None and ended is counted:  # who is stopped by a person did not go all that way
            between.extend(periods[:-1])
        return ended

    def _acted(self, state: State, action: Action, motors: Motors, periods: list[State]) -> State:
        if state.fallen:
            return _standing(state)
        if action.name == "velocity" and action.velocity is not None:
            speed, turn_rate = action.velocity
            return self._period(state, (float(speed), float(turn_rate)), motors)
        if action.name == "waypoint" and action.waypoint is not None:
            forward, left, heading = action.waypoint
            return self._follow(state, (float(forward), float(left), float(heading)), motors, periods)
        if action.name in self._discrete:
            pitch = pitch_after(self.body, state.camera_pitch_rad, action.name)
            return self._moved(state, self._discrete[action.name], motors, (0.0, 0.0), pitch)
        return _standing(state)

    def _period(self, state: State, wanted: tuple[float, float], motors: Motors) -> State:
        """One control period towards a wanted speed and turn rate."""
        rates = within_limits(
            self.body, state.speed_m_s, state.turn_rate_rad_s, wanted, self.control_period_s
        )
        motion = velocity_motion(rates[0], rates[1], self.control_period_s)
        return self._moved(state, motion, motors, rates, state.camera_pitch_rad)

    def _follow(
        self, state: State, waypoint: tuple[float, float, float], motors: Motors, periods: list[State]
    ) -> State:
        """Control periods until the way-point is reached and the body at rest, a fall, a contact or time-out.

        With sliding a contact does not end it.
        """
        target = _in_world(state.pose, waypoint)
        bumped = False
        for _ in range(math.ceil(waypoint_limit_s(self.body, waypoint) / self.control_period_s)):
            ahead = _from_body(state.pose, target)
            wanted = (0.0, 0.0) if arrived(ahead) else steer(self.body, ahead, self.control_period_s)
            state = self._period(state, wanted, motors)
            periods.append(state)
            bumped = bumped or state.bumped
            at_rest = state.speed_m_s == 0.0 and state.turn_rate_rad_s == 0.0
            if state.fallen or (state.bumped and not self.sliding):
                break
            if at_rest and arrived(_from_body(state.pose, target)):
                break
        return replace(state, bumped=bumped)

    def _moved(
        self,
        state: State,
        motion: Motion,
        motors: Motors,
        rates: tuple[float, float],
        pitch_rad: float,
    ) -> State:
        """What the motors make of the motion, how far that gets, and whether the body keeps its balance."""
        executed = motors(motion)
        advance = carry_out(self.free, state.pose, executed, sliding=self.sliding)
        margin = margin_after(self.body, state.margin, executed, advance)
        stopped = margin <= 0.0 or (advance.bumped and not self.sliding)
        turned = abs(executed.turn_first_rad) + abs(executed.turn_rad) + abs(executed.turn_last_rad)
        return State(
            pose=advance.pose,
            camera_pitch_rad=pitch_rad,
            speed_m_s=0.0 if stopped else rates[0],
            turn_rate_rad_s=0.0 if margin <= 0.0 else rates[1],
            time_s=state.time_s + motion.duration_s,
            step=state.step,
            travelled_m=state.travelled_m + advance.travelled_m,
            turned_rad=state.turned_rad + turned,
            bumped=advance.bumped,
            bumps=state.bumps,
            margin=margin,
            fallen=margin <= 0.0,
        )


def simulator_in(
    scene: Scene, body: Body, *, sliding: bool = False, actuation: Actuation = exact, cell_m: float = 0.05
) -> Simulator:
    """The simulator of a body in a scene; makes the free space, which takes a moment."""
    check_body(body, f"body {body.name!r}")
    free = free_space(
        scene,
        radius_m=body.radius_m,
        height_m=body.height_m,
        step_height_m=body.step_height_m,
        cell_m=cell_m,
    )
    return Simulator(free, body, sliding=sliding, actuation=actuation)


def _standing(state: State) -> State:
    return replace(state, speed_m_s=0.0, turn_rate_rad_s=0.0, bumped=False)


def _in_world(pose: Pose, waypoint: tuple[float, float, float]) -> Pose:
    """A way-point (forward, left, heading) seen from a pose, as a pose."""
    forward, left, heading = waypoint
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    return Pose(
        pose.x_m - forward * sin - left * cos,
        pose.y_m,
        pose.z_m - forward * cos + left * sin,
        pose.heading_rad + heading,
    )


def _from_body(pose: Pose, target: Pose) -> tuple[float, float, float]:
    """A pose as a way-point (forward, left, heading) seen from another."""
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    dx, dz = target.x_m - pose.x_m, target.z_m - pose.z_m
    return -dx * sin - dz * cos, -dx * cos + dz * sin, wrapped(target.heading_rad - pose.heading_rad)


def _blocked_start(free: FreeSpace, body: Body, pose: Pose) -> str:
    point = np.array([pose.x_m, pose.y_m, pose.z_m])
    near = snap(free, point, SEARCH_M)
    advice = (
        f"there is no free point within {SEARCH_M:g} m; choose another place"
        if near is None
        else f"the nearest free point is ({near[0]:.3f}, {near[1]:.3f}, {near[2]:.3f})"
    )
    return (
        f"the start ({pose.x_m:.3f}, {pose.y_m:.3f}, {pose.z_m:.3f}) is not free for body {body.name!r} "
        f"(radius {body.radius_m} m): it is in or too close to an obstacle, or off the floor; {advice}"
    )
