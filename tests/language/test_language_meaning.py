"""The meaning check: other words pass, other walks do not."""

from __future__ import annotations

import re

import pytest

from wayproof.language.meaning import canonical, same_meaning
from wayproof.language.route_steps import RouteStep
from wayproof.language.route_text import write_route
from wayproof.language.sample_routes import sample_routes
from wayproof.seeding import generator_for

ROUTES = list(sample_routes(150, seed=23))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Exit the kitchen and turn left.", "Leave the kitchen, then take a left."),
        ("Walk past the couch.", "Please go ahead and pass the couch. Thanks!"),
        ("Go up the stairs on your left.", "You should ascend the stairs on your left."),
        ("Stop next to the bed.", "Finally, I wait beside the bed."),
    ],
)
def test_other_words_for_the_same_walk_pass(first: str, second: str) -> None:
    assert same_meaning(first, second).same


@pytest.mark.parametrize(
    ("second", "difference"),
    [
        ("Walk past the red couch and turn right. Stop after 3 steps.", "direction is left in the first"),
        ("Walk past the blue couch and turn left. Stop after 3 steps.", "landmark is red couch"),
        ("Walk to the red couch and turn left. Stop after 3 steps.", "direction is past"),
        ("Walk past the red couch. Stop after 3 steps.", "step 2: action is turn"),
        ("Turn left and walk past the red couch. Stop after 3 steps.", "step 1: action is go"),
        (
            "Do not walk past the red couch and turn left. Stop after 3 steps.",
            "action is go in the first text and not go",
        ),
        ("Walk past the red couch and turn left. Stop after 5 steps.", "3 steps"),
        (
            "Walk past the red couch and turn left. Stop after 3 steps. Turn left.",
            "the first text has 3 steps",
        ),
    ],
)
def test_each_change_of_the_walk_is_found_and_named(second: str, difference: str) -> None:
    report = same_meaning("Walk past the red couch and turn left. Stop after 3 steps.", second)
    assert not report.same
    assert difference in report.difference


def test_two_ways_to_write_one_route_mean_the_same() -> None:
    for number, route in enumerate(ROUTES):
        other = write_route(route.steps, generator_for(99, number))
        assert same_meaning(route.text, other).same, (route.text, other)


def test_swapped_sides_are_always_found() -> None:
    swap = {"left": "right", "right": "left"}
    for route in ROUTES:
        # "stop right next to it" stresses; only true sides count.
        text = re.sub(r"\b(stop|wait) right ", r"\1 ", route.text)
        mirrored = re.sub(r"\b(left|right)\b", lambda found: swap[found[0]], text)
        assert same_meaning(text, mirrored).same == (mirrored == text)


def test_a_dropped_step_is_always_found() -> None:
    for number, route in enumerate(ROUTES):
        if len(route.steps) > 2:
            shorter = write_route(route.steps[:1] + route.steps[2:], generator_for(5, number))
            assert not same_meaning(route.text, shorter).same


def test_exchanged_steps_are_always_found() -> None:
    for number, route in enumerate(ROUTES):
        steps = list(route.steps)
        steps[0], steps[1] = steps[1], steps[0]
        if canonical(steps[0]) != canonical(steps[1]):
            assert not same_meaning(route.text, write_route(steps, generator_for(6, number))).same


def test_another_landmark_is_always_found() -> None:
    for number, route in enumerate(ROUTES):
        steps = [RouteStep("go", "past", "accordion") if s.direction == "past" else s for s in route.steps]
        if steps != list(route.steps):
            assert not same_meaning(route.text, write_route(steps, generator_for(7, number))).same
