"""How often are verdicts wrong, and how often right? Suites of 35 conditions in simulated scenes, judged.

Four questions, each a Markdown table: how many suites without any change show a drop or gain, how often a
planned number of scenes finds its drop, how soon a sequential run stops, and how often it stops wrongly.
An episode's success follows a hidden number: condition + scene + scene in this condition + episode + chance.

Run: python examples/verdict_errors.py [false|power|stopping] [STUDIES]     (all, with 300 each: four minutes)
"""

import sys
from dataclasses import dataclass
from math import sqrt

import numpy as np

from wayproof.results.estimates.distributions import normal_quantile
from wayproof.results.estimates.multiplicity import holm
from wayproof.results.estimates.paired_proportions import PairCounts, mcnemar
from wayproof.results.estimates.power import pairs_needed
from wayproof.results.estimates.repeats import variance_components
from wayproof.results.estimates.scene_power import Prospect, scenes_needed
from wayproof.results.estimates.sequential import StoppingRule, look
from wayproof.results.estimates.verdicts import change_verdict
from wayproof.results.intervals import tested_changes
from wayproof.run.sample_size import prospect_of
from wayproof.seeding import generator_for

CONDITIONS, ALPHA = 35, 0.05
EPISODE, CHANCE = 1.5, 0.8  # standard deviations of an episode's difficulty and of pure chance


@dataclass(frozen=True)
class World:
    """How many scenes, how many episodes in each, how much scenes differ, and under a fault alone."""

    name: str
    scenes: int
    per_scene: int
    scene: float
    interaction: float
    rate: float = 0.6  # clean success
    lopsided: bool = False  # a fault harms most scenes a little and helps few a lot; its mean change is 0

    @property
    def labels(self) -> list[str]:
        return [f"s{number}" for number in range(self.scenes) for _ in range(self.per_scene)]


