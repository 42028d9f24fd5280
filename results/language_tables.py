"""How well goals told in words are found, by the words: LangNavBench's Tables 3 to 9 of stored goals.

    python results/language_tables.py

It makes README.md in langnav/ of the files of goals there: success and SPL over goals, overall, by kind of
words, by number of attributes and of candidates; the classes of errors; each option of an agent against the
agent without; and the agents that were told what they see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from published_goals import MEASURED, labels_of_row, read_goals

from wayproof.results.estimates.verdicts import ChangeEvidence
from wayproof.results.headlines import GOAL_ERRORS
from wayproof.results.intervals import tested_changes
from wayproof.results.mean_rows import rising
from wayproof.results.metric_result import adjusted_p_values, change_word, mean_result

HERE = Path(__file__).parent
FOLDER = HERE / "langnav"
TOLD = "told"  # the folder of agents that were told what they see
Row = Mapping[str, str]
Goals = dict[str, list[dict[str, str]]]  # by agent
Key = tuple[str, str]  # scene; episode, repeat and goal
RANKED = ("mlfm", "onemap_v2", "vlfm_v2", "onemap", "mopa", "vlfm", "vlmaps")  # as LangNavBench ranks them
KINDS = {
    "feature": "kind of words",
    "attributes": "number of features",
    "candidates": "things that satisfy it",
}
FEWEST = 6  # goals with a label; of fewer an interval says nothing
EYES = {"looks": "told categories and looks", "kinds": "told categories"}


class _Stored(msgspec.Struct):
    """What the page needs of a published run."""

    agent: str
    command: str
    minutes: float


def page(folder: Path = FOLDER) -> str:
    """All tables of the agents whose goals the folder has."""
    runs = [msgspec.json.decode(file.read_bytes(), type=_Stored) for file in sorted(folder.glob("*.json"))]
    files = {one.agent: folder / f"{one.agent.replace(':', '-')}.goals.csv" for one in runs}
    goals = {agent: read_goals(file) for agent, file in files.items()}
    plain = _ordered({agent: rows for agent, rows in goals.items() if ":" not in agent})
    parts = [(folder / "opening.md").read_text(encoding="utf-8").rstrip(), "## Overall", _overall(plain)]
    ranked = {agent: rows for agent, rows in plain.items() if agent in RANKED}
    for kind, words in KINDS.items():
        for metric, title in zip(MEASURED, ("Goals found", "Goal SPL"), strict=True):
            parts += [f"## {title} by {words}", _by_label(ranked, kind, metric)]
    parts += ["## Options against the agent without", _options(goals), "## Told what it sees"]
    parts += [_told(folder, goals), "## Commands", _commands(runs)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _ordered(goals: Goals) -> Goals:
    """The paper's agents in its order, then the others."""
    names = [*(name for name in RANKED if name in goals), *(name for name in goals if name not in RANKED)]
    return {name: goals[name] for name in names}


def _overall(goals: Goals) -> str:
    rows = [[agent, str(len(own)), *_cells(own), *_errors(own)] for agent, own in goals.items()]
    errors = [name.replace("_", " ") for name in GOAL_ERRORS]
    return _grid(["agent", "goals", "found", "goal SPL", *errors], rows)


def _cells(rows: Sequence[Row]) -> list[str]:
    return [measured_text(rows, metric) for metric in MEASURED]


def _errors(rows: Sequence[Row]) -> list[str]:
    """The share of all goals that were missed by each class of error."""
    return [f"{100 * np.mean([row['error'] == name for row in rows]):.0f} %" for name in GOAL_ERRORS]


def measured_text(rows: Sequence[Row], metric: str) -> str:
    """A metric of some goals with its interval."""
    found = mean_result(metric, values(rows, metric))
    if found.value is None:
        return ""
    if metric == MEASURED[0]:
        bounds = (
            "" if found.low is None or found.high is None else _span(100 * found.low, 100 * found.high, 0)
        )
        return f"{100 * found.value:.0f} %{bounds}"
    bounds = "" if found.low is None or found.high is None else _span(found.low, found.high, 2)
    return f"{found.value:.2f}{bounds}"


