"""Misleading prefixes and injected system prompts."""

from __future__ import annotations

from collections import Counter

import pytest

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.instruction.inject_white_box import RULES
from wayproof.corruptions.instruction.prefix_black_box import PREFIXES
from wayproof.corruptions.instruction.rewrite_contract import explain
from wayproof.corruptions.stream import start
from wayproof.vocabulary import Context

TEXT = "Turn left at the couch. Then stop."
PROMPT = "You control a robot. Answer with one action.\nBe brief."


def test_there_are_at_least_thirty_prefixes_for_ten_ideas() -> None:
    assert len(PREFIXES) == len(RULES) == 10
    assert sum(len(group) for group in PREFIXES.values()) >= 30
    assert min(len(group) for group in PREFIXES.values()) >= 3


@pytest.mark.parametrize("table", [PREFIXES, RULES], ids=["prefixes", "rules"])
def test_all_phrases_differ_and_are_whole_sentences(table: dict[str, tuple[str, ...]]) -> None:
    phrases = [phrase for group in table.values() for phrase in group]
    assert len(set(phrases)) == len(phrases)
    assert all(phrase[0].isupper() and phrase.endswith(".") for phrase in phrases)


def test_the_instruction_itself_stays_untouched_behind_the_prefix() -> None:
    result = explain("prefix_black_box", TEXT, seed=7)
    prefix = result.text.removesuffix(f" {TEXT}")
    assert prefix in [phrase for group in PREFIXES.values() for phrase in group]


def test_all_ideas_are_drawn() -> None:
    seen: Counter[str] = Counter()
    for episode in range(300):
        text = explain("prefix_black_box", TEXT, seed=1, episode=str(episode)).text
        seen.update(idea for idea, group in PREFIXES.items() if text.startswith(group))
    assert sorted(seen) == sorted(PREFIXES)
    assert max(seen.values()) < 3 * min(seen.values())


def test_a_rule_is_injected_and_the_prompt_stays_readable() -> None:
    rules = [rule for group in RULES.values() for rule in group]
    places = set()
    for episode in range(60):
        result = explain("inject_white_box", PROMPT, seed=2, episode=str(episode))
        rule = next(rule for rule in rules if rule in result.text)
        places.add(result.edits[0].start)
        assert " ".join(result.text.replace(rule, " ").split()) == " ".join(PROMPT.split())
    assert {0, len(PROMPT)} < places


def test_an_agent_without_a_system_prompt_is_told_not_applicable() -> None:
    assert explain("inject_white_box", None).outcome == "not applicable"
    assert start("inject_white_box", 1)(None) is None


def test_it_acts_on_the_system_prompt_and_on_nothing_else() -> None:
    assert CORRUPTIONS["inject_white_box"].modalities == ("system_prompt",)
    assert CORRUPTIONS["style_formal"].modalities == ("instruction",)


def test_a_system_prompt_is_attacked_whatever_the_language_of_the_instruction() -> None:
    assert start("inject_white_box", 1)(PROMPT, context=Context(language="hi-IN")) != PROMPT
