"""Agents for described goals whose eyes are right at every step: how much of their failure is perception's.

Run: python examples/true_labels.py [AGENT] [EYES] [EPISODES]      (mlfm looks 40: about 5 minutes)

The episodes of `wayproof run langnav --per-scene 3 --limit 40`, with the camera of that suite. EYES: "kinds"
tells the category of all that is in view, so that any look may fit; "looks" also the colour, material,
pattern, state and size of each thing, as the vectors that its map takes. Words of number and place are told
by neither. The figures stand in docs/concepts/language-goals.md.
"""

import math
import sys

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.seeing.features import TOLD_PX
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.episode.true_view import TrueView
from wayproof.metrics.goal_errors import errors_by_goal
from wayproof.metrics.goal_spl import spl_by_goal
from wayproof.perception import load_dense
from wayproof.perception.phrases import ATTRIBUTES, attribute_values
from wayproof.run.folder import make_plan
from wayproof.scenes.scene import Scene
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.suites import changed_suite, load_suite
from wayproof.tasks import TASKS
from wayproof.vocabulary import Settings

AGENT = sys.argv[1] if len(sys.argv) > 1 else "mlfm"
EYES = sys.argv[2] if len(sys.argv) > 2 else "looks"
EPISODES = int(sys.argv[3]) if len(sys.argv) > 3 else 40
CAMERA = Settings(width_px=224, height_px=168, hfov_rad=math.radians(79.0), furthest_depth_m=10.0)


def true_vectors(scene: Scene, categories: tuple[str, ...]) -> NDArray[np.float32]:
    """By instance id the vector of concepts that certain eyes would give: its category and its looks."""
    sizes = [len(values) for values in ATTRIBUTES.values()]
    firsts = len(categories) + np.cumsum([0, *sizes[:-1]])
    table = np.zeros((len(scene.instances) + 1, len(categories) + sum(sizes)), np.float32)
    for thing in scene.instances:
        if thing.category in categories:
            table[thing.id, categories.index(thing.category)] = 1.0
        for first, value in zip(firsts, attribute_values(thing.attributes), strict=True):
            if value >= 0:
                table[thing.id, first + value] = 1.0
    return table


def perceived(view: TrueView, vectors: NDArray[np.float32] | None) -> dict[str, object]:
    """What is truly in view, as an override of perception takes it."""
    labels = view.labels()
    told: dict[str, object] = {"detections": [one.plain() for _, one in view.things(labels)]}
    if vectors is not None:
        every = slice(TOLD_PX // 2, None, TOLD_PX)
        told["features"] = vectors[labels[1][every, every]]
    return told


def main() -> None:
    """One line for each goal: house, number, found, SPL, error, features, description."""
    plan = make_plan(changed_suite(load_suite("langnav"), per_scene=3), limit=EPISODES)
    task = TASKS["language_goals"]
    protocol = task.protocol("langnav-houses-v1")
    body, categories = body_under(protocol, load_body(protocol.body)), load_dense().categories
    options = RolloutOptions(CAMERA, step_limit_s=600.0)
    for episode in plan.sets[0].episodes:
        world = world_named(episode.scene, body, lit=False)  # nobody looks at colours
        course = Course(world, protocol, episode, load_agent(AGENT), options=options)
        view = TrueView(course.trial, CAMERA)
        vectors = true_vectors(world.scene, categories) if EYES == "looks" else None
        course.intervene([Intervention("perception", lambda _, v=view, w=vectors: perceived(v, w))])
        log = course.finish()
        rows = zip(episode.goals, errors_by_goal(log), spl_by_goal(log), strict=True)
        for number, (goal, error, spl) in enumerate(rows):
            features = "+".join(goal.tags)
            cells = (episode.scene, episode.id, number, int(error is None), f"{spl or 0.0:.3f}", error)
            print(*cells, features, goal.text, sep="\t")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
