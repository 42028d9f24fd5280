"""What a case may have beside its goal: constraints that bind, a place, confounding things, another light."""

from __future__ import annotations

import numpy as np
import pytest
from made_test_cases import HOUSE, POOL, first_case, has_bound
from msgspec.structs import replace

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.episode.trial import Trial
from wayproof.kinds import answering
from wayproof.metrics.constraint_kept import constraint_kept
from wayproof.metrics.success import success
from wayproof.scenes.furniture import FURNITURE
from wayproof.seeding import generator_for
from wayproof.sensors import sensors_for
from wayproof.simulator.worlds import world_named
from wayproof.testing.cases.case_draw import drawn_case
from wayproof.testing.cases.case_episode import episode_of, solvable
from wayproof.testing.cases.confounders import confounding
from wayproof.testing.cases.gene_pool import LIGHTS, GenePool, body_of, lights_for
from wayproof.vocabulary import AgentCard, Settings

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["pass_by", "order"])
def test_whoever_ignores_a_room_to_go_through_fails(kind: str) -> None:
    case = first_case(has_bound(kind))
    world = POOL.world(HOUSE)
    episode = episode_of(world, case)
    (constraint,) = episode.constraints
    assert constraint.text is not None and episode.instruction is not None
    assert episode.instruction.endswith(constraint.text) and constraint.kind == kind
    assert solvable(world, case)
    plain = episode_of(world, replace(case, bound=None))
    assert episode.shortest_length_m > plain.shortest_length_m
    log = rollout(world, case.protocol, episode, load_agent("oracle"))  # it knows the goal alone
    assert success(log) == 1.0 and constraint_kept(log) == 0.0


def test_a_room_to_avoid_is_kept_by_the_expert() -> None:
    case = first_case(has_bound("avoid"))
    log = rollout(POOL.world(HOUSE), case.protocol, episode_of(POOL.world(HOUSE), case), load_agent("oracle"))
    assert success(log) == 1.0 and constraint_kept(log) == 1.0


def test_a_thing_is_taken_then_placed_by_an_explorer() -> None:
    case = first_case(lambda one: one.place)
    world = POOL.world(HOUSE)
    episode = episode_of(world, case)
    first, second = episode.goals
    assert (first.category, second.category) == (case.kind, case.place.kind)
    assert f"{first.text[:-1]} and " in episode.instruction
    options = RolloutOptions(Settings(width_px=128, height_px=96), step_limit_s=600.0)
    told: list[str | None] = []
    explorer = load_agent("frontier_explorer")
    act = explorer.act

    def heard(observation):
        told.append(observation.instruction)
        return act(observation)

    explorer.act = heard
    log = rollout(world, case.protocol, episode, explorer, options=options)
    assert dict.fromkeys(told) == {first.text: None, second.text: None}
    assert success(log) == 1.0 and [claim.goal for claim in log.claims] == [0, 1]


def test_a_confounding_thing_is_of_the_group_and_does_not_answer() -> None:
    pool = GenePool((HOUSE,), confounders=True)
    case = first_case(lambda one: one.added, pool)
    (added,) = case.added
    assert added.kind in confounding(case) and FURNITURE[added.kind].group == FURNITURE[case.kind].group
    assert added.kind not in answering(case.kind)
    world = pool.world(case.place_name)
    assert world.scene.instances[-1].category == added.kind
    episode = episode_of(world, case)
    assert episode.scene == case.place_name
    rooms = {room.id: room.type for room in world.scene.rooms}
    assert rooms[added.room] == case.room
    plain = episode_of(pool.world(HOUSE), replace(case, added=()))
    assert episode.goals == plain.goals and solvable(world, case)


def test_the_light_of_a_case_reaches_the_camera_and_nothing_else() -> None:
    case = replace(drawn_case(GenePool((HOUSE,)), generator_for(0, "light"), "case-0000"), light="lights_off")
    world = world_named(HOUSE, body_of(case.protocol), lit=True)
    pictures = {}
    for light in ("day", "lights_off"):
        episode = episode_of(world, replace(case, light=light))
        sensors = sensors_for(world.body, ("rgb", "depth"), settings=Settings(width_px=64, height_px=48))
        trial = Trial(world, case.protocol, episode, sensors)
        assert trial.world.lighting == "day"  # the run's; the episode has its own
        pictures[light] = trial.observe().corrupted
    assert pictures["lights_off"]["rgb"].mean() < 0.5 * pictures["day"]["rgb"].mean()
    assert np.array_equal(pictures["lights_off"]["depth"], pictures["day"]["depth"])


def test_light_is_a_gene_for_agents_that_see_colours() -> None:
    assert lights_for(AgentCard("a", sensors=("rgb",))) == LIGHTS == ("evening", "lights_off")
    assert lights_for(AgentCard("b", sensors=("depth", "semantic"))) == ()
    drawn = first_case(lambda one: one.light != "day", GenePool((HOUSE,), lights=LIGHTS))
    assert drawn.light in LIGHTS
