"""Options written after an agent's name, and LangNavBench's ablations, each of which is such a name."""

from __future__ import annotations

import pytest
from test_described_search import CHAIR, SCREEN, gap_m, room_of, search, tell

from wayproof.agents import AGENTS
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.agent_options import made_with, options_of, with_options
from wayproof.errors import UnknownName, WayproofError
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

ABLATIONS = (
    *(f"mlfm:layers={count}" for count in (1, 2, 3, 4, 5)),  # LangNavBench's table 6
    "mlfm:cell_cm=10",
    "mlfm:cell_cm=20",
    *(f"mlfm:explore_steps={steps}" for steps in (100, 200, 300, 400)),  # table 7: 20 to 80 %
    "mlfm:decides=map",  # table 8
    "mlfm:decides=detector",
    "mlfm:kernel=off",  # table 9
    "mlfm:level=patch",  # table 5
    "mlfm:level=image",
)


@pytest.mark.parametrize("name", ABLATIONS)
def test_each_ablation_finds_a_plain_thing_under_its_own_name(name: str) -> None:
    room, agent = room_of(CHAIR, SCREEN, steps=400), load_agent(name)
    assert agent.card.name == name
    (actions,) = search(agent, room, "Find the chair.")
    assert actions[-1] == "found" and gap_m(room, CHAIR) <= 1.2


@pytest.mark.parametrize("name", ["mlfm:cell_cm=20", "mlfm:decides=detector", "mlfm:kernel=off"])
def test_an_ablation_goes_on_as_it_was_saved(name: str) -> None:
    asked = "Find the chair on the television."
    agents, room = [load_agent(name), load_agent(name)], room_of(CHAIR, SCREEN)
    search(agents[0], room_of(CHAIR, SCREEN, steps=8), asked)
    agents[1].start(room.brief, 0)
    agents[1].restore(agents[0].save())
    seen = Observation(8, room.observe().readings, asked, 0)
    for agent in agents:
        tell(agent, room)
    assert agents[0].act(seen) == agents[1].act(seen)


def test_options_change_what_an_agent_keeps() -> None:
    cells = {}
    for name in ("mlfm", "mlfm:cell_cm=10", "mlfm:cell_cm=20", "mlfm:layers=1"):
        agent = load_agent(name)
        search(agent, room_of(CHAIR, SCREEN, steps=5), "Find the chair.")
        cells[name] = agent.trace()["memory"]["feature_cells"]
    assert cells["mlfm"] > cells["mlfm:cell_cm=10"] > cells["mlfm:cell_cm=20"]
    assert cells["mlfm"] > cells["mlfm:layers=1"]


def test_a_claim_says_what_it_was_made_by() -> None:
    """What the detector saw is claimed by it; what only the map suspects, by the map."""
    said = []
    for name, doubted in (("mlfm", ""), ("mlfm:explore_steps=60", "chair")):
        agent, room, claims = load_agent(name), room_of(CHAIR, SCREEN), []
        act = agent.act

        def noted(seen: Observation, act=act, claims=claims):
            claims.append(act(seen))
            return claims[-1]

        agent.act = noted
        search(agent, room, "Find the chair.", doubted=doubted)
        assert claims[-1].name == "found" and {one.text for one in claims[:-1]} == {None}
        said.append(claims[-1].text)
    assert said == ["detector", "map"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mlfm:layer=1", "no option of mlfm named 'layer'. Did you mean 'layers'"),
        ("mlfm:layers=6", "layers is '6'; give one of 1, 2, 3, 4, 5"),
        ("mlfm:layers=many", "layers is 'many'"),
        ("mlfm:kernel=3", "kernel is '3'; give one of on, off"),
        ("mlfm:explore_steps=-1", "explore_steps is -1; give 0 or more, or none"),
        ("mlfm:layers=1,layers=2", "gives the option 'layers' twice"),
        ("idle:layers=1", "the agent 'idle' takes no options; write idle"),
    ],
)
def test_wrong_options_get_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(WayproofError, match=sentence):
        load_agent(name)
    with pytest.raises(UnknownName, match="no agent named 'mlmf'"):
        load_agent("mlmf:layers=1")


def test_every_option_of_every_agent_has_a_type_that_can_be_written() -> None:
    for name in AGENTS.names():
        assert all(kind is not None for kind in options_of(AGENTS[name]).values())
    assert with_options("path/to/file.py:Class") == ("path/to/file.py:Class", {})
    assert with_options("ws://host:80") == ("ws://host:80", {})


class Brought:
    """An agent whose eyes are named by a folder."""

    card = AgentCard("brought", "for tests", sensors=("rgb",))

    def __init__(self, *, eyes: str = "own") -> None:
        self.eyes = eyes

    def start(self, brief: Brief, seed: int) -> None: ...

    def act(self, observation: Observation) -> Action:
        return Action("stop")


def test_a_folder_comes_in_whole_and_stands_in_tables_by_its_own_name() -> None:
    name, options = with_options("brought:eyes=clip:/some/where/ViT-B")
    assert (name, options) == ("brought", {"eyes": "clip:/some/where/ViT-B"})
    agent = made_with(Brought, name, options)()
    assert isinstance(agent, Brought) and agent.eyes == "clip:/some/where/ViT-B"
    assert agent.card.name == "brought:eyes=clip:ViT-B"
    assert made_with(Brought, name, {"eyes": "Other"})().card.name == "brought:eyes=other"
