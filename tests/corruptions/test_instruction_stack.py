"""Several faults on one instruction, in the stated order."""

from __future__ import annotations

import pytest

from wayproof.corruptions.instruction.prefix_black_box import PREFIXES
from wayproof.corruptions.instruction.stack import in_stack_order, start_stack
from wayproof.errors import InvalidInput
from wayproof.language.sentences import sentences
from wayproof.language.word_masks import MASK
from wayproof.vocabulary import Context

TEXT = "Walk past the red couch and turn left at the kitchen. Stop near the bed."
ALL = {"prefix_black_box": 1.0, "capitalise": 1.0, "mask_non_essential": 1.0, "style_verbose": 1.0}


def test_the_order_is_style_mask_capitals_prefix() -> None:
    assert in_stack_order(tuple(ALL)) == (
        "style_verbose",
        "mask_non_essential",
        "capitalise",
        "prefix_black_box",
    )


def test_the_order_given_does_not_matter() -> None:
    forwards = start_stack(ALL, seed=3)(TEXT)
    backwards = start_stack(dict(reversed(ALL.items())), seed=3)(TEXT)
    assert forwards == backwards


def test_each_fault_is_seen_in_the_result() -> None:
    text = start_stack(ALL, seed=3)(TEXT)
    assert text.startswith(tuple(phrase for group in PREFIXES.values() for phrase in group))
    assert MASK in text and "COUCH" in text
    assert len(text) > 2 * len(TEXT)


def test_every_layer_tells_what_it_did() -> None:
    stack = start_stack(ALL, seed=3)
    told = stack.explain(TEXT)
    assert [layer.outcome for layer in told] == ["rewritten"] * 4
    assert told[-1].text == stack(TEXT)


def test_severity_zero_takes_a_layer_out() -> None:
    assert start_stack({"style_formal": 0.0, "mask_random": 0.0})(TEXT) == TEXT


def test_hindi_keeps_its_words_under_what_only_english_has_and_is_misled_in_hindi() -> None:
    context = Context(language="hi-IN")
    in_english = {name: severity for name, severity in ALL.items() if name != "prefix_black_box"}
    for sentence in sentences("hi-IN"):
        assert start_stack(in_english, seed=3)(sentence.text, context=context) == sentence.text
        misled = start_stack(ALL, seed=3)(sentence.text, context=context)
        assert misled.endswith(f" {sentence.text}")


def test_two_styles_cannot_be_stacked() -> None:
    with pytest.raises(InvalidInput, match="style_formal and style_novice cannot be stacked"):
        start_stack({"style_novice": 1.0, "style_formal": 1.0})


def test_other_corruptions_have_no_place_in_the_stack() -> None:
    with pytest.raises(InvalidInput, match="style, mask, capitalise, prefix"):
        start_stack({"inject_white_box": 1.0})
