"""The layered feature map of MLFM: a whole step beside its limits; update and query beside three other maps.

The others: plain NumPy on dense arrays, a full 3D map of cubes, and a map with one layer. Time is that of the
processor for one 256 x 256 image; memory is what the maps hold after two dozen of them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.exploring.grounding import Look
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.feature_map import HIGHEST_M, FeatureMap, layer_edges_m, thinned
from wayproof.agents.mapping.look_weight import confidence
from wayproof.agents.mapping.similarity_map import SimilarityMap
from wayproof.agents.mlfm import LAYERS, Mlfm
from wayproof.agents.seeing.feature_spaces import Concepts
from wayproof.bench.dense_feature_map import DenseFeatureMap
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.perception import load_dense
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, Brief, Observation, Protocol, Settings

AREA = "mapping"
SIDE_PX, HFOV_RAD, FURTHEST_M = 256, math.radians(79.0), 10.0
SIDE, CELL_M = 512, 0.05
STEPS, IMAGES = 60, 24
LIMIT_MS, LIMIT_WITHOUT_MS = 60.0, 25.0
CUBES_M = tuple(np.arange(CELL_M, HIGHEST_M, CELL_M).tolist())

Row = dict[str, Any]
Floats = NDArray[np.float32]


class Image(NamedTuple):
    """An image as a map takes it in."""

    vectors: Floats
    weight: Floats
    depth_m: Floats
    camera: MountedCamera
    eye: MapPose


def rows() -> list[Row]:
    """All rows of the area; takes about a minute."""
    protocol = TASKS["language_goals"].protocol("langnav")
    world = world_named("houses-v1/val/0", body_under(protocol, load_body(protocol.body)))
    _played(world, protocol)  # everything is compiled before it is timed
    agent = _played(world, protocol)
    step_ms, perception_ms = (float(np.mean(ms[5:])) for ms in (agent.step_ms, agent.look_ms))
    images = [_image(look) for look in agent.looks]
    phrase = Concepts(load_dense()).label("chair")[None]
    ours, ours_mb = _map_ms(images, phrase, layer_edges_m(LAYERS))
    one, one_mb = _map_ms(images, phrase, ())
    cubes, cubes_mb = _map_ms(images, phrase, CUBES_M)
    plain, plain_mb = _plain_ms(images, phrase)
    return [
        _row("mlfm_step", step_ms, "ms", "limit", LIMIT_MS),
        _row("mlfm_step_without_perception", step_ms - perception_ms, "ms", "limit", LIMIT_WITHOUT_MS),
        _row("layered_update_and_query", ours, "ms", "plain NumPy", plain),
        _row("layered_update_and_query", ours, "ms", "3D cubes", cubes),
        _row("layered_update_and_query", ours, "ms", "one layer", one),
        _row("layered_memory", ours_mb, "MB", "plain NumPy, dense", plain_mb),
        _row("layered_memory", ours_mb, "MB", "3D cubes", cubes_mb),
        _row("layered_memory", ours_mb, "MB", "one layer", one_mb),
    ]


class TimedMlfm:
    """MLFM with a clock: milliseconds of all steps, and of the looks in them; and its first looks."""

    card = Mlfm.card

    def __init__(self) -> None:
        self._own, self.step_ms, self.look_ms = Mlfm(), [0.0], [0.0]
        self.looks: list[Look] = []

    def start(self, brief: Brief, seed: int) -> None:
        self._own.start(brief, seed)
        search = self._own.policy
        search.look = _timed(search.look, self.look_ms)  # type: ignore[method-assign]
        see = search.grounding.see

        def noted(look: Look) -> None:
            if len(self.looks) < IMAGES:
                self.looks.append(look)
            see(look)

        search.grounding.see = noted  # type: ignore[method-assign]

    def act(self, observation: Observation) -> Action:
        action: Action = _timed(self._own.act, self.step_ms)(observation)
        return action


def _timed(work: Callable[..., Any], into: list[float]) -> Callable[..., Any]:
    def measured(*given: Any) -> Any:
        start = time.process_time()
        answer = work(*given)
        into.append(1e3 * (time.process_time() - start))
        return answer

    return measured


def _played(world: World, protocol: Protocol) -> TimedMlfm:
    """The agent after the first steps of an episode."""
    settings = Settings(width_px=SIDE_PX, height_px=SIDE_PX, hfov_rad=HFOV_RAD, furthest_depth_m=FURTHEST_M)
    episode = TASKS[protocol.task].draw(world, protocol, 0, 0).episode
    agent = TimedMlfm()
    course = Course(world, protocol, episode, agent, options=RolloutOptions(settings, step_limit_s=600.0))
    for _ in range(STEPS):
        course.step()
    return agent


def _image(look: Look) -> Image:
    depth_m = thinned(look.seen.depth_m)
    weight = confidence(depth_m, look.camera.hfov_rad)
    return Image(look.vectors, weight, depth_m, look.camera, look.eye)


def _map_ms(images: list[Image], phrase: Floats, edges_m: tuple[float, ...]) -> tuple[float, float]:
    """Milliseconds for each image, and megabytes at the end, of a map with these layers."""
    FeatureMap(SIDE, CELL_M, edges_m, phrase.shape[1]).see(*images[0])  # compiled before it is timed
    features = FeatureMap(SIDE, CELL_M, edges_m, phrase.shape[1])
    similarity = SimilarityMap(features, phrase)
    start = time.process_time()
    for image in images:
        similarity.renew(features.see(*image))
    spent_ms = 1e3 * (time.process_time() - start)
    return spent_ms / len(images), features.nbytes() / 1e6


def _plain_ms(images: list[Image], phrase: Floats) -> tuple[float, float]:
    features = DenseFeatureMap(SIDE, CELL_M, layer_edges_m(LAYERS), phrase.shape[1])
    few = images[:: len(images) // 4]  # it is slow
    start = time.process_time()
    for image in few:
        features.see(*image)
        features.values(phrase[0])
    return 1e3 * (time.process_time() - start) / len(few), features.nbytes() / 1e6


def _row(name: str, value: float, unit: str, peer: str, peer_value: float) -> Row:
    """Less is better, so the ratio is the peer's over ours."""
    return {
        "area": AREA,
        "name": name,
        "value": round(value, 2),
        "unit": unit,
        "peer": peer,
        "peer_value": round(peer_value, 2),
        "ratio": round(peer_value / value, 2),
    }
