"""Our furniture in the place of ProcTHOR's assets: exactly as large, and of a kind that exists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayproof.geometry.solids import box
from wayproof.scenes.finishes import COLOURS, FAMILIES
from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.procthor.asset_kinds import KINDS, kind_of
from wayproof.scenes.procthor.asset_sizes import Asset
from wayproof.scenes.procthor.materials import finish_for
from wayproof.scenes.procthor.resting_places import Body, rest_on
from wayproof.scenes.procthor.stand_ins import extent, stand_in
from wayproof.scenes.textures import TEXTURES

lengths = st.floats(0.02, 3.0)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_can_be_built(name: str) -> None:
    kind = KINDS[name]
    if kind.builder:
        category = FURNITURE[kind.builder]
        assert set(kind.shapes) <= {*category.shapes, *category.held_out_shapes}
    else:
        assert kind.material in FAMILIES and kind.colour in COLOURS
    assert kind.category == kind.category.lower()


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(KINDS)), lengths, lengths, lengths)
def test_a_stand_in_fills_the_box_of_its_asset(name: str, x: float, y: float, z: float) -> None:
    asset = Asset(f"{name}_1", name, (x, y, z), "large")
    model, _ = stand_in(asset, kind_of(name, asset.id, asset.size_m))
    low, high = extent(model)
    np.testing.assert_allclose(low, [-x / 2, 0.0, -z / 2], atol=1e-6)
    np.testing.assert_allclose(high, [x / 2, y, z / 2], atol=1e-6)
    assert model.attributes.size in (None, "large")
    normals = np.concatenate([part.solid.normals for part in model.parts])
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-5)


def test_the_same_asset_always_looks_the_same() -> None:
    asset = Asset("Chair_7", "Chair", (0.5, 0.9, 0.5))
    one, other = (stand_in(asset, kind_of("Chair", "Chair_7", asset.size_m))[0] for _ in range(2))
    assert one.attributes == other.attributes
    np.testing.assert_array_equal(one.parts[0].solid.vertices_m, other.parts[0].solid.vertices_m)


def test_a_bat_that_stands_in_the_database_is_built_standing() -> None:
    asset = Asset("Bat_1", "BaseballBat", (0.07, 0.9, 0.07))
    model, shape = stand_in(asset, kind_of("BaseballBat", "Bat_1", asset.size_m))
    points = np.concatenate([part.solid.vertices_m for part in model.parts])
    assert shape in FURNITURE["baseball_bat"].shapes
    ends = (points[points[:, 1] < 0.3], points[points[:, 1] > 0.6])
    thick = [np.ptp(end[:, 0]) for end in ends]
    assert max(thick) > 1.2 * min(thick)  # it is thicker at one end of its height


def test_a_lamp_can_be_asked_for_lit_and_unlit() -> None:
    asset = Asset("Lamp_3", "FloorLamp", (0.4, 1.6, 0.4))
    kind = kind_of("FloorLamp", "Lamp_3", asset.size_m)
    assert [stand_in(asset, kind, state=state)[0].attributes.state for state in ("on", "off")] == [
        "on",
        "off",
    ]


@pytest.mark.parametrize(
    ("name", "role", "pattern", "colour"),
    [
        ("WoodFloorsCross", "floor", "herringbone", "brown"),
        ("PureBlack_Wood", "floor", "wood_planks", "black"),
        ("GreyFloor 2", "floor", "wood_planks", "grey"),
        ("LightWoodCounters3", "floor", "wood_planks", "beige"),
        ("Porcelain_Blue_Mat", "wall", "plaster", "blue"),
        ("KitchenTilesCheckerboard", "wall", "checked", "white"),
        ("RedBricks 1", "wall", "brick", "red"),
        ("CarpetDarkGreen", "floor", "carpet", "green"),
        ("WhiteMarble2", "wall", "marble", "white"),
        ("something else", "floor", "wood_planks", "brown"),
        ("", "ceiling", "plaster", "white"),
    ],
)
def test_materials_are_read_from_their_names(name: str, role: str, pattern: str, colour: str) -> None:
    finish = finish_for(name, role)
    assert (finish.pattern, finish.colour) == (pattern, colour)
    assert finish.pattern in TEXTURES.names()


def _table(height: float, *, shelf: float | None = None) -> Body:
    """A board of 2 m by 2 m with its top at a height, and another under it."""
    boards = [box((2.0, 0.02, 2.0), (0.0, y - 0.02, 0.0)) for y in (height, shelf) if y is not None]
    return Body(np.concatenate([board.vertices_m[board.faces] for board in boards]))


def test_a_thing_falls_on_the_nearest_surface_below() -> None:
    assert rest_on(_table(0.7), (0, 0), (0.1, 0.1), (0.76, 0.9)).bottom_m == pytest.approx(0.7)
    assert rest_on(_table(0.7), (0, 0), (0.1, 0.1), (0.62, 0.8)).bottom_m == pytest.approx(0.7)
    under = rest_on(_table(0.7, shelf=0.2), (0, 0), (0.1, 0.1), (0.25, 0.4))
    assert under.bottom_m == pytest.approx(0.2) and under.relation == "in"


def test_a_shelf_that_is_not_there_sends_a_thing_to_the_top() -> None:
    rest = rest_on(_table(0.9), (0, 0), (0.1, 0.1), (0.2, 0.3))
    assert rest.bottom_m == pytest.approx(0.9) and rest.relation == "on"


def test_a_thing_beside_its_carrier_stands_on_the_floor() -> None:
    rest = rest_on(_table(0.9), (5, 0), (0.1, 0.1), (0.95, 1.0))
    assert (rest.bottom_m, rest.relation) == (0.0, None)
