"""The network that is shipped: its card, its promises, and that it sees what is in a house."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from wayproof.kinds import ROOM_SURFACES
from wayproof.perception import load, load_dense
from wayproof.perception.dense import PICTURES_KEPT, Dense
from wayproof.perception.perceiver_by_name import NETWORKS, shipped
from wayproof.perception.phrases import ATTRIBUTES
from wayproof.scenes.scene import STRUCTURE

pytestmark = pytest.mark.skipif(
    "dense" not in shipped(), reason="no network is shipped: make one with `wayproof train perception`"
)
LARGEST_MB = 10


@pytest.fixture(scope="module")
def perceiver() -> Dense:
    return load_dense()


@pytest.mark.parametrize("size", [(168, 224), (224, 224), (256, 256), (300, 400)])
def test_it_keeps_the_interface_at_every_size(perceiver: Dense, size: tuple[int, int]) -> None:
    rgb = np.full((*size, 3), 180, np.uint8)
    rgb[size[0] // 2 :] = (110, 80, 50)
    seen = perceiver.segment(rgb)
    assert seen.category.shape == size and seen.category.dtype == np.int16
    assert seen.category.min() >= 1 and seen.category.max() <= len(perceiver.categories)
    assert perceiver.match(rgb, "brown wooden chair").shape == size
    assert perceiver.depth(rgb, math.radians(79.0)).shape == size
    for found in perceiver.detect(rgb):
        assert found.category in perceiver.categories
        assert set(found.attributes) == set(ATTRIBUTES)


def test_pictures_of_the_usual_square_size_are_shrunk_to_what_it_was_trained_with(perceiver: Dense) -> None:
    """They cost a third more otherwise; see docs/concepts/perception.md."""
    rgb = np.full((256, 256, 3), 90, np.uint8)
    output = perceiver.outputs(rgb)
    assert output.fitted == (224, 224) and output.size == (256, 256)
    assert output.category.shape[1:] == (56, 56)


def test_it_is_loaded_once_and_by_default(perceiver: Dense) -> None:
    assert load() is load("dense") is perceiver
    assert perceiver.abilities == {"segment", "detect", "match"}


def test_a_picture_that_comes_again_costs_no_pass_and_no_more_than_a_full_turn_is_kept(
    perceiver: Dense, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes: list[int] = []
    run = perceiver._run
    monkeypatch.setattr(perceiver, "_run", lambda inputs: passes.append(1) or run(inputs))
    monkeypatch.setattr(perceiver, "_kept", {})
    pictures = [np.full((32, 32, 3), 10 * number, np.uint8) for number in range(PICTURES_KEPT + 1)]
    first = perceiver.segment(pictures[0])
    for picture in pictures[1:PICTURES_KEPT]:
        perceiver.segment(picture)
    assert len(passes) == PICTURES_KEPT
    again = perceiver.segment(pictures[0].copy())
    assert len(passes) == PICTURES_KEPT
    assert np.array_equal(again.category, first.category)
    assert np.array_equal(again.confidence, first.confidence)
    perceiver.segment(pictures[-1])  # one too many: the one not seen for longest goes
    perceiver.segment(pictures[0])
    assert len(passes) == PICTURES_KEPT + 1
    perceiver.segment(pictures[1])
    assert len(passes) == PICTURES_KEPT + 2 and len(perceiver._kept) == PICTURES_KEPT


def test_its_files_are_small_and_its_card_tells_what_was_measured() -> None:
    total = sum(file.stat().st_size for file in NETWORKS.glob("dense*"))
    assert total < LARGEST_MB * 1e6
    card = msgspec.json.decode((NETWORKS / "dense.json").read_bytes())
    for split in ("val", "test"):
        assert 0.0 < card[split]["pixel_accuracy"] <= 1.0
        assert set(card[split]["attributes"]) == set(ATTRIBUTES)
    assert max(card["torch_difference"].values()) < 2e-3
    assert card["training"]["step"] == card["training"]["recipe"]["steps"], (
        "shipped before its training ended"
    )


def test_its_table_covers_every_rgb_corruption_of_the_papers() -> None:
    """Those of our own came after it was measured; the next network's card has them, too."""
    from wayproof.corruptions import CORRUPTIONS

    card = msgspec.json.decode((NETWORKS / "dense.json").read_bytes())
    names = {
        corruption.name
        for corruption in CORRUPTIONS
        if corruption.modality == "rgb" and corruption.sources != ("ours",)
    }
    assert len(names) > 20
    for severity in ("0.5", "1"):
        assert names <= set(card["corrupted"][severity])


def test_it_sees_the_floor_and_the_walls_of_a_house_that_it_never_saw(perceiver: Dense) -> None:
    from wayproof.learning.training_images import Plan, look_round
    from wayproof.learning.viewpoints import AS_DRIVEN

    plan = Plan(split="val", pictures=6, mixture=AS_DRIVEN, people_share=0.0, stride=1)
    looks = look_round(900, plan, perceiver.categories)
    right = total = 0
    for picture in range(len(looks.rgb)):
        truth = looks.category[looks.instance[picture]]
        answer = perceiver.segment(looks.rgb[picture]).category
        for name in ("floor", "wall"):
            here = truth == perceiver.categories.index(name) + 1
            right += int((answer[here] == truth[here]).sum())
            total += int(here.sum())
    assert right / total > 0.8


def test_what_has_no_box_is_part_of_every_building() -> None:
    assert set(ROOM_SURFACES) < set(STRUCTURE)
