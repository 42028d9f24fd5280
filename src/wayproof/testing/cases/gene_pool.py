"""What the genes of test cases may be: scenes, goals in them, and the faults that reach the agent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wayproof.corruptions import CORRUPTIONS
from wayproof.results.applicability import modalities_of
from wayproof.simulator.body import Body, body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import keep_worlds, world_named
from wayproof.tasks import TASKS
from wayproof.tasks.object_in_room import TASK, RoomGoal, can_be_seen, room_goals
from wayproof.vocabulary import AgentCard, Protocol

# One or two of each kind of trouble: light, lens, view, depth, position, motors (ours). Light is dimmed by a
# fault of the camera, since another light of the house would be another protocol.
FAULTS = (
    *("low_lighting_robustnav", "motion_blur_robustnav", "spatter_robustnav", "camera_pose_shift"),
    *("missing_depth", "gaussian_depth_noise", "gps_noise", "compass_noise"),
    *("dropped_actions", "motion_drift"),
)
LIGHT, CAMERA = "low_lighting_robustnav", "camera_pose_shift"
MOST_PEOPLE = 3


@dataclass(frozen=True)
class GenePool:
    """`faults` are names; `people` and `constraints`: whether cases may have any."""

    scenes: tuple[str, ...]
    faults: tuple[str, ...] = ()
    people: bool = False
    constraints: bool = False

    @property
    def protocol(self) -> Protocol:
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
