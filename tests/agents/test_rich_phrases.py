"""Every rich phrase is understood by both readers, the agent's and that of styles, which share nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from written_steps import alike, expected

from wayproof.agents.reading.route_reader import read_route
from wayproof.language.landmarks import heard_as, landmark_words
from wayproof.language.meaning import canonical
from wayproof.language.parse import parse
from wayproof.language.route_steps import RouteStep
from wayproof.language.route_text import RICH_FILE
from wayproof.language.sample_routes import sample_routes

PHRASES = tomllib.loads(RICH_FILE.read_text(encoding="utf-8"))
END = RouteStep("stop", "near", "bed")
DIRECTIONS = {"plain": "left", "slight": "slight left", "sharp": "sharp left", "around": "around"}
ROOMS = ("into", "out of", "through", "straight through", "in")


def _go(key: str) -> RouteStep:
    name = "kitchen" if key in ROOMS else "hallway" if key in ("down", "along") else "rug"
    name = name if key in (*ROOMS, "down", "along", "across") else "stairs" if key == "up" else "red couch"
    straight = key.startswith("straight ")
    if key == "straight":
        return RouteStep("go", "straight")
    return RouteStep("go", "straight" if straight else key, name, relation=key[9:] if straight else "")


def _told() -> Iterator[tuple[str, RouteStep]]:
    for kind, phrases in PHRASES["turns"].items():
        yield from ((text.format(side="left"), RouteStep("turn", DIRECTIONS[kind])) for text in phrases)
    for relation, phrases in PHRASES["turns_at"].items():
        name = "" if not relation else "kitchen" if relation == "into" else "red couch"
        step = RouteStep("turn", "left", name, relation=relation)
        yield from ((text.format(turn="take a left", np=f"the {name}"), step) for text in phrases)
    for key, phrases in PHRASES["go"].items():
        yield from ((text.format(np=f"the {_go(key).landmark}"), _go(key)) for text in phrases)
    for side in PHRASES["sides"]["words"]:
        step = RouteStep("go", "past", "red couch", side="left")
        yield f"walk past the red couch {side.format(side='left')}", step


@pytest.mark.parametrize(("text", "step"), list(_told()))
def test_a_phrase_is_one_step_to_both_readers(text: str, step: RouteStep) -> None:
    sentences = f"{text[0].upper()}{text[1:]}. Stop near the bed."
    assert parse(sentences).route == (canonical(step), canonical(END))
    assert alike(expected([step, END]), [str(one) for one in read_route(sentences)])


@pytest.mark.parametrize(
    ("text", "relation"),
    [(text, relation) for relation, phrases in PHRASES["stop"].items() for text in phrases if relation],
)
def test_so_is_a_stop(text: str, relation: str) -> None:
    name = "kitchen" if relation == "in" else "red couch"
    sentences = f"Walk past the chair and {text.format(np=f'the {name}')}."
    if ", " in text:
        sentences = sentences.replace(" and ", ". ")
    steps = [RouteStep("go", "past", "chair"), RouteStep("stop", relation, name)]
    assert parse(sentences).route == tuple(canonical(step) for step in steps)
    assert alike(expected(steps), [str(one) for one in read_route(sentences)])


@pytest.mark.parametrize("count", [200, pytest.param(5000, marks=pytest.mark.slow)])
def test_rich_routes_are_read_back(count: int) -> None:
    routes = list(sample_routes(count, seed=5, rich=True))
    right = sum(alike(expected(one.steps), [str(step) for step in read_route(one.text)]) for one in routes)
    assert right >= 0.99 * count
    assert all(parse(one.text).route == tuple(map(canonical, one.steps)) for one in routes)


def test_rich_routes_say_straight_until_first_and_second_and_never_right_next_to() -> None:
    texts = " ".join(one.text.lower() for one in sample_routes(400, seed=6, rich=True))
    assert all(f" {word} " in texts for word in ("straight", "until", "first", "second"))
    assert "right next to" not in texts


def test_further_words_stand_for_landmarks_only_and_no_other_kind_is_called_so_unheard() -> None:
    table = landmark_words()
    plain = {word for entry in table.things.values() for word in entry.words}
    for kind, entry in table.things.items():
        assert not plain & set(entry.more), kind  # a plain route must not become ambiguous by a further word
        assert set(entry.more) <= heard_as(kind)
