"""What the genes of test cases may be: scenes, goals in them, faults and lights that reach the agent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wayproof.corruptions import CORRUPTIONS
from wayproof.results.applicability import modalities_of
from wayproof.scenes.light.lightings import LIGHTINGS
from wayproof.simulator.body import Body, body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import keep_worlds, world_named
from wayproof.tasks import TASKS
from wayproof.tasks.object_in_room import TASK, RoomGoal, can_be_seen, room_goals
from wayproof.testing.cases.case import DAY
from wayproof.vocabulary import AgentCard, Protocol, shows_colours

# One or two of each kind of trouble: light, lens, view, depth, position, motors (ours).
FAULTS = (
    *("low_lighting_robustnav", "motion_blur_robustnav", "spatter_robustnav", "camera_pose_shift"),
    *("missing_depth", "gaussian_depth_noise", "gps_noise", "compass_noise"),
    *("dropped_actions", "motion_drift"),
)
DIMMED, CAMERA = "low_lighting_robustnav", "camera_pose_shift"
LIGHTS = tuple(name for name in LIGHTINGS if name != DAY)
MOST_PEOPLE = 3


@dataclass(frozen=True)
class GenePool:
    """`faults` and `lights` are names; the rest says whether cases may have any: people about, constraints,
    things that confound, a place to bring the thing to."""

    scenes: tuple[str, ...]
    faults: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    people: bool = False
    constraints: bool = False
    confounders: bool = False
    symbolic: bool = False

    @property
    def protocol(self) -> Protocol:
        """The rules of a case with one goal."""
        return TASKS[TASK].protocol()

    def world(self, scene: str) -> World:
        """A scene as it is needed to place cases: without light."""
        keep_worlds(2 * len(self.scenes))  # a runner in the same process keeps the lit ones
        return world_named(scene, body_of(self.protocol), lit=False)

    def goals(self, scene: str) -> tuple[RoomGoal, ...]:
        """What can be asked for in a scene: kinds that stand in rooms of one type and can be seen."""
        return _goals(self.world(scene))


def body_of(protocol: Protocol) -> Body:
    return body_under(protocol, load_body(protocol.body))


@lru_cache(maxsize=64)
def _goals(world: World) -> tuple[RoomGoal, ...]:
    protocol = TASKS[TASK].protocol()
    found = [goal for goal in room_goals(world) if not goal.confounded]
    return tuple(goal for goal in found if can_be_seen(world, goal, protocol))


def reaching(card: AgentCard, names: tuple[str, ...] = FAULTS) -> tuple[str, ...]:
    """Those of some faults that can reach an agent."""
    has = modalities_of(card, words=False) | {"dynamics"}
    return tuple(name for name in names if has & set(CORRUPTIONS[name].modalities))


def lights_for(card: AgentCard) -> tuple[str, ...]:
    """Lights other than day, for an agent that sees colours; none for one that does not."""
    return LIGHTS if shows_colours(card.sensors) else ()
