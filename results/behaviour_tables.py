"""How policies fail: RobustNav's Tables 6 and 7 and Figs. 4, 7 and 8, of the episodes beside each page.

    python results/behaviour_tables.py

It makes README.md in robustnav-pointnav/ and robustnav-objectnav/. README.md beside this file says how often
agents fail; here stands how: by difficulty of the episode, collisions, distance to the goal, wrong stops, and
what success would be if the world stopped the agent at the goal. Beside ObjectNav policies stand modular
agents, in the conditions that are the same in both suites.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from behaviour_picture import Panel, draw
from paired_table import cells_of, change_text, success_text
from published_episodes import read_rows

from wayproof.metrics import METRICS
from wayproof.results.intervals import means_of, tested_changes
from wayproof.results.metric_result import value_range
from wayproof.vocabulary import CLEAN

HERE = Path(__file__).parent
FOLDERS = (HERE / "robustnav-pointnav", HERE / "robustnav-objectnav")
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
OPENING = """# How {task} policies fail under RobustNav's faults

Made by `python results/behaviour_tables.py` of the episodes beside it; how often they succeed stands in
[results](../README.md#{suite}). All numbers have 95 % intervals that allow for houses. They are
described here, not tested: what the paper claims of them is judged in [findings](../../docs/findings.md).
"""
TASKS_OF = {"robustnav-pointnav": "PointNav", "robustnav-objectnav": "ObjectNav"}
MODULAR = HERE / "robustnav-objectnav-fixed"
# Pictures are clean, and a turn that fails fails in both profiles alike; other faults of the motors differ.
SAME_IN_BOTH = (CLEAN, "motor failure")
BESIDE = """## Modular agents beside them

Agents of hand-written parts, from [robustnav-objectnav-fixed](../README.md#robustnav-objectnav-fixed), on the
same episodes; differences are from `{policy}`, in points, bold where shown (adjusted p below 5 % over this
table). The explorers with a map know their position, which the policy and `rgb_wanderer` do not. Only
conditions whose faults are the same in both suites stand here; in the other suite the camera takes the 224 x
168 pixels that agents are given, here it takes 400 x 300 and they are averaged. The explorers claimed objects
by an [earlier rule](../../docs/concepts/agents.md#from-pixels-to-a-claim), which found fewer of them in train
houses.
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


def page(folder: Path) -> str:
    """All tables of all agents whose episodes a folder has."""
    suite, stored = folder.name, stored_in(folder)
    parts = [OPENING.format(task=TASKS_OF[suite], suite=suite).rstrip()]
    for agent, rows in stored.items():
        parts += [f"## {agent}", _behaviour(agent, rows), _stopped(rows), _difficulty(rows)]
    if suite == "robustnav-objectnav":
        parts.append(_beside(stored))
    return "\n\n".join(parts) + "\n"


def stored_in(folder: Path) -> dict[str, list[dict[str, str]]]:
    """The episodes of each agent."""
    return {file.stem: read_rows(file) for file in sorted(folder.glob("*.csv"))}


def _beside(stored: Mapping[str, Sequence[Row]]) -> str:
    """End-to-end against modular, against the policy that succeeds most often in clean episodes."""
    policy = max(stored, key=lambda agent: _clean(stored[agent]))
    cells = cells_of({**stored, **stored_in(MODULAR)}, SAME_IN_BOTH, policy)
    body = []
    for agent in dict.fromkeys(cell.agent for cell in cells):
        own = {cell.condition: cell for cell in cells if cell.agent == agent}
        texts = [text(own[name]) for text in (success_text, change_text) for name in SAME_IN_BOTH]
        body.append([f"{agent} ({own[CLEAN].episodes} episodes)", *texts])
    titles = [*SAME_IN_BOTH, *(f"difference, {name}" for name in SAME_IN_BOTH)]
    return "\n".join([BESIDE.format(policy=policy), *_grid(["agent", *titles], body)])


def _clean(rows: Sequence[Row]) -> float:
    found = mean_of(rows, CLEAN, "success")
    return 0.0 if found is None else found.value


def _behaviour(agent: str, rows: Sequence[Row]) -> str:
    """Figs. 4 and 7."""
    lines = ["### Collisions, distances and stops (Figs. 4 and 7)", "", f"![{agent}]({agent}.png)", ""]
    lines += _grid(["condition", *MEASURES.values()], _measured(rows))
    return "\n".join(lines)


def _measured(rows: Sequence[Row]) -> Iterator[list[str]]:
    for condition in _shown(rows):
        found = [mean_of(rows, condition, metric) for metric in MEASURES]
        yield [condition, *("" if one is None else _number(one) for one in found)]


def _stopped(rows: Sequence[Row]) -> str:
    """Fig. 8: success, and success if the episode ended as soon as the goal is in range."""
    lines = ["### Stopped by an oracle (Fig. 8)", ""]
    body = []
    for condition in _shown(rows):
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


def _shown(rows: Sequence[Row]) -> list[str]:
    """The conditions of Fig. 4 that are stored."""
    stored = {row["condition"] for row in rows}
    return [name for name in SHOWN if name in stored]


def _difficulty(rows: Sequence[Row]) -> str:
    """Tables 6 and 7."""
    places = {(row["scene"], row["episode"], row["difficulty"]) for row in rows}
    levels = [level for level in LEVELS if any(place[2] == level for place in places)]
    titles = [f"{level} ({sum(place[2] == level for place in places)} episodes)" for level in levels]
    body = []
    for condition in dict.fromkeys(row["condition"] for row in rows):
        cells = [
            mean_of([row for row in rows if row["difficulty"] == level], condition, "success")
            for level in levels
        ]
        body.append([condition, *("" if one is None else _share(one) for one in cells)])
    lines = ["### Success by difficulty (Tables 6 and 7)", "", *_grid(["condition", *titles], body)]
    absent = [level for level in LEVELS if level not in levels]
    return "\n".join([*lines, *(["", f"None of these episodes is {' or '.join(absent)}."] if absent else [])])


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
    for folder in FOLDERS:
        for agent, rows in stored_in(folder).items():
            draw(panels(rows), folder / f"{agent}.png")
        (folder / "README.md").write_text(page(folder), encoding="utf-8")


if __name__ == "__main__":
    main()