def values(rows: Iterable[Row], metric: str) -> dict[Key, float]:
    """A metric by scene and goal, where it is defined."""
    return {
        (row["scene"], f"{row['episode']}#{row['repeat']}#{row['goal']}"): float(row[metric])
        for row in rows
        if row[metric]
    }


def _by_label(goals: Goals, kind: str, metric: str) -> str:
    """One row for each label that enough goals have."""
    counts: dict[str, int] = {}
    for row in next(iter(goals.values())):
        for label in labels_of_row(row, kind):
            counts[label] = counts.get(label, 0) + 1
    labels = sorted((label for label, count in counts.items() if count >= FEWEST), key=rising)
    body = []
    for label in labels:
        own = {
            agent: [row for row in rows if label in labels_of_row(row, kind)] for agent, rows in goals.items()
        }
        body.append([label, str(counts[label]), *(measured_text(rows, metric) for rows in own.values())])
    return _grid([KINDS[kind], "goals", *goals], body)


def _options(goals: Goals) -> str:
    """Each agent with options minus the agent without, on the goals that both have."""
    pairs = [(name, name.partition(":")[0]) for name in goals if ":" in name]
    pairs = [(name, plain) for name, plain in pairs if plain in goals]
    if not pairs:
        return "None is stored."
    tested = {name: change(goals[name], goals[plain]) for name, plain in pairs}
    body = _changes(tested, {name: goals[name] for name, _ in pairs})
    return _grid(["agent", "goals of both", "found", "goal SPL", "found, minus the agent without"], body)


def _told(folder: Path, goals: Goals) -> str:
    """Agents whose eyes were right at every step, beside themselves."""
    tested, rows = {}, {}
    for file in sorted((folder / TOLD).glob("*.goals.csv")):
        agent, _, eyes = file.name.removesuffix(".goals.csv").rpartition("-")
        if agent in goals:
            name = f"{agent}, {EYES[eyes]}"
            rows[name] = read_goals(file)
            tested[name] = change(rows[name], goals[agent])
    if not tested:
        return "None is stored."
    body = _changes(tested, rows)
    return _grid(["agent", "goals of both", "found", "goal SPL", "found, minus its own eyes"], body)


def change(first: Sequence[Row], second: Sequence[Row]) -> ChangeEvidence:
    """Goals found by the first minus by the second, on those that both have."""
    one, other = values(first, MEASURED[0]), values(second, MEASURED[0])
    keys = [key for key in one if key in other]
    base, row = (np.array([side[key] for key in keys]) for side in (other, one))
    return tested_changes(base, row[None], [scene for scene, _ in keys], (-1.0, 1.0))[0]


def _changes(tested: Mapping[str, ChangeEvidence], rows: Mapping[str, Sequence[Row]]) -> list[list[str]]:
    adjusted = adjusted_p_values(tested)
    return [
        [name, str(one.pairs), *_cells(rows[name]), _change_text(one, adjusted[name])]
        for name, one in tested.items()
    ]


def _change_text(one: ChangeEvidence, p_adjusted: float) -> str:
    found, (word, _) = one.change, change_word(one, p_adjusted, "higher")
    assert found.estimate is not None
    low, high = (found.estimate if end is None else end for end in (found.low, found.high))
    text = f"{100 * found.estimate:+.0f} points ({100 * low:+.0f} to {100 * high:+.0f})"
    text = f"**{text}**" if word in ("drop", "gain") else text
    return f"{text}, adjusted p {p_adjusted:.3f}"


def _commands(runs: Sequence[_Stored]) -> str:
    return "\n".join(["```", *(f"{one.command}   # {one.minutes:.1f} minutes" for one in runs), "```"])


def _span(low: float, high: float, digits: int) -> str:
    return f" ({low:.{digits}f} to {high:.{digits}f})"


def _grid(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(titles) + " |", "| --- |" + " --- |" * (len(titles) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(cells) + " |" for cells in rows)])


def main() -> None:
    (FOLDER / "README.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
