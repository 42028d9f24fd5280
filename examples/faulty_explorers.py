"""The frontier explorer with faults in its own code, before its trace: what attribution is measured on.

blind        does not see things of the goal's kind
forgetful    loses the goal some steps after it saw it, and never notes it again
roundabout   plans over a far corner of what it knows before it goes where it wants
wilful       now and then says "stop" though its plan goes on

MIXED holds explorers with two of them: which of the two makes an episode fail differs from one to the next.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.agents.contract import policy
from wayproof.agents.exploring.object_search import ObjectSearch
from wayproof.agents.frontier_explorer import FrontierExplorer, explore_nearest
from wayproof.agents.seeing.perception import TrueLabels
from wayproof.kinds import answering
from wayproof.seeding import generator_for

KEEPS = 4  # steps for which the forgetful one recalls the goal
STOPS = 0.02  # of its steps at which the wilful one stops
FAR_M, AROUND_M = 2.5, 0.6  # how far off the roundabout one goes first, and when it is there


class BlindLabels(TrueLabels):
    """True labels without the kind that is wanted."""

    def __init__(self, brief) -> None:
        super().__init__(brief)
        self._hidden = np.isin(self.names, answering(brief.category or ""))

    def look(self, readings):
        seen = super().look(readings)
        return replace(seen, label=np.where(self._hidden[seen.label], 0, seen.label))


class ForgetfulSearch(ObjectSearch):
    def _note(self, seen, step) -> None:
        super()._note(seen, step)
        since = [at for at, _ in self._target.things()]
        self._lost_at = min([*since, getattr(self, "_lost_at", 10**6)])
        if step - self._lost_at >= KEEPS:
            for _, place_m in self._target.things():
                self._target.forget_thing(place_m)

    def save(self):
        return {**super().save(), "lost_at": getattr(self, "_lost_at", 10**6)}

    def restore(self, state) -> None:
        super().restore(state)
        self._lost_at = state["lost_at"]


class RoundaboutSearch(ObjectSearch):
    """Every plan leads over where it was longest ago, as far off as it has been."""

    _via = None
    _been: tuple = ()

    def _decide(self, plan):
        pose = self.navigator.pose
        self._been = (*self._been, (pose.x_m, pose.y_m))
        action = super()._decide(plan)
        if plan is not None or action == self.claim:
            return action  # a plan that is given takes the place of the faulty planner's, also at its end
        if self._via is None or self.navigator.distance_m(self._via) < AROUND_M:
            far = [one for one in self._been if self.navigator.distance_m(one) > FAR_M]
            self._via = far[0] if far else None
        if self._via is None:
            return action
        own = self.navigator.waypoints()
        step = self.navigator.action_towards(self._via, AROUND_M)
        self._plan = [*self.navigator.waypoints(), *own]
        return step

    def save(self):
        return {**super().save(), "via": self._via, "been": [list(one) for one in self._been]}

    def restore(self, state) -> None:
        super().restore(state)
        self._via = None if state["via"] is None else tuple(state["via"])
        self._been = tuple(tuple(one) for one in state["been"])


class WilfulSearch(ObjectSearch):
    def _decide(self, plan):
        action = super()._decide(plan)
        step, seed = self.navigator.step, self.seed
        wilful = step > 5 and generator_for(seed, "wilful", step).random() < STOPS
        return self.claim if wilful else action


class _Faulty(FrontierExplorer):
    search: type[ObjectSearch] = ObjectSearch
    labels: type[TrueLabels] = TrueLabels

    def start(self, brief, seed) -> None:
        self.policy = self.search(brief, self.card, self.labels(brief), explore_nearest)
        self.policy.seed = seed

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class Blind(_Faulty):
    labels = BlindLabels


class Forgetful(_Faulty):
    search = ForgetfulSearch


class Roundabout(_Faulty):
    search = RoundaboutSearch


class Wilful(_Faulty):
    search = WilfulSearch


class ForgetfulAndWilfulSearch(ForgetfulSearch, WilfulSearch):
    """Forgets, and stops now and then."""


class RoundaboutAndWilfulSearch(WilfulSearch, RoundaboutSearch):
    """Plans detours, and stops now and then."""


class ForgetfulAndWilful(_Faulty):
    search = ForgetfulAndWilfulSearch


class RoundaboutAndWilful(_Faulty):
    search = RoundaboutAndWilfulSearch


class BlindAndWilful(_Faulty):
    labels, search = BlindLabels, WilfulSearch


SEEDED = {"perception": Blind, "memory": Forgetful, "plan": Roundabout, "decision": Wilful}
MIXED = {
    ("perception", "decision"): BlindAndWilful,
    ("memory", "decision"): ForgetfulAndWilful,
    ("plan", "decision"): RoundaboutAndWilful,
}
