"""An explorer whose eyes are right at every step: how much of its failure is perception's.

Run: python examples/true_perception.py [AGENT] [EPISODES]      (value_explorer, 100: about 20 minutes)

The episodes, protocol and cameras of the suite object-goals (houses-v1, val). At each step the
agent is told what is truly in view, as detections, instead of what it recognises. The table stands in
docs/concepts/capabilities.md.
"""

import math
import sys

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.episode.true_view import TrueView
from wayproof.episode_set import Recipe
from wayproof.metrics import METRICS
from wayproof.results.estimates.proportions import wilson
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import episode_set
from wayproof.vocabulary import Settings

AGENT = sys.argv[1] if len(sys.argv) > 1 else "value_explorer"
EPISODES = int(sys.argv[2]) if len(sys.argv) > 2 else 100
CAMERA = Settings(width_px=224, height_px=168, hfov_rad=math.radians(79.0), furthest_depth_m=10.0)


def main() -> None:
    """Success with true perception, as the episodes come in."""
    protocol = TASKS["object_goal"].protocol("habitat")
    body = body_under(protocol, load_body(protocol.body))
    drawn = episode_set(Recipe("object_goal", 200, "habitat")).episodes
    succeeded = 0
    for number, episode in enumerate(drawn[:EPISODES], 1):
        world = world_named(episode.scene, body, lit=False)  # nobody looks at colours
        course = Course(
            world, protocol, episode, load_agent(AGENT), options=RolloutOptions(CAMERA, step_limit_s=600.0)
        )
        view = TrueView(course.trial, CAMERA)
        course.intervene([Intervention("perception", lambda trial, view=view: view.perceived())])
        log = course.finish()
        success = bool(METRICS["success"].score(log))
        succeeded += success
        rate = wilson(succeeded, number)
        goal, steps = episode.goals[0].category, len(log.steps.action)
        print(
            f"{number:4} {episode.scene:22} {goal!s:12} {log.outcome.reason:6} {steps:4} {success!s:5} "
            f"{succeeded}/{number} = {rate.estimate:.3f} ({rate.low:.3f} to {rate.high:.3f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
