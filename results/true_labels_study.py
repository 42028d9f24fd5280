"""Agents for described goals whose eyes are right at every step: how much of their failure is perception's.

    python results/true_labels_study.py mlfm looks 40      (about 10 minutes)

Agent, eyes and how many episodes; the episodes are those of `wayproof run langnav --per-scene 3 --limit 40`.
Eyes: "kinds" tells the category of all that is in view, so that any look may fit; "looks" also the colour,
material, pattern, state and size of each thing, as the vectors that the agent's map takes. Numbers and places
are told by neither. The goals are written to langnav/told/; language_tables.py sets them beside the others.
"""

import math
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from published_goals import write_goals

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.seeing.features import TOLD_PX
from wayproof.episode.course import Course
from wayproof.episode.interventions import Intervention
from wayproof.episode.options import RolloutOptions
from wayproof.episode.true_view import TrueView
from wayproof.log import EpisodeLog
from wayproof.perception import load_dense
from wayproof.perception.phrases import ATTRIBUTES, attribute_values
from wayproof.run.folder import make_plan
from wayproof.scenes.scene import Scene
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.suites import changed_suite, load_suite
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode, Settings

FOLDER = Path(__file__).parent / "langnav" / "told"
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


def played(episode: Episode, agent: str, eyes: str) -> EpisodeLog:
    """An episode in which the agent is told at each step what is truly in view."""
    protocol = TASKS["language_goals"].protocol("langnav-houses-v1")
    body = body_under(protocol, load_body(protocol.body))
    world = world_named(episode.scene, body, lit=False)  # nobody looks at colours
    options = RolloutOptions(CAMERA, step_limit_s=600.0)
    course = Course(world, protocol, episode, load_agent(agent), options=options)
    view = TrueView(course.trial, CAMERA)
    vectors = true_vectors(world.scene, load_dense().categories) if eyes == "looks" else None
    course.intervene([Intervention("perception", lambda _: perceived(view, vectors))])
    return course.finish()


def main(agent: str, eyes: str, count: int) -> None:
    if eyes not in ("kinds", "looks"):
        raise SystemExit(f"eyes are {eyes!r}; give kinds or looks")
    FOLDER.mkdir(parents=True, exist_ok=True)
    plan = make_plan(changed_suite(load_suite("langnav"), per_scene=3), limit=count)
    logs: list[EpisodeLog] = []
    for episode in plan.sets[0].episodes:
        logs.append(played(episode, agent, eyes))
        done = [claim.in_range for claim in logs[-1].claims]
        print(episode.scene, episode.id, sum(done), "of", len(episode.goals), flush=True)
        write_goals(logs, FOLDER / f"{agent.replace(':', '-')}-{eyes}.goals.csv")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
