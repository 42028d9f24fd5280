"""The disk cache: the same reading, quickly; never a stale or a torn one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import trimesh
from plain_meshes import coloured, picture, sheet, whole, write

from wayproof.scenes.digest import content_hash
from wayproof.scenes.meshes import mesh_reader as reader
from wayproof.scenes.meshes.mesh_reader import read_mesh


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(cache: Path) -> list[Path]:
    return sorted(cache.rglob("*.scene"))


def test_a_second_reading_comes_from_the_disk_and_is_the_same(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(coloured(whole(), (1, 2, 3)), tmp_path / "room.ply")
    first = read_mesh(file)
    assert len(kept(cache)) == 1
    monkeypatch.setattr(reader, "read_pieces", lambda sources: pytest.fail("it was read again"))
    second = read_mesh(file)
    assert content_hash(second.scene) == content_hash(first.scene)
    assert second.notes == first.notes


@pytest.mark.parametrize("harm", ["torn", "empty", "foreign", "no notes"])
def test_a_harmed_cache_is_made_anew(harm: str, tmp_path: Path, cache: Path) -> None:
    file = write(whole(), tmp_path / "room.ply")
    first = read_mesh(file)
    (path,) = kept(cache)
    content = path.read_bytes()
    if harm == "no notes":
        path.with_suffix(".json").write_bytes(b"[1")
    else:
        path.write_bytes({"torn": content[: len(content) // 2], "empty": b"", "foreign": b"x" * 99}[harm])
    again = read_mesh(file)
    assert content_hash(again.scene) == content_hash(first.scene) and again.notes == first.notes
    assert kept(cache) == [path] and path.read_bytes() == content


def test_options_and_the_files_beside_count(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "m.mtl").write_text("newmtl a\nmap_Kd a.png\n")
    picture(8, 8, (10, 20, 30)).save(tmp_path / "a.png")
    file = tmp_path / "room.obj"
    file.write_text(
        "mtllib m.mtl\nv 0 0 0\nv 0 0 5\nv 5 0 5\nvt 0 0\nvt 0 1\nvt 1 1\nusemtl a\nf 1/1 2/2 3/3\n"
    )
    before = read_mesh(file).scene
    picture(8, 8, (40, 50, 60)).save(tmp_path / "a.png")
    after = read_mesh(file).scene
    assert (before.textures[0] == (10, 20, 30)).all() and (after.textures[0] == (40, 50, 60)).all()
    assert np.ptp(read_mesh(file, unit_m=2.0).scene.vertices_m[:, 0]) == pytest.approx(10.0)
    assert read_mesh(file, name="imported/other").scene.name == "imported/other"
    assert len(kept(cache)) == 4


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in the way").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "in the way"))
    assert len(read_mesh(write(whole(), tmp_path / "room.ply")).scene.faces) == len(whole().faces)


def test_neither_scipy_nor_networkx_is_needed(tmp_path: Path) -> None:
    file = write({"floor": sheet(0, 0, 5, 5), "wall": whole(("wall",))}, tmp_path / "room.glb")
    program = (
        "import sys\nfor name in ('scipy', 'networkx', 'shapely', 'rtree'): sys.modules[name] = None\n"
        "from pathlib import Path\nfrom wayproof.scenes.meshes.mesh_reader import read_mesh\n"
        f"print(len(read_mesh(Path({str(file)!r}), light='none').scene.faces))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ, check=True
    )
    assert done.stdout.strip() == "14"


@pytest.mark.slow
def test_a_million_triangles_are_read_in_seconds(tmp_path: Path) -> None:
    edge = 708
    x, z = np.meshgrid(np.linspace(0, 12, edge), np.linspace(0, 9, edge), indexing="ij")
    points = np.stack([x, 0.01 * np.sin(9 * x) * np.cos(7 * z), z], axis=-1).reshape(-1, 3)
    a = (np.arange(edge - 1)[:, None] * edge + np.arange(edge - 1)).reshape(-1)
    faces = np.concatenate([np.stack([a, a + 1, a + edge], 1), np.stack([a + 1, a + edge + 1, a + edge], 1)])
    mesh = trimesh.Trimesh(points, faces, process=False)
    file = write(coloured(mesh, (90, 90, 90)), tmp_path / "dense.glb")
    taken = []
    for _ in range(2):
        start = time.process_time()
        scene = read_mesh(file).scene
        taken.append(time.process_time() - start)
    assert len(scene.faces) == len(faces) > 999_000
    assert taken[1] < taken[0]
    assert taken[0] < 60.0  # CPU seconds; about 4 on a quiet machine
