"""Outlines finer than a cell: their loss beside that of all half cells, and that they learn."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from painted_houses import CATEGORIES, paint_shards
from torch.nn import functional

from wayproof.learning.batches import Supply
from wayproof.learning.checkpoints import load_checkpoint, save_checkpoint
from wayproof.learning.export import differences, export, to_int8
from wayproof.learning.fine_outline import chosen_points, doubtful_cells, fine_loss
from wayproof.learning.network import Sizes
from wayproof.learning.shards import load_looks, shard_folder
from wayproof.learning.training_loop import Learner, Recipe, begin, train
from wayproof.perception.dense import Dense, outputs_of
from wayproof.perception.phrases import Words

WORDS = Words(CATEGORIES)
TINY = Sizes((16, 16, 16, 16), (1, 1, 1), 16, 16, 8, fine=16)
RECIPE = Recipe(steps=60, supply=Supply(all=4, first=4), batch=2, sizes=TINY, averaging=0.9, rate=5e-3)


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(len(shape)))


def test_the_loss_is_that_of_all_half_cells_that_are_in_doubt() -> None:
    logits, fine, names = 3.0 * drawn(2, 5, 4, 6), drawn(2, 3, 8, 12), drawn(5, 3)
    category = torch.randint(-1, 5, (2, 4, 4, 6), generator=torch.Generator().manual_seed(1))
    weights = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0])
    found = fine_loss(logits, fine, names, category, weights)
    # Bilinear enlargement has the same shares: three quarters of the own cell, one of that beside it.
    shares = functional.softmax(logits, dim=1)
    large = functional.interpolate(shares, scale_factor=2.0, mode="bilinear", align_corners=False)
    large = torch.log(large) + torch.einsum("nkhw,ck->nchw", fine, names)
    surprise = -functional.log_softmax(large, dim=1)
    unsure = doubtful_cells(logits)
    above = below = 0.0
    for picture, quarter, row, column in torch.cartesian_prod(*map(torch.arange, category.shape)).tolist():
        kind = int(category[picture, quarter, row, column])
        if kind >= 0 and unsure[picture, row, column]:
            j, i = 2 * row + quarter // 2, 2 * column + quarter % 2
            above += float(weights[kind] * surprise[picture, kind, j, i])
            below += float(weights[kind])
    assert float(found) == pytest.approx(above / below, rel=1e-5)


def test_cells_that_are_sure_among_their_like_do_not_count() -> None:
    logits = torch.zeros(1, 2, 4, 4)
    logits[:, 0] = 9.0
    category = torch.zeros(1, 4, 4, 4, dtype=torch.int64)
    assert not len(chosen_points(logits, category))
    assert float(fine_loss(logits, drawn(1, 3, 8, 8), drawn(2, 3), category, torch.ones(2))) == 0.0
    logits[0, 1, 0, 0] = 20.0
    points = chosen_points(logits, category)
    assert {tuple(point[2:].tolist()) for point in points} == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Learner, Path, Path]:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("fine")
    state = train(paint_shards(folder / "train", 4), RECIPE, begin(RECIPE, WORDS))
    export(state.average, WORDS, folder / "tiny.onnx")
    return state.average, folder / "tiny.onnx", paint_shards(folder / "val", 2, stride=1)


def test_the_file_and_torch_agree_and_its_card_says_that_it_is_fine(
    made: tuple[Learner, Path, Path],
) -> None:
    learner, file, _ = made
    found = differences(
        learner, file, torch.zeros(1, 48, 80, 3, dtype=torch.uint8), torch.eye(2, len(WORDS.tokens))
    )
    assert set(found) == {*outputs_of(True), "phrase"} and max(found.values()) < 1e-4
    card = Dense(file).card
    assert card.fine and card.largest_share == 1.1


def test_half_cells_are_named_better_than_cells(made: tuple[Learner, Path, Path], tmp_path: Path) -> None:
    _, file, val = made
    coarse = tmp_path / "coarse.onnx"
    for suffix in (".onnx", "_text.onnx", ".json"):
        (tmp_path / f"coarse{suffix}").write_bytes(file.with_name(f"tiny{suffix}").read_bytes())
    card = msgspec.json.decode((tmp_path / "coarse.json").read_bytes())
    (tmp_path / "coarse.json").write_bytes(msgspec.json.encode(card | {"fine": False}))
    right = {"fine": 0, "coarse": 0}
    for house in range(2):
        looks = load_looks(shard_folder(val, house))
        for picture in range(len(looks.rgb)):
            truth = looks.category[looks.instance[picture]]
            for name, where in (("fine", file), ("coarse", coarse)):
                answer = Dense(where).segment(np.asarray(looks.rgb[picture])).category
                right[name] += int((answer == truth).sum())
    assert right["fine"] > right["coarse"]


def test_eight_bits_keep_the_outlines(made: tuple[Learner, Path, Path], tmp_path: Path) -> None:
    _, file, val = made
    rgb = np.asarray(load_looks(shard_folder(val, 0)).rgb[0])
    padded = np.full((176, 224, 3), 128, np.uint8)
    padded[:168] = rgb
    to_int8(file, [padded], tmp_path / "tiny.onnx")
    for suffix in ("_text.onnx", ".json"):
        (tmp_path / f"tiny{suffix}").write_bytes(file.with_name(f"tiny{suffix}").read_bytes())
    small, plain = Dense(tmp_path / "tiny.onnx").segment(rgb), Dense(file).segment(rgb)
    assert (small.category == plain.category).mean() > 0.95


def test_a_stopped_and_resumed_training_ends_with_the_same_bits(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    recipe = msgspec.structs.replace(RECIPE, steps=4)
    pictures = paint_shards(tmp_path / "train", 4)
    whole = train(pictures, recipe, begin(recipe, WORDS))
    half = train(pictures, recipe, begin(recipe, WORDS), until=2)
    save_checkpoint(tmp_path / "c.safetensors", half, recipe, WORDS)
    resumed, _ = load_checkpoint(tmp_path / "c.safetensors", recipe=recipe)
    resumed = train(pictures, recipe, resumed)
    for one, other in zip(whole.average.parameters(), resumed.average.parameters(), strict=True):
        assert torch.equal(one, other)
