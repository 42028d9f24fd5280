"""How often do the 95 % intervals hold the truth? Simulated agents in simulated scenes, counted.

An episode's success follows a hidden number: condition + scene + scene in this condition + episode + chance.
The truth is the mean over all possible scenes and episodes. Prints Markdown tables: "shown" counts the
intervals that tables show, by number of scenes; "methods" compares ways to make them, a column per world.

Run: python examples/interval_coverage.py [shown|methods] [REPETITIONS]     (both, with 1,000: three minutes)
"""

import sys
from dataclasses import dataclass
from math import sqrt

import numpy as np

from wayproof.results.estimates.differences import mean_intervals, paired_differences
from wayproof.results.estimates.distributions import normal_cdf
from wayproof.results.estimates.interval import wider
from wayproof.results.estimates.paired_proportions import count_pairs, newcombe_paired
from wayproof.results.estimates.power import design_effect
from wayproof.results.estimates.proportions import clopper_pearson, wilson, wilson_by_scene
from wayproof.results.estimates.repeats import variance_components
from wayproof.results.estimates.retention import retention
from wayproof.results.estimates.robust import interquartile_mean, iqm_interval, performance_profile
from wayproof.results.estimates.sequential import confidence_sequence
from wayproof.results.intervals import changes_of, means_of
from wayproof.seeding import generator_for

RESAMPLES = 2000
SHIFTS = (0.0, -0.3, -0.9, -2.0)  # clean and three corruptions, in units of the hidden number
EPISODE, CHANCE = 1.5, 0.8  # standard deviations of an episode's difficulty and of pure chance
PATH, DETOUR = (8, 2), (18, 2)  # Beta parameters of path efficiency, and of what a corruption leaves of it


@dataclass(frozen=True)
class World:
    """How many scenes, how many episodes in each on average, and how much scenes differ."""

    name: str
    scenes: int
    per_scene: int
    scene: float
    interaction: float


WORLDS = (
    World("25 scenes x 10, scenes differ", 25, 10, 0.3, 0.1),
    World("25 scenes x 10, alike", 25, 10, 0.0, 0.0),
    World("25 scenes x 10, differ strongly", 25, 10, 1.0, 0.8),
    World("10 scenes x 24, differ", 10, 24, 0.3, 0.1),
    World("5 scenes x 48, differ", 5, 48, 0.3, 0.1),
)


