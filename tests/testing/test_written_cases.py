"""Cases in a model's words, over a real connection: a server with scripted answers stands for the model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_case_results import made_result
from made_test_cases import HOUSE, POOL, first_case, has_bound
from scripted_server import serving

from wayproof.errors import InvalidInput
from wayproof.language.llm import Endpoint
from wayproof.language.object_words import room_name, spoken
from wayproof.seeding import generator_for
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_draw import drawn_case
from wayproof.testing.cases.case_episode import episode_of, solvable
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.cases.mutation import mutated
from wayproof.testing.search.written_cases import WrittenCases
from wayproof.testing.writing import case_prompts
from wayproof.testing.writing.case_prompts import Prompt
from wayproof.testing.writing.case_writer import CaseWriter, writer_for
from wayproof.testing.writing.word_rules import constraint_objection, objection

PLAIN = GenePool((HOUSE,))
PROMPTS = [one for one in vars(case_prompts).values() if isinstance(one, Prompt)]


class Given:
    """Proposes one case again and again."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def propose(self, number, rng, name) -> Case:
        return self.case

    def learn(self, result) -> None:
        """It knows what it proposes."""


def written(case: Case, pool: GenePool, lines, parent=None, folder: Path | None = None):
    """The case as it is proposed, what the server was asked, and what was told."""
    told: list[str] = []
    with serving(*lines) as script:
        writer = CaseWriter(Endpoint(script.url, "small"), folder, told.append, first_wait_s=0.0)
        search = WrittenCases(pool, Given(case), writer)
        if parent is not None:
            search.learn(parent)
        found = search.propose(0, generator_for(0), case.id)
        again = search.propose(0, generator_for(0), case.id) if folder else found
    assert again == found
    return found, script.asked, told


def say(**answer: str) -> tuple[str, str]:
    return "say", json.dumps(answer)


def case_of(number: int = 0) -> Case:
    return drawn_case(PLAIN, generator_for(0, "written", number), "case-0001")


def test_there_are_five_prompts_with_a_schema_each() -> None:
    assert len(PROMPTS) == 5
    for prompt in PROMPTS:
        schema = json.loads(prompt.system.partition("schema alone: ")[2])
        assert schema["$defs"][prompt.answer.__name__]["additionalProperties"] is False


@pytest.mark.slow
def test_the_words_are_used_kept_and_reach_the_agent(tmp_path: Path) -> None:
    case = case_of()
    text = f"Please stroll into the {room_name(case.room)} and halt beside the {spoken(case.kind)}."
    found, asked, told = written(case, PLAIN, [say(instruction=text)], folder=tmp_path)
    assert found.words == (text,) and len(asked) == 1 and not told
    assert episode_of(PLAIN.world(HOUSE), found).instruction == text
    system, question = asked[0]["messages"]
    assert system["content"] == case_prompts.GOAL.system
    assert json.loads(question["content"]) == {"thing": spoken(case.kind), "room": room_name(case.room)}


