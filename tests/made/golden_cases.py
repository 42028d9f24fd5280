"""A few episodes of every task and agent, clean and under faults: what they do must stay as it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.corruptions.written import condition_written
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.metrics.scores import score_all
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Settings

SCENE = "houses-v1/val/3"
SEED = 11
STEPS = 120  # at most: enough for every part of an agent to be at work
FAULTS = (
    "low_lighting_noise_navtrust:0.6",
    "gaussian_depth_noise:0.4",
    "motion_drift:1",
    "mask_random:0.5",
)
SEARCHERS = ("panoramic_explorer", "rgb_wanderer", "room_prior_explorer", "value_explorer")
LEARNED = (*SEARCHERS, "rgb_map_and_plan", "objectnav_rgb")
POINT = ("forward_only", "map_and_plan", "random", "rgb_map_and_plan")


class Case(NamedTuple):
    """One episode: who does what, under which faults."""

    task: str
    protocol: str
    agent: str
    index: int = 0
    faults: tuple[str, ...] = ()
    people: int = 0
    people_mode: str = "scripted"

    @property
    def name(self) -> str:
        more = " with faults" if self.faults else ""
        people = f" among {self.people} {self.people_mode} people" if self.people else ""
        return f"{self.task}/{self.protocol} {self.agent} {self.index}{more}{people}"

    @property
    def uses_network(self) -> bool:
        """Whether a network has a say: its last bits may differ from processor to processor."""
        return self.agent in LEARNED


def cases() -> Iterator[Case]:
    """Every protocol with the oracle, every agent where it belongs, each clean and under faults."""
    for task in TASKS:
        for protocol in task.protocols:
            yield Case(task.name, protocol, "oracle")
            yield Case(task.name, protocol, "oracle", 1, FAULTS)
        yield Case(task.name, next(iter(task.protocols)), "idle")
    for agent in POINT:
        yield Case("point_goal", "habitat", agent)
        yield Case("point_goal", "robustnav", agent, 1, FAULTS)
    yield Case("point_goal", "habitat", "steering", 2)
    yield Case("point_goal", "habitat", "map_and_plan", 3, people=2)
    yield Case("point_goal", "habitat", "map_and_plan", 3, people=3, people_mode="reactive")
    for agent in ("frontier_explorer", "random", "objectnav_rgb", *SEARCHERS):
        yield Case("object_goal", "habitat", agent)
        yield Case("object_goal", "robustnav", agent, 1, FAULTS)
    yield Case("language_goals", "langnav", "frontier_explorer")
    yield Case("language_goals", "langnav", "random", 1, FAULTS)
    yield Case("person_following", "omninavbench", "person_follower")
    yield Case("person_following", "omninavbench", "person_follower", 1, FAULTS)
    yield Case("social_navigation", "omninavbench", "map_and_plan", 1, FAULTS)


class Steering:
    """Velocities and way-points by turns, so that continuous control has its share."""

    card = AgentCard("steering", sensors=("bump",), actions=("velocity", "waypoint", "stop"))

    def start(self, brief: Brief, seed: int) -> None:
        self._seed = seed

    def act(self, observation: Observation) -> Action:
        step = observation.step
        if step % 7 == 6:
            return Action("waypoint", waypoint=(0.4, 0.2 if self._seed % 2 else -0.2, 0.3))
        return Action("velocity", velocity=(0.3, 0.2 * ((step % 5) - 2)))


def played(case: Case) -> EpisodeLog:
    """The log of a case."""
    task = TASKS[case.task]
    protocol = replace(task.protocol(case.protocol), people_mode=case.people_mode)
    world = world_named(SCENE, body_under(protocol, load_body(protocol.body)))
    episode = task.draw(world, protocol, SEED, case.index).episode
    limit = min(STEPS, episode.maximum_steps)
    people = case.people or episode.people
    agent = Steering() if case.agent == "steering" else load_agent(case.agent)
    return rollout(
        world,
        protocol,
        replace(episode, maximum_steps=limit, people=people),
        agent,
        condition=condition_written(case.faults) if case.faults else None,
        options=RolloutOptions(Settings(width_px=128, height_px=96), step_limit_s=600.0),
    )


def told(log: EpisodeLog) -> dict[str, object]:
    """What a log says that must not change, short enough for a person to read."""
    steps = log.steps
    counts = {name: int((steps.action == number).sum()) for number, name in enumerate(ACTION_NAMES)}
    return {
        "protocol": log.protocol_hash,
        "instruction": list(log.instructions),
        "start": _numbers(steps.pose[0]),
        "end": _numbers(steps.pose[-1]),
        "actions": {name: count for name, count in counts.items() if count},
        "bumps": int(steps.bumped.sum()),
        "outcome": log.outcome.reason,
        "claims": [[claim.step, claim.goal, claim.in_range, claim.text] for claim in log.claims],
        "scores": {
            name: float(f"{value:.6g}")
            for name, value in score_all(log).items()
            if value is not None and not name.startswith("latency")
        },
        "poses": _digest(steps.pose, steps.time_s, steps.travelled_m, steps.pitch_rad),
        "events": _digest(steps.action, steps.argument, steps.bumped, steps.fallen, steps.goal),
        "people": _digest(steps.people),
        "goals": _digest(steps.distance_m, steps.in_range),
        "seen": _digest(*(steps.seen[name] for name in sorted(steps.seen))),
        "clean": _digest(*(steps.clean[name] for name in sorted(steps.clean))),
        "moved_wrongly": int(steps.moved_wrongly.sum()),
    }


def _numbers(values: np.ndarray) -> list[float]:
    return [round(float(value), 3) for value in values]


def _digest(*arrays: np.ndarray) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for array in arrays:
        digest.update(f"{array.dtype.str}{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
