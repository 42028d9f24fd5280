"""The same study in another world."""

from __future__ import annotations

import pytest

from wayproof.errors import WayproofError
from wayproof.suite import suite_digest
from wayproof.suites import in_world, load_suite


def test_a_suite_moves_with_all_its_episodes_and_says_so_in_its_name() -> None:
    moved = in_world(load_suite("smoke"), "offices-v1")
    assert {recipe.world for recipe in moved.episodes} == {"offices-v1"}
    assert moved.name == "smoke-in-offices-v1"
    assert suite_digest(moved) != suite_digest(load_suite("smoke"))


@pytest.mark.parametrize(
    ("world", "sentence"),
    [
        ("castles-v1", "no world named 'castles-v1'"),
        ("houses-v1@painted", "no variant of a scene named 'painted'"),
        ("imported/nowhere", "no imported scene named 'nowhere'"),
        ("imported", "no world named 'imported'"),
    ],
)
def test_a_world_that_does_not_exist_is_refused(world: str, sentence: str) -> None:
    with pytest.raises(WayproofError, match=sentence):
        in_world(load_suite("smoke"), world)
