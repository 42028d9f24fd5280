"""An agent that its seed does not decide is played three times, and the majority counts."""

from __future__ import annotations

import math
from typing import ClassVar

import msgspec
import pytest

from wayproof.agents.contract import policy
from wayproof.agents.exploring.object_search import ObjectSearch
from wayproof.agents.frontier_explorer import FrontierExplorer, explore_nearest
from wayproof.agents.seeing.perception import TrueLabels
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.testing.attribution import ONCE, PERSISTENTLY, VOTES, attribute
from wayproof.testing.examination import examine
from wayproof.vocabulary import Settings

GIVES_UP, AGAIN = 12, 14  # steps at which it says "stop" on its way
OPTIONS = RolloutOptions(
    Settings(width_px=128, height_px=96, hfov_rad=math.radians(79.0)), step_limit_s=600.0
)


class MoodySearch(ObjectSearch):
    """Gives up at one step, and at a later one in some of three roll-outs, whatever its seed."""

    moods: ClassVar = [0]  # roll-outs that came so far
    bad = 1

    def _decide(self, plan):
        action, step = super()._decide(plan), self.navigator.step
        if step == AGAIN:
            self.moods[0] += 1
        moody = step == AGAIN and self.moods[0] % VOTES < self.bad
        return self.claim if step == GIVES_UP or moody else action


class Moody(FrontierExplorer):
    card = msgspec.structs.replace(FrontierExplorer.card, name="moody", deterministic=False)
    bad = 1

    def start(self, brief, seed) -> None:
        self.policy = MoodySearch(brief, self.card, TrueLabels(brief), explore_nearest)
        self.policy.bad = self.bad

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


@pytest.mark.slow
@pytest.mark.parametrize(("bad", "how", "votes"), [(1, ONCE, 1), (2, PERSISTENTLY, 2)])
def test_most_of_three_roll_outs_decide(bad: int, how: str, votes: int) -> None:
    """With two bad roll-outs of three one repair is not enough; a lasting one mends the later step too."""
    MoodySearch.moods[0] = 0
    agent = Moody()
    agent.bad = bad
    protocol = TASKS["object_in_room"].protocol()
    world = world_named("houses-v1/val/41", body_under(protocol, load_body(protocol.body)), lit=False)
    episode = TASKS["object_in_room"].draw(world, protocol, 0, 0).episode
    course = Course(world, protocol, episode, agent, options=OPTIONS)
    examined = examine(course)
    assert examined.failed and len(examined.facts) == GIVES_UP + 1
    found = attribute(course, examined)
    assert (found.capability, found.how) == ("decision", how)
    assert found.rollouts - found.placebos == votes * VOTES
