"""Static versus embodied: what a network loses on pictures beside what its agent loses on the way.

RobustNav set the accuracy of an image encoder on corrupted pictures beside the success of agents that see
with it. Here both are measured on our own houses: the network's card tells its accuracy under every RGB
corruption, a run tells success under the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.ranks import rank_agreement
from wayproof.results.intervals import SEED, change_of
from wayproof.results.part import Part
from wayproof.results.run_folder import Run, finished_episodes
from wayproof.vocabulary import CLEAN, Fault

# Share of pixels that a network names rightly: by severity as text ("0.5"), then by corruption or "clean".
Accuracies = Mapping[str, Mapping[str, float]]


class StaticRow(msgspec.Struct, frozen=True):
    """One corruption: shares from 0 to 1; losses are positive."""

    corruption: str
    severity: float
    pixel_accuracy: float
    pixels_lost: float
    episodes: int
    success: float
    success_lost: float
    lost_low: float | None
    lost_high: float | None


class StaticStudy(msgspec.Struct, frozen=True):
    """The table, the worst first, and the rank correlation with both intervals."""

    agent: str
    network: str
    rows: tuple[StaticRow, ...]
    rank_correlation: float | None
    by_episodes: tuple[float | None, float | None]
    by_corruptions: tuple[float | None, float | None]
    cautions: tuple[str, ...]


def static_study(run: Run, accuracies: Accuracies, network: str) -> StaticStudy:
    """Set a run beside a network's accuracies; conditions of anything else are left out."""
    return static_study_of(finished_episodes(run).parts[0], accuracies, network, where=f"{run.folder}")


def static_study_of(part: Part, accuracies: Accuracies, network: str, *, where: str) -> StaticStudy:
    """Set a part beside a network's accuracies; `where` names it if something is missing."""
    faults = _measured_faults(part, accuracies)
    if CLEAN not in part.order or not faults:
        raise InvalidInput(
            f"{where} has no condition with one RGB corruption at a severity that {network} was "
            f"measured at ({', '.join(accuracies)}), or no clean twin; run the suite static-vision"
        )
    values = part.values("success")
    keys = [key for key in values[CLEAN] if all(key in values[name] for name in faults)]
    if not keys:
        raise InvalidInput(f"{where}: no episode was run under all conditions yet; let the run finish")
    means = {name: np.array([values[name][key] for key in keys]) for name in (CLEAN, *faults)}
    scenes = [scene for scene, _ in keys]
    rows = [_row(fault, accuracies, means[CLEAN], means[name], scenes) for name, fault in faults.items()]
    agreement = rank_agreement(
        [row.pixels_lost for row in rows],
        means[CLEAN],
        np.stack([means[name] for name in faults]),
        seed=SEED,
        scenes=scenes,
    )
    episodes, corruptions = agreement.over_episodes, agreement.over_corruptions
    return StaticStudy(
        part.agent,
        network,
        tuple(sorted(rows, key=lambda row: -row.pixels_lost)),
        episodes.estimate,
        _bounds(episodes),
        _bounds(corruptions),
        tuple(caution.text for caution in episodes.cautions),
    )


def _measured_faults(part: Part, accuracies: Accuracies) -> dict[str, Fault]:
    """The only fault of each condition that the network was measured under."""
    found = {}
    for name, members in part.scores_by_condition.items():
        faults = members[0].faults or ()
        if len(faults) == 1:
            fault = faults[0]
            table = accuracies.get(f"{fault.severity:g}", {})
            if CLEAN in table and fault.name in table:
                found[name] = fault
    return found


def _row(
    fault: Fault, accuracies: Accuracies, base: np.ndarray, other: np.ndarray, scenes: Sequence[str]
) -> StaticRow:
    table = accuracies[f"{fault.severity:g}"]
    low, high = _bounds(change_of(base, other, scenes))
    return StaticRow(
        corruption=fault.name,
        severity=fault.severity,
        pixel_accuracy=table[fault.name],
        pixels_lost=round(table[CLEAN] - table[fault.name], 4),
        episodes=len(base),
        success=float(other.mean()),
        success_lost=float(base.mean() - other.mean()),
        lost_low=None if high is None else -high,
        lost_high=None if low is None else -low,
    )


def _bounds(interval: Interval) -> tuple[float | None, float | None]:
    return interval.low, interval.high