def draw(world: World, drops: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Clean success (n,) and success under each condition (conditions, n) of one study."""
    shape = (world.scenes, world.per_scene)
    shared = rng.normal(0, world.scene, (world.scenes, 1)) + rng.normal(0, EPISODE, shape)
    spread = sqrt(world.scene**2 + world.interaction**2 + EPISODE**2 + CHANCE**2)
    shifts = np.array([normal_quantile(world.rate - drop) * spread for drop in drops])[:, None, None]

    def outcomes(shift: np.ndarray | float, count: int) -> np.ndarray:
        own = rng.normal(0, world.interaction, (count, world.scenes, 1))
        if world.lopsided and count > 1:
            own = world.interaction * (1.0 - rng.exponential(1.0, (count, world.scenes, 1))) * -1.0
        hidden = shift + shared + own + rng.normal(0, CHANCE, (count, *shape))
        return (hidden > 0).astype(float).reshape(count, -1)

    clean = outcomes(normal_quantile(world.rate) * spread, 1)[0]
    return clean, outcomes(shifts, len(drops))


FALSE_WORLDS = tuple(
    World(f"{scenes} scene{'s' if scenes > 1 else ''} x {per_scene}, {how}", scenes, per_scene, *spread)
    for scenes, per_scene in ((1, 50), (5, 10), (5, 48), (10, 10), (25, 10), (25, 2))
    for how, spread in (("alike", (0.0, 0.0)), ("differ", (0.3, 0.1)), ("differ strongly", (1.0, 0.8)))
)


def false_verdicts(world: World, studies: int) -> dict[str, float]:
    """The share of suites without any change in which at least one condition is called a drop or a gain."""
    wrong = {"interval alone": 0, "McNemar, Holm": 0, "verdict": 0}
    for number in range(studies):
        rng = generator_for(1, "false verdicts", world.name, number)
        clean, others = draw(world, np.zeros(CONDITIONS), rng)
        found = tested_changes(clean, others, world.labels)
        lost, won = ((clean > others).sum(axis=1), (others > clean).sum(axis=1))
        adjusted = holm([one.p for one in found]).tolist()
        words = [change_verdict(one, p).word for one, p in zip(found, adjusted, strict=True)]
        wrong["verdict"] += any(word in ("drop", "gain") for word in words)
        wrong["interval alone"] += any(not one.change.covers(0.0) for one in found)
        wrong["McNemar, Holm"] += holm(_mcnemar(lost, won)).min() < ALPHA
    return {name: count / studies for name, count in wrong.items()}


def _mcnemar(lost: np.ndarray, won: np.ndarray) -> list[float]:
    return [mcnemar(PairCounts(0, int(a), int(b), 0)) for a, b in zip(lost, won, strict=True)]


POWER_WORLDS = (
    (World("differ", 0, 10, 0.3, 0.1), 10),
    (World("differ", 0, 10, 0.3, 0.1), 25),
    (World("differ more", 0, 10, 0.6, 0.4), 10),
    (World("differ more", 0, 10, 0.6, 0.4), 25),
)


def _assumptions(world: World, drop: float) -> tuple[float, float]:
    """Discordance and scene correlation of a drop in a world, from many scenes."""
    many = World("", 4000, world.per_scene, world.scene, world.interaction, world.rate)
    rng = generator_for(1, "assumptions", world.name, round(1000 * drop))
    clean, (other,) = draw(many, np.array([drop]), rng)
    alike = variance_components(other - clean, np.repeat(np.arange(4000), world.per_scene).tolist())
    return float(np.mean(other != clean)), max(0.0, alike.correlation or 0.0)


def _prospect(world: World, drop: float, discordance: float, alike: float, comparisons: int) -> Prospect:
    return prospect_of(
        drop, discordance, alike, per_scene=world.per_scene, alpha=ALPHA, comparisons=comparisons
    )


def planned_power(world: World, wanted: int, comparisons: int, studies: int) -> dict[str, float]:
    """The drop for which `wanted` scenes are planned with 80 % power, and the share of studies that find it.

    Beside it, what the formula for independent pairs plans for the same drop, and how often that finds it.
    """
    low, high = 0.03, world.rate - 0.05
    for _ in range(7):
        drop = 0.5 * (low + high)
        discordance, alike = _assumptions(world, drop)
        needed = scenes_needed(_prospect(world, drop, discordance, alike, comparisons), studies=1000)
        low, high = (drop, high) if needed > wanted else (low, drop)
    discordance, alike = _assumptions(world, high)
    needed = scenes_needed(_prospect(world, high, discordance, alike, comparisons))
    plain = max(2, -(-pairs_needed(high, discordance, alpha=ALPHA) // world.per_scene))
    return {
        "drop": high,
        "correlation": alike,
        "scenes": needed,
        "found": _found(world, high, needed, comparisons, studies),
        "plain scenes": plain,
        "plain found": _found(world, high, plain, comparisons, studies),
    }


def _found(world: World, drop: float, scenes: int, comparisons: int, studies: int) -> float:
    """How often a condition that drops is called so, among others that do not change."""
    sized = World(world.name, scenes, world.per_scene, world.scene, world.interaction, world.rate)
    drops = np.array([drop] + [0.0] * (comparisons - 1))
    hits = 0
    for number in range(studies):
        rng = generator_for(1, "planned power", world.name, scenes, comparisons, number)
        clean, others = draw(sized, drops, rng)
        found = tested_changes(clean, others, sized.labels)
        hits += change_verdict(found[0], float(holm([one.p for one in found])[0])).word == "drop"
    return hits / studies


STOPPING_WORLDS = (
    World("alike", 30, 10, 0.0, 0.0),
    World("differ", 30, 10, 0.3, 0.1),
    World("differ more", 30, 10, 0.6, 0.4),
    World("differ strongly", 30, 10, 1.0, 0.8),
    World("differ strongly, lopsided", 30, 10, 1.0, 0.8, lopsided=True),
)


def stops(world: World, drop: float, kind: str, studies: int) -> tuple[float, float, float]:
    """Of suites in which the first condition drops: the median number of scenes after which it stops, the
    share that stops before 60 % of the scenes, and the share of suites with a wrong stop."""
    rule = StoppingRule(conditions=CONDITIONS, evidence=kind)
    drops = np.array([drop] + [0.0] * (CONDITIONS - 1))
    if world.lopsided:
        drops -= _shift(world)
    taken, wrong = [], 0
    for number in range(studies):
        clean, others = draw(world, drops, generator_for(1, "stopping", world.name, drop, number))
        means = (clean - others).reshape(CONDITIONS, world.scenes, world.per_scene).mean(axis=2)
        first = [_stop(row, rule) for row in means]
        taken.append(first[0][1] if first[0][0] == "fail" else world.scenes + 1)
        wrong += any(decision in ("pass", "fail") for decision, _ in first[1 if drop else 0 :])
    share = np.mean(np.array(taken) < 0.6 * world.scenes)
    return float(np.median(taken)), float(share), wrong / studies


def _shift(world: World) -> float:
    """The mean drop that a lopsided world adds, to be taken off: measured in many scenes."""
    many = World("", 20000, 2, world.scene, world.interaction, world.rate, lopsided=True)
    clean, others = draw(many, np.zeros(2), generator_for(1, "lopsided", world.name))
    return float((clean - others).mean())


def _stop(drops: np.ndarray, rule: StoppingRule, fewest: int = 5) -> tuple[str, int]:
    """The decision and after how many scenes; scenes are looked at as they come, from the fifth on."""
    for count in range(fewest, len(drops) + 1):
        decision = look(drops[:count], rule).decision
        if decision != "continue":
            return decision, count
    return "continue", len(drops)


def _percent(share: float, studies: int) -> str:
    return f"{100 * share:.1f} ± {100 * sqrt(share * (1 - share) / studies):.1f} %"


def tables(which: str, studies: int) -> list[str]:
    """One table as Markdown lines."""
    rows = {"false": _false_rows, "power": _power_rows, "stopping": _stopping_rows}[which](studies)
    return ["| " + " | ".join(cells) + " |" for cells in (rows[0], ["---"] * len(rows[0]), *rows[1:])]


def _false_rows(studies: int) -> list[list[str]]:
    rows = [["35 conditions, none changes", "interval leaves out 0", "McNemar with Holm", "verdict"]]
    return rows + [
        [world.name, *(_percent(share, studies) for share in false_verdicts(world, studies).values())]
        for world in FALSE_WORLDS
    ]


def _power_rows(studies: int) -> list[list[str]]:
    rows = [["scenes", "conditions", "drop, points", "correlation", "planned scenes", "found"]]
    rows[0] += ["scenes by independent pairs", "found"]
    for world, wanted in POWER_WORLDS:
        for comparisons in (1, 8):
            one = planned_power(world, wanted, comparisons, studies)
            rows.append(
                [world.name, f"{comparisons}", f"{100 * one['drop']:.0f}", f"{one['correlation']:.2f}"]
                + [f"{one['scenes']}", _percent(one["found"], studies)]
                + [f"{one['plain scenes']}", _percent(one["plain found"], studies)]
            )
    return rows


def _stopping_rows(studies: int) -> list[list[str]]:
    rows = [["30 scenes x 10, 35 conditions", "bets on", "median stop", "before 60 %"]]
    rows[0] += ["wrong stop beside the drop", "wrong stop, none changes"]
    for world in STOPPING_WORLDS:
        for kind in ("means", "signs"):
            median, early, beside = stops(world, 0.3, kind, studies)
            told = f"{median:.0f} scenes" if median <= world.scenes else "never"
            shares = (early, beside, stops(world, 0.0, kind, studies)[2])
            rows.append([world.name, kind, told, *(_percent(share, studies) for share in shares)])
    return rows


if __name__ == "__main__":
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1000)
    for name in [word for word in sys.argv[1:] if not word.isdigit()] or ["false", "power", "stopping"]:
        print("\n".join([*tables(name, count), f"\n{count} studies.\n"]), flush=True)
