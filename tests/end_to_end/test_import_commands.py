"""Foreign scenes on the command line: read in, kept by name, run in, refused where they make no sense."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import wayproof_here


def wayproof(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wayproof", *arguments],
        capture_output=True,
        text=True,
        cwd=home,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        check=False,
    )


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of ours as a mesh file with its labels beside it."""
    folder = tmp_path_factory.mktemp("import")
    done = wayproof("scenes", "export", "flat.glb", "--seed", "3", "--rooms", "2", home=folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_mesh_is_read_in_once_and_known_by_its_name(exported: Path) -> None:
    done = wayproof(
        *(
            "scenes",
            "import",
            "flat.glb",
            "--labels",
            "flat.semantic.json",
            "--name",
            "my_flat",
            "--format",
            "json",
        ),
        home=exported,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["name"] == "imported/my_flat"
    assert len(told["rooms"]) == 2 and told["objects"] > 5
    listed = json.loads(wayproof("ls", "scenes", "--format", "json", home=exported).stdout)
    assert "imported/my_flat" in [row["name"] for row in listed]


def test_people_get_a_short_table_and_the_notes_beside_it(exported: Path) -> None:
    """What scripts get in full (each room, each category, each note) would be a page on a terminal."""
    words = ("scenes", "import", "flat.glb", "--labels", "flat.semantic.json", "--name", "short")
    done = wayproof_here(*words, cwd=exported, environment={"XDG_DATA_HOME": str(exported)})
    assert done.returncode == 0, done.stderr
    table = [line.split() for line in done.stdout.splitlines() if line.strip()]
    assert [row[0] for row in table] == ["name", "rooms", "objects", "triangles"]
    assert all(len(row) == 2 for row in table) and table[0][1] == "imported/short" and table[1][1] == "2"
    assert "note: " in done.stderr and "note: " not in done.stdout


@pytest.mark.slow
def test_a_suite_runs_in_an_imported_scene(exported: Path) -> None:
    assert wayproof("scenes", "import", "flat.glb", home=exported).returncode == 0
    done = wayproof(
        *("run", "smoke", "--agent", "oracle", "--world", "imported/flat", "--limit", "2", "--workers", "1"),
        *("-o", "run", "--format", "json"),
        home=exported,
    )
    assert done.returncode == 0, done.stderr
    clean = json.loads(done.stdout)["conditions"][0]
    assert (clean["name"], clean["n"], clean["sr"]) == ("clean", 2, 1.0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("scenes", "import", "flat.fbx"), "flat.fbx ends in '.fbx'; give a mesh (.glb .gltf .obj .ply .dae"),
        (("scenes", "import", "flat.world", "--unit", "2"), "--unit does not apply to this kind of file"),
        (("scenes", "import", "flat.world", "--models", "none"), "there is no file flat.world"),
        (("scenes", "import", "absent.glb"), "absent.glb"),
        (("scenes", "import", "flat.glb", "--assets", "."), "--assets does not apply to this kind of file"),
        (("scenes", "import", "flat.glb", "--name", "../flat"), "a scene cannot be named '../flat'"),
        (("scenes", "show", "--name", "imported/nobody"), "no imported scene named 'nobody'"),
        (("run", "smoke", "--agent", "oracle", "--world", "castles-v1"), "no world named 'castles-v1'"),
    ],
)
def test_wrong_use_gets_a_sentence_and_exit_code_3(
    exported: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = wayproof_here(*words, cwd=exported, environment={"XDG_DATA_HOME": str(exported)})
    assert done.returncode == 3
    assert sentence in done.stderr and "Traceback" not in done.stderr
