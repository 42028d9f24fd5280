"""What a batch teaches, checked against how the pictures were painted, and losses against other formulas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from painted_houses import CATEGORIES, paint_house, paint_shards
from shapely.geometry import box

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.learning.batches import mirrored, sample_of
from wayproof.learning.losses import _boxes, _category
from wayproof.learning.shards import load_looks, open_index, shard_folder
from wayproof.learning.training_images import Plan
from wayproof.perception.phrases import Words
from wayproof.seeding import generator_for

WORDS = Words(CATEGORIES)


@pytest.mark.parametrize("scale", [0.5, 0.7143, 1.0])
def test_labels_of_a_cell_are_those_of_its_pixels_at_every_scale(scale: float) -> None:
    looks = paint_house(0, 1, 2)
    sample = sample_of(looks, 0, WORDS, generator_for(0, "test"), scale)
    full = paint_house(0, 1, 1).instance[0]
    rows, columns = sample["thing"].shape
    for row, column in (
        (3, 4),
        (rows - 2, columns - 3),
        (rows // 2, columns // 2),
        (rows // 3, columns // 4),
    ):
        y, x = int((row + 0.5) * 168 / rows), int((column + 0.5) * 224 / columns)
        window = full[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3]
        if len(np.unique(window)) == 1:
            category = looks.category[full[y, x]] - 1
            assert (sample["category"][:, row, column] == category).all()


@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_boxes_lead_from_every_cell_to_the_sides_of_its_thing(scale: float) -> None:
    looks = paint_house(1, 1, 2)
    sample = sample_of(looks, 0, WORDS, generator_for(0, "test"), scale)
    sides = {int(one): sides for (_, one), sides in zip(looks.seen, looks.box_px, strict=True)}
    full = paint_house(1, 1, 1).instance[0]
    rows, columns = np.nonzero(sample["thing"])
    assert len(rows) > 50
    for row, column in zip(rows[::7], columns[::7], strict=True):
        x, y = (column + 0.5) * 4, (row + 0.5) * 4
        left, top, right, bottom = sample["boxes_px"][:, row, column]
        found = np.array([x - left, y - top, x + right, y + bottom]) / scale
        wanted = sides[int(full[min(int(y / scale), 167), min(int(x / scale), 223)])]
        if full[min(int(y / scale), 167), min(int(x / scale), 223)] >= 3:
            np.testing.assert_allclose(found, wanted, atol=3.0 / scale)


def test_walls_and_floors_have_no_box_and_a_large_thing_does_not_outweigh_a_small_one() -> None:
    looks = paint_house(2, 1, 2)
    sample = sample_of(looks, 0, WORDS, generator_for(0, "test"))
    category = sample["category"][3]
    assert (sample["thing"][np.isin(category, (1, 4))] == 0).all()
    cells = looks.instance[0][1::2, 1::2]
    for one in (3, 4, 5):
        weight = sample["thing"][cells == one]
        assert weight.sum() == pytest.approx(np.sqrt(len(weight)), rel=1e-4)


def test_a_phrase_is_true_exactly_where_all_its_words_hold() -> None:
    looks = paint_house(3, 1, 2)
    sample = sample_of(looks, 0, WORDS, generator_for(0, "test"))
    cells = looks.instance[0][1::2, 1::2].astype(int)
    spoken = 0
    for told, where in zip(sample["told"], sample["where"], strict=True):
        if not told.any():
            continue
        spoken += 1
        tokens = {WORDS.tokens[k] for k in np.flatnonzero(told)}
        for one in np.unique(cells):
            truths = {CATEGORIES[looks.category[one] - 1]}
            if one >= 3:
                truths.add("colour:" + ("red", "blue")[_tint(looks, one)])
            assert where[cells == one].all() == (tokens <= truths)
            assert where[cells == one].any() == (tokens <= truths)
    assert spoken >= 4


def _tint(looks: object, one: int) -> int:
    value = looks.values[one][0]  # type: ignore[attr-defined]
    return 0 if value == 5 else 1


def test_the_loss_of_boxes_is_one_minus_the_generalised_overlap() -> None:
    wanted, predicted = (4.0, 6.0, 10.0, 8.0), (2.0, 9.0, 12.0, 5.0)
    one, two = (box(-left, -top, right, bottom) for left, top, right, bottom in (wanted, predicted))
    hull = box(-4.0, -9.0, 12.0, 8.0)
    union = one.union(two).area
    expected = 1.0 - (one.intersection(two).area / union - (hull.area - union) / hull.area)
    cells = [torch.tensor(sides).reshape(1, 4, 1, 1) for sides in (predicted, wanted)]
    assert float(_boxes(*cells, torch.ones(1, 1, 1))) == pytest.approx(expected, rel=1e-5)


def test_the_loss_of_categories_is_torchs_weighted_cross_entropy_over_four_points() -> None:
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(2, 5, 3, 4, generator=generator)
    truth = torch.randint(0, 5, (2, 4, 3, 4), generator=generator)
    weights = torch.tensor([1.0, 2.0, 5.0, 1.5, 3.0])
    repeated = logits[:, :, None].expand(2, 5, 4, 3, 4)
    expected = torch.nn.functional.cross_entropy(repeated, truth, weight=weights)
    assert float(_category(logits, truth, weights)) == pytest.approx(float(expected), rel=1e-5)
    nothing = torch.full_like(truth, -1)
    assert float(_category(logits, nothing, weights)) == 0.0


def test_a_folder_of_another_plan_and_a_torn_shard_are_refused(tmp_path: Path) -> None:
    paint_shards(tmp_path, 1)
    with pytest.raises(InvalidInput, match="pictures of another plan"):
        open_index(tmp_path, Plan(pictures=5))
    (shard_folder(tmp_path, 0) / "rgb.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(BrokenFile, match="not a complete set of pictures"):
        load_looks(shard_folder(tmp_path, 0))


def test_a_mirrored_picture_teaches_what_the_picture_teaches_mirrored() -> None:
    looks = paint_house(4, 2, 2)
    plain = sample_of(looks, 1, WORDS, generator_for(0, "test"))
    turned = sample_of(mirrored(looks, 1), 0, WORDS, generator_for(0, "test"))
    assert np.array_equal(turned["picture"][:168], plain["picture"][:168, ::-1])
    # A cell has no pixel in its very middle: the one beside it is taken, on the other side when mirrored.
    back = turned["category"][:, :, ::-1][[1, 0, 3, 2]]
    assert (back == plain["category"]).mean() > 0.97
    left_top_right_bottom = turned["boxes_px"][[2, 1, 0, 3]][:, :, ::-1]
    same = (plain["thing"] > 0) & (np.abs(turned["thing"][:, ::-1] - plain["thing"]) < 0.01)
    assert same.sum() > 50
    np.testing.assert_allclose(left_top_right_bottom[:, same], plain["boxes_px"][:, same], atol=1e-4)
