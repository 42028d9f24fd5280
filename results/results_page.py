"""README.md: all published tables, suite by suite, made of the files beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
from published_episodes import episodes_file, lead_column, reach_by_condition, read_rows

from wayproof.agents.contract.agent_options import with_options
from wayproof.results.estimates.verdicts import ChangeEvidence
from wayproof.results.intervals import tested_changes
from wayproof.results.measured import Measured
from wayproof.results.metric_result import adjusted_p_values, change_word
from wayproof.results.retained import Retained
from wayproof.results.static_vs_embodied import StaticStudy
from wayproof.results.table import Line, MetricLine, Table
from wayproof.suites import load_suite, suite_names
from wayproof.vocabulary import CLEAN

HERE = Path(__file__).parent
OPENING = HERE / "opening.md"
Values = dict[tuple[str, str], float]  # by scene and episode
SHOWN = ("drop", "gain")  # verdicts that are set in bold
OWN_PAGES = ("langnav",)  # suites whose page tells what the tables here leave out


class Published(msgspec.Struct, frozen=True):
    """One run in short; `minutes` by the clock, on two cores, from the first episode to the last."""

    command: str
    suite: str
    agent: str
    minutes: float
    software: dict[str, str]
    tables: tuple[Table, ...]
    static: StaticStudy | None = None  # of a run of static-vision, beside the network's accuracy
    # Of a mitigated agent, metric by metric: against the clean episodes of the agent without the mitigation.
    of_base: tuple[Retained, ...] | msgspec.UnsetType = msgspec.UNSET


def page() -> str:
    """All tables, suite by suite."""
    parts = [OPENING.read_text(encoding="utf-8").rstrip()]
    for suite in suite_names():
        found = [
            msgspec.json.decode(file.read_bytes(), type=Published)
            for file in sorted((HERE / suite).glob("*.json"))
        ]
        if found:
            parts.append(_section(suite, found))
    return "\n\n".join(parts) + "\n"


def _section(suite: str, found: list[Published]) -> str:
    """Success of every agent under every condition, what survives, and the commands.

    Agents with options stand on the suite's own page, beside the agent without.
    """
    found = [one for one in found if not with_options(one.agent)[1]]
    tables = {one.agent: one.tables[0] for one in found}
    beyond = [
        f"`{agent}` uses {', '.join(table.beyond_protocol)}"
        for agent, table in tables.items()
        if table.beyond_protocol
    ]
    lines = [f"## {suite}", "", load_suite(suite).summary + "." + _own_page(suite), ""]
    names = list(dict.fromkeys(line.name for table in tables.values() for line in table.conditions))
    reached = _reached(suite, tables)
    rows = [[name, *(_mean(table, name, reached) for table in tables.values())] for name in names]
    if names[1:]:
        rows.append(["**retained**", *(_kept(table) for table in tables.values())])
        rows += _kept_of_base(found)
    lines += _grid(["condition", *tables], rows)
    lines += _followed(tables, names)
    lines += _changes(tables, names[1:], reached) if names[1:] else []
    lines += _pairs(suite, tables, faults=bool(names[1:])) if len(tables) > 1 else []
    for one in found:
        lines += [] if one.static is None else ["", *_static(one.static)]
    lines += ["", f"Beyond the protocol: {'; '.join(beyond)}."] if beyond else []
    lines += ["", "```"]
    lines += [
        f"{one.command}   # {one.tables[0].episodes} episodes a condition in {one.tables[0].scenes} houses, "
        f"{one.minutes:.1f} minutes"
        for one in found
    ]
    return "\n".join([*lines, "```"])


def _own_page(suite: str) -> str:
    """Where more is told of a suite, if it is."""
    return f" [More tables]({suite}/README.md)." if suite in OWN_PAGES else ""


def _grid(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    head = list(titles)
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " --- |" * (len(head) - 1)]
    return lines + ["| " + " | ".join(cells) + " |" for cells in rows]


def _reached(suite: str, tables: dict[str, Table]) -> set[tuple[str, str]]:
    """Agents with the conditions of which some fault reaches them; the others were not run."""
    shipped = load_suite(suite)
    return {
        (table.agent, name)
        for table in tables.values()
        for name, faults in reach_by_condition(shipped, table.agent).items()
        if not all(one.missing for one in faults)
    }


def _changes(tables: dict[str, Table], names: list[str], reached: set[tuple[str, str]]) -> list[str]:
    title = next(iter(tables.values())).lead.title
    rows = [[name, *(_change(table, name, reached) for table in tables.values())] for name in names]
    return [
        "",
        f"Change of {title} against the clean twins, in points; p-values adjusted over the conditions of "
        "each agent:",
        "",
        *_grid(["condition", *tables], rows),
    ]


def _pairs(suite: str, tables: dict[str, Table], *, faults: bool) -> list[str]:
    """Every agent against every other on the same episodes: row minus column, in points.

    Of what decides; where there are faults, of how it changes, averaged over those that reach both.
    """
    title = next(iter(tables.values())).lead.title.capitalize()
    measure = "Change averaged over all faults that reach both" if faults else title
    compared = {
        (row, column): _difference(suite, (tables[row], tables[column]), faults=faults)
        for row, column in combinations(tables, 2)
    }
    tested = {f"{row}/{column}": one for (row, column), one in compared.items() if one is not None}
    adjusted = adjusted_p_values(tested)

    def cell(row: str, column: str) -> str:
        if row == column:
            return ""
        sign = 1 if (row, column) in compared else -1
        key = (row, column) if sign == 1 else (column, row)
        found = compared[key]
        return "n/a" if found is None else _told(found, adjusted["/".join(key)], sign)

    rows = [[row, *(cell(row, column) for column in tables)] for row in tables]
    return [
        "",
        f"{measure}, row minus column on the same episodes, in points; p-values adjusted over all pairs of "
        "agents:",
        "",
        *_grid(["", *tables], rows),
    ]


def _difference(suite: str, tables: tuple[Table, Table], *, faults: bool) -> ChangeEvidence | None:
    """First minus second on the episodes that both have; None if no fault reaches both."""
    reaching = [{line.name for line in table.conditions if line.verdict != "n/a"} for table in tables]
    names = (reaching[0] & reaching[1]) - {CLEAN}
    if faults and not names:
        return None
    files = (episodes_file(HERE / suite, table.agent) for table in tables)
    first, second = (_by_episode(file, names) for file in files)
    keys = [key for key in first if key in second]
    base, other = (np.array([side[key] for key in keys]) for side in (second, first))
    span = (-1.0 if faults else 0.0, 1.0)
    return tested_changes(base, other[None], [scene for scene, _ in keys], span)[0]


def _by_episode(file: Path, names: set[str]) -> Values:
    """Mean success over these faults, each counted alike, minus clean success; without faults, success.
    Success is that of goals where it decides."""
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    rows = read_rows(file)
    lead = lead_column(rows)
    for row in rows:
        episode = found.setdefault((row["scene"], row["episode"]), {})
        if row[lead]:
            episode.setdefault(row["condition"], []).append(float(row[lead]))
    clean = {key: float(np.mean(own[CLEAN])) for key, own in found.items()}
    if not names:
        return clean
    return {
        key: float(np.mean([np.mean(own[name]) for name in own if name in names])) - clean[key]
        for key, own in found.items()
    }


def _told(found: ChangeEvidence, p_adjusted: float, sign: int) -> str:
    """A difference between two agents with its verdict, or the same seen from the other side."""
    change = found.change
    assert change.estimate is not None and change.low is not None and change.high is not None
    edges = sorted((sign * change.low, sign * change.high))
    word, _ = change_word(found, p_adjusted, "higher")
    return _judged(_points(sign * change.estimate, edges[0], edges[1]), word)


def _judged(text: str, verdict: str) -> str:
    if verdict in SHOWN:
        return f"**{text}**"
    return text if verdict == "no change shown" else f"{text}, {verdict}"


def _points(value: float, low: float, high: float) -> str:
    """In whole points with signs, no zero with a minus; an edge close to 0 shows on which side it lies."""
    edges = (
        f"{100 * edge:+.1f}" if 0.0 < abs(100 * edge) < 0.5 else f"{round(100 * edge):+d}"
        for edge in (low, high)
    )
    return f"{round(100 * value):+d} ({' to '.join(edges)})"


def _static(found: StaticStudy) -> list[str]:
    """RobustNav's Table 1: accuracy on corrupted pictures beside success under the same faults."""
    rows = []
    for row in found.rows:
        low, high = (math.nan if end is None else end for end in (row.lost_low, row.lost_high))
        span = f"{100 * row.success_lost:.0f} ({100 * low:.0f} to {100 * high:.0f})"
        pixels = (f"{100 * row.pixel_accuracy:.0f} %", f"{100 * row.pixels_lost:.0f}")
        rows.append([row.corruption, *pixels, span])
    titles = ("corruption", "pixels right", "pixels lost", "success lost, in points")
    lines = [f"`{found.agent}`, static versus embodied:", "", *_grid(titles, rows)]
    if found.rank_correlation is not None:
        spans = [f"{low:.2f} to {high:.2f}" for low, high in (found.by_episodes, found.by_corruptions)]
        lines += [
            "",
            f"Rank correlation (Spearman): {found.rank_correlation:.2f}; by scenes {spans[0]}, "
            f"by corruptions {spans[1]}.",
        ]
    return lines


