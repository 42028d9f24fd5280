"""Routes in four languages: the same steps, the right forms, and never a mixed sentence."""

from __future__ import annotations

import re
import unicodedata
from itertools import product

import numpy as np
import pytest

from wayproof.errors import InvalidInput, UnknownName
from wayproof.language.landmarks import landmark_words
from wayproof.language.meaning import canonical
from wayproof.language.parse import parse
from wayproof.language.route_languages import (
    FILES,
    LANGUAGES,
    grammar,
    plain_words,
    split_name,
    write_route_in,
)
from wayproof.language.route_steps import RouteStep
from wayproof.seeding import generator_for

SIDES = ("left", "right")
BENDS = ("", "slight ", "sharp ")
others = pytest.mark.parametrize("language", FILES)
# What stands for left and right, in the order of SIDES.
SIDE_WORDS = {
    "en-IN": (r"\bleft\b", r"\bright\b"),
    "hi-IN": (r"बाएँ|बाईं", r"दाएँ|दाईं"),
    "te-IN": (r"ఎడమవైపు", r"కుడివైపు"),
}
SCRIPTS = {"en-IN": "LATIN", "hi-IN": "DEVANAGARI", "te-IN": "TELUGU"}


def _every_kind(thing: str = "couch", room: str = "bedroom") -> list[RouteStep]:
    """One step of each kind that is ever said along a path."""
    turns = [RouteStep("turn", bend + side) for bend, side in product(BENDS, SIDES)]
    placed = [RouteStep("turn", bend + side, thing, relation="at") for bend, side in product(BENDS, SIDES)]
    doors = [
        RouteStep("turn", bend + side, room, relation="into") for bend in ("", "sharp ") for side in SIDES
    ]
    rooms = [RouteStep("go", way, room) for way in ("out of", "into", "through", "down")]
    things = [RouteStep("go", way, thing) for way in ("past", "across", "to")]
    sided = [RouteStep("go", "past", thing, side=side) for side in SIDES]
    seen = [RouteStep("see", "", thing, side=side) for side in SIDES]
    stops = [RouteStep("stop", where, thing) for where in ("near", "in front of", "at")]
    doorway = [RouteStep("go", "through", "doorway"), RouteStep("turn", "around")]
    return [*turns, *placed, *doors, *rooms, *things, *sided, *seen, *doorway, *stops]


def _route(rng: np.random.Generator) -> list[RouteStep]:
    """A made-up route of five to twelve steps."""
    table = landmark_words()
    things = [word for entry in table.things.values() for word in entry.words]
    rooms = [word for words in table.rooms.values() for word in words]
    adjectives = ["", *(word for words in table.adjectives.values() for word in words.values())]
    steps = []
    for _ in range(int(rng.integers(4, 12))):
        name = f"{rng.choice(adjectives)} {rng.choice(things)}".strip()
        kinds = _every_kind(name, str(rng.choice(rooms)))[:-3]
        steps.append(kinds[int(rng.integers(len(kinds)))])
    return [*steps, RouteStep("stop", "near", "bed")]


ROUTES = [_route(generator_for(3, "route", number)) for number in range(120)]


@others
def test_every_word_of_a_landmark_a_room_or_a_look_has_its_own_word(language: str) -> None:
    rules = grammar(language)
    known = {noun.word for noun in rules.nouns}
    assert known == set(plain_words().values())
    assert set(rules.adjectives) == {
        word for words in landmark_words().adjectives.values() for word in words.values()
    }
    direct = [noun.direct for noun in rules.nouns]
    assert len(set(direct)) == len(direct), "two kinds of things have the same name"


@others
def test_every_kind_of_step_can_be_said_with_every_noun(language: str) -> None:
    table = landmark_words()
    for entry in table.things.values():
        for step in _every_kind(thing=entry.words[0]):
            text = write_route_in(language, [step], generator_for(1))
            assert not re.search(r"[\[\]{}|]|  | [.,।]", text), text
    for words in table.rooms.values():
        for word, step in product(words, _every_kind()):
            if step.landmark == "bedroom":
                changed = RouteStep(step.action, step.direction, word, relation=step.relation)
                assert write_route_in(language, [changed], generator_for(2))


@others
def test_sentences_are_of_one_script_only(language: str) -> None:
    for number, route in enumerate(ROUTES):
        text = write_route_in(language, route, generator_for(7, number))
        letters = {unicodedata.name(one).split()[0] for one in text if unicodedata.category(one)[0] in "LM"}
        assert letters <= {SCRIPTS[language], "COMBINING"}, (letters, text)


@others
def test_sides_come_in_the_order_of_the_steps(language: str) -> None:
    left, right = SIDE_WORDS[language]
    for number, route in enumerate(ROUTES):
        text = write_route_in(language, route, generator_for(8, number))
        said = [
            "left" if re.match(left, found[0]) else "right" for found in re.finditer(f"{left}|{right}", text)
        ]
        meant = [
            step.side or step.direction.split()[-1] for step in route if step.side or step.action == "turn"
        ]
        assert said == [side for side in meant if side != "around"], text


@others
def test_every_thing_that_is_named_comes_in_the_order_of_the_steps(language: str) -> None:
    nouns = {noun.word: noun for noun in grammar(language).nouns}
    for number, route in enumerate(ROUTES):
        text = write_route_in(language, route, generator_for(9, number))
        place = 0
        for step in route:
            if step.landmark:
                noun = nouns[split_name(step.landmark)[1]]
                forms = [
                    form.rpartition("|")[2] for form in (noun.direct, noun.oblique, noun.into, noun.inside)
                ]
                found = [text.find(form, place) for form in forms if form]
                assert max(found) >= 0, (step, text)
                place = min(at for at in found if at >= 0) + 1


