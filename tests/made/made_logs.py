"""Logs made by hand: consistent ones from a few points, hostile ones, and a Hypothesis strategy over all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from hypothesis import strategies as st

from wayproof.log import ACTION_NAMES, AGENT_FAULTS, Claim, Comparable, EpisodeLog, Outcome, Steps
from wayproof.vocabulary import (
    CLAIMS,
    AgentCard,
    Condition,
    Constraint,
    Episode,
    Fault,
    Goal,
    Point,
    Pose,
    Protocol,
    Settings,
)

PROTOCOL = Protocol(task="made", name="made", sensors=("rgb",), maximum_steps=500, success_distance_m=1.0)


def goal_at(x_m: float, z_m: float = 0.0, **more: Any) -> Goal:
    return Goal(more.pop("kind", "point_goal"), position_m=(x_m, 0.0, z_m), **more)


def straight(*xs: float) -> list[Point]:
    """States along the x axis."""
    return [(x, 0.0, 0.0) for x in xs]


def made_log(
    points: Sequence[Point] = ((0.0, 0.0, 0.0),),
    *,
    end: str | None = "stop",
    goals: Sequence[Goal] = (Goal("point_goal", position_m=(3.0, 0.0, 0.0)),),
    protocol: Protocol = PROTOCOL,
    condition: str = "clean",
    headings: Sequence[float] | None = None,
    actions: Sequence[str] | None = None,
    texts: Sequence[str | None] | None = None,
    distances: Any = None,
    in_range: Any = None,
    people: Any = None,
    bumped: Sequence[int] = (),
    fallen: bool = False,
    reason: str | None = None,
    times_s: Sequence[float] | None = None,
    act_s: Sequence[float] | None = None,
    travelled_m: Sequence[float] | None = None,
    agent: str = "made",
    repeat: int = 0,
    seen: Sequence[int] | None = None,
    instructions: tuple[str, ...] = (),
    **episode: Any,
) -> EpisodeLog:
    """A log of one agent that was at `points`, one per state; without `actions` it goes forward.

    `end` is an action after the last point; it moves nothing and adds a state. Distances are straight, ranges
    those of the protocol, claims and outcome follow from the actions, unless they are given.
    """
    places = [*points, points[-1]] if end is not None and points else list(points)
    names = [*(actions if actions is not None else ["forward"] * (len(points) - 1))]
    names += [end] if end is not None and points else []
    count, goals = len(places), tuple(goals)
    left_m = _left_m(places, goals) if distances is None else np.array(distances).reshape(count, len(goals))
    near = _near(left_m, goals, protocol) if in_range is None else np.array(in_range, np.bool_)
    near = near.reshape(count, len(goals))
    pursued = _pursued(names, count, len(goals))
    said = dict(zip([step for step, name in enumerate(names) if name in CLAIMS], texts or [], strict=False))
    claims = tuple(
        Claim(step, int(pursued[step]), bool(near[step, pursued[step]]), said.get(step))
        for step, name in enumerate(names)
        if name in CLAIMS and goals
    )
    place = np.array(places, np.float64).reshape(-1, 3)
    chords = np.linalg.norm(np.diff(place[:, [0, 2]], axis=0), axis=1)
    marks = np.zeros(count, np.bool_)
    marks[list(bumped)] = True
    turned = np.zeros(count) if headings is None else np.resize(np.array(headings, np.float64), count)
    driven = np.concatenate([np.zeros(min(count, 1)), np.cumsum(chords)])
    steps = Steps(
        pose=np.column_stack([place, turned]),
        pitch_rad=np.zeros(count, np.float32),
        time_s=np.arange(count, dtype=np.float64) if times_s is None else np.array(times_s, np.float64),
        travelled_m=driven if travelled_m is None else np.array(travelled_m, np.float64),
        bumped=marks,
        fallen=np.array([False] * (count - 1) + [fallen] if count else [], np.bool_),
        goal=pursued,
        distance_m=left_m.astype(np.float32),
        in_range=near,
        people=np.zeros((count, 0, 4), np.float32) if people is None else np.array(people, np.float32),
        action=np.array([ACTION_NAMES.index(name) for name in names], np.uint8),
        argument=np.zeros((0, 3)),
        act_s=np.full(len(names), 0.02, np.float32) if act_s is None else np.array(act_s, np.float32),
        seen={"rgb": np.array(range(len(names)) if seen is None else seen, np.uint32)},
        clean={},
        moved_wrongly=np.zeros(len(names), np.bool_),
    )
    start = Pose(*(float(value) for value in place[0])) if count else Pose(0.0, 0.0, 0.0)
    more = {"id": "e1", "scene": "houses-v1/val/1", "task": "made", "start": start, "goals": goals} | episode
    return EpisodeLog(
        comparable=Comparable(protocol, Settings(), "houses-v1"),
        agent=AgentCard(agent),
        condition=Condition() if condition == "clean" else Condition(condition, (Fault(condition, 1.0),)),
        episode=Episode(**more),
        steps=steps,
        outcome=Outcome(reason or _reason(names, len(goals), claims)),
        claims=claims,
        instructions=instructions,
        repeat=repeat,
    )


def _left_m(places: Sequence[Point], goals: Sequence[Goal]) -> np.ndarray:
    rows = [
        [math.dist(place, goal.position_m) if goal.position_m else 0.0 for goal in goals] for place in places
    ]
    return np.array(rows, np.float64).reshape(len(places), len(goals))


def _near(left_m: np.ndarray, goals: Sequence[Goal], protocol: Protocol) -> np.ndarray:
    rows = [
        [protocol.close_enough(left, goal.radius_m) for left, goal in zip(row, goals, strict=True)]
        for row in left_m.tolist()
    ]
    return np.array(rows, np.bool_).reshape(left_m.shape)


def _pursued(names: Sequence[str], states: int, goals: int) -> np.ndarray:
    """Which goal is pursued at each state: "found" goes on to the next."""
    found = np.cumsum([0, *(name == "found" for name in names)])[:states]
    return np.minimum(found, max(goals - 1, 0)).astype(np.uint8)


def _reason(names: Sequence[str], goals: int, claims: Sequence[Claim]) -> str:
    last = names[-1] if names else ""
    if last in ("stop", "answer"):
        return last
    if last != "found" or names.count("found") < goals:
        return "steps"
    return "goals_done" if any(claim.in_range for claim in claims) else "goals_missed"


def hostile_logs() -> dict[str, EpisodeLog]:
    """The logs on which careless metrics fail."""
    nobody = np.zeros((2, 0, 4))
    return {
        "no state at all": made_log((), reason="invalid"),
        "no step, agent fault at once": made_log(end=None, reason="agent_error", shortest_length_m=3.0),
        "stop at once, far away": made_log(shortest_length_m=3.0),
        "starts at the goal": made_log(goals=[goal_at(0.0)], shortest_length_m=0.0),
        "no way to the goal": made_log(
            straight(0, 1), distances=[math.inf] * 3, in_range=[False] * 3, shortest_length_m=math.inf
        ),
        "distances are not numbers": made_log(straight(0, 1), distances=[math.nan] * 3),
        "no goals": made_log(straight(0, 1), goals=()),
        "no shortest length": made_log(straight(0, 3)),
        "negative shortest length": made_log(straight(0, 3), shortest_length_m=-1.0),
        "one reference point": made_log(straight(0, 3), reference_path_m=((0.0, 0.0, 0.0),)),
        "success distance 0": made_log(
            straight(0, 3),
            protocol=msgspec.structs.replace(PROTOCOL, success_distance_m=0.0),
            reference_path_m=tuple(straight(0, 3)),
        ),
        "follow someone who is not there": made_log(goals=[Goal("follow_person", person=3)], people=nobody),
        "a key without words": made_log(end="answer", goals=[goal_at(0.0, answer="?!")], texts=["yes"]),
        "an answer without text": made_log(end="answer", goals=[goal_at(0.0, answer="yes")]),
        "bumps and never moves": made_log(straight(0, 0, 0), bumped=(1, 2)),
        "fell": made_log(straight(0, 1), end=None, reason="fall", fallen=True),
        "set-up fault after the goal": made_log(straight(0, 3), reason="invalid", shortest_length_m=3.0),
        "three goals, two never begun": made_log(goals=[goal_at(0.0), goal_at(5.0), goal_at(0.0)]),
    }


CONSTRAINTS = (
    Constraint("keep_distance", distance_m=1.2),
    Constraint("avoid", rooms=(1,), outlines_m=(((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)),)),
    Constraint("pass_by", instances=(1,), positions_m=((1.0, 0.0, 1.0),), distance_m=2.0),
    Constraint("order", instances=(1,)),
)
finite = st.floats(-20.0, 20.0).map(lambda value: round(value, 3))
places = st.tuples(finite, st.just(0.0), finite)
lengths = st.one_of(st.none(), st.just(0.0), st.just(math.inf), st.floats(0.0, 50.0))
answers = st.sampled_from(["two", "2", "a red chair", "10", "", "Red chair!", "twenty-one", "दो"])


@st.composite
def made_goals(draw: st.DrawFn) -> Goal:
    kind = draw(st.sampled_from(["place", "room_goal", "follow_person", "question"]))
    return Goal(
        "point_goal" if kind == "place" else kind,
        position_m=draw(places) if kind != "follow_person" else None,
        radius_m=draw(st.sampled_from([None, 0.5, 4.0])),
        person=draw(st.integers(0, 2)) if kind == "follow_person" else None,
        answer=draw(answers) if kind == "question" else None,
        text=draw(st.sampled_from([None, "the chair"])),
        tags=draw(st.sampled_from([(), ("colour",), ("colour", "support")])),
        category=draw(st.sampled_from([None, "chair", "sofa"])),
        shortest_length_m=draw(lengths),
    )


@st.composite
def logs(draw: st.DrawFn) -> EpisodeLog:
    """Any log that a rollout could write, and some that none would."""
    points = draw(st.lists(places, min_size=1, max_size=12))
    points = [point for point in points for _ in range(draw(st.integers(1, 2)))]
    goals = draw(st.lists(made_goals(), min_size=0, max_size=4))
    moves = st.sampled_from(["forward", "turn_left", "turn_right", "look_up", *(["found"] if goals else [])])
    actions = draw(st.lists(moves, min_size=len(points) - 1, max_size=len(points) - 1))
    while actions.count("found") >= max(len(goals), 1):
        actions[actions.index("found")] = "forward"
    end = draw(st.sampled_from([None, "stop", "answer"]))
    states = len(points) + (end is not None)
    crowd = draw(st.integers(0, 3))
    broken = draw(st.booleans())
    walk = draw(st.lists(places, min_size=states * crowd, max_size=states * crowd))
    people = np.array([(*place, 0.0) for place in walk]).reshape(states, crowd, 4)
    ends = tuple(((x, y, z),) for x, y, z, _ in people[-1].tolist())
    blocked = draw(st.lists(st.booleans(), min_size=len(goals), max_size=len(goals)))
    left_m = _left_m([*points, *([points[-1]] if end else [])], goals)
    left_m[:, blocked] = np.inf
    return made_log(
        points,
        end=end,
        goals=goals,
        headings=draw(st.lists(st.floats(-7.0, 7.0), min_size=states, max_size=states)),
        actions=actions,
        texts=draw(st.lists(answers, max_size=6)),
        distances=left_m,
        people=people,
        bumped=draw(st.lists(st.integers(0, states - 1), max_size=3)),
        reason=draw(st.sampled_from([*AGENT_FAULTS, "invalid", "fall"])) if broken else None,
        shortest_length_m=draw(lengths),
        reference_path_m=tuple(draw(st.lists(places, max_size=6))),
        constraints=draw(st.sampled_from([(), CONSTRAINTS[:1], CONSTRAINTS])),
        people_ways_m=draw(st.sampled_from([(), ends])),
        labels=draw(st.sampled_from([{}, {"difficulty": "hard"}])),
    )
