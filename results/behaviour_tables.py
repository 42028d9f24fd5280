"""robustnav-pointnav/README.md: RobustNav's Tables 6 and 7 and Figs. 4, 7 and 8, of the episodes beside it.

    python results/behaviour_tables.py

How agents fail, where README.md beside this file says how often: by difficulty of the episode, collisions,
distance to the goal, wrong stops, and what success would be if the world stopped the agent at the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from behaviour_picture import Panel, draw
from published_episodes import read_rows

from wayproof.metrics import METRICS
from wayproof.results.intervals import means_of, tested_changes
from wayproof.results.metric_result import value_range
from wayproof.vocabulary import CLEAN

FOLDER = Path(__file__).parent / "robustnav-pointnav"
Row = Mapping[str, str]
LEVELS = ("easy", "medium", "hard")
SHOWN = (  # the conditions of Fig. 4
    *(CLEAN, "defocus blur S5", "speckle noise S5", "motion drift"),
    *("defocus blur S5 + motion drift", "speckle noise S5 + motion drift"),
)
MEASURES = {
    "collisions": "collisions an episode",
    "minimum_distance": "closest to the goal, in m",
    "distance_to_goal": "distance at the end, in m",
    "stop_failure_positive": "stops out of range, share",
    "stop_failure_negative": "no stop in range, share",
}
OPENING = """# How PointNav policies fail under RobustNav's faults

Made by `python results/behaviour_tables.py` of the episodes beside it; how often they succeed stands in
[results](../README.md#robustnav-pointnav). All numbers have 95 % intervals that allow for houses. They are
described here, not tested: what the paper claims of them is judged in [findings](../../docs/findings.md).
"""


@dataclass(frozen=True)
class Mean:
    """A mean with its interval, and of how many episodes."""

    value: float
    low: float
    high: float
    count: int


def mean_of(rows: Sequence[Row], condition: str, metric: str) -> Mean | None:
    """Over the episodes in which the metric is defined; None without any."""
    own = [row for row in rows if row["condition"] == condition and row[metric]]
    if not own:
        return None
    values = np.array([[float(row[metric]) for row in own]])
    scenes = [row["scene"] for row in own]
    found = means_of(values, scenes, value_range(metric), outcomes=METRICS[metric].outcome)[0]
    value = float(values.mean())
    low, high = (value if bound is None else bound for bound in (found.low, found.high))
    return Mean(value, low, high, len(own))


def page(stored: Mapping[str, Sequence[Row]]) -> str:
    """All tables of all agents."""
    parts = [OPENING.rstrip()]
    for agent, rows in stored.items():
        parts += [f"## {agent}", _behaviour(agent, rows), _stopped(rows), _difficulty(rows)]
    return "\n\n".join(parts) + "\n"


def _behaviour(agent: str, rows: Sequence[Row]) -> str:
    """Figs. 4 and 7."""
    lines = ["### Collisions, distances and stops (Figs. 4 and 7)", "", f"![{agent}]({agent}.png)", ""]
    lines += _grid(["condition", *MEASURES.values()], _measured(rows))
    return "\n".join(lines)


def _measured(rows: Sequence[Row]) -> Iterator[list[str]]:
    for condition in SHOWN:
        found = [mean_of(rows, condition, metric) for metric in MEASURES]
        yield [condition, *("" if one is None else _number(one) for one in found)]


def _stopped(rows: Sequence[Row]) -> str:
    """Fig. 8: success, and success if the episode ended as soon as the goal is in range."""
    lines = ["### Stopped by an oracle (Fig. 8)", ""]
    body = []
    for condition in SHOWN:
        own = [row for row in rows if row["condition"] == condition]
        ends = [np.array([float(row[name]) for row in own]) for name in ("success", "oracle_success")]
        gain = tested_changes(ends[0], ends[1][None], [row["scene"] for row in own])[0].change
        means = [mean_of(rows, condition, name) for name in ("success", "oracle_success")]
        bounds = (
            "" if gain.low is None or gain.high is None else f" ({_points(gain.low)} to {_points(gain.high)})"
        )
        gained = "" if gain.estimate is None else f"{_points(gain.estimate)}{bounds}"
        body.append([condition, *("" if one is None else _share(one) for one in means), gained])
    return "\n".join([*lines, *_grid(["condition", "success", "with oracle stop", "gain in points"], body)])


def _difficulty(rows: Sequence[Row]) -> str:
    """Tables 6 and 7."""
    counts = [
        len({(row["scene"], row["episode"]) for row in rows if row["difficulty"] == level})
        for level in LEVELS
    ]
    titles = [f"{level} ({count} episodes)" for level, count in zip(LEVELS, counts, strict=True)]
    body = []
    for condition in dict.fromkeys(row["condition"] for row in rows):
        cells = [
            mean_of([row for row in rows if row["difficulty"] == level], condition, "success")
            for level in LEVELS
        ]
        body.append([condition, *("" if one is None else _share(one) for one in cells)])
    lines = ["### Success by difficulty (Tables 6 and 7)", ""]
    return "\n".join([*lines, *_grid(["condition", *titles], body)])


def _grid(titles: Sequence[str], rows: Iterator[list[str]] | list[list[str]]) -> list[str]:
    lines = ["| " + " | ".join(titles) + " |", "| --- |" + " --- |" * (len(titles) - 1)]
    return lines + ["| " + " | ".join(cells) + " |" for cells in rows]


def _number(one: Mean) -> str:
    return f"{one.value:.2f} ({one.low:.2f} to {one.high:.2f})"


def _share(one: Mean) -> str:
    return f"{100 * one.value:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"


def _points(value: float) -> str:
    return f"{100 * value:+.0f}"


def panels(rows: Sequence[Row]) -> list[Panel]:
    """The bars of one picture."""
    return [
        Panel(
            title,
            tuple(
                (name, one.value, one.low, one.high)
                for name in SHOWN
                if (one := mean_of(rows, name, metric)) is not None
            ),
        )
        for metric, title in MEASURES.items()
    ]


def main() -> None:
    stored = {file.stem: read_rows(file) for file in sorted(FOLDER.glob("*.csv"))}
    for agent, rows in stored.items():
        draw(panels(rows), FOLDER / f"{agent}.png")
    (FOLDER / "README.md").write_text(page(stored), encoding="utf-8")


if __name__ == "__main__":
    main()
