"""Agents by name, from modules and from files, and the sentences for all that can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import agent_maker, load_agent
from wayproof.errors import InvalidInput, UnknownName

HEAD = "from wayproof.vocabulary import Action, AgentCard\n"
GOOD = (
    HEAD
    + """
class Walker:
    card = AgentCard("walker", sensors=("depth",))

    def start(self, brief, seed):
        self.seed = seed

    def act(self, observation):
        return Action("forward")


def make_walker():
    return Walker()


NOT_CALLABLE = 3


class NoCard:
    def start(self, brief, seed): ...
    def act(self, observation): ...


class NoAct:
    card = AgentCard("no_act")

    def start(self, brief, seed): ...


class NeedsMore(Walker):
    def __init__(self, checkpoint):
        self.checkpoint = checkpoint
"""
)


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    file = folder / name
    file.write_text(text)
    return str(file)


def carded(folder: Path, card: str) -> str:
    text = GOOD.replace('AgentCard("walker", sensors=("depth",))', f"AgentCard({card})")
    return written(folder, text) + ":Walker"


def test_ours_are_found_by_name() -> None:
    assert load_agent("oracle").card.name == "oracle"
    with pytest.raises(UnknownName, match="Did you mean 'oracle'.*path/to/file.py:Class"):
        load_agent("orcale")


def test_a_class_or_a_function_in_a_file_will_do(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    for name in ("Walker", "make_walker"):
        agent = load_agent(f"{file}:{name}")
        assert isinstance(agent, Agent) and agent.card.name == "walker"
    make = agent_maker(f"{file}:Walker")
    assert make() is not make() and type(make()) is type(make())


def test_a_module_in_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    written(tmp_path, GOOD, "walker_in_folder.py")
    assert load_agent("walker_in_folder:Walker").card.name == "walker"


def test_a_file_may_import_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    written(tmp_path, "PACE = 7\n", "pace_beside_it.py")
    file = written(tmp_path, "from pace_beside_it import PACE\n" + GOOD)
    assert load_agent(f"{file}:Walker").card.name == "walker"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no_such_module_here:Agent", "no module named 'no_such_module_here'.*current folder"),
        ("not a module:Agent", "is not the name of a module"),
        (":Agent", "is not the name of a module"),
        ("missing/file.py:Agent", "no file 'missing/file.py'"),
        ("wayproof.vocabulary:Nobody", "no agent class in wayproof.vocabulary named 'Nobody'"),
        ("agent.py", "names a file but no class; write agent.py:Class"),
    ],
)
def test_what_is_not_there_is_said(name: str, words: str) -> None:
    with pytest.raises((InvalidInput, UnknownName), match=words):
        load_agent(name)


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("Walkre", "no agent class in .*mine.py named 'Walkre'. Did you mean 'Walker'"),
        ("NOT_CALLABLE", "is a int; name a class or a function"),
        ("NoCard", "has no card; an agent says what it needs in its class: card = AgentCard"),
        ("NoAct", "has no method act"),
        ("NeedsMore", "could not be made: TypeError.*checkpoint.*called without arguments"),
    ],
)
def test_what_is_wrong_with_a_class_is_said(tmp_path: Path, attribute: str, words: str) -> None:
    with pytest.raises((InvalidInput, UnknownName), match=words):
        load_agent(f"{written(tmp_path, GOOD)}:{attribute}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\ny = 1 / 0\n", "ZeroDivisionError: division by zero .line 2 of .*mine.py: y = 1 / 0"),
        ("def broken(:\n", "SyntaxError.*line 1 of .*mine.py"),
        ("import numpy\nimport no_such_thing_at_all\n", "No module named 'no_such_thing_at_all' .line 2 of"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3 .line 2 of"),
    ],
)
def test_a_file_that_breaks_on_import_names_its_line(tmp_path: Path, text: str, words: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(InvalidInput, match=words):
        load_agent(f"{file}:Agent")
    Path(file).write_text(GOOD)  # mended, it loads: nothing half-imported is left behind
    assert load_agent(f"{file}:Walker").card.name == "walker"


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ('"w", sensors=("dpeth",)', "card of 'w': no sensor named 'dpeth'. Did you mean 'depth'"),
        ('"w", sensors="depth"', "give a tuple of names"),
        ('"w", sensors=("depth", "depth")', "names a sensor twice"),
        ('"w", truths=("map",)', "no truth named 'map'"),
        ('"w", actions=("forwards",)', "no action named 'forwards'. Did you mean 'forward'"),
        ('"w", actions=()', "has no actions"),
        ('"  "', "has the name '  '"),
    ],
)
def test_a_card_that_asks_for_what_there_is_not_is_refused(tmp_path: Path, card: str, words: str) -> None:
    with pytest.raises((InvalidInput, UnknownName), match=words):
        load_agent(carded(tmp_path, card))


def test_a_card_of_another_kind_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace('AgentCard("walker", sensors=("depth",))', '{"name": "walker"}')
    with pytest.raises(InvalidInput, match="a card of type dict"):
        load_agent(written(tmp_path, text) + ":Walker")
