"""Which episodes a report shows: those that a fault lost, early divergence first; then lengthened ones."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.log import AGENT_FAULTS, trial_key
from wayproof.metrics.goals import succeeded
from wayproof.metrics.spl import spl
from wayproof.report.run_data import LabelledPart
from wayproof.results.divergence import Divergence, divergence
from wayproof.results.pairs import Pair

LEAST_PATH_M = 1.0  # under the fault; an agent that stops at its start leaves no path to see
MOST_SCENES = 3  # making a house again takes a second or two
BROKEN = (*AGENT_FAULTS, "invalid")


@dataclass(frozen=True)
class Example:
    """A pair of twins and where they diverge."""

    condition: str
    pair: Pair
    parts: Divergence
    lost: bool  # success was lost; otherwise the path only grew longer

    @property
    def step(self) -> int:
        """The last state that the twins share; the start if they never diverge."""
        known = [self.parts.action, None if self.parts.pose is None else self.parts.pose - 1]
        first = min((step for step in known if step is not None), default=0)
        return max(0, min(first, *(len(log.steps.pose) - 1 for log in self.pair)))


def choose_examples(part: LabelledPart, count: int) -> list[Example]:
    """At most `count`: lost ones in turn from the conditions that lose most, then the most lengthened."""
    order = sorted(part.corrupted, key=lambda line: line.delta if line.delta is not None else 0.0)
    piles = [_candidates(part, line.name) for line in order]
    lost = _in_turn([[one for one in pile if one.lost] for pile in piles], count, [])
    longer = sorted((one for pile in piles for one in pile if _loss(one) < 0.0 and not one.lost), key=_loss)
    return _in_turn([longer], count, lost)


def _candidates(part: LabelledPart, condition: str) -> list[Example]:
    """Valid pairs that diverge: those with a visible path first, then by how early."""
    found = []
    for pair in part.pairs(condition):
        if any(log.outcome.reason in BROKEN or not len(log.steps.pose) for log in pair):
            continue
        apart = divergence(pair)
        if apart.action is not None or apart.pose is not None:
            lost = succeeded(pair.before) and not succeeded(pair.after)
            found.append(Example(condition, pair, apart, lost))
    return sorted(found, key=lambda one: (_stays(one), one.step, trial_key(one.pair.before)))


def _stays(one: Example) -> bool:
    return float(one.pair.after.steps.travelled_m[-1]) < LEAST_PATH_M


def _loss(one: Example) -> float:
    return (spl(one.pair.after) or 0.0) - (spl(one.pair.before) or 0.0)


def _in_turn(piles: list[list[Example]], count: int, so_far: list[Example]) -> list[Example]:
    """The first suitable one of each pile in turn, until there are enough or none is left."""
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


def _in_few_scenes(one: Example, chosen: list[Example]) -> bool:
    scenes = {_key(other)[0] for other in chosen}
    return len(scenes) < MOST_SCENES or _key(one)[0] in scenes


def _key(one: Example) -> tuple[str, str]:
    """Scene and episode: its repeats look alike."""
    return one.pair.before.episode.scene, one.pair.before.episode.id
