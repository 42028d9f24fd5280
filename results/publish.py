"""From run folders to what is published here: a table with intervals, every episode, and one page of all.

    python results/publish.py runs/navtrust-rgb-value_explorer ...

writes SUITE/AGENT.json and SUITE/AGENT.csv for each run, and then README.md from all that is there.
"""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path

import msgspec
import numpy as np

from wayproof.log import EpisodeLog
from wayproof.manifest import Manifest
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.perception.network_card import pixel_accuracies
from wayproof.results.intervals import change_of
from wayproof.results.run_folder import read_run
from wayproof.results.static_vs_embodied import StaticStudy, static_study
from wayproof.results.table import Line, Table, table_of
from wayproof.suite import condition_names
from wayproof.suites import load_suite, suite_names
from wayproof.vocabulary import CLEAN

HERE = Path(__file__).parent
ROW = ("condition", "scene", "episode", "repeat", "success", "spl", "steps", "reason")
STATIC = "static-vision"
NETWORK = "dense"  # that the agent of STATIC sees with
OPENING = HERE / "opening.md"


class Published(msgspec.Struct, frozen=True):
    """One run in short; `minutes` by the clock, on two cores, from the first episode to the last."""

    command: str
    suite: str
    agent: str
    minutes: float
    software: dict[str, str]
    tables: tuple[Table, ...]
    static: StaticStudy | None = None  # of a run of STATIC, beside the network's accuracy


def main(runs: list[str]) -> None:
    for run in runs:
        publish(Path(run))
    (HERE / "README.md").write_text(page(), encoding="utf-8")


