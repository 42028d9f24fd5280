"""Whether the faults reached the agent, and how much runs differ where none did."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from wayproof.corruptions import CORRUPTIONS
from wayproof.log import EpisodeLog
from wayproof.metrics.goals import succeeded
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import counted, percent
from wayproof.results.divergence import divergence
from wayproof.results.estimates.repeats import run_spread
from wayproof.results.reached import touched_modalities
from wayproof.vocabulary import CLEAN


class Reached(msgspec.Struct, frozen=True):
    """In how many episodes of a condition something differed from clean, by modality."""

    condition: str
    episodes: int
    declared: tuple[str, ...]  # what its faults say they change
    touched: dict[str, int]


class Repeats(msgspec.Struct, frozen=True):
    """Runs of the same episodes under one condition, against each other."""

    condition: str
    runs: int
    episodes: int
    flip_rate: float | None  # chance that two runs of one episode end differently
    run_spread: float | None  # standard deviation of the runs' success rates
    unlike_clean: float | None  # share of twins that end differently from clean


class Noise(msgspec.Struct, frozen=True):
    reached: tuple[Reached, ...]
    repeats: tuple[Repeats, ...]
    untouched: int  # twins that no fault reached
    untouched_acted: int  # of those, how many acted differently from clean
    untouched_ended: int  # of those, how many ended differently
    sentences: tuple[str, ...]


def noise(part: LabelledPart) -> Noise:
    """What is known about the noise behind the results."""
    reached = []
    still: Counter[str] = Counter()
    for line in part.corrupted:
        pairs = part.pairs(line.name)
        touched: Counter[str] = Counter()
        for pair in pairs:
            found = touched_modalities(pair.after, pair.before)
            touched.update(found)
            if not found:
                still["all"] += 1
                still["acted"] += divergence(pair).action is not None
                still["ended"] += succeeded(pair.before) != succeeded(pair.after)
        reached.append(Reached(line.name, len(pairs), _declared(part, line.name), dict(touched)))
    repeats = _repeats(part)
    told = [_about_repeats(part, repeats), *_about_untouched(still)]
    return Noise(
        tuple(reached), repeats, still["all"], still["acted"], still["ended"], tuple(filter(None, told))
    )


def _declared(part: LabelledPart, condition: str) -> tuple[str, ...]:
    faults = [fault for fault in part.conditions[condition].faults if fault.severity > 0]
    known = [CORRUPTIONS[fault.name].modality for fault in faults if fault.name in CORRUPTIONS]
    return tuple(dict.fromkeys(known))


def _repeats(part: LabelledPart) -> tuple[Repeats, ...]:
    found = []
    for name, logs in part.logs_by_condition.items():
        table = _table(logs)
        if table.shape[1] < 2 or not len(table):
            continue
        spread = run_spread(table)
        pairs = part.pairs(name)
        unlike = [succeeded(pair.before) != succeeded(pair.after) for pair in pairs]
        share = float(np.mean(unlike)) if unlike and name != CLEAN else None
        found.append(Repeats(name, table.shape[1], len(table), spread.flip_rate, spread.run_spread, share))
    return tuple(found)


def _table(logs: list[EpisodeLog]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Success (episodes, runs) of the episodes that all runs have."""
    runs = sorted({log.repeat for log in logs})
    rows: dict[tuple[str, str], dict[int, float]] = {}
    for log in logs:
        rows.setdefault((log.episode.scene, log.episode.id), {})[log.repeat] = float(succeeded(log))
    whole = [[row[run] for run in runs] for _, row in sorted(rows.items()) if len(row) == len(runs)]
    return np.array(whole, np.float64).reshape(len(whole), len(runs))


def _about_repeats(part: LabelledPart, repeats: tuple[Repeats, ...]) -> str:
    clean = next((row for row in repeats if row.condition == CLEAN), None)
    if clean is None:
        says = "it is deterministic" if part.manifest.card.deterministic else "it is not deterministic"
        return (
            "Each episode was run once, so the noise between runs was not measured. The world repeats "
            f"bit for bit, and the agent declares that {says}. A suite with repeats = 2 or more measures it."
        )
    return (
        f"Clean episodes were run {clean.runs} times: two runs of one episode end differently in "
        f"{percent(clean.flip_rate)} of cases. A condition whose twins differ no more often than that "
        "shows nothing but noise."
    )


def _about_untouched(still: Counter[str]) -> list[str]:
    if not still["all"]:
        return []
    return [
        f"In {counted(still['all'], 'corrupted episode')} no fault changed anything that the agent saw, "
        f"read or did. These are controls: {still['acted']} of them acted differently from their clean twin, "
        f"{still['ended']} ended differently."
    ]
