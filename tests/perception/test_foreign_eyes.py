"""Networks of the user's as eyes of agents for described goals, through tiny random networks in ONNX."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tiny_networks as tiny
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.agents.contract import policy
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.mlfm import LayeredGrounding
from wayproof.agents.reading.goal_phrase import ThingPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.agents.seeing.foreign_eyes import by_boxes_of, detector_named, foreign_space, space_of
from wayproof.agents.seeing.image_labels import Eyes, by_boxes, by_pixels
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput, MissingDependency, WayproofError
from wayproof.log import EpisodeLog
from wayproof.perception import Perceiver, load, load_dense
from wayproof.perception.blip2 import Blip2
from wayproof.perception.clip import Clip
from wayproof.perception.sed import Sed
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import AgentCard, Brief, Settings

PICTURE = generator_for(0, "picture").integers(0, 256, (48, 64, 3), dtype=np.uint8)
MAKERS: dict[str, Callable[[Path], None]] = {"clip": tiny.clip, "blip2": tiny.blip2, "sed": tiny.sed}
# Shares of the picture: its left half, and a quarter that overlaps it.
BOXES = [[0.25, 0.5, 0.5, 1.0], [0.25, 0.25, 0.5, 0.5]]


def brought(kind: str, folder: Path, categories: tuple[str, ...] = ()) -> Perceiver:
    if kind == "grounding_dino":
        tiny.grounding_dino(folder, BOXES)
    else:
        MAKERS[kind](folder)
    return load(f"{kind}:{folder}", categories=categories, tokenise=tiny.tokenise)


@pytest.mark.parametrize("kind", MAKERS)
def test_pictures_and_phrases_share_a_space(kind: str, tmp_path: Path) -> None:
    space = space_of(brought(kind, tmp_path))
    vectors = space.image(PICTURE)
    assert vectors.ndim == 3 and vectors.shape[2] == space.dimension and vectors.dtype == np.float32
    chair, table = (space.phrase(ThingPhrase(name)) for name in ("chair", "dining_table"))
    assert chair is not None and table is not None and chair.shape == (space.dimension,)
    assert not np.array_equal(vectors @ chair, vectors @ table)
    assert np.abs(vectors @ chair).max() <= 1.0001
    assert space.phrase(ThingPhrase()) is None and space.looks(chair, "colour") is None
    assert space.label("chair") @ chair > 0.0 and not space.label("").any()


def test_a_tile_of_clip_fits_a_phrase_as_clip_itself_says(tmp_path: Path) -> None:
    clip = brought("clip", tmp_path)
    assert isinstance(clip, Clip)
    space = space_of(clip)
    phrase = space.phrase(ThingPhrase("chair", (("colour", "red"),)))
    assert phrase is not None
    # Only the first tile covers the first pixel, only the last one the last.
    fit, said = space.image(PICTURE) @ phrase, clip.match(PICTURE, "red chair")
    assert fit[0, 0] == pytest.approx(said[0, 0], abs=1e-5)
    assert fit[-1, -1] == pytest.approx(said[-1, -1], abs=1e-5)
    assert np.linalg.norm(space.image(PICTURE), axis=2) == pytest.approx(1.0, abs=1e-5)


def test_of_several_queries_of_blip2_the_mean_counts(tmp_path: Path) -> None:
    blip2 = brought("blip2", tmp_path)
    assert isinstance(blip2, Blip2)
    vectors, best = blip2.vectors(PICTURE), blip2.match(PICTURE, "chair")
    assert np.linalg.norm(vectors, axis=2) == pytest.approx(1.0, abs=1e-5)
    assert (vectors @ blip2.phrase_vector("chair"))[0, 0] != pytest.approx(best[0, 0], abs=1e-3)


def test_sed_tells_the_share_of_each_category(tmp_path: Path) -> None:
    sed = brought("sed", tmp_path)
    assert isinstance(sed, Sed)
    vectors, seen = space_of(sed).image(PICTURE), sed.segment(PICTURE)
    assert vectors.shape == (12, 16, len(sed.categories))
    assert vectors.sum(axis=2) == pytest.approx(1.0, abs=1e-5)
    own, whole = seen.confidence[2::4, 2::4], sed.shares(PICTURE).sum(axis=0)[2::4, 2::4]
    assert vectors.max(axis=2) == pytest.approx(own / whole, abs=1e-6)
    assert np.array_equal(vectors.argmax(axis=2) + 1, seen.category[2::4, 2::4])


def test_boxes_of_a_detector_hold_all_but_walls_floors_and_ceilings(tmp_path: Path) -> None:
    network = load_dense()
    detector = brought("grounding_dino", tmp_path, network.categories)
    found = sorted(detector.detect(PICTURE), key=lambda one: -one.score)
    assert found
    label, confidence = by_boxes_of(detector)(network, PICTURE)
    seen = network.segment(PICTURE)
    names = np.array(("", *network.categories))
    surface = np.isin(names[seen.category], ("wall", "floor", "ceiling"))
    assert np.array_equal(label[surface], seen.category[surface])
    for row, column in np.argwhere(~surface):
        holding = [
            one
            for one in found
            if one.box_px[0] <= column < one.box_px[2] and one.box_px[1] <= row < one.box_px[3]
        ]
        assert names[label[row, column]] == (holding[0].category if holding else "")
        assert confidence[row, column] == pytest.approx(holding[0].score if holding else 0.0, abs=1e-6)


def test_more_categories_than_one_sentence_holds_are_asked_in_several(tmp_path: Path) -> None:
    """Each as if asked for with the others of its sentence; all that is found comes back, surest first."""
    many = tuple(f"thing_{number}" for number in range(200))
    detector = brought("grounding_dino", tmp_path, many)
    found = detector.detect(PICTURE)
    parts = [
        load(f"grounding_dino:{tmp_path}", categories=part, tokenise=tiny.tokenise).detect(PICTURE)
        for part in (many[:84], many[84:168], many[168:])
    ]
    assert {one.category for one in found} == {one.category for part in parts for one in part}
    scores = [one.score for one in found]
    assert found and scores == sorted(scores, reverse=True)


class Looking:
    """MLFM's map and search with given eyes, for a few steps."""

    card = AgentCard("looking", "an agent for described goals", sensors=SENSORS, actions=ACTIONS)

    def __init__(self, space: FeatureSpace, eyes: Eyes) -> None:
        self._space, self._eyes = space, eyes

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = DescribedSearch(
            brief,
            self.card,
            lambda navigator, space: LayeredGrounding(navigator, space, 3),
            level="pixel",
            explore_steps=None,
            space=self._space,
            eyes=self._eyes,
        )

    act, trace = policy.act, policy.trace


