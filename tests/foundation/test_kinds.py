"""Which categories answer to a name, held against the furniture there is and the words of descriptions."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from wayproof.kinds import HM3D_NAMES, KINDRED, ROBOTHOR_NAMES, SECOND_CHOICES, answering, plainly_answering
from wayproof.scenes.furniture import home_categories


def test_every_name_is_a_category_that_houses_can_hold() -> None:
    named = {*KINDRED, *HM3D_NAMES, *ROBOTHOR_NAMES, *(one for group in KINDRED.values() for one in group)}
    assert named <= set(home_categories())


def test_a_category_answers_to_its_own_name_first_and_second_choices_are_among_those_that_count() -> None:
    for name, group in KINDRED.items():
        assert group[0] == name and len(set(group)) == len(group) > 1
    for name, doubtful in SECOND_CHOICES.items():
        assert set(doubtful) < set(answering(name)) and name not in doubtful
        assert plainly_answering(name) == tuple(one for one in answering(name) if one not in doubtful)
    assert answering("mug") == plainly_answering("mug") == ("mug",)


def test_english_nouns_of_descriptions_agree_with_what_answers_to_them() -> None:
    words = (files("wayproof.language") / "description_english.toml").read_text(encoding="utf-8")
    wider = tomllib.loads(words)["wider"]
    shared = sorted(set(wider) & set(KINDRED))
    assert shared == ["bed", "chair"]
    assert all(set(wider[name]) == set(plainly_answering(name)) for name in shared)
