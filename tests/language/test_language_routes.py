"""Writing routes: varied English that reads back as the route it came from."""

from __future__ import annotations

import re

import pytest

from wayproof.errors import InvalidInput, UnknownName
from wayproof.language.meaning import canonical
from wayproof.language.parse import parse
from wayproof.language.route_steps import RouteStep
from wayproof.language.route_text import write_route
from wayproof.language.sample_routes import sample_routes
from wayproof.seeding import generator_for

ROUTES = list(sample_routes(400, seed=17))


def test_what_was_written_is_what_is_read() -> None:
    wrong = [r.text for r in ROUTES if parse(r.text).route != tuple(canonical(step) for step in r.steps)]
    assert len(wrong) / len(ROUTES) < 0.01, wrong[:3]


def test_the_same_seed_writes_the_same_text() -> None:
    assert [r.text for r in sample_routes(20, seed=4)] == [r.text for r in sample_routes(20, seed=4)]


def test_another_seed_writes_other_texts() -> None:
    assert [r.text for r in sample_routes(20, seed=4)] != [r.text for r in sample_routes(20, seed=5)]


def test_instructions_hardly_repeat() -> None:
    assert len({r.text for r in ROUTES}) > 0.97 * len(ROUTES)


def test_one_route_is_written_in_many_ways() -> None:
    route = (
        RouteStep("go", "past", "couch"),
        RouteStep("turn", "left", "desk", relation="at"),
        RouteStep("stop"),
    )
    assert len({write_route(route, generator_for(seed)) for seed in range(60)}) > 40


def test_every_text_consists_of_whole_sentences() -> None:
    for route in ROUTES:
        assert re.fullmatch(r"(?:[A-Z][^.]*[^\s,.]\. ?)+", route.text), route.text
        assert "  " not in route.text and " ," not in route.text and "{" not in route.text


def test_many_openings_and_joints_are_used() -> None:
    first_words = {route.text.split()[0] for route in ROUTES}
    assert len(first_words) >= 12
    everything = " ".join(route.text for route in ROUTES)
    for joint in (", then ", " and then ", "From there, ", "After that, ", "Finally, ", "When you ", " it"):
        assert joint in everything


def test_a_landmark_just_named_becomes_a_pronoun() -> None:
    route = (RouteStep("go", "to", "bed"), RouteStep("stop", "near", "bed"))
    texts = [write_route(route, generator_for(seed)) for seed in range(20)]
    assert any(re.search(r"\bit\b", text) for text in texts)


def test_an_empty_route_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at least one RouteStep"):
        write_route((), generator_for(0))


def test_a_step_that_has_no_words_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'past'"):
        write_route((RouteStep("go", "passt", "couch"),), generator_for(0))


@pytest.mark.parametrize(
    ("landmark", "phrase"),
    [
        ("brown chest of drawers", "the brown chest of drawers"),
        ("row of chairs", "the row of chairs"),
        ("foot of bed", "the foot of the bed"),
    ],
)
def test_collections_keep_their_of(landmark: str, phrase: str) -> None:
    route = (RouteStep("go", "past", landmark),)
    texts = {write_route(route, generator_for(0, "words", n)) for n in range(5)}
    assert all(phrase in text for text in texts), texts
