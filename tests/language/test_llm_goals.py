"""Goals described by a language model: used only where the independent reader finds the same things."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from scripted_server import serving

from wayproof.episode_set import Recipe
from wayproof.errors import InvalidInput, ModelGone
from wayproof.language.goal_reader import read_goal
from wayproof.language.goal_truth import Before, before_goals, satisfying
from wayproof.language.llm import Endpoint
from wayproof.language.llm_goals import LONGEST_CHARACTERS, TASK, reword_by_model
from wayproof.language.rewrite import Rewrite
from wayproof.scenes.by_name import scene_named
from wayproof.scenes.scene import Scene, things
from wayproof.tasks.drawing.episode_sets import check_recipe, draw_set

ASKED = Recipe("language_goals", 2, "langnav-houses-v1", episodes_per_house=2)
WORDED = msgspec.structs.replace(ASKED, worded_by="model")


@cache
def house() -> Scene:
    return scene_named("houses-v1/val/1", light=False)


def true_of(text: str, before: Before | None = None) -> tuple[int, ...]:
    kinds = {thing.category for thing in things(house())}
    return satisfying(house(), read_goal(text, kinds), before)


def described() -> tuple[str, str, tuple[int, ...]]:
    """A category, a colour that not all of its things have, and the things that have it."""
    for thing in things(house()):
        noun, colour = thing.category.replace("_", " "), thing.attributes.colour
        alike, those = true_of(f"Find the {noun}."), true_of(f"Find the {colour} {noun}.")
        if those and len(alike) > len(those):
            return noun, str(colour), those
    raise AssertionError("no category of this house has two colours")


def reworded(answer: str, cache_folder: Path | None = None) -> Rewrite:
    noun, colour, those = described()
    with serving(("say", answer)) as script:
        endpoint = Endpoint(script.url, "tiny")
        return reword_by_model(
            house(), f"Find the {colour} {noun}.", those, None, endpoint, cache=cache_folder, timeout_s=60
        )


def test_other_words_for_the_same_things_are_used() -> None:
    noun, colour, _ = described()
    said = reworded(f'"Please look for the {colour} {noun}."')
    assert (said.text, said.fell_back) == (f"Please look for the {colour} {noun}.", False)


def test_the_question_holds_the_rules_and_the_description() -> None:
    noun, colour, those = described()
    text = f"Find the {colour} {noun}."
    with serving(("say", text)) as script:
        reword_by_model(house(), text, those, None, Endpoint(script.url, "tiny"))
    messages = script.asked[0]["messages"]
    assert isinstance(messages, list)
    assert [message["content"] for message in messages] == [TASK, text]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Find the {noun}.", "it tells nothing beside the noun instead of colour"),
        ("Find the {colour} zyzzyva.", "words that the reader does not know"),
        ("Find the {colour} shiny {noun}.", "words that the reader does not know: shiny"),
        ("Find the small {colour} {noun}.", "it tells colour, size instead of colour"),
        ("Find the {other} {noun}.", "it means things"),
        ("Find the {colour} {noun}" + " please" * LONGEST_CHARACTERS, "it has more than"),
    ],
)
def test_what_means_anything_else_leaves_the_original_and_says_why(answer: str, reason: str) -> None:
    noun, colour, _ = described()
    other = "white" if colour != "white" else "black"
    said = reworded(answer.format(noun=noun, colour=colour, other=other))
    assert (said.text, said.fell_back) == (f"Find the {colour} {noun}.", True)
    assert said.reason.startswith(reason)


def test_a_kept_answer_needs_no_model_and_is_checked_again(tmp_path: Path) -> None:
    noun, colour, those = described()
    text = f"Find the {colour} {noun}."
    with serving(("say", f"Locate the {colour} {noun}.")) as script:
        endpoint = Endpoint(script.url, "tiny")
        first = reword_by_model(house(), text, those, None, endpoint, cache=tmp_path)
    assert reword_by_model(house(), text, those, None, endpoint, cache=tmp_path) == first
    assert not first.fell_back
    assert reword_by_model(house(), text, those[:-1], None, endpoint, cache=tmp_path).fell_back


def test_a_silent_model_is_an_error_that_says_what_to_do() -> None:
    noun, colour, those = described()
    with serving(("status", 400)) as script, pytest.raises(ModelGone, match="answered with status 400; see"):
        reword_by_model(house(), f"Find the {colour} {noun}.", those, None, Endpoint(script.url, "tiny"))


def test_episodes_are_drawn_as_always_and_told_in_the_models_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def other_opening(asked: dict[str, object]) -> str:
        messages = asked["messages"]
        assert isinstance(messages, list)
        return re.sub("^(Find|Go to) ", "Please look for ", messages[1]["content"])

    plain = draw_set(ASKED).episodes
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with serving(("answer", other_opening)) as script:
        monkeypatch.setenv("WAYPROOF_LLM_URL", script.url)
        monkeypatch.setenv("WAYPROOF_LLM_MODEL", "tiny")
        worded = draw_set(WORDED).episodes
    for before, after in zip(plain, worded, strict=True):
        assert after.labels["worded by model"] == "3" and after.start == before.start
        for one, other in zip(before.goals, after.goals, strict=True):
            assert other == msgspec.structs.replace(one, text=other.text)
            assert (other.text or "").startswith("Please look for ")
        scene = scene_named(after.scene, light=False)
        kinds = {thing.category for thing in things(scene)}
        for goal, earlier in zip(after.goals, before_goals(scene, after.goals), strict=True):
            assert satisfying(scene, read_goal(goal.text or "", kinds), earlier) == goal.instances


def test_without_a_model_or_with_another_task_a_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WAYPROOF_LLM_URL", raising=False)
    with pytest.raises(InvalidInput, match="none is named; set WAYPROOF_LLM_URL and WAYPROOF_LLM_MODEL, or"):
        check_recipe(WORDED)
    with pytest.raises(InvalidInput, match="goals of point_goal are not described in words"):
        check_recipe(Recipe("point_goal", 1, "robustnav", worded_by="model"))
    with pytest.raises(InvalidInput, match="worded_by is 'poet'; give \"model\""):
        check_recipe(msgspec.structs.replace(ASKED, worded_by="poet"))


def test_a_model_that_stops_answering_ends_the_draw(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not a house without room for an episode: that would be passed over."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with serving(("status", 401)) as script:
        monkeypatch.setenv("WAYPROOF_LLM_URL", script.url)
        monkeypatch.setenv("WAYPROOF_LLM_MODEL", "tiny")
        with pytest.raises(ModelGone, match="gave no description"):
            draw_set(WORDED)
    assert len(script.asked) == 1
