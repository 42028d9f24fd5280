"""Four simple ways to reach a point, scored with intervals: the table of the README.

Run: python examples/pointnav_baselines.py [EPISODES]
"""

import sys
from math import sqrt

import gymnasium

import wayproof  # noqa: F401  # makes the environments known to Gymnasium
from wayproof.navigation.experts import actions_down
from wayproof.seeding import generator_for
from wayproof.tasks.point_goal import ACTIONS, field_to_goal

EPISODES = int(sys.argv[1]) if len(sys.argv) > 1 else 200
STOP, FORWARD, LEFT, RIGHT = range(4)


def planned(trial, reading, plan):
    """The expert: privileged, knows the map; plans once and carries the plan out with eyes shut."""
    if not plan:
        body, near_m = trial.world.body, 0.15
        to_goal = field_to_goal(trial.world.paths, trial.episode)
        start, turn = trial.state.pose, body.turn_rad
        plan += actions_down(to_goal, start, goal_radius_m=near_m, step_m=body.forward_m, turn_rad=turn)
    return ACTIONS.index(plan.pop(0))


def beeline(trial, reading, plan):
    """Turn towards the goal and go; knows distance and angle, sees nothing."""
    distance, angle = reading["point_goal"]
    if distance < 0.2:
        return STOP
    return FORWARD if abs(angle) < trial.world.body.turn_rad / 2 else LEFT if angle > 0 else RIGHT


def random_walk(trial, reading, plan):
    """Wander, and stop when the goal happens to be near."""
    rng = generator_for(1, trial.episode.id, "random walk", trial.state.step)
    return STOP if reading["point_goal"][0] < 0.2 else rng.choice([FORWARD, LEFT, RIGHT], p=[0.6, 0.2, 0.2])


def play(agent, actuation: str) -> tuple[int, float]:
    """How many of the episodes succeed, and their mean SPL."""
    env = gymnasium.make(
        "wayproof/PointNav-v0",
        split="val",
        houses=tuple(range(20)),
        protocol="robustnav",
        sensors=("point_goal",),
        actuation=actuation,
    )
    successes, spl = 0, 0.0
    for number in range(EPISODES):
        reading, info = env.reset(seed=1 if number == 0 else None)
        plan: list[str] = []
        over = False
        while not over:
            action = agent(env.unwrapped._trial, reading, plan)
            reading, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        successes += info["success"]
        spl += info["spl"]
    env.close()
    return successes, spl / EPISODES


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a success rate, in per cent."""
    rate = hits / count
    centre, spread = (
        rate + z * z / (2 * count),
        z * sqrt(rate * (1 - rate) / count + z * z / (4 * count * count)),
    )
    return tuple(100 * (centre + sign * spread) / (1 + z * z / count) for sign in (-1, 1))


print("| agent | motors | episodes | success, 95 % interval | SPL |\n| --- | --- | ---: | ---: | ---: |")
for name, agent, actuation in (
    ("expert, plan carried out blindly (privileged)", planned, "none"),
    ("the same", planned, "locobot"),
    ("beeline to the goal, blind", beeline, "locobot"),
    ("random walk", random_walk, "locobot"),
):
    hits, spl = play(agent, actuation)
    low, high = wilson(hits, EPISODES)
    motors = "exact" if actuation == "none" else "LoCoBot noise"
    rate = f"{100 * hits / EPISODES:.1f} % ({low:.1f} to {high:.1f})"
    print(f"| {name} | {motors} | {EPISODES} | {rate} | {spl:.2f} |")