def looked(space: FeatureSpace, eyes: Eyes) -> EpisodeLog:
    protocol = TASKS["language_goals"].protocol("langnav")
    world = world_named("houses-v1/train/1/3-rooms", body_under(protocol, load_body(protocol.body)))
    drawn = TASKS["language_goals"].draw(world, protocol, 0, 0).episode
    options = RolloutOptions(Settings(width_px=64, height_px=48), keep_trace=True, step_limit_s=600.0)
    return rollout(world, protocol, replace(drawn, maximum_steps=8), Looking(space, eyes), options=options)


@pytest.mark.parametrize("kind", MAKERS)
def test_an_agent_searches_on_a_map_of_their_vectors(kind: str, tmp_path: Path) -> None:
    space = space_of(brought(kind, tmp_path))
    log, again = looked(space, by_pixels), looked(space, by_pixels)
    assert log.outcome.reason != "agent fault" and len(log.steps.action) >= 5
    memory = log.trace[-1]["memory"]
    assert memory["feature_cells"] > 50 and memory["value_map"]["high"] > memory["value_map"]["low"]
    assert np.array_equal(log.steps.pose, again.steps.pose)


def test_refusals_say_what_is_allowed(tmp_path: Path) -> None:
    detector = brought("grounding_dino", tmp_path, ("chair",))
    with pytest.raises(InvalidInput, match="grounding_dino gives no vectors for a map"):
        space_of(detector)
    with pytest.raises(InvalidInput, match="eyes is 'dense'; give one of clip:FOLDER, blip2:FOLDER, sed:"):
        foreign_space("dense")
    with pytest.raises(InvalidInput, match="detector is 'clip:x'; give one of regions, boxes, patches, yolo"):
        detector_named("clip:x")
    for name, words in (
        ("mlfm:eyes=clip:no/such/folder", "clip:no/such/folder names no folder"),
        ("mlfm:detector=masks", "detector is 'masks'; give one of regions"),
        (f"mlfm:eyes=sed:{tmp_path / 'empty'}", "names no folder"),
    ):
        with pytest.raises(WayproofError, match=words):
            load_agent(name)


@pytest.mark.skipif(importlib.util.find_spec("tokenizers") is not None, reason="tokenizers is installed")
def test_without_the_tokenisers_a_sentence_says_what_to_install(tmp_path: Path) -> None:
    tiny.clip(tmp_path)
    with pytest.raises(MissingDependency, match=r"pip install 'wayproof\[plugins\]'"):
        load_agent(f"mlfm:eyes=clip:{tmp_path}")


def test_our_own_detectors_are_chosen_by_name() -> None:
    assert detector_named("boxes") is by_boxes and detector_named("regions") is by_pixels
    assert load_agent("mlfm:detector=boxes").card.name == "mlfm:detector=boxes"


def labels(eyes: Eyes) -> NDArray[np.int16]:
    return eyes(load_dense(), PICTURE)[0]


def test_detectors_of_ours_see_differently() -> None:
    seen = [labels(detector_named(name)).tobytes() for name in ("regions", "boxes", "patches")]
    assert len(set(seen)) == 3
