"""CLIP, BLIP-2, SED, YOLO-World and Grounding DINO through tiny random networks of their interfaces."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tiny_networks as tiny

from wayproof.errors import BrokenFile, InvalidInput, MissingDependency, UnknownName
from wayproof.perception import Perceiver, load
from wayproof.perception.blip2 import Blip2
from wayproof.perception.grounding_dino import sentence
from wayproof.perception.perceiver import Segmentation
from wayproof.perception.text_models import token_rows
from wayproof.seeding import generator_for

CATEGORIES = ("chair", "coffee_table", "wall")
PICTURE = generator_for(0, "picture").integers(0, 256, (48, 64, 3), dtype=np.uint8)
ABILITIES = ("segment", "detect", "match")
# In pixels of YOLO's 640: on this picture's right half, the same again, and one outside the picture.
YOLO_BOXES = [[320.0, 0.0, 640.0, 480.0], [325.0, 0.0, 640.0, 480.0], [0.0, 500.0, 100.0, 640.0]]
DINO_BOXES = [[0.5, 0.5, 0.5, 1.0], [0.9, 0.9, 0.4, 0.4]]

MAKERS: dict[str, Callable[[Path], None]] = {
    "clip": tiny.clip,
    "blip2": tiny.blip2,
    "sed": tiny.sed,
    "yolo_world": lambda folder: tiny.yolo_world(folder, YOLO_BOXES),
    "grounding_dino": lambda folder: tiny.grounding_dino(folder, DINO_BOXES),
}


@pytest.fixture(params=sorted(MAKERS))
def perceiver(request: pytest.FixtureRequest, tmp_path: Path) -> Perceiver:
    MAKERS[request.param](tmp_path)
    return load(f"{request.param}:{tmp_path}", categories=CATEGORIES, tokenise=tiny.tokenise)


def test_every_foreign_network_answers_in_the_shapes_of_the_one_interface(perceiver: Perceiver) -> None:
    assert perceiver.abilities and perceiver.abilities <= set(ABILITIES)
    similarity = perceiver.match(PICTURE, "red chair")
    assert similarity.shape == PICTURE.shape[:2] and similarity.dtype == np.float32
    assert similarity.min() >= -1.0001 and similarity.max() <= 1.0001
    if "segment" in perceiver.abilities:
        seen = perceiver.segment(PICTURE)
        assert seen.category.shape == seen.confidence.shape == PICTURE.shape[:2]
        assert seen.categories == CATEGORIES
        assert seen.category.min() >= 1 and seen.category.max() <= len(CATEGORIES)
        assert (seen.confidence >= 0).all() and (seen.confidence <= 1).all()
    if "detect" in perceiver.abilities:
        for found in perceiver.detect(PICTURE):
            left, top, right, bottom = found.box_px
            assert found.category in CATEGORIES and 0 <= found.score <= 1
            assert 0 <= left < right <= 64 and 0 <= top < bottom <= 48


def test_what_a_network_cannot_do_it_refuses_and_says_who_can(perceiver: Perceiver) -> None:
    missing = set(ABILITIES) - perceiver.abilities
    assert missing
    for ability in missing:
        with pytest.raises(InvalidInput, match=f"{perceiver.name} cannot {ability}.*use dense"):
            getattr(perceiver, ability)(PICTURE)


def test_the_answer_depends_on_the_phrase_and_is_the_same_twice(perceiver: Perceiver) -> None:
    first, again = perceiver.match(PICTURE, "red chair"), perceiver.match(PICTURE, "red chair")
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, perceiver.match(PICTURE, "wall"))


@pytest.mark.parametrize("phrase", ["", "  ", "x" * 300])
def test_an_empty_or_endless_phrase_is_refused(perceiver: Perceiver, phrase: str) -> None:
    with pytest.raises(InvalidInput, match="phrase is"):
        perceiver.match(PICTURE, phrase)


def test_a_picture_of_floats_is_refused(perceiver: Perceiver) -> None:
    with pytest.raises(InvalidInput, match="uint8 RGB"):
        perceiver.match(PICTURE.astype(np.float32), "chair")  # type: ignore[arg-type]


def test_detectors_keep_one_of_two_boxes_in_one_place_and_none_outside(tmp_path: Path) -> None:
    MAKERS["yolo_world"](tmp_path)
    perceiver = load(f"yolo_world:{tmp_path}", categories=("chair",), tokenise=tiny.tokenise)
    boxes = [found.box_px for found in perceiver.detect(PICTURE)]
    assert len(boxes) <= 1
    for box in boxes:
        np.testing.assert_allclose(box[1:], (0.0, 64.0, 48.0), atol=1e-3)
    # A match map is 0 outside all boxes: on the left half of this picture.
    assert (perceiver.match(PICTURE, "chair")[:, :31] == 0).all()
    assert (perceiver.match(PICTURE, "chair")[:, 33:] > 0).all()


def test_boxes_of_grounding_dino_are_shares_of_the_picture(tmp_path: Path) -> None:
    MAKERS["grounding_dino"](tmp_path)
    perceiver = load(f"grounding_dino:{tmp_path}", categories=CATEGORIES, tokenise=tiny.tokenise)
    surface = perceiver.match(PICTURE, "chair")
    assert (surface[:, :16] == 0).all() and (surface[:20, 50:] == 0).all()
    assert (surface[:, 17:47] > 0).all() and (surface[40:, 50:] > 0).all()


def test_the_sentence_of_grounding_dino_keeps_track_of_its_phrases() -> None:
    ids, spans = sentence([[5], [7, 9]])
    assert ids == [101, 5, 1012, 7, 9, 1012, 102]
    assert [ids[first:last] for first, last in spans] == [[5], [7, 9]]
    with pytest.raises(InvalidInput, match="fewer categories"):
        sentence([[1, 2, 3]] * 100)


def test_clip_says_of_a_tile_what_its_network_says(tmp_path: Path) -> None:
    tiny.clip(tmp_path)
    perceiver = load(f"clip:{tmp_path}", categories=CATEGORIES, tokenise=tiny.tokenise)
    colour = np.array([200, 40, 90], np.uint8)
    plain = np.broadcast_to(colour, (32, 32, 3)).copy()
    mean = (colour / 255 - [0.48145466, 0.4578275, 0.40821073]) / [0.26862954, 0.26130258, 0.27577711]
    image = mean @ tiny.random(3, tiny.WIDTH)
    text = tiny.random(tiny.VOCABULARY * 800, tiny.WIDTH)[[1, 7, 5, 2]].sum(axis=0)
    expected = image @ text / np.linalg.norm(image) / np.linalg.norm(text)
    np.testing.assert_allclose(perceiver.match(plain, "red chair"), expected, atol=1e-4)


def test_the_best_query_of_blip2_counts(tmp_path: Path) -> None:
    tiny.blip2(tmp_path)
    perceiver = Blip2(tmp_path, tiny.tokenise)
    one, other = perceiver.score(PICTURE, "chair"), perceiver.score(PICTURE, "wall")
    assert -1 <= one <= 1 and one != other


def test_long_phrases_are_cut_but_keep_the_mark_of_their_end() -> None:
    ids, mask = token_rows([[1, 5, 2], [1, 5, 6, 7, 8, 2]], 4, pad=0)
    assert ids.tolist() == [[1, 5, 2, 0], [1, 5, 6, 2]]
    assert mask.tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_a_file_with_other_inputs_or_outputs_is_refused_by_name(tmp_path: Path) -> None:
    tiny.text_model(tmp_path)
    (tmp_path / "text_model.onnx").rename(tmp_path / "vision_model.onnx")
    with pytest.raises(BrokenFile, match="vision_model.onnx is not a picture encoder of CLIP.*pixel_values"):
        load(f"clip:{tmp_path}", categories=CATEGORIES, tokenise=tiny.tokenise)


def test_a_missing_a_torn_and_an_unknown_network_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match="no file .*vision_model.onnx"):
        load(f"clip:{tmp_path}", categories=CATEGORIES, tokenise=tiny.tokenise)
    (tmp_path / "vision_model.onnx").write_bytes(b"torn")
    with pytest.raises(BrokenFile, match="cannot be read as an ONNX network"):
        load(f"clip:{tmp_path}", categories=CATEGORIES, tokenise=tiny.tokenise)
    with pytest.raises(InvalidInput, match="names no folder"):
        load(f"clip:{tmp_path / 'nowhere'}", categories=CATEGORIES)
    with pytest.raises(InvalidInput, match="clip does not come with Wayproof"):
        load("clip")
    with pytest.raises(UnknownName, match="no network named 'densee'"):
        load("densee")


@pytest.mark.parametrize("categories", [("chair", "chair"), ("", "chair")])
def test_categories_must_be_names_and_different(tmp_path: Path, categories: tuple[str, ...]) -> None:
    tiny.sed(tmp_path)
    with pytest.raises(InvalidInput, match="each once"):
        load(f"sed:{tmp_path}", categories=categories, tokenise=tiny.tokenise)


def test_without_the_package_of_tokenisers_the_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    tiny.clip(tmp_path)
    with pytest.raises(MissingDependency, match=r"pip install 'wayproof\[plugins\]'"):
        load(f"clip:{tmp_path}", categories=CATEGORIES)


def test_a_mask_of_an_unknown_category_is_refused() -> None:
    seen = Segmentation(np.ones((2, 2), np.int16), np.ones((2, 2), np.float32), CATEGORIES)
    assert seen.mask("chair").all() and not seen.mask("wall").any()
    with pytest.raises(UnknownName, match="wall"):
        seen.mask("walls")
