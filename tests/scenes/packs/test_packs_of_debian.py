"""The full check against the five libraries of Debian's package, where it is installed."""

from collections import Counter

import numpy as np
import pytest

from wayproof.navigation.free_space import free_space
from wayproof.scenes.furniture import home_categories
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.houses.reachable_rooms import (
    WALKER_HEIGHT_M,
    WALKER_RADIUS_M,
    WALKER_STEP_M,
    reach_of_rooms,
)
from wayproof.scenes.packs.archive import opened
from wayproof.scenes.packs.catalogue_file import read_catalogue
from wayproof.scenes.packs.category_table import PERSON, category_of
from wayproof.scenes.packs.clean_mesh import MOST_KEPT, STILL_TOO_MANY
from wayproof.scenes.packs.credits import credits_of
from wayproof.scenes.packs.pack_files import DEBIAN_FOLDER, InstalledPack, add_pack, libraries_in, load_shape
from wayproof.scenes.packs.still_people import people_in_packs, still_person
from wayproof.scenes.scene import Scene, things
from wayproof.scenes.variants.pack_furniture import furnished_with_packs

LIBRARIES = sorted(DEBIAN_FOLDER.rglob("*.sh3f")) if DEBIAN_FOLDER.is_dir() else []

pytestmark = pytest.mark.skipif(
    not LIBRARIES, reason="Debian's package sweethome3d-furniture is not installed"
)


@pytest.fixture(scope="module")
def packs() -> list[InstalledPack]:
    """In the user's cache: preparing them takes minutes, and is done once for a machine."""
    return [add_pack(library) for library in libraries_in(DEBIAN_FOLDER)]


def test_more_than_half_of_the_catalogue_has_a_category() -> None:
    found: Counter[str | None] = Counter()
    for library in LIBRARIES:
        with opened(library) as archive:
            found.update(category_of(item) for item in read_catalogue(archive)[1])
    assert sum(found.values()) >= 800
    assert sum(count for category, count in found.items() if category) >= 400
    assert found["chair"] >= 20 and found["couch"] >= 15 and found[PERSON] >= 25


@pytest.mark.slow
def test_at_least_three_hundred_models_are_usable_and_sound(packs: list[InstalledPack]) -> None:
    models = [(entry, index) for entry in packs for index in range(len(entry.pack.models))]
    assert len(models) >= 300
    for entry, index in models:
        model, shape = entry.pack.models[index], load_shape(entry.file, index)
        assert model.category in (PERSON, *home_categories())
        assert 1 <= len(shape.faces) <= STILL_TOO_MANY * MOST_KEPT
        assert np.isfinite(shape.vertices_m).all() and np.isfinite(shape.uv).all()
        assert np.abs(np.linalg.norm(shape.normals, axis=1) - 1).max() < 1e-3
        assert shape.faces.max() < len(shape.vertices_m) and shape.face_part.max() < len(model.parts)
        size = np.ptp(shape.vertices_m, axis=0)
        assert (size <= np.array([model.width_m, model.height_m, model.depth_m]) * 1.001 + 1e-4).all()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 4, 9])
def test_a_furnished_house_is_real_valid_and_credited(packs: list[InstalledPack], seed: int) -> None:
    scene = furnished_with_packs(make_house(seed, split="val", light=False))
    foreign = [thing for thing in things(scene) if "/" in thing.shape]
    assert len(foreign) >= 0.35 * len(things(scene))
    assert len(credits_of(scene)) == len({thing.shape for thing in foreign})
    assert all(entry.is_whole for entry in _reach(scene))


@pytest.mark.slow
def test_people_stand_sit_and_lie(packs: list[InstalledPack]) -> None:
    assert [len(people_in_packs(pose)) for pose in ("standing", "sitting", "lying")] == [16, 9, 4]
    for path in people_in_packs("standing"):
        person = still_person(path)
        assert 1.5 < person.vertices_m[:, 1].max() < 1.95


def _reach(scene: Scene):
    """By navigation's own free space, not by what the variant asked itself."""
    space = free_space(
        scene, radius_m=WALKER_RADIUS_M, height_m=WALKER_HEIGHT_M, step_height_m=WALKER_STEP_M
    ).surface
    origin = (space.origin_x, space.origin_z)
    return reach_of_rooms(scene.rooms, space.cell_of, space.floor_m, space.island, origin, space.cell_m)
