import re
from xml.etree import ElementTree

import numpy as np

from wayproof.scenes.houses.house import build_house
from wayproof.scenes.plan.drawing import draw_plan, polygon_area
from wayproof.scenes.plan.png import to_pixels
from wayproof.scenes.plan.shapes import Area, Drawing, Label, Line, rectangle
from wayproof.scenes.plan.svg import to_svg


def test_a_plan_names_every_room_and_stays_within_its_bounds() -> None:
    scene = build_house(4, rooms=5).scene
    drawing = draw_plan(scene)
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Label)]
    for room in scene.rooms:
        assert any(text.startswith(room.type.replace("_", " ")) for text in texts)
    x0, z0, x1, z1 = drawing.bounds_m
    for shape in drawing.shapes:
        if isinstance(shape, Area):
            points = np.asarray(shape.points_m)
            assert (points >= (x0, z0)).all() and (points <= (x1, z1)).all()


def test_hostile_text_is_escaped() -> None:
    drawing = Drawing((Label((0.5, 0.5), '<script>alert("x")</script>', 0.1),), (0.0, 0.0, 1.0, 1.0))
    tree = ElementTree.fromstring(to_svg(drawing))
    assert [element.text for element in tree.iter() if element.tag.endswith("tspan")] == [
        '<script>alert("x")</script>'
    ]


def test_labels_fit_their_furniture_lie_on_top_and_can_be_read() -> None:
    scene = build_house(4, rooms=5).scene
    shapes = draw_plan(scene).shapes
    labels = [shape for shape in shapes if isinstance(shape, Label)]
    assert shapes[-len(labels) :] == tuple(labels)  # nothing is drawn over a name
    boxes = [np.asarray(shape.points_m) for shape in shapes if isinstance(shape, Area) and shape.stroke]
    for label in labels:
        if label.bold:
            continue
        assert label.height_m >= 0.085
        lines = label.text.split("\n")
        half = np.array([0.25 * label.height_m * max(map(len, lines)), 0.5 * label.height_m * len(lines)])
        assert any(
            (box.min(axis=0) <= label.centre_m - half).all()
            and (box.max(axis=0) >= label.centre_m + half).all()
            for box in boxes
        ), label.text


def test_names_of_rooms_keep_clear_of_doors_and_areas_are_in_square_metres() -> None:
    scene = build_house(3, split="val").scene
    doors = np.array([door.centre_m for door in scene.doors])
    rooms = [shape for shape in draw_plan(scene).shapes if isinstance(shape, Label) and shape.bold]
    for label in rooms:
        assert np.linalg.norm(doors - label.centre_m, axis=1).min() > 0.5
        assert re.fullmatch(r"[a-z ]+\n\d+ m²", label.text)
    assert " m²</tspan>" in to_svg(draw_plan(scene))


def test_a_square_is_written_as_a_small_raised_two() -> None:
    """The picture of "m²" is not that of "m2", and has ink above the middle of its right end."""

    def ink(text: str) -> np.ndarray:
        drawing = Drawing((Label((0.5, 0.5), text, 0.4, "#000000", halo="#ffffff"),), (0.0, 0.0, 1.0, 1.0))
        return to_pixels(drawing, width_px=200)[:, :, 0] < 128

    raised, plain = ink("m²"), ink("m2")
    rows, columns = np.nonzero(raised)
    right = columns > columns.max() - 12
    assert rows[right].max() < np.nonzero(plain)[0].max() - 10


def test_svg_and_pixels_put_things_in_the_same_place() -> None:
    """Low z is up and low x is left in both."""
    shapes = (Area(rectangle(0.0, 0.0, 1.0, 1.0), "#ff0000"), Line(((3.0, 3.0), (4.0, 3.0)), "#0000ff", 0.5))
    drawing = Drawing(shapes, (0.0, 0.0, 4.0, 4.0))
    pixels = to_pixels(drawing, width_px=400)
    assert tuple(pixels[50, 50]) == (255, 0, 0)
    assert tuple(pixels[300, 350]) == (0, 0, 255)
    assert tuple(pixels[350, 50]) == (255, 255, 255)
    assert 'points="0.0,0.0 100.0,0.0 100.0,100.0 0.0,100.0" fill="#ff0000"' in to_svg(drawing)


def test_area_of_an_l_shape() -> None:
    outline = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], float)
    assert polygon_area(outline) == 3.0
