"""Body files: ours are whole and sourced, a user's own works, and wrong numbers get a sentence."""

from __future__ import annotations

import math
import re
from pathlib import Path

import msgspec
import pytest

from wayproof.errors import InvalidInput, UnknownName
from wayproof.simulator import body as body_module
from wayproof.simulator.body import Body, body_names, camera_named, load_body
from wayproof.simulator.gait import Gait

FOLDER = Path(body_module.__file__).parent / "bodies"
PAGE = Path(__file__).parents[2] / "docs" / "concepts" / "bodies.md"


def _own(tmp_path: Path, old: str, new: str, *, like: str = "h1") -> Path:
    """A user's file: one of ours with one change."""
    text = (FOLDER / f"{like}.toml").read_text()
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1))
    return file


def test_the_six_bodies_are_there() -> None:
    assert body_names() == ["aliengo", "carter_v1", "cylinder", "h1", "locobot", "stretch"]


@pytest.mark.parametrize("name", body_names())
def test_every_number_of_our_bodies_has_a_source(name: str) -> None:
    body = load_body(name)
    numbers = [field for field in body.__struct_fields__ if isinstance(getattr(body, field), float)]
    assert set(numbers) <= set(body.sources)
    for mount in body.cameras:
        given = {
            f"cameras.{field}"
            for field in mount.__struct_fields__
            if getattr(mount, field) and field != "name"
        }
        assert given <= set(body.sources)
    assert (body.gait is None) or "gait" in body.sources
    assert body.name == name


@pytest.mark.parametrize(
    ("name", "height_m", "camera_m"), [("carter_v1", 0.66, 0.56), ("aliengo", 0.60, 0.22), ("h1", 1.80, 1.36)]
)
def test_omninavbench_bodies_have_the_heights_of_its_table(
    name: str, height_m: float, camera_m: float
) -> None:
    body = load_body(name)
    assert (body.height_m, body.cameras[0].height_m) == (height_m, camera_m)


@pytest.mark.parametrize(
    ("name", "degrees"), [("carter_v1", 58), ("aliengo", 120), ("h1", 120), ("stretch", 42), ("locobot", 79)]
)
def test_fields_of_view_are_the_published_ones(name: str, degrees: float) -> None:
    assert load_body(name).cameras[0].hfov_rad == math.radians(degrees)


def test_a_body_of_ones_own_is_loaded_by_its_path(tmp_path: Path) -> None:
    body = load_body(_own(tmp_path, 'name = "h1"', 'name = "mine"'))
    assert body.name == "mine" and body.gait is not None
    assert load_body(str(tmp_path / "mine.toml")) == body


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("radius_m = 0.285", "radius_m = -0.285", "radius_m is -0.285"),
        ("radius_m = 0.285", "radius_m = nan", "radius_m is nan"),
        ("maximum_speed_m_s = 1.0", "maximum_speed_m_s = 0", "maximum_speed_m_s is 0"),
        ("height_m = 1.36", "height_m = 18.5", "cameras.front.height_m is 18.5"),
        ("width_px = 640", "width_px = 0", "cameras.front.width_px is 0"),
        ("hfov_rad = 2.0943951023931953", "hfov_rad = 3.141592653589794", "180 degrees"),
        ("hfov_rad = 2.0943951023931953", "hfov_rad = inf", "180 degrees"),
        ("forward_m = 0.1\n", "forward_m = 0.4\n", "looks through the walls"),
        ("forward_m = 0.1\n", "forward_m = nan\n", "looks through the walls"),
        ("step_height_m = 0.15", "step_height_m = 1.9", "lower than the body"),
        ("stride_m = 1.0", "stride_m = 0.0", "gait.stride_m is 0"),
        ("speed_cost = 0.3", "speed_cost = 0.9", "merely walking"),
        ('"velocity", "waypoint"', '"velocty", "waypoint"', "Did you mean 'velocity'"),
        ('actuation = "legged"', 'actuation = "lame"', "no choice named 'lame'"),
        ("radius_m = 0.285", "radius = 0.285", "Did you mean 'radius_m'"),
        ("radius_m = 0.285", 'radius_m = "wide"', "radius_m"),
        ("radius_m = 0.285\n", "", "radius_m"),
    ],
)
def test_a_wrong_number_is_refused_with_file_and_field(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(told)) as caught:
        load_body(_own(tmp_path, old, new))
    assert "mine.toml" in str(caught.value)


def test_an_unknown_body_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'locobot'"):
        load_body("locobt")


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="there is no file"):
        load_body(tmp_path / "nobody.toml")


def test_an_unknown_camera_offers_the_known_ones() -> None:
    body = load_body("locobot")
    assert camera_named(body, "front") is body.cameras[0]
    with pytest.raises(UnknownName, match="Known: front"):
        camera_named(body, "back")


def _page_numbers() -> dict[str, list[str]]:
    """Rows of the tables on the documentation page by their first cell."""
    rows = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) > 2:
            rows[cells[0].split("`")[1]] = cells[1:]
    return rows


def _shown(body: Body, field: str) -> str:
    owner: object = body
    *path, last = field.split(".")
    for step in path:
        owner = body.cameras[0] if step == "camera" else getattr(owner, step)
        if owner is None:
            return "-"
    value = getattr(owner, last)
    if last.endswith(("_rad", "_rad_s", "_rad_s2")):
        value = math.degrees(value)
    return value if isinstance(value, str) else f"{value:.4g}"


def test_the_page_on_bodies_shows_the_numbers_of_the_files() -> None:
    rows = _page_numbers()
    order = rows["name"]
    assert sorted(order) == body_names()
    bodies = [load_body(name) for name in order]
    scalars = {field for field in Body.__struct_fields__ if isinstance(getattr(bodies[0], field), float)}
    assert scalars | {f"gait.{field}" for field in Gait.__struct_fields__} <= set(rows)
    for field, cells in rows.items():
        shown = [re.match(r"[\w.-]+", cell).group() for cell in cells[: len(bodies)]]
        assert shown == [_shown(body, field) for body in bodies], field


def test_a_body_survives_the_way_to_plain_text_and_back() -> None:
    body = load_body("aliengo")
    assert msgspec.json.decode(msgspec.json.encode(body), type=Body) == body
