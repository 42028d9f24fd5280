from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tiny_library import CUBE, MATERIALS, block, obj_of, picture_of, write_library

from wayproof.errors import BrokenFile
from wayproof.scenes.packs.archive import opened
from wayproof.scenes.packs.material_looks import BEHIND_GLASS, part_look
from wayproof.scenes.packs.obj_file import Look, read_model

PICTURE = picture_of(np.full((20, 30, 3), (200, 10, 20), np.uint8))


def _model(tmp_path: Path, obj: str, mtl: str = MATERIALS, more: dict[str, bytes] | None = None):
    members = {"tiny/a/a.obj": obj, "tiny/a/model.mtl": mtl, **(more or {})}
    file = write_library(tmp_path / "a.sh3f", block(1, "Chair", (45, 45, 90), "a"), members)
    with opened(file) as archive:
        return read_model(archive, "/tiny/a/a.obj", "model#1")


def test_triangles_come_by_material(tmp_path: Path) -> None:
    boxes = [*CUBE, ("oak", (2.0, 0.0, 0.0), (3.0, 1.0, 1.0))]
    parts = {part.look.name: part for part in _model(tmp_path, obj_of(boxes))}
    assert {name: len(part.faces) for name, part in parts.items()} == {"red_cloth": 12, "oak": 12}
    assert parts["oak"].vertices.min(axis=0).tolist() == [2.0, 0.0, 0.0]
    assert parts["oak"].look.rgb == pytest.approx((0.45, 0.30, 0.17))


def test_a_texture_is_found_though_its_name_is_spelt_in_another_case(tmp_path: Path) -> None:
    mtl = "newmtl red_cloth\nKd 1 1 1\nmap_Kd C:\\Pictures\\CLOTH.png\n"
    (part,) = _model(tmp_path, obj_of(CUBE), mtl, {"tiny/a/Cloth.PNG": PICTURE})
    assert part.look.picture is not None and part.look.picture.shape == (20, 30, 4)
    texture = part_look(part.look).texture
    assert texture is not None and texture.shape == (32, 32, 3)
    assert (texture == (200, 10, 20)).all()


def test_a_texture_that_the_pack_lacks_leaves_the_plain_colour(tmp_path: Path) -> None:
    mtl = "newmtl red_cloth\nKd 0.5 0.25 0\nmap_Kd gone.png\n"
    (part,) = _model(tmp_path, obj_of(CUBE), mtl)
    assert part.look.picture is None
    assert part_look(part.look).rgb == (128, 64, 0)


def test_a_model_without_a_material_file_is_grey(tmp_path: Path) -> None:
    (part,) = _model(tmp_path, obj_of(CUBE, "elsewhere.mtl"))
    assert part_look(part.look).rgb == (178, 178, 178)


@pytest.mark.parametrize("word", ["nan", "NaN", "inf", "-inf"])
def test_a_vertex_that_is_not_finite_is_refused_by_file_and_field(tmp_path: Path, word: str) -> None:
    with pytest.raises(BrokenFile, match=r"a\.sh3f: model#1: /tiny/a/a\.obj has a vertex"):
        _model(tmp_path, obj_of(CUBE).replace("v 1.0 1.0 1.0", f"v 1.0 {word} 1.0"))


@pytest.mark.parametrize("obj", ["", "hello\n", "v 0 0 0\nv 1 0 0\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"])
def test_an_obj_that_holds_no_model_is_refused(tmp_path: Path, obj: str) -> None:
    with pytest.raises(BrokenFile, match="model#1"):
        _model(tmp_path, obj)


def test_a_huge_texture_is_refused_by_its_size(tmp_path: Path) -> None:
    mtl = "newmtl red_cloth\nKd 1 1 1\nmap_Kd huge.png\n"
    huge = picture_of(np.zeros((1, 9000), np.uint8))
    with pytest.raises(BrokenFile, match=r"huge\.png is a texture of 9000 x 1 pixels"):
        _model(tmp_path, obj_of(CUBE), mtl, {"tiny/a/huge.png": huge})


def test_a_texture_of_thirty_thousand_pixels_is_refused_without_being_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("the pixels were unpacked"))
    header = bytearray(picture_of(np.zeros((1, 1), np.uint8)))
    header[16:24] = (30_000).to_bytes(4, "big") * 2
    header[29:33] = __import__("zlib").crc32(bytes(header[12:29])).to_bytes(4, "big")
    mtl = "newmtl red_cloth\nKd 1 1 1\nmap_Kd huge.png\n"
    with pytest.raises(BrokenFile, match=r"huge\.png"):
        _model(tmp_path, obj_of(CUBE), mtl, {"tiny/a/huge.png": bytes(header)})


def test_a_texture_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    mtl = "newmtl red_cloth\nKd 1 1 1\nmap_Kd text.png\n"
    with pytest.raises(BrokenFile, match=r"text\.png is not a picture"):
        _model(tmp_path, obj_of(CUBE), mtl, {"tiny/a/text.png": b"hello"})


@pytest.mark.parametrize("line", ["Kd red", "Kd 1 1", "Kd nan 0 0", "d half"])
def test_a_broken_material_names_its_field(tmp_path: Path, line: str) -> None:
    with pytest.raises(BrokenFile, match=rf"{line.split(maxsplit=1)[0]} of 'red_cloth'"):
        _model(tmp_path, obj_of(CUBE), f"newmtl red_cloth\n{line}\n")


def test_clear_surfaces_become_bright_glass_and_unseen_ones_go() -> None:
    pane = part_look(Look("Material.001", (0.0, 0.0, 0.0), opacity=0.5))
    assert pane.material == "glass" and pane.gloss > 0.9
    assert pane.rgb == tuple(round(127.5 * value) for value in BEHIND_GLASS)
    assert not part_look(Look("air", opacity=0.0)).is_seen


def test_see_through_pixels_take_the_mean_of_the_others() -> None:
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:4] = (40, 160, 60, 255)
    pixels[4:] = (255, 0, 255, 0)
    look = part_look(Look("leaf", picture=pixels))
    assert look.texture is not None and (look.texture == (40, 160, 60)).all()
    assert look.opacity is not None and look.opacity[:4].min() == 255 and look.opacity[4:].max() == 0
