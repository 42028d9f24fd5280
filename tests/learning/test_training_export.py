"""Export: the ONNX file says what torch says, at any size, and the perceiver on it keeps its contract."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from painted_houses import CATEGORIES, paint_shards

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.batches import Supply
from wayproof.learning.evaluation import measure
from wayproof.learning.export import differences, export, shifted
from wayproof.learning.network import Sizes
from wayproof.learning.shards import load_looks, shard_folder
from wayproof.learning.training_loop import Learner, Recipe, begin, train
from wayproof.perception.dense import OUTPUTS, Dense
from wayproof.perception.phrases import ATTRIBUTES, Words
from wayproof.vocabulary import Fault

WORDS = Words(CATEGORIES)
TINY = Sizes((16, 16, 16, 16), (1, 1, 1), 16, 16, 8)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Learner, Path, Path]:
    """A tiny network, trained for a moment, its file, and pictures with every pixel labelled."""
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("export")
    recipe = Recipe(steps=40, supply=Supply(all=4, first=4), batch=2, sizes=TINY, averaging=0.9, rate=5e-3)
    state = train(paint_shards(folder / "train", 4), recipe, begin(recipe, WORDS))
    file = folder / "tiny.onnx"
    export(state.average, WORDS, file)
    return state.average, file, paint_shards(folder / "val", 2, stride=1)


@pytest.mark.parametrize("size", [(176, 224), (224, 224), (256, 256), (16, 48)])
def test_the_file_and_torch_agree_at_every_size(
    made: tuple[Learner, Path, Path], size: tuple[int, int]
) -> None:
    learner, file, _ = made
    picture = torch.randint(
        0, 256, (2, *size, 3), dtype=torch.uint8, generator=torch.Generator().manual_seed(0)
    )
    tokens = torch.eye(len(WORDS.tokens))
    found = differences(learner, file, picture, tokens)
    assert set(found) == {*OUTPUTS, "phrase"}
    assert max(found.values()) < 1e-4


def test_a_wrong_file_shows_as_a_difference(made: tuple[Learner, Path, Path]) -> None:
    _, file, _ = made
    other = Learner(WORDS, TINY).eval()
    picture = torch.zeros(1, 32, 32, 3, dtype=torch.uint8)
    assert max(differences(other, file, picture, torch.eye(len(WORDS.tokens))).values()) > 1e-2


def test_a_shift_of_logits_goes_into_the_file(made: tuple[Learner, Path, Path], tmp_path: Path) -> None:
    learner, file, val = made
    rgb = np.asarray(load_looks(shard_folder(val, 0)).rgb[0])
    before = Dense(file).outputs(rgb).category
    by = torch.tensor([0.0, 1.0, -2.0, 0.0, 0.5])
    shifted(learner, by)
    export(learner, WORDS, tmp_path / "shifted.onnx")
    shifted(learner, -by)
    after = Dense(tmp_path / "shifted.onnx").outputs(rgb).category
    np.testing.assert_allclose(after.sum(axis=0), 1.0, atol=1e-4)
    ratio = (after / after[0]) / (before / before[0])
    np.testing.assert_allclose(ratio, np.broadcast_to(by.exp()[:, None, None], ratio.shape), rtol=2e-3)


@pytest.mark.parametrize("size", [(168, 224), (224, 224), (256, 256), (300, 400), (480, 640), (33, 61)])
def test_answers_have_the_size_of_the_picture(
    made: tuple[Learner, Path, Path], size: tuple[int, int]
) -> None:
    perceiver = Dense(made[1])
    rgb = np.zeros((*size, 3), np.uint8)
    rgb[: size[0] // 2] = (200, 40, 40)
    seen = perceiver.segment(rgb)
    assert seen.category.shape == seen.confidence.shape == size
    assert seen.category.min() >= 1 and seen.category.max() <= len(CATEGORIES)
    assert (seen.confidence > 0).all() and (seen.confidence <= 1).all()
    similarity = perceiver.match(rgb, "red chair")
    assert similarity.shape == size and np.abs(similarity).max() <= 1.0001
    depth_m = perceiver.depth(rgb, math.radians(79.0))
    assert depth_m.shape == size and (depth_m > 0).all()
    for found in perceiver.detect(rgb):
        left, top, right, bottom = found.box_px
        assert 0 <= left <= right <= size[1] and 0 <= top <= bottom <= size[0]
        assert found.category not in ("wall", "floor") and 0 < found.score <= 1
        assert set(found.attributes) == set(ATTRIBUTES)


def test_a_wider_camera_makes_the_same_picture_nearer(made: tuple[Learner, Path, Path]) -> None:
    perceiver = Dense(made[1])
    rgb = np.zeros((168, 224, 3), np.uint8)
    usual, wide = perceiver.depth(rgb, math.radians(79.0)), perceiver.depth(rgb, math.radians(110.0))
    ratio = math.tan(math.radians(39.5)) / math.tan(math.radians(55.0))
    np.testing.assert_allclose(wide, usual * ratio, rtol=1e-4)
    with pytest.raises(InvalidInput, match="hfov_rad"):
        perceiver.depth(rgb, 4.0)


def test_the_same_picture_is_looked_at_once_and_a_changed_one_again(
    made: tuple[Learner, Path, Path],
) -> None:
    perceiver = Dense(made[1])
    rgb = np.zeros((64, 64, 3), np.uint8)
    first = perceiver.outputs(rgb)
    assert perceiver.outputs(rgb.copy()) is first
    rgb[:] = 200
    assert perceiver.outputs(rgb) is not first


def test_measured_accuracy_agrees_with_a_plain_count(made: tuple[Learner, Path, Path]) -> None:
    _, file, val = made
    perceiver = Dense(file)
    found = measure(perceiver, val)
    right = total = 0
    for house in range(2):
        looks = load_looks(shard_folder(val, house))
        for picture in range(len(looks.rgb)):
            answer = perceiver.segment(np.asarray(looks.rgb[picture])).category
            truth = looks.category[looks.instance[picture]]
            right += int((answer == truth).sum())
            total += truth.size
    assert found.pixel_accuracy == pytest.approx(right / total, abs=1e-4)
    assert found.pictures == 6 and found.pixel_accuracy > 0.7
    assert found.attributes["colour"] is not None and found.attributes["material"] is None


def test_a_corruption_lowers_what_is_measured_and_most_limits_the_pictures(
    made: tuple[Learner, Path, Path],
) -> None:
    _, file, val = made
    perceiver = Dense(file)
    clean, dark = (
        measure(perceiver, val, most=4),
        measure(perceiver, val, most=4, fault=Fault("black_out", 1.0)),
    )
    assert clean.pictures == dark.pictures == 4
    assert dark.pixel_accuracy < clean.pixel_accuracy


def test_a_card_that_is_missing_torn_or_of_other_words_is_refused(
    made: tuple[Learner, Path, Path], tmp_path: Path
) -> None:
    _, file, _ = made
    for name in ("tiny.onnx", "tiny_text.onnx"):
        (tmp_path / name).write_bytes((file.parent / name).read_bytes())
    with pytest.raises(BrokenFile, match="tiny.json"):
        Dense(tmp_path / "tiny.onnx")
    card = msgspec.json.decode(file.with_suffix(".json").read_bytes())
    card["attributes"] = {"smell": ["sweet"]}
    (tmp_path / "tiny.json").write_bytes(msgspec.json.encode(card))
    with pytest.raises(BrokenFile, match="other attributes"):
        Dense(tmp_path / "tiny.onnx")
