"""One episode under way: the body, the people, the faults, the goals, and the rules by which it ends.

Goals are pursued in order. "stop" claims the present goal and ends the episode; "found" claims it and goes on
to the next; "answer" claims it in words and ends the episode. A goal that runs out of its own steps is given
up for the next one.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.corruptions.episode_faults import EpisodeFaults, Watched
from wayproof.episode.people import People, people_in
from wayproof.log import Claim, Outcome
from wayproof.rendering.triangle_batch import Batch
from wayproof.seeding import generator_for
from wayproof.sensors import Sensor, sensors_for
from wayproof.sensors.given_size import as_given, given_sizes
from wayproof.sensors.rig import SensorRig
from wayproof.sensors.sensor import seen_from
from wayproof.simulator.actuation import actuation_for
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks import TASKS, Judge, Measure, Now
from wayproof.vocabulary import (
    CLAIMS,
    Action,
    Condition,
    Episode,
    Goal,
    Protocol,
    Readings,
    Settings,
)

# How far a trial has come, by attribute: all that its next step depends on, apart from the episode itself.
TrialMoment = dict[str, Any]
CHANGING = (
    *("state", "walkers", "measures", "goal", "outcome", "moved_wrongly"),
    *("_goal_began", "_thought_s", "_driving", "_meanwhile"),
)
GROWING = ("trail", "passed", "claims")
PASSED = 1024  # states kept for sensors that look back: over a minute of control periods


@dataclass(frozen=True)
class Observed:
    """What the sensors read, and what of it reached the agent: the same arrays where no fault acts."""

    clean: Readings
    corrupted: Readings


class Trial:
    """An episode and how far it has come; it changes with each action."""

    def __init__(
        self,
        world: World,
        protocol: Protocol,
        episode: Episode,
        sensors: Sequence[Sensor] = (),
        condition: Condition | None = None,
    ) -> None:
        """Everything is made ready here; an episode that cannot be solved is an error."""
        self.world, self.protocol, self.episode = world, protocol, episode
        self.faults = EpisodeFaults(
            condition or Condition(),
            [sensor.reading.name for sensor in sensors],
            episode.seed,
            episode.scene,
            episode.id,
            episode.faults,
        )
        self._shown = world.in_light(episode.light)
        self.rig = SensorRig(self._shown, sensors, surfaces=self.faults.needs_surfaces)
        self._sizes = given_sizes(sensors)
        nominal = actuation_for(protocol.actuation, world.body)
        self._simulator = world.simulator(sliding=protocol.sliding, actuation=nominal)
        self.state = self._simulator.start(episode.start)
        self.judge: Judge = TASKS[protocol.task].judge(world, protocol, episode)
        self.people = _people_of(world, protocol, episode)
        self.walkers = self.people.start()
        self.trail = [self.state]
        self.passed = deque([self.state], maxlen=PASSED)  # control periods within steps included
        self.goal, self._goal_began = 0, 0
        self.claims: list[Claim] = []
        self.outcome: Outcome | None = None
        self.moved_wrongly = False
        self._thought_s = 0.0  # time that the agent took and the world has still to go through
        self._driving: Action | None = None  # a velocity that the body keeps to
        self._meanwhile = (False, False)  # bumped, moved wrongly, while the agent thought
        self.measures: tuple[Measure, ...] = self.judge.measure(self.now)
        self._texts: dict[int, str | None] = {}

    @property
    def now(self) -> Now:
        """The moment, as the judge sees it."""
        return Now(self.state, tuple(walker.state for walker in self.walkers), self.goal)

    @property
    def present(self) -> Goal:
        """The goal that is pursued."""
        return self.episode.goals[self.goal]

    @property
    def distance_m(self) -> float:
        """Metres left to the present goal."""
        return self.measures[self.goal].distance_m

    @property
    def instruction(self) -> str | None:
        """What the agent reads now; corrupted once for each goal."""
        number = self.goal if self.protocol.one_by_one else 0
        if number not in self._texts:
            goal = self.episode.goals[number]
            text = goal.text if self.protocol.one_by_one else self.episode.instruction or goal.text
            language = self.episode.language
            self._texts[number] = text and self.faults.on_instruction(text, language, number)
        return self._texts[number]

    def save(self) -> TrialMoment:
        """The present moment, to come back to."""
        kept = {name: getattr(self, name) for name in CHANGING}
        return {**kept, **{name: copy(getattr(self, name)) for name in GROWING}, "faults": self.faults.save()}

    def restore(self, moment: TrialMoment) -> None:
        """Come back to an earlier moment of this trial."""
        for name in (*CHANGING, *GROWING):
            setattr(self, name, copy(moment[name]) if name in GROWING else moment[name])
        self.faults.restore(moment["faults"])

    def read(self, rig: SensorRig) -> Readings:
        """What other sensors than the agent's would say now, without faults."""
        return rig.read(
            self.state,
            start=self.episode.start,
            goal_m=self.present.position_m,
            moving=self._people_seen(rig),
            passed=tuple(self.passed),
            draws=(self.episode.seed, self.episode.scene, self.episode.id),
        )

    def observe(self) -> Observed:
        """What the sensors say, and what the agent gets of it."""
        read = self.read(self.rig)
        clean = as_given(read, self._sizes)
        if not self.faults.on_any_reading:
            return Observed(clean, dict(clean))
        seen = self.faults.on_readings(read, self.rig.contexts(self.state.step))
        changed = {name: reading for name, reading in seen.items() if reading is not read[name]}
        return Observed(clean, {**clean, **as_given(changed, self._sizes)})

    def truth(self, names: Sequence[str]) -> dict[str, object]:
        """What only oracles may know, by the names on their card."""
        told = {"advice": lambda: self.judge.advice(self.now), "people": self._people_from_here}
        return {name: told[name]() for name in names}

    def act(self, action: Action) -> None:
        """Carry out one action; people go on meanwhile. What was claimed is judged by the state before it."""
        if action.name in CLAIMS:
            in_range = self.measures[self.goal].in_range
            self.claims.append(Claim(self.state.step, self.goal, in_range, action.text))
        self._move(action)
        self.measures = self.judge.measure(self.now)
        self.outcome = self._ended(action.name)

    def go_on(self, seconds: float) -> None:
        """Let the world go on while the agent thinks: in whole control periods, the rest is kept for later.

        People walk. A body under a velocity command keeps moving, any other stands still. This does not
        count as a step: collisions during it count for the step that follows.
        """
        episode, period_s = self.episode, self._simulator.control_period_s
        self._thought_s += seconds
        periods = int(self._thought_s / period_s + 1e-9)  # 0.3 s are three periods of 0.1 s
        if not periods:
            return
        self._thought_s -= periods * period_s
        rng = generator_for(episode.seed, episode.scene, episode.id, "thinking", self.state.step)
        motors = self._motors()
        bumped = False
        for _ in range(periods):
            before = self.state
            if self._driving is not None:
                self._step(self._driving, rng, motors)
            else:
                self._reach(replace(before, time_s=before.time_s + period_s, bumped=False))
            bumped = bumped or self.state.bumped
            self.state = replace(self.state, step=before.step, bumps=before.bumps)
        self._meanwhile = (bumped, motors.changed)
        self.measures = self.judge.measure(self.now)

    def _move(self, action: Action) -> None:
        episode = self.episode
        rng = generator_for(episode.seed, episode.scene, episode.id, "actuation", self.state.step)
        motors = self._motors()
        self._step(action, rng, motors)
        bumped, wrongly = self._meanwhile
        if bumped and not self.state.bumped:
            self.state = replace(self.state, bumped=True, bumps=self.state.bumps + 1)
        self.moved_wrongly = motors.changed or wrongly
        self._meanwhile = (False, False)
        self._driving = action if action.name == "velocity" else None
        self.trail.append(self.state)

    def _motors(self) -> Watched:
        """What the motors make of the commands of this step, faults included."""
        pose = self.state.pose
        floor = self.world.floor_material((pose.x_m, pose.y_m, pose.z_m)) if self.faults.needs_floor else None
        return self.faults.actuation(self.state.step, self._simulator.actuation, floor)

    def _step(self, action: Action, rng: np.random.Generator, motors: Watched) -> None:
        people = self.people.discs(self.walkers, self.state.pose.y_m)
        between: list[State] = []
        after = self._simulator.step(
            self.state, action, rng, actuation=motors, people=people, between=between
        )
        self.passed.extend(between)
        self._reach(after)

    def _reach(self, after: State) -> None:
        """The next state; people go on meanwhile."""
        self.walkers = self.people.after(self.walkers, self.state, after)
        self.state = after
        self.passed.append(after)

    def _ended(self, action: str) -> Outcome | None:
        """The rules: why the episode is over after this action, or None; moves on to the next goal."""
        if action in ("stop", "answer"):
            return Outcome(action)
        if self.state.fallen:
            return Outcome("fall")
        last = self.goal == len(self.episode.goals) - 1
        goal_steps = self.protocol.goal_steps
        if action == "found" or (goal_steps and self.state.step - self._goal_began >= goal_steps):
            if last:
                return Outcome(self._last_word() if action == "found" else "steps")
            self.goal, self._goal_began = self.goal + 1, self.state.step
        return Outcome("steps") if self.state.step >= self.episode.maximum_steps else None

    def _last_word(self) -> str:
        """How an episode ends whose last goal was claimed by "found"."""
        return "goals_done" if any(claim.in_range for claim in self.claims) else "goals_missed"

    def _people_from_here(self) -> NDArray[np.float32]:
        """People (n, 3): metres ahead and to the left, heading against the body's."""
        rows = []
        for walker in self.walkers:
            ahead, right = seen_from(self.state.pose, walker.state.position_m)
            turned = math.remainder(walker.state.heading_rad - self.state.pose.heading_rad, math.tau)
            rows.append((ahead, -right, turned))
        return np.array(rows, np.float32).reshape(-1, 3)

    def _people_seen(self, rig: SensorRig) -> list[Batch]:
        """Triangles of people; none where no sensor could meet them."""
        return self.people.batches(self.walkers) if rig.sees_people else []

    def picture(self) -> NDArray[np.uint8]:
        """What the first camera sees, in its own size."""
        moving = self._people_seen(self._viewer)
        seen = self._viewer.read(self.state, start=self.episode.start, moving=moving)
        return np.asarray(seen["rgb"], np.uint8)

    @cached_property
    def _viewer(self) -> SensorRig:
        body = self.world.body
        return SensorRig(
            self._shown, sensors_for(body, ("rgb",), settings=Settings(cameras=(body.cameras[0].name,)))
        )


def _people_of(world: World, protocol: Protocol, episode: Episode) -> People:
    return people_in(
        world.in_light(episode.light),
        episode.people,
        episode.seed,
        episode.scene,
        episode.id,
        mode=protocol.people_mode,
        clear_of_m=[(episode.start.x_m, episode.start.z_m)],
        ways_m=episode.people_ways_m,
        pace_m_s=episode.people_pace_m_s,
    )