def draw(world: World, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scene of each episode (n,), success and SPL (conditions, n) of one study."""
    half = world.per_scene // 2
    sizes = rng.integers(world.per_scene - half, world.per_scene + half + 1, world.scenes)
    scenes = np.repeat(np.arange(world.scenes), sizes)
    n, conditions = len(scenes), len(SHIFTS)
    hidden = np.array(SHIFTS)[:, None] + rng.normal(0, CHANCE, (conditions, n)) + rng.normal(0, EPISODE, n)
    hidden += rng.normal(0, world.scene, world.scenes)[scenes]
    hidden += rng.normal(0, world.interaction, (conditions, world.scenes))[:, scenes]
    success = (hidden > 0).astype(float)
    efficiency = np.tile(rng.beta(*PATH, n), (conditions, 1))
    efficiency[1:] *= rng.beta(*DETOUR, (conditions - 1, n))
    return scenes, success, success * efficiency


def truth(world: World, *, exact: bool = False) -> dict[str, float]:
    """The values of everything estimated; interquartile mean and profile, unless all is to be exact, from
    400,000 episodes."""
    spread = sqrt(world.scene**2 + world.interaction**2 + EPISODE**2 + CHANCE**2)
    rates = np.array([normal_cdf(shift / spread) for shift in SHIFTS])
    spls = rates * PATH[0] / sum(PATH) * np.array([1.0] + [DETOUR[0] / sum(DETOUR)] * (len(SHIFTS) - 1))
    known = {
        "SR": rates[0],
        "change of SR": rates[2] - rates[0],
        "change of SPL": spls[2] - spls[0],
        "PRS-SR": float(np.mean(rates[1:] / rates[0])),
        "PRS-SPL": float(np.mean(spls[1:] / spls[0])),
    }
    if exact:
        return known
    many = World("", 50_000, 8, world.scene, world.interaction)
    spl = draw(many, generator_for(1, "coverage", "truth", world.name))[2][0]
    return known | {
        "IQM of SPL": interquartile_mean(spl),
        "share with SPL > 0.5": float(np.mean(spl > 0.5)),
    }


def intervals(scenes: np.ndarray, success: np.ndarray, spl: np.ndarray, seed: int):
    """All intervals of one study by (quantity, method)."""
    draws = {"seed": seed, "resamples": RESAMPLES}
    hits, n = int(success[0].sum()), len(scenes)
    pairs = count_pairs(success[0], success[2])
    yield ("SR", "Wilson"), wilson(hits, n)
    yield ("SR", "Clopper-Pearson (conservative)"), clopper_pearson(hits, n)
    alike = variance_components(success[0], scenes).correlation
    effect = design_effect(n / len(set(scenes)), alike)
    yield ("SR", "Wilson with estimated design effect"), wilson(hits, n, design_effect=effect)
    yield ("SR", "Wilson by scene (shown)"), wilson_by_scene(success[0], scenes)
    for method in ("expanded", "jackknife"):
        found = mean_intervals(success[:1], scenes=scenes, method=method, value_range=(0.0, 1.0), **draws)[0]
        yield ("SR", f"by scene, {method}"), found
    yield ("change of SR", "Newcombe paired"), newcombe_paired(pairs)
    for method in ("expanded", "jackknife"):
        by_scene = paired_differences(success[0], success[2:3], scenes=scenes, method=method, **draws)[0]
        yield ("change of SR", f"by scene, {method}"), by_scene
    yield (
        ("change of SR", "Newcombe or jackknife, the wider (shown)"),
        wider(newcombe_paired(pairs), by_scene),
    )
    sequence = confidence_sequence(success[0] - success[2])
    yield ("change of SR", "confidence sequence (conservative)"), sequence
    for method in ("percentile", "bca"):
        found = paired_differences(spl[0], spl[2:3], method=method, **draws)[0]
        yield ("change of SPL", f"by episode, {method}"), found
    for method in ("percentile", "bca", "expanded", "jackknife"):
        found = paired_differences(spl[0], spl[2:3], scenes=scenes, method=method, **draws)[0]
        yield ("change of SPL", f"by scene, {method}"), found
    for name, values in (("PRS-SR", success), ("PRS-SPL", spl)):
        yield (name, "by episode, percentile"), retention(values[0], values[1:], **draws).score
        for method in ("expanded", "jackknife"):
            found = retention(values[0], values[1:], scenes=scenes, method=method, **draws).score
            yield (name, f"by scene, {method}"), found
    for way, groups in (("within scenes", {"strata": scenes}), ("by scene", {"scenes": scenes})):
        yield ("IQM of SPL", way), iqm_interval(spl[0], **groups, **draws)
        profile = performance_profile(spl[0], [0.5], **groups, **draws)[0]
        yield ("share with SPL > 0.5", way), profile


def coverage(world: World, repetitions: int) -> dict[tuple[str, str], tuple[float, float]]:
    """For each (quantity, method): the share of intervals that hold the truth, and their mean width."""
    true, held, width = truth(world), {}, {}
    for number in range(repetitions):
        study = draw(world, generator_for(1, "coverage", world.name, number))
        for key, interval in intervals(*study, seed=number):
            held[key] = held.get(key, 0) + interval.covers(true[key[0]])
            width[key] = width.get(key, 0.0) + (interval.width or 0.0)
    return {key: (held[key] / repetitions, width[key] / repetitions) for key in held}


SPREADS = {"alike": (0.0, 0.0), "differ": (0.3, 0.1), "differ strongly": (1.0, 0.8)}
SIZES = ((1, 50), (2, 50), (5, 10), (5, 48), (10, 10), (10, 24), (25, 2), (25, 10))


def shown_coverage(world: World, repetitions: int) -> dict[str, float]:
    """The share of intervals of SR and of its change that hold the truth, as tables show them."""
    true, held = truth(world, exact=True), {"SR": 0, "change of SR": 0}
    for number in range(repetitions):
        scenes, success, _ = draw(world, generator_for(1, "shown", world.name, number))
        labels = scenes.tolist()
        held["SR"] += means_of(success[:1], labels, outcomes=True)[0].covers(true["SR"])
        change = changes_of(success[0], success[2:3], labels)[0]
        held["change of SR"] += change.covers(true["change of SR"])
    return {name: count / repetitions for name, count in held.items()}


def shown_table(repetitions: int) -> list[str]:
    """Scenes down, how much they differ across; first SR, then its change."""
    names = [f"{quantity}, {how}" for quantity in ("SR", "change of SR") for how in SPREADS]
    lines = ["| scenes x episodes | " + " | ".join(names) + " |", "| --- |" + " ---: |" * len(names)]
    for count, per_scene in SIZES:
        found = [
            shown_coverage(World(f"{count} x {per_scene}, {how}", count, per_scene, *spread), repetitions)
            for how, spread in SPREADS.items()
        ]
        cells = [f"{100 * one[quantity]:.1f} %" for quantity in ("SR", "change of SR") for one in found]
        lines.append(f"| {count} x {per_scene} | " + " | ".join(cells) + " |")
    return lines


def methods_table(repetitions: int) -> list[str]:
    """All ways to make intervals, in all worlds."""
    found = [coverage(world, repetitions) for world in WORLDS]
    names = " | ".join(world.name for world in WORLDS)
    lines = [f"| quantity | interval | {names} | mean width, first world |"]
    lines.append("| --- | --- |" + " ---: |" * (len(WORLDS) + 1))
    for key in found[0]:
        shares = " | ".join(f"{100 * world[key][0]:.1f} %" for world in found)
        lines.append(f"| {key[0]} | {key[1]} | {shares} | {found[0][key][1]:.3f} |")
    return lines


TABLES = {"shown": shown_table, "methods": methods_table}


def main(words: list[str]) -> None:
    repetitions = next((int(word) for word in words if word.isdigit()), 1000)
    error = 100 * sqrt(0.95 * 0.05 / repetitions)
    for name in [word for word in words if not word.isdigit()] or TABLES:
        print("\n".join(TABLES[name](repetitions)))
        print(
            f"\n{repetitions} repetitions; Monte-Carlo standard error {error:.1f} points at 95 %.\n",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
