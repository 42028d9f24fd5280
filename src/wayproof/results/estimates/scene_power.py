"""Planning with scenes: how many a comparison needs, found by simulating studies and judging them.

Episodes of one scene are alike, so ten more episodes in a scene are worth less than ten in new ones, and a
formula for independent pairs promises too much. Here whole studies are drawn: every scene has a drop of its
own around the true one, and a study counts as a find if it passes both tests that a verdict needs (exact
McNemar over episodes, Student's t over scenes) at the level that Holm leaves for one of many conditions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, sqrt

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.distributions import student_quantile
from wayproof.results.estimates.interval import Ints, checked_share
from wayproof.results.estimates.power import critical_count, design_effect, pairs_needed
from wayproof.results.estimates.verdicts import FEWEST_DIFFERING
from wayproof.seeding import generator_for

STUDIES = 4_000  # the standard error of a power of 80 % is 0.6 points
MOST_SCENES = 100_000


@dataclass(frozen=True)
class Prospect:
    """What is assumed of a planned comparison.

    discordance: the share of twins that end differently. correlation: how alike the changes of two episodes
    of one scene are (intra-class). comparisons: how many conditions are tested side by side.
    """

    drop: float
    discordance: float
    correlation: float
    per_scene: int
    alpha: float = 0.05
    comparisons: int = 1

    def __post_init__(self) -> None:
        checked_share("alpha", self.alpha)
        if self.per_scene < 1 or self.comparisons < 1:
            raise InvalidInput(
                f"{self.per_scene} episodes a scene, {self.comparisons} comparisons; give 1 or more of each"
            )
        if not 0.0 < self.drop <= self.discordance <= 1.0:
            raise InvalidInput(
                f"drop is {self.drop} with discordance {self.discordance}; "
                "it must be above 0 and at most the discordance"
            )
        if not 0.0 <= self.correlation <= self.largest_correlation:
            raise InvalidInput(
                f"scene correlation is {self.correlation}; with a discordance of {self.discordance:g} and a "
                f"drop of {self.drop:g} it lies in 0 to {self.largest_correlation:.3f}"
            )

    @property
    def largest_correlation(self) -> float:
        """Of scenes in which all twins that differ are lost, or all are gained."""
        return (self.discordance**2 - self.drop**2) / (self.discordance - self.drop**2 or 1.0)


def scene_power(prospect: Prospect, scenes: int, *, studies: int = STUDIES) -> float:
    """The share of simulated studies of so many scenes that find the drop."""
    if scenes < 2:
        return 0.0
    losses, gains = _drawn(prospect, scenes, studies)
    level = prospect.alpha / prospect.comparisons
    changes = (gains - losses) / prospect.per_scene
    errors = changes.std(axis=1, ddof=1) / sqrt(scenes)
    by_scene = changes.mean(axis=1) < student_quantile(level / 2, scenes - 1) * errors
    lost, gained = losses.sum(axis=1), gains.sum(axis=1)
    differing = lost + gained
    most_gains = np.array([_critical(int(n), level) for n in range(int(differing.max()) + 1)])
    by_episode = (gained <= most_gains[differing]) & (gained < lost)
    return float(np.mean(by_scene & by_episode & (differing >= FEWEST_DIFFERING)))


def scenes_needed(prospect: Prospect, power: float = 0.8, *, studies: int = STUDIES) -> int:
    """The fewest scenes with this power: doubled from the formula's answer until enough, then halved in."""
    checked_share("power", power)

    def enough(scenes: int) -> bool:
        return scene_power(prospect, scenes, studies=studies) >= power

    level = prospect.alpha / prospect.comparisons
    effect = design_effect(prospect.per_scene, prospect.correlation)
    pairs = pairs_needed(prospect.drop, prospect.discordance, power=power, alpha=level, design_effect=effect)
    high = max(2, ceil(pairs / prospect.per_scene))
    low = 1
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST_SCENES:
            raise InvalidInput(f"more than {MOST_SCENES:,} scenes would be needed; plan for a larger drop")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def smallest_drop_with_scenes(
    prospect: Prospect, scenes: int, power: float = 0.8, *, studies: int = STUDIES
) -> float | None:
    """The smallest drop, to half a point, that so many scenes find; None if they miss even the largest."""
    low, high = 0.0, min(0.99 * prospect.discordance, 1.0)

    def enough(drop: float) -> bool:
        # Near the discordance all twins that differ are lost, and scenes cannot differ much.
        tried = replace(prospect, drop=drop, correlation=0.0)
        correlation = min(prospect.correlation, 0.95 * tried.largest_correlation)
        return scene_power(replace(tried, correlation=correlation), scenes, studies=studies) >= power

    if not enough(high):
        return None
    while high - low > 0.005:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _drawn(prospect: Prospect, scenes: int, studies: int) -> tuple[Ints, Ints]:
    """Losses and gains (studies, scenes): each scene's own share of losses among twins that differ."""
    rng = generator_for(0, "scene power", scenes, prospect.per_scene)
    share = 0.5 * (1.0 + prospect.drop / prospect.discordance)
    total = prospect.discordance - prospect.drop**2
    spread = prospect.correlation * total / (2.0 * prospect.discordance) ** 2  # variance of that share
    shares = np.full((studies, scenes), share)
    if spread > 1e-12:
        size = share * (1.0 - share) / spread - 1.0
        if size > 0.0:
            shares = rng.beta(share * size, (1.0 - share) * size, (studies, scenes))
        else:
            shares = (rng.random((studies, scenes)) < share).astype(np.float64)
    differing = rng.binomial(prospect.per_scene, prospect.discordance, (studies, scenes))
    losses = rng.binomial(differing, shares)
    return losses, differing - losses


@lru_cache(maxsize=100_000)
def _critical(discordant: int, level: float) -> int:
    return critical_count(discordant, level)
