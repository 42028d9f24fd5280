"""COLLADA meshes: frame and unit by the file's own word, looks, and files made to do harm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plain_meshes import parts, picture, png, textured, tipped, whole, write

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.mesh_reader import read_mesh


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def dae(folder: Path, mesh, *, up: str = "Y_UP", metres: str = "1", **changes: str) -> Path:
    """A COLLADA file with a word on its frame; `changes` replace pieces of its text."""
    file = write(mesh, folder / "room.dae")
    text = file.read_text()
    start, end = text.index("<asset>"), text.index("</asset>")
    asset = f'<asset><unit name="u" meter="{metres}"/><up_axis>{up}</up_axis>'
    text = text[:start] + asset + text[end:]
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    return file


def test_a_z_up_file_in_centimetres_needs_no_options(tmp_path: Path) -> None:
    plain = read_mesh(write(whole(), tmp_path / "plain.ply")).scene
    scene = read_mesh(dae(tmp_path, tipped(whole(), 0.01), up="Z_UP", metres="0.01")).scene
    assert len(scene.faces) == len(plain.faces)
    middles = [each.vertices_m[each.faces].mean(axis=1) for each in (scene, plain)]
    assert np.allclose(np.sort(middles[0], axis=0), np.sort(middles[1], axis=0), atol=1e-4)
    given = read_mesh(tmp_path / "room.dae", up="z", unit_m=0.02).scene
    assert np.ptp(given.vertices_m[:, 0]) == pytest.approx(2 * np.ptp(scene.vertices_m[:, 0]), rel=1e-4)


def test_its_colour_is_shown_as_the_file_says(tmp_path: Path) -> None:
    mesh = textured(parts()["floor"], picture(8, 8))
    mesh.visual.material.baseColorTexture = None
    mesh.visual.material.baseColorFactor = [51, 102, 153, 255]
    scene = read_mesh(dae(tmp_path, mesh), light="none").scene
    assert np.abs(scene.textures[0].astype(int) - (51, 102, 153)).max() <= 1


def test_its_picture_lies_beside_it_and_a_missing_one_is_named(tmp_path: Path) -> None:
    file = dae(tmp_path, textured(parts()["floor"], picture(8, 8)))
    text = file.read_text()
    image = '<library_images><image id="i" name="i"><init_from>wood.png</init_from></image></library_images>'
    start = text.index("<library_effects")
    file.write_text(text[:start] + image + text[start:])
    with pytest.raises(BrokenFile, match=r"init_from refers to 'wood.png', and there is no such file"):
        read_mesh(file)
    (tmp_path / "wood.png").write_bytes(png(picture(4, 4)))
    assert read_mesh(file).scene.rooms


BOMB = '<!DOCTYPE bomb [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"<?xml version='1.0'?>{BOMB}<COLLADA>&b;</COLLADA>", "document type"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd"><COLLADA/>', "document type"),
        ("<COLLADA>", "not valid XML"),
        ("<html/>", "begins with <html>"),
        ("PK\x03\x04", "not valid XML"),
        ("<a>" * 300, "deep"),
        ("<COLLADA/>", "room.dae"),
        ("<COLLADA><asset><up_axis>X_UP</up_axis></asset></COLLADA>", "X_UP"),
        ('<COLLADA><asset><unit meter="-1"/></asset></COLLADA>', "not a length"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "room.dae"
    file.write_text(content)
    with pytest.raises(BrokenFile, match=said):
        read_mesh(file)


def test_copies_of_copies_without_end_are_refused(tmp_path: Path) -> None:
    def nodes(last: str) -> str:
        doubled = "".join(
            f'<node id="n{k}"><instance_node url="#n{k - 1}"/><instance_node url="#n{k - 1}"/></node>'
            for k in range(1, 40)
        )
        return f'<COLLADA><library_nodes><node id="n0">{last}</node>{doubled}</library_nodes></COLLADA>'

    file = tmp_path / "room.dae"
    file.write_text(nodes(""))
    with pytest.raises(BrokenFile, match="copies of nodes"):
        read_mesh(file)
    file.write_text(nodes('<instance_node url="#n5"/>'))
    with pytest.raises(BrokenFile, match="within itself"):
        read_mesh(file)
