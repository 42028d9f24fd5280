"""Episode sets: the same list from the same recipe, in any process and of any length, and safe on disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from wayproof.episode_set import Recipe, read_set, write_set
from wayproof.errors import BrokenFile, InvalidInput, UnknownName
from wayproof.tasks.drawing import episode_sets
from wayproof.tasks.drawing.episode_sets import draw_set, episode_set

RECIPE = Recipe("point_goal", 4, "robustnav", split="train", rooms=2, episodes_per_house=2, seed=9)


def test_the_same_recipe_gives_the_same_hash_in_another_process() -> None:
    program = (
        "import sys, msgspec\n"
        "from wayproof.tasks.drawing.episode_sets import Recipe, draw_set\n"
        "print(draw_set(msgspec.json.decode(sys.argv[1], type=Recipe)).hash)\n"
    )
    plain = msgspec.json.encode(RECIPE).decode()
    done = subprocess.run(
        [sys.executable, "-c", program, plain],
        capture_output=True,
        text=True,
        check=True,
        env={**__import__("os").environ, "PYTHONHASHSEED": "7"},
    )
    assert done.stdout.strip() == draw_set(RECIPE).hash


def test_a_longer_set_begins_with_the_shorter_one() -> None:
    short, long = draw_set(replace(RECIPE, count=3)), draw_set(RECIPE)
    assert long.episodes[:3] == short.episodes
    assert [episode.scene for episode in long.episodes] == [
        "houses-v1/train/0/2-rooms",
        "houses-v1/train/0/2-rooms",
        "houses-v1/train/1/2-rooms",
        "houses-v1/train/1/2-rooms",
    ]
    assert draw_set(replace(RECIPE, seed=10)).hash != long.hash


def test_a_set_on_disk_comes_back_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    made, file = draw_set(RECIPE), tmp_path / "set.json.gz"
    write_set(file, made)
    first = file.read_bytes()
    assert read_set(file) == made
    write_set(file, made)
    assert file.read_bytes() == first
    moved = replace(made.episodes[0], maximum_steps=7)
    write_set(tmp_path / "x.json.gz", replace(made, episodes=(moved, *made.episodes[1:])))
    import gzip

    changed = gzip.decompress((tmp_path / "x.json.gz").read_bytes()).replace(
        replace(made, episodes=(moved, *made.episodes[1:])).hash.encode(), made.hash.encode()
    )
    (tmp_path / "x.json.gz").write_bytes(gzip.compress(changed))
    with pytest.raises(BrokenFile, match="its episodes have the hash"):
        read_set(tmp_path / "x.json.gz")
    file.write_bytes(first[:-9])
    with pytest.raises(BrokenFile, match="torn gzip file|no episode set"):
        read_set(file)


def test_a_broken_cache_is_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode_sets, "cache_folder", lambda: tmp_path)
    made = episode_set(RECIPE)
    file = next((tmp_path / "episodes").iterdir())
    file.write_bytes(b"torn")
    assert episode_set(RECIPE) == made and read_set(file) == made


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"task": "point"}, "no task named 'point'"),
        ({"protocol": "habitta"}, "no point_goal protocol named 'habitta'"),
        ({"count": 0}, "count is 0"),
        ({"split": "dev"}, "split is 'dev'"),
        ({"episodes_per_house": 0}, "episodes_per_house is 0"),
        ({"body": "tank"}, "no body named 'tank'"),
    ],
)
def test_a_recipe_that_cannot_be_followed_is_refused_at_once(
    changes: dict[str, object], sentence: str
) -> None:
    with pytest.raises((InvalidInput, UnknownName), match=sentence):
        episode_set(replace(RECIPE, **changes))
