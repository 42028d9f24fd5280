"""Goals described in words: how many several agents find in the same houses, goal by goal.

Run: python examples/described_goals.py [AGENTS] [FIRST] [LAST]    (mlfm,onemap_v2,vlfm_v2 0 20: 10 minutes)

The first episode of each house of the suite language-goals (houses-v1, val), houses FIRST to LAST; three
goals each, with the camera of that suite. The figures stand in docs/concepts/language-goals.md.
"""

import math
import sys

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.metrics.goal_spl import spl_by_goal
from wayproof.metrics.goals import first_claims, goals_done
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Settings

AGENTS = (sys.argv[1] if len(sys.argv) > 1 else "mlfm,onemap_v2,vlfm_v2").split(",")
FIRST = int(sys.argv[2]) if len(sys.argv) > 2 else 0
LAST = int(sys.argv[3]) if len(sys.argv) > 3 else 20
CAMERA = Settings(width_px=224, height_px=168, hfov_rad=math.radians(79.0), furthest_depth_m=10.0)


def main() -> None:
    """One line for each goal: agent, house, number, found, SPL, step of the claim, features, description."""
    task = TASKS["language_goals"]
    protocol = task.protocol("langnav")
    body = body_under(protocol, load_body(protocol.body))
    options = RolloutOptions(CAMERA, step_limit_s=600.0)
    for house in range(FIRST, LAST):
        world = world_named(f"houses-v1/val/{house}", body)
        episode = task.draw(world, protocol, 0, 0).episode
        for name in AGENTS:
            log = rollout(world, protocol, episode, load_agent(name), options=options)
            rows = zip(episode.goals, goals_done(log), spl_by_goal(log), first_claims(log), strict=True)
            for number, (goal, done, spl, claim) in enumerate(rows):
                step = None if claim is None else claim.step
                features = "+".join(goal.tags)
                print(
                    name, house, number, int(done), f"{spl or 0.0:.3f}", step, features, goal.text, sep="\t"
                )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
