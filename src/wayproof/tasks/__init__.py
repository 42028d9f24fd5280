"""Tasks: one file per task, which draws episodes in a world and tells when their goals are met.

point_goal.py, object_goal.py, ...   its protocols with their sources, how its episodes are drawn, its judge;
                                     a new file that ends with TASKS.add(...) is a new task
drawing/      what tasks share to draw episodes: rejection and its error, the expert's rehearsal, starts of a
              search, ways with instructions and constraints, questions; sets of episodes, aligned pairs
judging/      what judges share: how far it is to the places of a goal, and what an expert would do
visibility/   from where a thing or the evidence for an answer is seen, and whether a thing is in view now
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from typing import Protocol as Interface

from wayproof.catalogue import Catalogue
from wayproof.errors import unknown_name
from wayproof.vocabulary import Headlines, Protocol

if TYPE_CHECKING:
    from wayproof.simulator.people.persons import PersonState
    from wayproof.simulator.state import State
    from wayproof.simulator.world import World
    from wayproof.vocabulary import Action, Episode

__all__ = ["TASKS", "Draw", "Judge", "Measure", "Now", "Task"]


class Now(NamedTuple):
    """One moment of an episode: the body, the people, which goal is pursued."""

    state: State
    people: tuple[PersonState, ...] = ()
    goal: int = 0


class Measure(NamedTuple):
    """How an agent stands to one goal: metres left (inf: no way), and whether claiming it now is right."""

    distance_m: float
    in_range: bool


class Judge(Interface):
    """What a task knows of one episode in its world."""

    def measure(self, now: Now) -> tuple[Measure, ...]:
        """One measure for each goal of the episode, in order."""
        ...

    def advice(self, now: Now) -> Action:
        """What an expert, who knows everything, would do next for the goal pursued."""
        ...


@dataclass(frozen=True)
class Draw:
    """An episode, and how many draws were rejected before it, by reason."""

    episode: Episode
    rejected: Mapping[str, int]


USUAL = Headlines(("success", "spl"))


@dataclass(frozen=True)
class Task:
    """A kind of thing to ask of an agent. `draw` makes episode number `index` of a run seed in a world."""

    name: str
    summary: str
    protocols: Mapping[str, Protocol]  # the first is the default
    draw: Callable[[World, Protocol, int, int], Draw]  # world, protocol, run seed, index
    judge: Callable[[World, Protocol, Episode], Judge]
    source: str  # the paper or platform that it is from
    headlines: Headlines = USUAL  # the metrics of its tables; logs carry them
    gives_words: bool = True  # whether its agents are told anything in words, which faults can change
    # Names that protocols had before, as old recipes and logs have them, to their names now.
    former_names: Mapping[str, str] = field(default_factory=dict)

    def protocol(self, name: str | None = None) -> Protocol:
        """A protocol by its name or a former one; without a name the default."""
        if name is None:
            return next(iter(self.protocols.values()))
        name = self.former_names.get(name, name)
        if name not in self.protocols:
            raise unknown_name(f"{self.name} protocol", name, self.protocols)
        return self.protocols[name]


TASKS: Catalogue[Task] = Catalogue("task", "wayproof.tasks")
