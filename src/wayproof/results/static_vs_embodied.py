"""Static versus embodied: what a network loses on pictures beside what its agent loses on the way.

RobustNav set the accuracy of an image encoder on corrupted pictures beside the success of agents that see
with it. Here both are measured on our own houses: the network's card tells its accuracy under every RGB
corruption, a run tells success under the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np

from wayproof.corruptions import CORRUPTIONS
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import EpisodeLog
from wayproof.metrics.success import success
from wayproof.perception.perceiver_by_name import NETWORKS
from wayproof.results.estimates.interval import Interval
from wayproof.results.estimates.ranks import rank_agreement
from wayproof.results.intervals import SEED, change_of
from wayproof.run.folder import planned
from wayproof.vocabulary import CLEAN, Condition

Values = dict[tuple[str, str], list[float]]  # scene and episode -> success, one for each repeat


class Static(msgspec.Struct, frozen=True):
    """What a card says of one corruption."""

    pixel_accuracy: float
    mean_iou: float


class _Measured(msgspec.Struct, frozen=True):
    corrupted: dict[str, dict[str, Static]]  # severity -> corruption or "clean"


class Foretold(msgspec.Struct, frozen=True):
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


class Answer(msgspec.Struct, frozen=True):
    """The table, the worst first, and the correlation with both intervals."""

    agent: str
    network: str
    rows: tuple[Foretold, ...]
    rank_correlation: float | None
    by_episodes: tuple[float | None, float | None]
    by_corruptions: tuple[float | None, float | None]
    cautions: tuple[str, ...]


def foretell(folder: Path, network: str = "dense") -> Answer:
    """Set a run beside a network's card; conditions other than one RGB corruption are left out."""
    logs = planned(folder, lambda log: log)
    if not logs:
        raise InvalidInput(f"{folder} holds no finished episode; give a folder that `wayproof run` made")
    runs, written = _by_condition(logs)
    static = _card(network)
    usable = {name: found for name, one in written.items() if (found := _static(one, static)) is not None}
    if CLEAN not in runs or not usable:
        raise InvalidInput(
            f"{folder} has no condition with one RGB corruption at a severity that {network} was measured at "
            f"({', '.join(static)}), or no clean twin; run the suite static-vision"
        )
    keys = [key for key in runs[CLEAN] if all(key in runs[name] for name in usable)]
    if not keys:
        raise InvalidInput(f"{folder}: no episode was run under all conditions yet; let the run finish")
    means = {name: np.array([np.mean(runs[name][key]) for key in keys]) for name in (CLEAN, *usable)}
    scenes = [scene for scene, _ in keys]
    rows = [_row(written[name], *usable[name], means[CLEAN], means[name], scenes) for name in usable]
    agreement = rank_agreement(
        [row.pixels_lost for row in rows],
        means[CLEAN],
        np.stack([means[name] for name in usable]),
        seed=SEED,
        scenes=scenes,
    )
    episodes, corruptions = agreement.over_episodes, agreement.over_corruptions
    return Answer(
        logs[0].agent.name,
        network,
        tuple(sorted(rows, key=lambda row: -row.pixels_lost)),
        episodes.estimate,
        _bounds(episodes),
        _bounds(corruptions),
        tuple(caution.text for caution in episodes.cautions),
    )


def _by_condition(logs: Iterable[EpisodeLog]) -> tuple[dict[str, Values], dict[str, Condition]]:
    runs: dict[str, Values] = {}
    written: dict[str, Condition] = {}
    for log in logs:
        written.setdefault(log.condition.name, log.condition)
        values = runs.setdefault(log.condition.name, {})
        values.setdefault((log.episode.scene, log.episode.id), []).append(success(log) or 0.0)
    return runs, written


def _card(network: str) -> dict[str, dict[str, Static]]:
    file = NETWORKS / f"{network}.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Measured).corrupted
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"the card of network {network!r} tells no accuracy under faults: {error}"
        ) from error


def _static(condition: Condition, card: dict[str, dict[str, Static]]) -> tuple[Static, Static] | None:
    """The network clean and under a condition's only fault; None if it was not measured."""
    if len(condition.faults) != 1 or CORRUPTIONS[condition.faults[0].name].modality != "rgb":
        return None
    fault = condition.faults[0]
    table = card.get(f"{fault.severity:g}", {})
    return (table[CLEAN], table[fault.name]) if CLEAN in table and fault.name in table else None


def _row(
    condition: Condition,
    clean: Static,
    corrupted: Static,
    base: np.ndarray,
    other: np.ndarray,
    scenes: list[str],
) -> Foretold:
    change = change_of(base, other, scenes)
    low, high = _bounds(change)
    return Foretold(
        condition.faults[0].name,
        condition.faults[0].severity,
        corrupted.pixel_accuracy,
        round(clean.pixel_accuracy - corrupted.pixel_accuracy, 4),
        len(base),
        float(other.mean()),
        float(base.mean() - other.mean()),
        None if high is None else -high,
        None if low is None else -low,
    )


def _bounds(interval: Interval) -> tuple[float | None, float | None]:
    return interval.low, interval.high
