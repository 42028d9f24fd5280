"""From run folders to what is published here: a table with intervals, every episode, and one page of all.

    python results/publish.py runs/navtrust-rgb-value_explorer ...
    python results/publish.py --rebuild

The first writes SUITE/AGENT.json and SUITE/AGENT.csv for each run, and then README.md from all that is there.
The second makes every JSON file anew from the episodes in the CSV file beside it, with today's intervals and
verdicts, for run folders are not kept; then README.md.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace
from published_episodes import MITIGATED, SPL_DIGITS, episodes_file, part_of_rows, write_rows
from results_page import HERE, Published, page

from wayproof.manifest import Manifest
from wayproof.perception.network_card import pixel_accuracies
from wayproof.results.part import Part
from wayproof.results.retained import Retained, retained_of_base
from wayproof.results.run_folder import read_run
from wayproof.results.static_vs_embodied import StaticStudy, static_study, static_study_of
from wayproof.results.table import MetricLine, MetricTable, Table, table_of
from wayproof.suite import Suite, condition_names
from wayproof.suites import load_suite
from wayproof.vocabulary import CLEAN

STATIC = "static-vision"
NETWORK = "dense"  # that the agent of STATIC sees with


def main(words: list[str]) -> None:
    if words == ["--rebuild"]:
        for file in sorted(HERE.glob("*/*.json")):
            _write(rebuilt(file), file)
    else:
        for run in words:
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
        manifest.agent_label,
        _minutes(run),
        manifest.software,
        tuple(table_of(part) for part in read.parts),
        static_study(read, pixel_accuracies(NETWORK), NETWORK) if static else None,
    )
    folder = HERE / manifest.suite.name
    folder.mkdir(exist_ok=True)
    rows = episodes_file(folder, manifest.agent_label)
    file = rows.with_suffix(".json")
    _write(found, file)
    write_rows(logs, rows)
    _write(rebuilt(file), file)  # by the episodes as they are stored, so that the two files agree


def rebuilt(file: Path) -> Published:
    """What a file says, with intervals and verdicts by today's rules; every mean stays as it was."""
    earlier = msgspec.json.decode(file.read_bytes(), type=Published)
    (before,) = earlier.tables
    suite = load_suite(file.parent.name)
    part = part_of_rows(file.with_suffix(".csv"), suite, earlier.agent, before.beyond_protocol)
    assert part.protocol == before.protocol, f"{suite.name} has another protocol than {file} was run with"
    table = with_exact_spl(table_of(part), before)
    static = None
    if earlier.static is not None:
        accuracies = accuracies_in(earlier.static)
        static = static_study_of(part, accuracies, earlier.static.network, where=f"{file}")
    of_base = _of_base(part, file.parent, suite) or msgspec.UNSET
    return replace(earlier, tables=(table,), static=static, of_base=of_base)


def _of_base(part: Part, folder: Path, suite: Suite) -> tuple[Retained, ...]:
    """Of an agent with a mitigation, how much it retains of the clean results of the agent without it."""
    base, mitigated, _ = part.agent.partition(MITIGATED)
    file = episodes_file(folder, base)
    if not mitigated or not file.is_file():
        return ()
    plain = part_of_rows(file, suite, base)
    found = (
        retained_of_base(name, part.values(name), plain.values(name)[CLEAN])
        for name in part.headlines.main
        if name in plain.headlines.main
    )
    return tuple(one for one in found if one is not None)


def accuracies_in(study: StaticStudy) -> dict[str, dict[str, float]]:
    """The accuracies that a published study was made with: a later card is of other faults or pictures."""
    found: dict[str, dict[str, float]] = {}
    for row in study.rows:
        table = found.setdefault(f"{row.severity:g}", {CLEAN: round(row.pixel_accuracy + row.pixels_lost, 4)})
        table[row.corruption] = row.pixel_accuracy
    return found


def with_exact_spl(table: Table, before: Table) -> Table:
    """The table with the SPL that the logs gave; the rows of the CSV file have it to four digits.

    Bounds come from these rows and are good to four digits too.
    """
    exact = {line.name: line.spl for line in before.conditions}
    lines = tuple(
        line if line.spl is None else replace(line, spl=_exact(line.spl, exact[line.name]))
        for line in table.conditions
    )
    means = {line.name: line.spl for line in lines if line.spl is not None}
    clean = means.pop(CLEAN)
    prs = None if table.prs_spl is None else math.fsum(mean / clean for mean in means.values()) / len(means)
    metrics = tuple(
        _with_means(one, {CLEAN: clean, **means}, prs) if one.name == "spl" else one for one in table.metrics
    )
    return replace(table, conditions=lines, prs_spl=prs, metrics=metrics)


def _exact(rounded: float, published: float | None) -> float:
    assert published is not None and abs(rounded - published) <= 0.5 * 10**-SPL_DIGITS
    return published


def _with_means(table: MetricTable, means: dict[str, float], prs: float | None) -> MetricTable:
    def line(one: MetricLine) -> MetricLine:
        if one.value is None:
            return one
        delta = None if one.delta is None else means[one.name] - means[CLEAN]
        return replace(one, value=means[one.name], delta=delta)

    return replace(table, conditions=tuple(line(one) for one in table.conditions), prs=prs)


def _write(found: Published, file: Path) -> None:
    plain = msgspec.json.format(msgspec.json.encode(found), indent=1)
    file.write_bytes(plain + b"\n")


def _command(manifest: Manifest) -> str:
    suite, shipped = manifest.suite, load_suite(manifest.suite.name)
    per_scene = suite.episodes[0].episodes_per_house
    options = {
        "mitigation": manifest.mitigation,
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


if __name__ == "__main__":
    main(sys.argv[1:])