def _line(table: Table, name: str) -> Line | None:
    return next((line for line in table.conditions if line.name == name), None)


def _lead(table: Table, name: str) -> MetricLine | None:
    """The metric that decides, under a condition."""
    return table.lead.under(name) if _line(table, name) else None


def _absent(table: Table, name: str, reached: set[tuple[str, str]]) -> str:
    """The cell of a condition of which no episode is stored."""
    return "" if (table.agent, name) in reached else "n/a"


def _mean(table: Table, name: str, reached: set[tuple[str, str]]) -> str:
    line = _lead(table, name)
    if line is None:
        return _absent(table, name, reached)
    return "n/a" if line.value is None else f"{100 * line.value:.1f} %" + _span(line.low, line.high)


def _change(table: Table, name: str, reached: set[tuple[str, str]]) -> str:
    line = _lead(table, name)
    if line is None:
        return _absent(table, name, reached)
    if line.delta is None or line.delta_low is None or line.delta_high is None:
        return line.verdict
    return _judged(_points(line.delta, line.delta_low, line.delta_high), line.verdict)


def _span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" ({100 * low:.0f} to {100 * high:.0f})"


def _kept_of_base(found: list[Published]) -> list[list[str]]:
    """What mitigated agents retain of the clean success of the agent without the mitigation."""
    kept = {one.agent: next((k for k in one.of_base or () if k.metric == "success"), None) for one in found}
    if not any(kept.values()):
        return []
    cells = (
        "" if one is None or one.score.value is None else f"{one.score.value:.2f}{_range(one.score)}"
        for one in kept.values()
    )
    return [["**retained of the base's clean**", *cells]]