def publish(run: Path) -> None:
    """Write what one run says."""
    read = read_run(run)
    manifest = read.manifest
    assert manifest is not None, f"{run} has no manifest"
    names = condition_names(manifest.suite)
    logs = sorted(
        read.logs,
        key=lambda log: (names.index(log.condition.name), log.episode.scene, log.episode.id, log.repeat),
    )
    static = manifest.suite.name == STATIC
    found = Published(
        _command(manifest),
        f"{manifest.suite.name} {manifest.suite.version}",
        manifest.agent,
        _minutes(run),
        manifest.software,
        tuple(table_of(part) for part in read.parts),
        static_study(read, pixel_accuracies(NETWORK), NETWORK) if static else None,
    )
    folder = HERE / manifest.suite.name
    folder.mkdir(exist_ok=True)
    plain = msgspec.json.format(msgspec.json.encode(found), indent=1)
    (folder / f"{manifest.agent}.json").write_bytes(plain + b"\n")
    with (folder / f"{manifest.agent}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(ROW)
        writer.writerows(_row(log) for log in logs)


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
    """Success of every agent under every condition, what survives, and the commands."""
    tables = {one.agent: one.tables[0] for one in found}
    beyond = [
        f"`{agent}` uses {', '.join(table.beyond_protocol)}"
        for agent, table in tables.items()
        if table.beyond_protocol
    ]
    lines = [f"## {suite}", "", load_suite(suite).summary + ".", ""]
    lines += ["| condition | " + " | ".join(tables) + " |", "| --- |" + " --- |" * len(tables)]
    names = list(dict.fromkeys(line.name for table in tables.values() for line in table.conditions))
    for name in names:
        lines.append(f"| {name} | " + " | ".join(_success(table, name) for table in tables.values()) + " |")
    if names[1:]:
        lines.append("| **retained** | " + " | ".join(_kept(table) for table in tables.values()) + " |")
    lines += _changes(tables, names[1:]) if names[1:] else []
    lines += _pairs(suite, tables, faults=bool(names[1:])) if tables.keys() > {found[0].agent} else []
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


def _changes(tables: dict[str, Table], names: list[str]) -> list[str]:
    lines = ["", f"Change of {_title(tables)} against the clean twins, in points:", ""]
    lines += ["| condition | " + " | ".join(tables) + " |", "| --- |" + " --- |" * len(tables)]
    for name in names:
        lines.append(f"| {name} | " + " | ".join(_change(table, name) for table in tables.values()) + " |")
    return lines


def _title(tables: dict[str, Table]) -> str:
    """Of the metric that decides."""
    first = next(iter(tables.values()))
    return first.lead.title if first.metrics else "success"


def _pairs(suite: str, tables: dict[str, Table], *, faults: bool) -> list[str]:
    """Every agent against every other on the same episodes: row minus column, in points.

    Of success; where there are faults, of how success changes, averaged over all of them.
    """
    measure = "Change averaged over all faults" if faults else "Success"
    lines = ["", f"{measure}, row minus column on the same episodes, in points:", ""]
    lines += ["| | " + " | ".join(tables) + " |", "| --- |" + " --- |" * len(tables)]
    read, least = (_changes_by_episode, -1.0) if faults else (_clean_by_episode, 0.0)
    found = {agent: read(HERE / suite / f"{agent}.csv") for agent in tables}
    for row in tables:
        cells = [_difference(found[row], found[column], least) if row != column else "" for column in tables]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return lines


Values = dict[tuple[str, str], float]  # by scene and episode


def _clean_by_episode(file: Path) -> Values:
    return {key: float(np.mean(found[CLEAN])) for key, found in _successes(file).items()}


def _changes_by_episode(file: Path) -> Values:
    """Mean success over all faults, each counted alike, minus clean success."""
    return {
        key: float(np.mean([np.mean(found[name]) for name in found if name != CLEAN]) - np.mean(found[CLEAN]))
        for key, found in _successes(file).items()
    }


def _successes(file: Path) -> dict[tuple[str, str], dict[str, list[float]]]:
    """Of each episode under each condition, one for each repeat."""
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    with file.open(newline="", encoding="utf-8") as text:
        for row in csv.DictReader(text):
            episode = found.setdefault((row["scene"], row["episode"]), {})
            if row["success"]:
                episode.setdefault(row["condition"], []).append(float(row["success"]))
    return found


def _difference(row: Values, column: Values, least: float) -> str:
    keys = [key for key in row if key in column]
    base, other = (np.array([side[key] for key in keys]) for side in (column, row))
    change = change_of(base, other, [scene for scene, _ in keys], value_range=(least, 1.0))
    if change.estimate is None or change.low is None or change.high is None:
        return ""
    text = _points(change.estimate, change.low, change.high)
    return text if change.low <= 0.0 <= change.high else f"**{text}**"


def _points(value: float, low: float, high: float) -> str:
    """In whole points with signs, no zero with a minus; an edge close to 0 shows on which side it lies."""
    edges = (
        f"{100 * edge:+.1f}" if 0.0 < abs(100 * edge) < 0.5 else f"{round(100 * edge):+d}"
        for edge in (low, high)
    )
    return f"{round(100 * value):+d} ({' to '.join(edges)})"


def _static(found: StaticStudy) -> list[str]:
    """RobustNav's Table 1: accuracy on corrupted pictures beside success under the same faults."""
    lines = [f"`{found.agent}`, static versus embodied:", ""]
    lines += [
        "| corruption | pixels right | pixels lost | success lost, in points |",
        "| --- | --- | --- | --- |",
    ]
    for row in found.rows:
        low, high = (math.nan if end is None else end for end in (row.lost_low, row.lost_high))
        span = f"{100 * row.success_lost:.0f} ({100 * low:.0f} to {100 * high:.0f})"
        lines.append(
            f"| {row.corruption} | {100 * row.pixel_accuracy:.0f} % | {100 * row.pixels_lost:.0f} | {span} |"
        )
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


def _success(table: Table, name: str) -> str:
    line = _line(table, name)
    if line is None:
        return ""
    value, low, high = line.sr, line.sr_low, line.sr_high
    if table.metrics:
        lead = table.lead.under(name)
        value, low, high = lead.value, lead.low, lead.high
    if value is None:
        return "n/a"
    return f"{100 * value:.1f} %" + _span(low, high)


def _change(table: Table, name: str) -> str:
    line = table.lead.under(name) if table.metrics and _line(table, name) else _line(table, name)
    if line is None or line.delta is None or line.delta_low is None or line.delta_high is None:
        return ""
    text = _points(line.delta, line.delta_low, line.delta_high)
    return text if line.verdict == "no change shown" else f"**{text}**"


def _span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" ({100 * low:.0f} to {100 * high:.0f})"


def _kept(table: Table) -> str:
    """Of the metric that decides; tables from before there were others have success."""
    value, low, high = table.prs_sr, table.prs_sr_low, table.prs_sr_high
    if table.metrics:
        value, low, high = table.lead.prs, table.lead.prs_low, table.lead.prs_high
    if value is None:
        return "cannot be told"
    if low is None or high is None:
        return f"{value:.2f} (no bounds: resamples do not differ)"
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


def _command(manifest: Manifest) -> str:
    suite, shipped = manifest.suite, load_suite(manifest.suite.name)
    per_scene = suite.episodes[0].episodes_per_house
    options = {
        "limit": manifest.limit,
        "per-scene": per_scene if per_scene != shipped.episodes[0].episodes_per_house else None,
        "repeats": suite.repeats if suite.repeats != shipped.repeats else None,
    }
    given = "".join(f" --{name} {value}" for name, value in options.items() if value is not None)
    return f"wayproof run {suite.name} --agent {manifest.agent}{given}"


def _minutes(run: Path) -> float:
    """From the manifest to the last record. A run that was stopped in between seems to have taken longer."""
    times = [file.stat().st_mtime for file in run.rglob("*") if file.is_file()]
    return round((max(times) - min(times)) / 60.0, 1)


def _written(value: float | None, digits: int) -> float | str:
    """A number of the table of episodes; nothing where it is undefined."""
    return "" if value is None else int(value) if digits == 0 else round(value, digits)


def _row(log: EpisodeLog) -> tuple[object, ...]:
    return (
        log.condition.name,
        log.episode.scene,
        log.episode.id,
        log.repeat,
        _written(success(log), 0),
        _written(spl(log), 4),
        len(log.steps.action),
        log.outcome.reason,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
