"""Success of several agents beside a control on the same episodes: intervals, changes, adjusted p-values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from adaptation_rows import write_table

from wayproof.results.estimates.multiplicity import holm
from wayproof.results.estimates.verdicts import change_verdict
from wayproof.results.intervals import means_of, tested_changes

Row = Mapping[str, str]
Key = tuple[str, str]  # scene, episode
SHOWN = ("drop", "gain")


class Cell(msgspec.Struct, frozen=True):
    """An agent under a condition; changes are against the control on the episodes that both have."""

    agent: str
    condition: str
    episodes: int
    houses: int
    seeds: int  # trainings
    success: float
    low: float | None
    high: float | None
    change: float | None = None
    change_low: float | None = None
    change_high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    verdict: str = ""
    by_seed: str = ""  # success of each training on the episodes that all of them have; empty for one


def cells_of(
    agents: Mapping[str, Sequence[Row]],
    conditions: Sequence[str],
    control: str,
    untrained: Collection[str] = (),
) -> list[Cell]:
    """All cells that are stored; p-values adjusted over all of them.

    Where the control was trained several times, each training is set against that of the same seed; agents
    that are `untrained` are set against all of them.
    """
    found: list[Cell] = []
    tested = []
    for agent, rows in agents.items():
        for condition in conditions:
            own = by_episode(rows, condition)
            if not own:
                continue
            cell = _mean(agent, condition, own, _of_each_seed(rows, condition))
            pair = agents.get(control, ()), rows
            if agent not in untrained:
                pair = of_the_same_trainings(*pair, condition)
            twin, same = (by_episode(side, condition) for side in pair)
            keys = [key for key in same if key in twin]
            if agent != control and keys:
                base, other = (np.array([side[key] for key in keys]) for side in (twin, same))
                evidence = tested_changes(base, other[None], [scene for scene, _ in keys])[0]
                tested.append((len(found), evidence))
            found.append(cell)
    adjusted = holm([one.p for _, one in tested]).tolist() if tested else []
    for (place, one), p_adjusted in zip(tested, adjusted, strict=True):
        change, word = one.change, change_verdict(one, p_adjusted).word
        found[place] = msgspec.structs.replace(
            found[place],
            change=change.estimate,
            change_low=change.low,
            change_high=change.high,
            p=one.p,
            p_adjusted=p_adjusted,
            verdict=word,
        )
    return found


def of_the_same_trainings(
    first: Sequence[Row], second: Sequence[Row], condition: str
) -> tuple[list[Row], list[Row]]:
    """The rows of both sides whose episode and training the other side has as well."""
    kept = [[row for row in side if row["condition"] == condition] for side in (first, second)]
    places = [{_place(row) for row in side} for side in kept]
    shared = places[0] & places[1]
    one, other = ([row for row in side if _place(row) in shared] for side in kept)
    return one, other


def _place(row: Row) -> tuple[str, str, str]:
    return row["scene"], row["episode"], row["repeat"]


def by_episode(rows: Sequence[Row], condition: str) -> dict[Key, float]:
    """Success of each episode under a condition, averaged over trainings."""
    found: dict[Key, list[float]] = {}
    for row in rows:
        if row["condition"] == condition:
            found.setdefault((row["scene"], row["episode"]), []).append(float(row["success"]))
    return {key: float(np.mean(values)) for key, values in found.items()}


def _of_each_seed(rows: Sequence[Row], condition: str) -> list[float]:
    """Success of each training, on the episodes that all of them have: how far trainings lie apart."""
    own = [row for row in rows if row["condition"] == condition]
    seeds = dict.fromkeys(row["repeat"] for row in own)
    each = [by_episode([row for row in own if row["repeat"] == seed], condition) for seed in sorted(seeds)]
    shared = set(each[0]).intersection(*each[1:])
    return [float(np.mean([one[key] for key in shared])) if shared else float("nan") for one in each]


def write_cells(cells: Sequence[Cell], file: Path) -> None:
    """A CSV file with every number of the table."""
    names = Cell.__struct_fields__
    write_table(file, names, [[_written(getattr(cell, name)) for name in names] for cell in cells])


def success_text(cell: Cell) -> str:
    """With its interval, and with what each training reached where there are several."""
    inside = (
        [] if cell.low is None or cell.high is None else [f"{100 * cell.low:.0f} to {100 * cell.high:.0f}"]
    )
    if cell.by_seed:
        inside.append("trainings " + " and ".join(f"{100 * float(one):.0f}" for one in cell.by_seed.split()))
    return f"{100 * cell.success:.1f} %" + (f" ({'; '.join(inside)})" if inside else "")


def change_text(cell: Cell) -> str:
    """In points; bold where a change is shown."""
    if cell.change is None or cell.change_low is None or cell.change_high is None:
        return ""
    text = f"{100 * cell.change:+.0f} ({100 * cell.change_low:+.0f} to {100 * cell.change_high:+.0f})"
    return f"**{text}**" if cell.verdict in SHOWN else text


def _mean(agent: str, condition: str, own: Mapping[Key, float], each_seed: Sequence[float]) -> Cell:
    scenes = [scene for scene, _ in own]
    values = np.array(list(own.values()))
    found = means_of(values[None], scenes, outcomes=True)[0]
    return Cell(
        agent,
        condition,
        len(own),
        len(set(scenes)),
        len(each_seed),
        float(values.mean()),
        found.low,
        found.high,
        by_seed=" ".join(f"{value:.4f}" for value in each_seed) if len(each_seed) > 1 else "",
    )


def _written(value: object) -> object:
    return "" if value is None else round(value, 6) if isinstance(value, float) else value
