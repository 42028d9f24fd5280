"""modular_follower reads Indian English, Hindi and Telugu: what was written, and spellings that were not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_steps import alike, expected

from wayproof.agents.reading.route_reader import read_route, verb_final_language
from wayproof.agents.reading.verb_final_reader import read_clauses
from wayproof.language.sample_routes import sample_routes

LANGUAGES = ("en-IN", "hi-IN", "te-IN")
# What Indian English calls a dresser is another thing to the reader, which takes both for one when it walks.
SAID_OTHERWISE = {"dresser": "chest of drawers"}


def steps(text: str) -> list[str]:
    return [str(step) for step in read_route(text)]


def told(language: str, step: str) -> str:
    action, at, thing = step.partition(" @ ")
    return f"{action}{at}{SAID_OTHERWISE.get(thing, thing) if language == 'en-IN' else thing}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [200, pytest.param(5000, marks=pytest.mark.slow)])
def test_written_routes_are_read_back(language: str, count: int) -> None:
    routes = list(sample_routes(count, seed=5, language=language))
    right = sum(
        alike([told(language, step) for step in expected(one.steps)], steps(one.text)) for one in routes
    )
    assert right >= 0.99 * count


READ = {
    "Take left at the almirah. Stop near the dustbin.": "turn left @ wardrobe; stop near @ garbage can",
    "Go inside the drawing room and take right.": "go into / living room; turn right",
    "बायें मुड़िए और रसोईघर में जाइए।": "turn left; go into / kitchen",
    "किताबों की बड़ी लाल अलमारी के पास से आगे बढ़ें। पौधे के पास रुकिए।": "go past @ bookshelf; stop near @ house plant",
    "मेज़ के पास पहुंचकर, दाहिने मुड़ें और सीधे चलें।": "turn right @ table; go straight",
    "पलंग के पास से दरवाज़े से होकर रसोई में सोफ़े तक जाएँ।": "go past @ bed; go through @ door; go to @ couch",
    "పడక గది నుంచి బయటకు వచ్చి, ఎడమకు తిరిగి నేరుగా నడవండి.": "go out of / bedroom; turn left; go straight",
    "తెల్ల బల్ల దాటి వంటగదిలోకి వెళ్లండి.": "go past @ table; go into / kitchen",
}


@pytest.mark.parametrize("text", READ)
def test_sentences_that_the_writer_does_not_write(text: str) -> None:
    assert steps(text) == READ[text].split("; ")


def test_spellings_without_nukta_and_chandrabindu_are_the_same_words() -> None:
    assert steps("सोफ़े के पास बाएँ मुड़ें।") == steps("सोफे के पास बाएं मुडें।") == ["turn left @ couch"]


def test_what_is_in_view_is_no_step_but_can_be_had_with_its_side() -> None:
    text = "आपको अपनी बाईं ओर सोफ़ा दिखेगा। पलंग के पास रुकें।"
    assert steps(text) == ["stop near @ bed"]
    seen = next(step for step in read_clauses(text, "hindi") if step.action == "see")
    assert (seen.landmark, seen.side) == ("couch", "left")


def test_a_side_at_which_something_is_passed_is_kept() -> None:
    for text in ("మీ ఎడమవైపు ఉన్న సోఫా దాటి ముందుకు వెళ్ళండి.", "सोफ़े को अपनी बाईं ओर छोड़ते हुए आगे बढ़ें।"):
        passed = read_route(text)[0]
        assert (str(passed), passed.side) == ("go past @ couch", "left")


def test_the_script_says_the_language() -> None:
    assert verb_final_language("Stop. रुकें और मुड़ें।") == "hindi"
    assert verb_final_language("సోఫా") == "telugu"
    assert verb_final_language("Turn left at the sofa, not at the सोफ़ा.") == ""


@given(st.text(alphabet=st.characters(min_codepoint=0x900, max_codepoint=0xC7F) | st.just(" "), max_size=80))
def test_any_text_of_these_scripts_can_be_read(text: str) -> None:
    assert all(step.action in ("go", "turn", "stop") for step in read_route(text))
