"""Any search, its cases in the words of a language model.

A case keeps its genes; words are one of them. Where the search changes a case mildly or aggressively, the
model also chooses the new thing, among those that the scene has; if no expert solves its choice, the search's
own stays. Words that break a rule are not used, see testing/writing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from msgspec.structs import replace

from wayproof.language.object_words import room_name, spoken
from wayproof.tasks.object_in_room import RoomGoal
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_bounds import ORDER, constraint_of
from wayproof.testing.cases.case_draw import from_there
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.cases.mutation import AGGRESSIVE, MILD
from wayproof.testing.search.strategies import Strategy
from wayproof.testing.writing import case_prompts
from wayproof.testing.writing.case_writer import CaseWriter
from wayproof.testing.writing.word_rules import constraint_objection, objection


@dataclass
class WrittenCases:
    """Proposes what another strategy does, in the words of a writer."""

    pool: GenePool
    strategy: Strategy
    writer: CaseWriter
    results: dict[str, CaseResult] = field(default_factory=dict)  # so far, by case

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        case = self.strategy.propose(number, rng, name)
        if case.place is not None:
            return self._carried(case)
        if case.bound is not None:
            return self._bound(case)
        changed = (
            self._chosen(case) if case.how in (MILD, AGGRESSIVE) and case.parent in self.results else None
        )
        return changed or self._worded(case)

    def learn(self, result: CaseResult) -> None:
        self.results[result.case.id] = result
        self.strategy.learn(result)

    def _worded(self, case: Case) -> Case:
        facts = {"thing": spoken(case.kind), "room": room_name(case.room)}
        names, others = (facts["thing"], facts["room"]), self._other_rooms(case, case.room)
        found = self.writer.written(
            case_prompts.GOAL, facts, lambda one: objection(one.instruction, names, others)
        )
        return case if found is None else replace(case, words=(found.instruction,))

    def _bound(self, case: Case) -> Case:
        assert case.bound is not None
        kind, other = case.bound.kind, room_name(case.bound.room)
        thing, room = spoken(case.kind), room_name(case.room)
        rule = constraint_of(self.pool.world(case.scene), case).text
        ruled = (other, room) if kind == ORDER else (other,)
        others = self._other_rooms(case, case.room, case.bound.room)

        def check(one: Any) -> str:
            wrong = objection(one.instruction, (thing, room), [*others, other], sentences=1)
            return wrong or constraint_objection(one.constraint, kind, ruled, others)

        facts = {"thing": thing, "room": room, "rule": rule}
        found = self.writer.written(case_prompts.BOUND, facts, check)
        return case if found is None else replace(case, words=(found.instruction, found.constraint))

    def _carried(self, case: Case) -> Case:
        assert case.place is not None
        thing, room = spoken(case.kind), room_name(case.room)
        place, there = spoken(case.place.kind), room_name(case.place.room)
        others = self._other_rooms(case, case.room, case.place.room)

        def check(one: Any) -> str:
            wrong = objection(one.take, (thing, room), others, sentences=1)
            return wrong or objection(one.place, (place, there), others, sentences=1)

        facts = {"thing": thing, "room": room, "furniture": place, "furniture's room": there}
        found = self.writer.written(case_prompts.CARRY, facts, check)
        return case if found is None else replace(case, words=(found.take, found.place))

    def _chosen(self, case: Case) -> Case | None:
        """The case with the model's choice of a thing, where an expert solves it."""
        mild, parent = case.how == MILD, self.results[case.parent]
        goals = [goal for goal in self.pool.goals(case.scene) if goal.kind != parent.case.kind]
        goals = [goal for goal in goals if (goal.room == parent.case.room) is mild]
        named = {(room_name(goal.room), spoken(goal.kind)): goal for goal in goals}
        facts: dict[str, Any] = {"order": parent.instruction}
        if mild:
            facts |= {"room": room_name(case.room), "things": sorted(thing for _, thing in named)}
        else:
            facts["things by room"] = _by_room(list(named))
        prompt = case_prompts.MILD if mild else case_prompts.AGGRESSIVE

        def goal_of(one: Any) -> RoomGoal | None:
            return named.get((room_name(case.room) if mild else one.room, one.thing))

        def check(one: Any) -> str:
            goal = goal_of(one)
            if goal is None:
                return f"{one.thing!r} is none of the things that the facts give"
            names = (one.thing, room_name(goal.room))
            return objection(one.instruction, names, self._other_rooms(case, goal.room))

        found = self.writer.written(prompt, facts, check)
        goal = None if found is None else goal_of(found)
        if found is None or goal is None:
            return None
        wanted = replace(case, room=goal.room, kind=goal.kind, words=(found.instruction,), added=())
        return from_there(self.pool, wanted, case.start)

    def _other_rooms(self, case: Case, *asked: str) -> list[str]:
        rooms = {room.type for room in self.pool.world(case.scene).scene.rooms}
        return sorted(room_name(room) for room in rooms - set(asked))


def _by_room(named: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Things by the name of their room."""
    rooms = sorted({room for room, _ in named})
    return {room: sorted(thing for other, thing in named if other == room) for room in rooms}
