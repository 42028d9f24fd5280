"""The command line as a person meets it: real processes, real files, wrong options included."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import wayproof_here
from PIL import Image

SMALL = ("--seed", "3", "--rooms", "2")


def wayproof(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wayproof", *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


def test_help_names_every_command() -> None:
    done = wayproof("--help")
    assert done.returncode == 0
    for command in ("quickstart", "ls", "scenes", "bench", "doctor"):
        assert command in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("scenes", "make", "--seed", "seven"), "'--seed': Input should be a valid integer"),
        (("scenes", "make", "--seed", "1", "--split", "vall"), "Did you mean 'val'"),
        (("scenes", "make", "--seed", "1", "--rooms", "99"), "2 to 10 rooms, not 99"),
        (("scenes", "make", "--sed", "1"), "--sed"),
        (("scenes", "show"), "give one of --seed N"),
        (("scenes", "show", "--file", "absent.scene"), "there is no scene file absent.scene"),
        (("scenes", "export", "house.obj", *SMALL), "must end in .glb"),
        (("ls", "objcts"), "Did you mean 'objects'"),
        (("bench", "rendr"), "Did you mean 'render'"),
        (("nonsense",), "nonsense"),
    ],
)
def test_wrong_use_gets_a_sentence_and_exit_code_3(arguments: tuple[str, ...], sentence: str) -> None:
    done = wayproof_here(*arguments)
    assert done.returncode == 3
    assert sentence in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_real_process_says_the_same_and_ends_with_the_same_code() -> None:
    words = ("scenes", "make", "--sed", "1")
    there, here = wayproof(*words), wayproof_here(*words)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


def test_a_house_goes_to_a_file_and_its_facts_to_stdout(tmp_path: Path) -> None:
    file = tmp_path / "house.scene"
    done = wayproof("scenes", "make", *SMALL, "--no-light", "-o", str(file), "--format", "json")
    facts = json.loads(done.stdout)
    assert set(facts) >= {"hash", "rooms", "objects", "categories"}
    assert len(facts["rooms"]) == 2 and facts["objects"] > 5
    assert file.exists() and "wrote" in done.stderr


def test_a_torn_scene_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "torn.scene"
    file.write_bytes(b"PK\x03\x04 not really")
    done = wayproof("scenes", "show", "--file", str(file), "-o", str(tmp_path / "out"))
    assert done.returncode == 3
    assert "torn.scene is damaged or not a scene file" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_house_is_shown_as_plan_and_pictures(tmp_path: Path) -> None:
    done = wayproof("scenes", "show", *SMALL, "-o", str(tmp_path), "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert {"id", "category", "room", "colour"} <= set(rows[0])
    names = {file.name for file in tmp_path.iterdir()}
    assert {"plan.svg", "plan.png", "above.png"} <= names
    assert sum(name.startswith("room_") for name in names) == 2
    for name in names - {"plan.svg"}:
        picture = Image.open(tmp_path / name)
        assert len(picture.convert("RGB").getcolors(10**7)) > 30, f"{name} is nearly blank"


def test_a_house_is_exported_with_labels(tmp_path: Path) -> None:
    done = wayproof("scenes", "export", str(tmp_path / "house.glb"), *SMALL)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "house.glb").read_bytes()[:4] == b"glTF"
    assert json.loads((tmp_path / "house.semantic.json").read_text())["rooms"]


def test_checking_says_how_many_houses_are_valid() -> None:
    done = wayproof("scenes", "check", "--count", "2", "--workers", "1", "--format", "json")
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert facts["houses"] == facts["valid"] == 2


def test_listings_have_names_and_summaries() -> None:
    for kind in ("scenes", "objects"):
        rows = json.loads(wayproof("ls", kind, "--format", "json").stdout)
        assert all(row["name"] and row["summary"] for row in rows)


def test_a_table_is_readable_without_colour() -> None:
    done = wayproof("ls", "objects")
    assert "\x1b[" not in done.stdout
    assert "dining_table" in done.stdout


def test_the_doctor_knows_what_is_installed() -> None:
    rows = json.loads(wayproof("doctor", "--format", "json").stdout)
    by_name = {row["name"]: row for row in rows}
    assert by_name["numpy"]["status"] == "ok"
    for row in rows:
        assert row["status"] in ("ok", "missing")
        assert row["status"] == "ok" or "pip install" in row["note"]
