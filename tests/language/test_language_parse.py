"""Reading instructions: what to do, in which direction, at which landmark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.language.parse import LONGEST_CHARACTERS, parse
from wayproof.language.sentences import sentences

Triples = list[tuple[str, str, str]]


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        (
            "Walk past the couch and turn left at the kitchen.",
            [("go", "past", "couch"), ("turn", "left", "kitchen")],
        ),
        ("Enter the hall. Step into the hall.", [("go", "into", "hall"), ("go", "into", "hall")]),
        ("Leave the office, then climb the stairs.", [("go", "out of", "office"), ("go", "up", "stairs")]),
        ("When you reach the sofa, take a right.", [("turn", "right", "sofa")]),
        ("Take a right when you get to the sofa.", [("turn", "right", "sofa")]),
        ("Walk until you reach the sink.", [("go", "to", "sink")]),
        ("Go to the bed and stop beside it.", [("go", "to", "bed"), ("stop", "near", "bed")]),
        ("Walk by the desk and wait by the bed.", [("go", "past", "desk"), ("stop", "near", "bed")]),
        ("Walk right past the desk.", [("go", "past", "desk")]),
        ("Turn right past the desk.", [("turn", "right", "desk")]),
        ("Stop right there.", [("stop", "", "")]),
        ("Make a u-turn and go straight ahead.", [("turn", "around", ""), ("go", "straight", "")]),
        ("Past the couch, left at the kitchen.", [("go", "past", "couch"), ("turn", "left", "kitchen")]),
        ("I walk past the couch and then I turn left.", [("go", "past", "couch"), ("turn", "left", "")]),
        ("Do not enter the bathroom.", [("not go", "into", "bathroom")]),
        ("Hello! How are you?", []),
    ],
)
def test_sentences_are_read_as_meant(text: str, triples: Triples) -> None:
    assert list(parse(text).triples) == triples


def test_room_side_and_amount_are_read() -> None:
    step = parse("Walk past the couch in the living room.").route[0]
    assert (step.landmark, step.room) == ("couch", "living room")
    assert parse("Take the second door on your left.").route[0].side == "left"
    assert parse("Walk forward 3 steps.").route[0].amount == "3 steps"


def test_a_part_and_its_whole_are_one_landmark() -> None:
    assert parse("Go to the end of the hallway.").route[0].landmark == "end of hallway"


def test_two_places_on_one_verb_are_two_steps() -> None:
    text = "Walk out of the bedroom and into the hallway."
    assert list(parse(text).triples) == [("go", "out of", "bedroom"), ("go", "into", "hallway")]


def test_spans_point_at_the_words() -> None:
    text = "First, turn sharply left at the red couch."
    step = parse(text).steps[0]
    assert step.action and step.direction and step.landmark
    assert text[step.action.start : step.action.end] == "turn"
    assert text[step.direction.start : step.direction.end] == "sharply left"
    assert text[step.landmark.start : step.landmark.end] == "the red couch"


def test_words_of_praise_are_no_part_of_a_landmark() -> None:
    assert parse("Go to the beautiful red sofa.").route[0].landmark == "red sofa"


def test_unknown_things_are_landmarks_too() -> None:
    assert parse("Turn left at the zorbulator.").route[0].landmark == "zorbulator"


def test_most_of_the_indian_english_sentences_read_like_their_gloss() -> None:
    found = [(parse(s.text).route, parse(s.gloss).route) for s in sentences("en-IN")]
    assert all(len(ours) >= 1 for ours, _ in found)
    same_actions = sum([a.action for a in ours] == [b.action for b in gloss] for ours, gloss in found)
    assert same_actions >= 34


def test_a_huge_text_is_not_read() -> None:
    assert parse("turn left " * (LONGEST_CHARACTERS // 10 + 1)).steps == ()


@given(st.text())
def test_any_text_can_be_read_and_spans_lie_inside_it(text: str) -> None:
    for step in parse(text).steps:
        for span in (step.action, step.direction, step.landmark):
            assert span is None or 0 <= span.start < span.end <= len(text)


WORDS = st.sampled_from(
    "turn left right go walk past the a couch and then , . at into stop when you reach of to it".split()
)


@given(st.lists(WORDS, max_size=40))
def test_any_heap_of_route_words_can_be_read(words: list[str]) -> None:
    assert len(parse(" ".join(words)).steps) <= len(words)
