"""Coarse language goals ("Find the radio."), which an explorer must read: how many it finds by itself.

Run: python examples/coarse_language_goals.py [AGENT] [GOALS]      (value_explorer, 60: about 15 minutes)

The goals of the suite language-goals that name a thing and nothing else, each as an episode of its own, from
the start of the episode that it stands in. The figures stand in docs/concepts/agents.md.
"""

import math
import sys

from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.episode_set import Recipe
from wayproof.language.description_constraints import NO_TAG
from wayproof.results.estimates.proportions import wilson
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import episode_set
from wayproof.vocabulary import Settings

AGENT = sys.argv[1] if len(sys.argv) > 1 else "value_explorer"
GOALS = int(sys.argv[2]) if len(sys.argv) > 2 else 60
CAMERA = Settings(width_px=224, height_px=168, hfov_rad=math.radians(79.0), furthest_depth_m=10.0)


def coarse_goals():
    """One episode for each goal that is told apart by its kind alone."""
    for episode in episode_set(Recipe("language_goals", 100, "langnav", episodes_per_house=4)).episodes:
        for number, goal in enumerate(episode.goals):
            if goal.tags == (NO_TAG,):
                yield replace(episode, id=f"{episode.id}-goal{number}", goals=(goal,), maximum_steps=500)


def main() -> None:
    """Success, as the episodes come in."""
    protocol = TASKS["language_goals"].protocol("langnav")
    body = body_under(protocol, load_body(protocol.body))
    found = 0
    for number, episode in enumerate(list(coarse_goals())[:GOALS], 1):
        world = world_named(episode.scene, body)
        options = RolloutOptions(CAMERA, step_limit_s=600.0)
        log = rollout(world, protocol, episode, load_agent(AGENT), options=options)
        success = any(claim.in_range for claim in log.claims)
        found += success
        rate = wilson(found, number)
        print(
            f"{number:3} {episode.goals[0].text!r:40} {log.outcome.reason:12} {success!s:5} "
            f"{found}/{number} = {rate.estimate:.2f} ({rate.low:.2f} to {rate.high:.2f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