def _range(score: Measured) -> str:
    return "" if score.low is None or score.high is None else f" ({score.low:.2f} to {score.high:.2f})"


def _followed(tables: dict[str, Table], names: list[str]) -> list[str]:
    """How closely the told path was followed, of agents whose files have it."""
    told = {
        agent: metric
        for agent, table in tables.items()
        if (metric := next((one for one in table.metrics if one.name == "ndtw"), None)) is not None
    }
    if not told:
        return []
    rows = []
    for name in names:
        lines = [next((line for line in one.conditions if line.name == name), None) for one in told.values()]
        cells = ["" if line is None or line.value is None else f"{line.value:.2f}" for line in lines]
        spans = [
            ""
            if line is None or line.low is None or line.high is None
            else f" ({line.low:.2f} to {line.high:.2f})"
            for line in lines
        ]
        rows.append([name, *(cell + span for cell, span in zip(cells, spans, strict=True))])
    return ["", "nDTW, how closely the told path was walked:", "", *_grid(["condition", *told], rows)]


def _kept(table: Table) -> str:
    """Of the metric that decides."""
    lead = table.lead
    if lead.prs is None:
        applicable = any(line.verdict not in ("n/a", "reference") for line in lead.conditions)
        return "cannot be told" if applicable else "n/a"
    if lead.prs_low is None or lead.prs_high is None:
        return f"{lead.prs:.2f} (no bounds: resamples do not differ)"
    return f"{lead.prs:.2f} ({lead.prs_low:.2f} to {lead.prs_high:.2f})"
