"""Every parameter of a run and where it comes from; what no paper gives is ours and marked so."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec
from msgspec import UNSET

from wayproof.corruptions import CORRUPTIONS
from wayproof.episode_set import Recipe, file_key
from wayproof.metrics import METRICS
from wayproof.metrics.failure_mode import STILL_M, STILL_S
from wayproof.metrics.lengths import SHORTEST_M
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import words
from wayproof.results.estimates.interval import FEW_SCENES
from wayproof.results.estimates.resampling import RESAMPLES
from wayproof.results.estimates.verdicts import FEWEST_DIFFERING
from wayproof.results.intervals import SEED
from wayproof.results.measured import LEVEL
from wayproof.scenes.imported_scenes import WORLD as IMPORTED
from wayproof.suite import suite_digest
from wayproof.vocabulary import Protocol, Settings

OURS = "ours"
UNITS = {"_m": ", m", "_s": ", s", "_px": ", px", "_rad": ""}  # angles are shown in degrees


class Parameter(msgspec.Struct, frozen=True):
    group: str
    name: str
    value: str
    source: str
    ours: bool


def parameters(part: LabelledPart) -> tuple[Parameter, ...]:
    """All of them: suite, task, sensors, agent, conditions, statistics, software."""
    comparable = part.logs[0].comparable
    return (
        *_suite(part),
        *_task(comparable.task),
        *_sensors(comparable.settings),
        *_agent(part),
        *_conditions(part),
        *_statistics(),
        *(
            _one("software", name, version, "as installed")
            for name, version in sorted(_software(part).items())
        ),
    )


def _one(group: str, name: str, value: object, source: str) -> Parameter:
    for ending, unit in UNITS.items():
        if name.endswith(ending):
            name = name.removesuffix(ending) + unit
    return Parameter(group, words(name), _plain(value), source, _is_ours(source))


def _is_ours(source: str) -> bool:
    return (
        OURS in source.lower().replace("(", " ").replace(":", " ").replace(",", " ").replace(")", " ").split()
    )


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple | list):
        return ", ".join(str(item) for item in value) or "none"
    return "the body's own" if value is None else str(value)


def _suite(part: LabelledPart) -> Iterable[Parameter]:
    manifest, comparable = part.manifest, part.logs[0].comparable
    suite = manifest.suite
    source = "ours: this suite" if suite.source == OURS else f"suite after {suite.source}"
    yield _one("suite", "name and version", f"{suite.name}, version {suite.version}", source)
    yield _one("suite", "digest", suite_digest(suite), "hash of every number of the suite")
    yield _one("suite", "protocol", part.table.protocol, "hash of task, sensors, world and light")
    yield _one("suite", "plan", manifest.plan, "hash of suite and episodes")
    for number, recipe in enumerate(suite.episodes):
        told = _episodes_told(recipe, manifest.files.get(file_key(number, recipe), ""))
        yield _one("suite", f"episodes: {recipe.task}", told, source)
    imported = comparable.world.partition("@")[0] == IMPORTED
    world = "scenes that were imported" if imported else "ours: houses made from seeds"
    yield _one("suite", "world", comparable.world, world)
    yield _one("suite", "light", comparable.light, source)
    yield _one("suite", "repeats of each episode", suite.repeats, source)
    yield _one("suite", "time limit of a step, s", suite.step_limit_s, source)
    yield _one("suite", "time limit of an episode, s", suite.episode_limit_s, source)
    for note in suite.notes:
        yield _one("suite", "note", note, source)


def _episodes_told(recipe: Recipe, content: str) -> str:
    """Where the episodes of a set come from; `content` is the digest of a file."""
    if recipe.file is not None:
        return f"{recipe.count or 'all'} of {recipe.file} (content {content}), {recipe.people} people"
    rooms = "any number of rooms" if recipe.rooms is None else f"{recipe.rooms} rooms"
    return (
        f"{recipe.count} of split {recipe.split}, {recipe.episodes_per_house} in each house, {rooms}, "
        f"{recipe.people} people, seed {recipe.seed}"
    )


def _task(protocol: Protocol) -> Iterable[Parameter]:
    plain = msgspec.structs.asdict(protocol)
    for name, value in plain.items():
        if name == "sources":
            continue
        shown = f"{math.degrees(value):.6g} degrees" if name == "turn_rad" else value
        shown = "none" if shown is None else shown
        yield _one("task", name, shown, source_of(protocol.sources, name))
    for names, source in protocol.sources.items():
        if not any(name.strip() in plain for name in names.split(",")):
            yield _one("task", names, "", source)


def source_of(sources: dict[str, str], name: str) -> str:
    """Where a number comes from; one entry may speak for several, as "forward_m, turn_rad".

    >>> source_of({"forward_m, turn_rad": "a paper"}, "turn_rad")
    'a paper'
    """
    for names, source in sources.items():
        if name in (part.strip() for part in names.split(",")):
            return source
    return "the task's own default" if name not in ("task", "name") else ""


def _sensors(settings: Settings) -> Iterable[Parameter]:
    source = "suite file, or the default of the sensor"
    for name, value in msgspec.structs.asdict(settings).items():
        if value is UNSET:
            continue
        shown = value
        if name.endswith("_rad") and value is not None:
            shown = f"{math.degrees(value):.6g} degrees"
        if name == "cameras" and not value:
            shown = "all of the body's"
        yield _one("sensors", name, shown, source)


def _agent(part: LabelledPart) -> Iterable[Parameter]:
    card, said = part.manifest.card, "the agent's own card"
    yield _one("agent", "started as", part.manifest.agent, "command line")
    yield _one("agent", "mitigation", part.manifest.mitigation or "none", "command line")
    for name in ("name", "version", "summary", "sensors", "actions", "truths", "stateful", "deterministic"):
        value = getattr(card, name)
        yield _one("agent", name, value if value != "" else "not stated", said)


def _conditions(part: LabelledPart) -> Iterable[Parameter]:
    """The faults of each condition, then the constants of each fault once."""
    used: dict[str, None] = {}
    for name, condition in part.conditions.items():
        told = " + ".join(f"{fault.name}:{fault.severity:g} ({fault.profile})" for fault in condition.faults)
        yield Parameter("conditions", name, told or "no fault", "suite file", False)
        used.update(dict.fromkeys(fault.name for fault in condition.faults))
    for fault_name in used:
        if fault_name in CORRUPTIONS:
            fault = CORRUPTIONS[fault_name]
            sources = ", ".join(fault.sources)
            for constant, value in fault.constants.items():
                group = f"fault {words(fault.name)}"
                yield Parameter(group, constant, value, sources, _is_ours(value) or _is_ours(sources))


def _statistics() -> Iterable[Parameter]:
    group = "statistics"
    yield _one(group, "confidence level", f"{100 * LEVEL:.0f} %", "ours: as in most papers")
    yield _one(group, "resamples, seed", f"{RESAMPLES:,}, {SEED}", "ours")
    yield _one(
        group,
        "interval of a success rate",
        "Wilson, for as many episodes as the spread of scenes is worth",
        "Wilson 1927; ours",
    )
    yield _one(
        group,
        "interval of a change",
        "Newcombe's paired, or Student's t over scenes where wider",
        "Newcombe 1998; ours",
    )
    yield _one(group, "interval of other means", "bootstrap, or Student's t over scenes where wider", "ours")
    yield _one(
        group,
        "p-values",
        "exact McNemar or Student's t over scenes, the larger, Holm-adjusted",
        "McNemar 1947; Holm 1979",
    )
    yield _one(group, "fewest differing twins for a drop", FEWEST_DIFFERING, "ours: 2 / 2**5 is above 5 %")
    yield _one(group, "caution with fewer than", f"{FEW_SCENES} scenes", "ours: measured coverage")
    yield _one(group, "shortest path counts as at least", f"{SHORTEST_M:g} m", "ours")
    yield _one(group, "immobile", f"less than {STILL_M:g} m in {STILL_S:g} s", "OmniNavBench's code")
    for name in ("success", "spl", "collisions", "minimum_distance"):
        yield _one(group, name, METRICS[name].summary, METRICS[name].source)


def _software(part: LabelledPart) -> dict[str, str]:
    return part.manifest.software