@pytest.mark.slow
def test_a_bad_answer_is_asked_again_with_the_reason() -> None:
    case = case_of()
    thing, room = spoken(case.kind), room_name(case.room)
    good = f"Go into the {room} and stop at the {thing}."
    lines = [
        ("say", "Sure!"),
        say(instruction=f"Walk 3 metres to the {thing} in the {room}."),
        say(instruction=good),
    ]
    found, asked, told = written(case, PLAIN, lines)
    assert found.words == (good,) and not told
    complaints = [one["messages"][-1]["content"] for one in asked[1:]]
    assert "no JSON object of the schema" in complaints[0] and "what only a map could know" in complaints[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", [("status", 400), ("send", b"{torn"), say(instruction="Explore."), say(text="Go.")]
)
def test_without_usable_words_ours_stay_and_it_is_told(line, tmp_path: Path) -> None:
    found, _, told = written(case_of(), PLAIN, [line], folder=tmp_path)
    assert found == case_of() and len(told) == 2  # proposed twice, asked once
    assert all("the model's words were not used" in one for one in told)


@pytest.mark.slow
def test_a_constraint_and_two_halves_are_worded() -> None:
    bound = first_case(has_bound("order"))
    thing, room, other = spoken(bound.kind), room_name(bound.room), room_name(bound.bound.room)
    go, rule = f"Find the {thing} in the {room}.", f"Visit the {other} before the {room}."
    found, asked, _ = written(bound, POOL, [say(instruction=go, constraint=rule)])
    assert found.words == (go, rule) and asked[0]["messages"][0]["content"] == case_prompts.BOUND.system
    assert episode_of(POOL.world(HOUSE), found).instruction == f"{go} {rule}"
    carried = first_case(lambda case: case.place)
    take = f"Fetch the {spoken(carried.kind)} from the {room_name(carried.room)}."
    place = f"Set it on the {spoken(carried.place.kind)} in the {room_name(carried.place.room)}."
    found, _, _ = written(carried, POOL, [say(take=take, place=place)])
    assert [goal.text for goal in episode_of(POOL.world(HOUSE), found).goals] == [take, place]


@pytest.mark.slow
@pytest.mark.parametrize("mild", [True, False])
def test_the_model_chooses_the_thing_of_a_changed_case(mild: bool) -> None:
    parent = case_of()
    changed = mutated(PLAIN, parent, mild, generator_for(0, "changed"), "case-0002")
    goals = [
        goal for goal in PLAIN.goals(HOUSE) if (goal.room == parent.room) is mild and goal.kind != parent.kind
    ]

    def choose(asked):
        facts = json.loads(asked["messages"][1]["content"])
        assert facts["order"] == "Go to it."
        for goal in goals:
            from_start = Case("x", HOUSE, goal.room, goal.kind, changed.start)
            if goal.kind != changed.kind and solvable(PLAIN.world(HOUSE), from_start):
                words = {"thing": spoken(goal.kind), "instruction": ""}
                words["instruction"] = f"Go to the {words['thing']} in the {room_name(goal.room)}."
                return json.dumps(words if mild else {**words, "room": room_name(goal.room)})
        raise AssertionError("nothing to choose")

    result = made_result(parent, instruction="Go to it.")
    found, _, told = written(changed, PLAIN, [("answer", choose)], parent=result)
    assert not told and found.kind != changed.kind and (found.room == parent.room) is mild
    assert found.words and solvable(PLAIN.world(HOUSE), found) and found.parent == parent.id


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Go to the mug in the kitchen.", ""),
        ("Enter the kitchen. Stop at the MUG!", ""),
        ("Go to the mugs in the kitchen.", "must name 'mug'"),
        ("Go north to the mug in the kitchen.", "only a map could know"),
        ("Try to find the mug in the kitchen.", "vague"),
        ("Go. Turn. Find the mug in the kitchen.", "3 sentences"),
        ("Find the mug in the kitchen. Then rest.", "must end at 'mug'"),
        ("Cross the hallway to the mug in the kitchen.", "'hallway', which is not in the facts"),
        ("Go to the mug\nin the kitchen.", "one line"),
    ],
)
def test_words_say_what_they_must_and_nothing_else(text: str, why: str) -> None:
    found = objection(text, ("mug", "kitchen"), ["hallway"])
    assert why in found and bool(found) == bool(why)


def test_a_constraint_says_its_rule() -> None:
    assert not constraint_objection("Do not enter the bath.", "avoid", ("bath",), [])
    assert "does not say the rule" in constraint_objection("Enjoy the bath.", "avoid", ("bath",), [])


def test_without_an_endpoint_a_sentence_says_what_to_do(monkeypatch) -> None:
    monkeypatch.delenv("WAYPROOF_LLM_URL", raising=False)
    assert writer_for("grammar", None, print) is None
    with pytest.raises(InvalidInput, match="set WAYPROOF_LLM_URL .* or use --words grammar"):
        writer_for("model", None, print)
    with pytest.raises(InvalidInput, match="words is 'poetry'; give grammar or model"):
        writer_for("poetry", None, print)