def _in_india(step: RouteStep) -> RouteStep:
    """The step as it should be read in Indian English: with that language's nouns."""
    if not step.landmark:
        return canonical(step)
    adjective, word = split_name(step.landmark)
    rules = grammar("en-IN")
    noun = next(noun.direct for noun in rules.nouns if noun.word == word)
    spoken = f"{rules.adjectives[adjective][0]} {noun}" if adjective else noun
    return canonical(RouteStep(step.action, step.direction, spoken, relation=step.relation, side=step.side))


def test_indian_english_reads_back_as_the_route() -> None:
    for number, route in enumerate(ROUTES):
        text = write_route_in("en-IN", route, generator_for(10, number))
        assert parse(text).route == tuple(_in_india(step) for step in route), text


def test_american_english_is_what_the_route_writer_writes_and_reads_back() -> None:
    for number, route in enumerate(ROUTES[:40]):
        text = write_route_in("en-US", route, generator_for(11, number))
        assert parse(text).route == tuple(canonical(step) for step in route), text


@pytest.mark.parametrize(
    ("step", "allowed"),
    [
        (RouteStep("turn", "left"), {"बाएँ मुड़ें।", "बाईं ओर मुड़ें।"}),
        (RouteStep("turn", "around"), {"पीछे मुड़ें।", "पीछे की ओर मुड़ें।"}),
        (
            RouteStep("go", "into", "bedroom"),
            {"सोने के कमरे में जाएँ।", "सोने के कमरे में प्रवेश करें।", "सोने के कमरे के अंदर जाएँ।"},
        ),
        (RouteStep("go", "out of", "kitchen"), {"रसोई से बाहर निकलें।", "रसोई से निकलें।"}),
        (RouteStep("stop", "in front of", "blue couch"), {"नीले सोफ़े के सामने रुकें।", "नीले सोफ़े के ठीक सामने रुकें।"}),
        (
            RouteStep("see", "", "black bookshelf", side="right"),
            {
                "आपको अपनी दाईं ओर किताबों की काली अलमारी दिखेगी।",
                "आपको दाईं ओर किताबों की काली अलमारी दिखेगी।",
                "दाईं ओर आपको किताबों की काली अलमारी दिखेगी।",
            },
        ),
    ],
)  # fmt: skip
def test_hindi_nouns_and_adjectives_agree(step: RouteStep, allowed: set[str]) -> None:
    assert {write_route_in("hi-IN", [step], generator_for(seed)) for seed in range(30)} == allowed


@pytest.mark.parametrize(
    ("step", "allowed"),
    [
        (RouteStep("turn", "right"), {"కుడివైపు తిరగండి.", "మీ కుడివైపు తిరగండి."}),
        (RouteStep("turn", "left", "kitchen", relation="into"), {"ఎడమవైపు తిరిగి వంటగదిలోకి వెళ్ళండి."}),
        (RouteStep("go", "out of", "bedroom"), {"పడకగది నుండి బయటకు రండి.", "పడకగది నుండి బయటకు వెళ్ళండి."}),
        (RouteStep("go", "down", "hallway"), {"నడవలో ముందుకు నడవండి.", "నడవలో ముందుకు వెళ్ళండి."}),
        (RouteStep("stop", "near", "red couch"), {"ఎర్ర సోఫా దగ్గర ఆగండి.", "ఎర్ర సోఫా పక్కన ఆగండి."}),
    ],
)
def test_telugu_words_take_their_endings(step: RouteStep, allowed: set[str]) -> None:
    assert {write_route_in("te-IN", [step], generator_for(seed)) for seed in range(30)} == allowed


@pytest.mark.parametrize(("language", "first"), [("hi-IN", "मुड़कर"), ("te-IN", "తిరిగి"), ("en-IN", " and ")])
def test_two_steps_are_joined_as_the_language_joins_them(language: str, first: str) -> None:
    route = [RouteStep("turn", "left"), RouteStep("stop", "near", "couch")]
    texts = {write_route_in(language, route, generator_for(seed)) for seed in range(40)}
    assert any(first in text for text in texts) and any(first not in text for text in texts)


@others
def test_a_step_without_a_word_is_left_out(language: str) -> None:
    stop = RouteStep("stop", "near", "bed")
    whole = write_route_in(language, [stop], generator_for(4))
    assert write_route_in(language, [RouteStep("go", "past", "harpsichord"), stop], generator_for(4)) == whole
    with pytest.raises(InvalidInput, match=f"none of 1 steps can be said in {language}"):
        write_route_in(language, [RouteStep("go", "past", "harpsichord")], generator_for(4))


def test_an_unknown_language_or_kind_of_step_is_refused() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'te-IN'"):
        write_route_in("te_IN", [RouteStep("turn", "left")], generator_for(0))
    with pytest.raises(UnknownName, match="kind of step in hi-IN"):
        write_route_in("hi-IN", [RouteStep("go", "up", "ladder")], generator_for(0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_writes_the_same_text_and_another_seed_another(language: str) -> None:
    texts = [write_route_in(language, ROUTES[0], generator_for(seed)) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]
