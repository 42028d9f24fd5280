"""What furniture is built from: settling, finishes under paint, hollows that stay free, drawers and doors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.geometry.lofts import prism
from wayproof.geometry.outlines import oval, rectangle
from wayproof.geometry.solid import Point, Solid, move
from wayproof.geometry.solids import box, cylinder
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Part, Surface, Variation
from wayproof.scenes.furniture_parts.cabinetry import Frame, columns, hollow_box, joinery, rows
from wayproof.scenes.furniture_parts.drapes import draped
from wayproof.scenes.furniture_parts.drawers import drawer_stack
from wayproof.scenes.furniture_parts.finished_model import settled, standing
from wayproof.scenes.furniture_parts.moved_parts import move_parts, resize_parts, turn_parts
from wayproof.scenes.furniture_parts.palettes import described_by, painted, pictured, tinted
from wayproof.scenes.furniture_parts.paper_labels import curved_label
from wayproof.scenes.furniture_parts.picture_frames import framed_picture
from wayproof.scenes.furniture_parts.upholstery import padded, pillow_shape, side_panel, wall
from wayproof.scenes.furniture_parts.vessels import hollow, square_pot, tub, vessel
from wayproof.seeding import generator_for

PLASTIC = Finish("plastic", "plain", "red", (176, 44, 40), (176, 44, 40))
STEEL = Finish("metal", "brushed", "silver", (178, 182, 188), (178, 182, 188))


def bounds(solids: list[Solid]) -> tuple[np.ndarray, np.ndarray]:
    points = np.concatenate([solid.vertices_m for solid in solids])
    return points.min(axis=0), points.max(axis=0)


def free(solid: Solid, point: Point) -> bool:
    inside = (solid.boxes_m[:, 0] < point) & (solid.boxes_m[:, 1] > point)
    return not inside.all(axis=1).any()


def test_a_settled_model_stands_on_the_floor_about_its_origin_with_all_that_belongs_to_it() -> None:
    vary = Variation(generator_for(1))
    thing = move(box((0.4, 0.6, 0.2)), (3.0, 1.0, -2.0))
    top, lamp = Surface((3.0, 1.6, -2.0), 0.3, 0.1), Glow(((3.0, 2.0, -1.5),))
    model = settled([Part(thing, PLASTIC)], vary, surfaces=[top], glow=lamp)
    low, high = bounds([part.solid for part in model.parts])
    assert low == pytest.approx((-0.2, 0.0, -0.1)) and high == pytest.approx((0.2, 0.6, 0.1))
    assert model.surfaces[0].centre_m == pytest.approx((0.0, 0.6, 0.0))
    assert model.glow is not None and model.glow.positions_m[0] == pytest.approx((0.0, 1.0, 0.5))
    hung = settled([Part(thing, PLASTIC)], vary, hangs=True)
    assert bounds([part.solid for part in hung.parts])[0][2] == pytest.approx(0.0)


def test_parts_of_one_finish_are_gathered_and_glowing_ones_kept_apart() -> None:
    cube = box((0.1, 0.1, 0.1))
    parts = [Part(cube, PLASTIC), Part(cube, STEEL), Part(cube, PLASTIC), Part(cube, PLASTIC, glows=True)]
    model = standing(parts, Variation(generator_for(1)))
    assert [(part.finish, part.glows) for part in model.parts] == [
        (PLASTIC, False),
        (STEEL, False),
        (PLASTIC, True),
    ]
    assert [len(part.solid.faces) for part in model.parts] == [24, 12, 12]


def test_parts_move_turn_and_grow_together_and_keep_glowing() -> None:
    parts = [Part(box((0.2, 0.1, 0.1)), PLASTIC, glows=True), Part(box((0.1, 0.1, 0.1), (0, 0.1, 0)), STEEL)]
    changed = resize_parts(move_parts(turn_parts(parts, np.pi / 2), (1.0, 0.0, 0.0)), 2.0)
    low, high = bounds([part.solid for part in changed])
    assert low == pytest.approx((1.9, 0.0, -0.2)) and high == pytest.approx((2.1, 0.4, 0.2))
    assert [part.glows for part in changed] == [True, False]


def test_paint_hides_grain_and_brush_marks_but_stain_and_bare_metal_do_not() -> None:
    for material, pattern, shown in (("wood", "wood_grain", "brown"), ("metal", "brushed", "silver")):
        bare = Finish(material, pattern, shown, (0, 0, 0), (0, 0, 0))
        assert painted(bare) == bare
        assert painted(Finish(material, pattern, "white", (0, 0, 0), (0, 0, 0))).pattern == "plain"


def test_the_described_finish_is_the_one_in_the_attributes() -> None:
    for seed in range(8):
        vary = Variation(generator_for(seed))
        finish = described_by(vary, ("wood", ("white", "brown")), ("metal", ("gold",)), polished=True)
        assert (vary.attributes().material, vary.attributes().colour) == (finish.material, finish.colour)
        assert finish.pattern == ("wood_grain" if finish.colour == "brown" else "plain")


def test_a_finish_can_be_tinted_or_show_a_picture() -> None:
    assert tinted(PLASTIC, (1, 2, 3)).rgb == (1, 2, 3) and tinted(PLASTIC, (1, 2, 3)).colour == "red"
    assert (pictured(PLASTIC, "label").pattern, pictured(PLASTIC, "label").tile_m) == ("label", 1.0)


@pytest.mark.parametrize("opens", ["y", "z"])
def test_a_hollow_box_leaves_its_room_free_and_open_to_one_side(opens: str) -> None:
    case = hollow_box((0.6, 0.4, 0.3), (1.0, 2.0, 3.0), wall_m=0.02, opens=opens)
    assert (
        free(case, (1.0, 2.2, 3.0)) and not free(case, (1.0, 2.01, 3.0)) and not free(case, (0.71, 2.2, 3.0))
    )
    assert free(case, (1.0, 2.39, 3.0)) == (opens == "y") and free(case, (1.0, 2.2, 3.14)) == (opens == "z")


def test_the_boxes_of_a_hollow_thing_are_its_floor_and_walls() -> None:
    pot = hollow(vessel([(0.2, 0.0), (0.25, 0.3)], wall_m=0.01, floor_m=0.02), 0.3, 0.3, 0.02)
    assert free(pot, (0.0, 0.1, 0.0)) and not free(pot, (0.0, 0.01, 0.0)) and not free(pot, (0.2, 0.1, 0.0))


@pytest.mark.parametrize(
    "pot",
    [
        vessel([(0.1, 0.0), (0.12, 0.2)], wall_m=0.01, floor_m=0.02),
        square_pot(0.2, 0.2, wall_m=0.01, floor_m=0.02),
        tub(oval(0.25, 0.25), 0.0, 0.2, floor_m=0.02),
    ],
    ids=["vessel", "square_pot", "tub"],
)
def test_pots_are_open_above_and_level_inside(pot: Solid) -> None:
    level = np.isclose(pot.normals[:, 1], 1.0) & np.isclose(pot.vertices_m[:, 1], 0.02)
    assert level.any() and pot.vertices_m[:, 1].max() == pytest.approx(0.2)
    solid_volume = float(np.prod(np.ptp(pot.vertices_m, axis=0)))
    a, b, c = (pot.vertices_m[pot.faces[:, k]] for k in range(3))
    assert 0.0 < float((a * np.cross(b, c)).sum() / 6) < 0.4 * solid_volume


@given(st.integers(1, 5), st.lists(st.floats(0.5, 3.0), min_size=1, max_size=5))
def test_a_front_is_divided_without_loss(count: int, shares: list[float]) -> None:
    frame = Frame(0.2, 0.5, 1.2, 0.8)
    across, up = columns(frame, count), rows(frame, shares)
    assert sum(each.width_m for each in across) + (count - 1) * 0.009 == pytest.approx(1.2)
    assert across[0].x_m - across[0].width_m / 2 == pytest.approx(0.2 - 0.6)
    assert sum(each.height_m for each in up) + (len(up) - 1) * 0.009 == pytest.approx(0.8)
    assert [each.height_m for each in up] == pytest.approx(
        [up[0].height_m * share / shares[0] for share in shares]
    )


def test_the_top_drawer_opens_and_can_carry_things() -> None:
    work = joinery(Variation(generator_for(3)), ("wood", ("brown",)))
    frame = Frame(0.0, 0.1, 0.5, 0.6)
    shut, opened = (drawer_stack(frame, 0.2, [1.0, 1.0], work, is_open=is_open) for is_open in (False, True))
    assert not shut.surfaces and len(opened.surfaces) == 1
    reach = [bounds([part.solid for part in each.parts])[1][2] for each in (shut, opened)]
    assert reach[1] - reach[0] == pytest.approx(0.17)
    assert 0.4 < opened.surfaces[0].centre_m[1] < 0.7 and opened.surfaces[0].relation == "in"


def test_pads_have_level_tops_at_their_height() -> None:
    for pad in (
        padded((0.5, 0.1, 0.4), (0, 1.0, 0), rounding_m=0.03),
        prism(rectangle(0.5, 0.4), 0.1, (0, 1.0, 0)),
    ):
        top = np.isclose(pad.vertices_m[:, 1], 1.1)
        assert top.sum() >= 4 and np.ptp(pad.vertices_m, axis=0) == pytest.approx((0.5, 0.1, 0.4))
    pillow = pillow_shape(0.5, 0.4, 0.15, (0, 1.0, 0))
    assert pillow.vertices_m[:, 1].min() == pytest.approx(1.0)


def test_padded_walls_and_sides_follow_their_outlines() -> None:
    around = wall([(-0.4, 0.0), (0.0, -0.3), (0.4, 0.0)], [0.6, 0.8, 0.6], 0.1, 0.1)
    assert len(around.boxes_m) == 2 and around.vertices_m[:, 1].max() == pytest.approx(0.8)
    side = side_panel([(0.0, 0.0), (0.6, 0.0), (0.3, 0.5)], 0.06, 0.4)
    assert side.vertices_m.min(axis=0) == pytest.approx((0.37, 0.0, 0.0))
    assert side.vertices_m.max(axis=0) == pytest.approx((0.43, 0.5, 0.6))


def test_a_towel_hangs_over_its_rod() -> None:
    towel = draped(0.4, 0.5, 0.3, (0.0, 1.0, 0.2), radius_m=0.02, thickness_m=0.01)
    low, high = bounds([towel])
    assert low == pytest.approx((-0.2, 0.5, 0.175), abs=1e-3) and high == pytest.approx(
        (0.2, 1.025, 0.225), abs=1e-3
    )


def test_a_label_follows_its_bottle_and_shows_its_picture_once() -> None:
    bottle = cylinder(0.05, 0.2, sides=12)
    label = curved_label(0.05, 0.08, (0, 0.05, 0), sides=12, facets=4)
    outside = np.linalg.norm(label.vertices_m[:, [0, 2]], axis=1) > 0.05
    assert label.vertices_m[:, 2].max() > bottle.vertices_m[:, 2].max()
    assert label.uv_m.min() == pytest.approx(0.0) and label.uv_m.max() == pytest.approx(1.0)
    left = label.vertices_m[outside][:, 0].argmin()
    assert label.uv_m[outside][left, 0] == pytest.approx(0.0, abs=1e-6)


def test_the_pane_of_a_frame_lies_inside_it() -> None:
    frame, pane = framed_picture(oval(0.6, 0.8, sides=16), 0.05, 0.03, (0.0, 1.0, 0.0))
    assert np.allclose(pane.vertices_m[:, 2], 0.017)
    assert frame.vertices_m[:, 2].max() == pytest.approx(0.03) and frame.vertices_m[
        :, 2
    ].min() == pytest.approx(0.0)
    assert np.ptp(pane.vertices_m[:, 0]) == pytest.approx(0.6 - 2 * 0.049)
