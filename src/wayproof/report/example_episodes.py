"""Which episodes are worth a look: those that a fault lost, where the ways part early; then longer ones."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.log import AGENT_FAULTS, trial_key
from wayproof.metrics.goals import succeeded
from wayproof.metrics.spl import spl
from wayproof.report.run_data import LabelledPart
from wayproof.results.divergence import Divergence, divergence
from wayproof.results.pairs import Pair

LEAST_WAY_M = 1.0  # under the fault; who stops where he stands shows no way
MOST_SCENES = 3  # making a house again takes a second or two
BROKEN = (*AGENT_FAULTS, "invalid")


@dataclass(frozen=True)
class Telling:
    """A pair of twins and where they part."""

    condition: str
    pair: Pair
    parts: Divergence
    lost: bool  # whether success was lost, or merely length

    @property
    def step(self) -> int:
        """The state from which the twins go different ways; the start if they never do."""
        known = [self.parts.action, None if self.parts.pose is None else self.parts.pose - 1]
        first = min((step for step in known if step is not None), default=0)
        return max(0, min(first, *(len(log.steps.pose) - 1 for log in self.pair)))


def telling(part: LabelledPart, count: int) -> list[Telling]:
    """At most `count`: lost ones in turn from the conditions that lose most, then those made longest."""
    order = sorted(part.corrupted, key=lambda line: line.delta if line.delta is not None else 0.0)
    piles = [_candidates(part, line.name) for line in order]
    lost = _in_turn([[one for one in pile if one.lost] for pile in piles], count, [])
    longer = sorted((one for pile in piles for one in pile if _loss(one) < 0.0 and not one.lost), key=_loss)
    return _in_turn([longer], count, lost)


def _candidates(part: LabelledPart, condition: str) -> list[Telling]:
    """Pairs that ran by the rules and went different ways, those with a way to see and earliest first."""
    found = []
    for pair in part.pairs(condition):
        if any(log.outcome.reason in BROKEN or not len(log.steps.pose) for log in pair):
            continue
        apart = divergence(pair)
        if apart.action is not None or apart.pose is not None:
            lost = succeeded(pair.before) and not succeeded(pair.after)
            found.append(Telling(condition, pair, apart, lost))
    return sorted(found, key=lambda one: (_stays(one), one.step, trial_key(one.pair.before)))


def _stays(one: Telling) -> bool:
    return float(one.pair.after.steps.travelled_m[-1]) < LEAST_WAY_M


def _loss(one: Telling) -> float:
    return (spl(one.pair.after) or 0.0) - (spl(one.pair.before) or 0.0)


def _in_turn(piles: list[list[Telling]], count: int, so_far: list[Telling]) -> list[Telling]:
    """The first of each pile that suits, again and again, until there are enough or none is left."""
    chosen = list(so_far)
    while any(piles) and len(chosen) < count:
        for pile in piles:
            suiting = [one for one in pile if _in_few_scenes(one, chosen)]
            fresh = [one for one in suiting if _key(one) not in map(_key, chosen)]
            if not suiting or len(chosen) == count:
                pile.clear()
                continue
            chosen.append((fresh or suiting)[0])
            pile.remove(chosen[-1])
    return chosen


def _in_few_scenes(one: Telling, chosen: list[Telling]) -> bool:
    scenes = {_key(other)[0] for other in chosen}
    return len(scenes) < MOST_SCENES or _key(one)[0] in scenes


def _key(one: Telling) -> tuple[str, str]:
    """Scene and episode: its repeats look alike."""
    return one.pair.before.episode.scene, one.pair.before.episode.id
