import json
import subprocess
import sys
from pathlib import Path

import pytest

from wayproof.errors import InvalidInput, UnknownName
from wayproof.navigation.fitness.house_check import check_house, penetration_m
from wayproof.scenes.digest import content_hash
from wayproof.scenes.furniture import FURNITURE, HOME
from wayproof.scenes.houses.house import FEWEST_ROOMS, MOST_ROOMS, build_house, make_house
from wayproof.scenes.scene import STRUCTURE, things

GOLDEN = Path(__file__).parent / "golden_hashes.json"


@pytest.mark.parametrize("rooms", range(FEWEST_ROOMS, MOST_ROOMS + 1))
@pytest.mark.parametrize("split", ["train", "test"])
def test_houses_of_every_size_are_valid(rooms: int, split: str) -> None:
    house = build_house(rooms, split=split, rooms=rooms)
    assert check_house(house) == []
    assert len(house.scene.rooms) == rooms


def test_the_houses_are_those_that_were_published() -> None:
    """A change here means new houses under an old name: see CONTRIBUTING, "Changes that change numbers"."""
    golden = json.loads(GOLDEN.read_text())
    found = {}
    for name in golden:
        split, seed = name.split("/")
        found[name] = content_hash(build_house(int(seed), split=split).scene)
    assert found == golden


@pytest.mark.slow
def test_the_same_seed_gives_the_same_house_in_any_process() -> None:
    program = (
        "from wayproof.scenes.houses.house import build_house\n"
        "from wayproof.scenes.digest import content_hash\n"
        "print(content_hash(build_house(11, rooms=3).scene))"
    )
    hashes = {content_hash(build_house(11, rooms=3).scene) + "\n"}
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed, "HOME": str(Path.home())},
            capture_output=True,
            text=True,
            check=True,
        )
        hashes.add(done.stdout)
    assert len(hashes) == 1


def test_splits_and_seeds_give_different_houses() -> None:
    hashes = {
        content_hash(build_house(seed, split=split, rooms=2).scene)
        for seed in (0, 1)
        for split in ("train", "val", "test")
    }
    assert len(hashes) == 6


@pytest.mark.slow
def test_held_out_shapes_appear_in_the_test_split_only() -> None:
    held_out = {(c.category, shape) for c in FURNITURE if c.place == HOME for shape in c.held_out_shapes}

    def shapes(split: str) -> set[tuple[str, str]]:
        houses = [build_house(seed, split=split, rooms=4).scene for seed in range(2)]
        return {(thing.category, thing.shape) for scene in houses for thing in things(scene)}

    assert not shapes("train") & held_out
    assert not shapes("val") & held_out
    assert len(shapes("test") & held_out) > 10


def test_ids_rooms_and_supports_agree() -> None:
    scene = build_house(8, rooms=5).scene
    assert [instance.id for instance in scene.instances] == list(range(1, len(scene.instances) + 1))
    rooms = {room.id for room in scene.rooms}
    for thing in things(scene):
        assert thing.room in rooms
        if thing.support is not None:
            support = scene.instances[thing.support - 1]
            assert support.room == thing.room
            assert thing.relation in ("on", "in")
            assert support.category not in STRUCTURE
    assert sorted(set(scene.face_instance.tolist())) == list(range(1, len(scene.instances) + 1))
    for index, lamp in enumerate(scene.lamps):
        assert scene.instances[lamp.instance - 1].lamp == index


def test_a_wrong_split_seed_or_room_count_gets_a_sentence() -> None:
    with pytest.raises(UnknownName, match="no split named 'vall'. Did you mean 'val'"):
        make_house(1, split="vall")
    with pytest.raises(InvalidInput, match="whole number from 0 on, not -1"):
        make_house(-1)
    with pytest.raises(InvalidInput, match="2 to 10 rooms, not 11"):
        make_house(1, rooms=11)


def test_the_overlap_measure_knows_touching_from_sinking() -> None:
    import numpy as np

    cube = np.array([[[0.0, 0.5, 0.0], [0.5, 0.5, 0.5]]])
    beside = cube + np.array([[[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]])
    sunk = cube + np.array([[[0.97, 0.0, 0.0], [0.0, 0.0, 0.0]]])
    assert penetration_m(cube, 0.0, beside, 0.0) == pytest.approx(0.0)
    assert penetration_m(cube, 0.0, sunk, 0.0) == pytest.approx(0.03)
    # Turned by 45 degrees a cube reaches sqrt(2) / 2 towards its neighbour.
    assert penetration_m(cube, 0.0, beside, np.pi / 4) == pytest.approx(0.5**0.5 - 0.5)
