"""What holds for every instruction corruption, present and future."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.instruction.rewrite_contract import SYSTEM_PROMPT, explain
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.language.rewrite import edited
from wayproof.language.sample_routes import sample_routes
from wayproof.language.sentences import sentences
from wayproof.tokens import language_of
from wayproof.vocabulary import Context

COMPONENTS = [
    component for component in CORRUPTIONS if component.modality in ("instruction", "system_prompt")
]
NAMES = [component.name for component in COMPONENTS]
TEXTS = [route.text for route in sample_routes(12, seed=2)]
SEVERITIES = {c.name: (1.0,) if c.switch else (0.2, 0.5, 1.0) for c in COMPONENTS}
LANGUAGES = ("en-US", "en-IN", "hi-IN", "te-IN")


def test_the_catalogue_is_not_empty() -> None:
    assert len(NAMES) >= 12


@pytest.mark.parametrize("component", COMPONENTS, ids=NAMES)
def test_it_describes_itself(component) -> None:  # type: ignore[no-untyped-def]
    assert component.summary.endswith(".")
    assert component.scope == "episode"
    assert component.languages and set(component.languages) <= set(LANGUAGES)
    assert set(component.sources) <= {"navtrust", "omninavbench", "ours"}
    assert component.also_touches == ()


@pytest.mark.parametrize("name", NAMES)
def test_severity_zero_gives_back_the_very_text(name: str) -> None:
    text = TEXTS[0]
    assert start(name, 0)(text) is text


@pytest.mark.parametrize("name", NAMES)
def test_the_instruction_changes(name: str) -> None:
    for severity in SEVERITIES[name]:
        assert all(start(name, severity, seed=1)(text) != text for text in TEXTS)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_text_at_every_step_and_in_any_order(name: str) -> None:
    first = [start(name, 1, seed=7, episode="e")(text, step=step) for step, text in enumerate(TEXTS)]
    again = start(name, 1, seed=7, episode="e")
    assert [again(text) for text in reversed(TEXTS)] == list(reversed(first))


@pytest.mark.parametrize("name", NAMES)
def test_episodes_differ_unless_nothing_is_drawn(name: str) -> None:
    severity = SEVERITIES[name][len(SEVERITIES[name]) // 2]
    found = {start(name, severity, seed=7, episode=str(number))(TEXTS[0]) for number in range(20)}
    assert len(found) > 1 or name == "capitalise"


@pytest.mark.parametrize("name", NAMES)
def test_explaining_tells_the_same_text_and_its_edits(name: str) -> None:
    for severity in SEVERITIES[name]:
        for text in TEXTS:
            told = explain(name, text, severity=severity, seed=5, scene="s", episode="e")
            assert told.text == start(name, severity, seed=5, scene="s", episode="e")(text)
            assert edited(text, told.edits) == told.text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["hi-IN", "te-IN"])
def test_a_language_that_is_not_served_passes_untouched_and_is_recorded(name: str, language: str) -> None:
    component = CORRUPTIONS[name]
    if language in component.languages or component.modality == SYSTEM_PROMPT:
        pytest.skip("this one serves the language")
    for sentence in sentences(language):
        for declared in (language, "en-US"):  # also where the file says the wrong language
            told = explain(name, sentence.text, seed=1, language=declared)
            assert told.text == sentence.text
            assert told.outcome == "language not served"
            assert language in told.reason


@pytest.mark.parametrize("name", NAMES)
def test_every_declared_language_is_really_changed(name: str) -> None:
    for language in CORRUPTIONS[name].languages:
        if language == "en-US":
            continue
        stream = start(name, 1, seed=1)
        changed = [
            stream(sentence.text, context=Context(language=language)) != sentence.text
            for sentence in sentences(language)
        ]
        assert sum(changed) >= 0.9 * len(changed)


@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_never_empty(name: str) -> None:
    for severity in SEVERITIES[name]:
        assert all(start(name, severity, seed=2)(text).strip() for text in (*TEXTS, "Stop", ".", "x"))


@pytest.mark.parametrize("name", NAMES)
def test_global_random_state_is_neither_read_nor_moved(name: str) -> None:
    before = np.random.get_state()[1].copy()  # type: ignore[union-attr, index]  # noqa: NPY002
    first = start(name, 1, seed=3)(TEXTS[1])
    assert (np.random.get_state()[1] == before).all()  # type: ignore[index]  # noqa: NPY002
    assert start(name, 1, seed=3)(TEXTS[1]) == first


@pytest.mark.parametrize("name", [component.name for component in COMPONENTS if component.switch])
def test_a_switch_refuses_severities_in_between(name: str) -> None:
    with pytest.raises(InvalidInput, match="on or off"):
        start(name, 0.5)


def test_another_process_with_another_hash_seed_writes_the_same() -> None:
    program = (
        "import json, sys\n"
        "from wayproof.corruptions.stream import start\n"
        "names, texts = json.load(sys.stdin)\n"
        "json.dump([[start(n, 1, seed=9)(t) for t in texts] for n in names], sys.stdout)"
    )
    here = [[start(name, 1, seed=9)(text) for text in TEXTS] for name in NAMES]
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps([NAMES, TEXTS]),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert json.loads(done.stdout) == here


@pytest.mark.parametrize("name", ["style_friendly", "style_novice", "style_professional", "style_formal"])
@pytest.mark.parametrize("language", ["hi-IN", "te-IN"])
def test_a_tone_in_hindi_or_telugu_keeps_every_step_and_its_script(name: str, language: str) -> None:
    for number, sentence in enumerate(sentences(language)):
        told = explain(name, sentence.text, seed=3, episode=str(number), language=language)
        assert sentence.text in told.text and told.text != sentence.text
        assert not any(letter.isascii() and letter.isalpha() for letter in told.text)


def test_a_misleading_prefix_is_in_the_language_of_the_instruction() -> None:
    for language in ("hi-IN", "te-IN"):
        for sentence in sentences(language):
            told = explain("prefix_black_box", sentence.text, seed=4, language=language)
            assert told.text.endswith(f" {sentence.text}")
            assert language_of(told.text[: -len(sentence.text)], "en-US") == language
