"""The built-in agents on validation houses, with intervals: the table of docs/guides/your-own-agent.md.

Run: python examples/first_agents.py [EPISODES]        (300 a row by default: about an hour)
"""

import sys

import numpy as np
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput
from wayproof.metrics import METRICS
from wayproof.results.estimates.proportions import wilson
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import house_name, world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Settings

EPISODES = int(sys.argv[1]) if len(sys.argv) > 1 else 300
PER_HOUSE = 10
CAMERAS = Settings(width_px=128, height_px=96)
ROWS = (
    ("oracle", "point_goal", "robustnav", "none"),
    ("map_and_plan", "point_goal", "robustnav", "none"),
    ("map_and_plan", "point_goal", "robustnav", "locobot"),
    ("map_and_plan", "point_goal", "habitat", "none"),
    ("random", "point_goal", "robustnav", "locobot"),
    ("idle", "point_goal", "robustnav", "locobot"),
    ("forward_only", "point_goal", "robustnav", "locobot"),
    ("oracle", "object_goal", "robustnav", "locobot"),
    ("frontier_explorer", "object_goal", "habitat", "none"),
    ("frontier_explorer", "object_goal", "robustnav", "locobot"),
    ("person_follower", "person_following", "omninavbench", "none"),
)


def episodes(task, protocol, body):
    """The first episodes of each house, house by house; a house too small for one has fewer."""
    count, house = 0, 0
    while count < EPISODES:
        world = world_named(house_name("val", house), body, lit=False)
        for index in range(PER_HOUSE):
            try:
                episode = task.draw(world, protocol, 1, index).episode
            except InvalidInput:
                continue
            if count < EPISODES:
                count += 1
                yield world, episode
        house += 1


def row(agent_name: str, task_name: str, protocol_name: str, actuation: str) -> str:
    """One line of the table."""
    task = TASKS[task_name]
    protocol = replace(task.protocol(protocol_name), actuation=actuation)
    body = body_under(protocol, load_body(protocol.body))
    agent = load_agent(agent_name)
    logs = [
        rollout(world, protocol, episode, agent, options=RolloutOptions(CAMERAS, step_limit_s=600.0))
        for world, episode in episodes(task, protocol, body)
    ]
    hits = sum(METRICS["success"].score(log) for log in logs)
    known = [value for log in logs if (value := METRICS["spl"].score(log)) is not None]
    rate = wilson(int(hits), len(logs))
    beyond = ", ".join(logs[0].beyond_protocol) or "-"
    median_ms = 1e3 * float(np.median(np.concatenate([log.steps.act_s for log in logs])))
    spl = f"{np.mean(known):.2f}" if known else "-"
    motors = "exact" if actuation == "none" else "LoCoBot noise"
    return (
        f"| {agent_name} | {task_name}, {protocol_name} | {motors} | {beyond} | {len(logs)} | "
        f"{100 * rate.estimate:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f}) | {spl} | "
        f"{median_ms:.1f} ms |"
    )


print("| agent | task, protocol | motors | beyond it | episodes | success, 95 % interval | SPL | a step |")
print("| --- | --- | --- | --- | ---: | ---: | ---: | ---: |")
for one in ROWS:
    print(row(*one), flush=True)
