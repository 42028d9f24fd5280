"""What a person needs in a notebook, as `import wayproof as wp` offers it; the command line uses the same.

run = wp.run("quickstart", "map_and_plan", "runs/first")
run.table("success")
wp.report("runs/first")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload
from typing import Protocol as Interface

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import importable_name
from wayproof.corruptions.recorded_readings import with_own_holes
from wayproof.corruptions.written import start_written
from wayproof.errors import InvalidInput
from wayproof.manifest import StopRule
from wayproof.perception import load
from wayproof.results import compare as comparison
from wayproof.results.compare import Difference, read_side
from wayproof.results.run_folder import Run, read_run
from wayproof.run.study import Options, Study, open_study, run_study
from wayproof.run.worker import Report
from wayproof.scenes.by_name import scene_named
from wayproof.sensor_rigs import Rig
from wayproof.suite import Suite
from wayproof.suites import changed_suite, load_suite
from wayproof.vocabulary import Context

if TYPE_CHECKING:
    from wayproof.episode.environment import NavigationEnv
    from wayproof.episode.vector_environment import NavigationVectorEnv
    from wayproof.perception import Perceiver
    from wayproof.scenes.scene import Scene
    from wayproof.testing.agent_campaign import Findings
    from wayproof.testing.case_result import CaseResult

Reading = TypeVar("Reading")


class Watcher(Interface):
    """Follows the progress of a run, as a progress bar does."""

    def begin(self, study: Study) -> None: ...

    def say(self, sentence: str) -> None: ...

    def report(self, report: Report) -> None: ...


class Silent:
    """Watches and says nothing."""

    def begin(self, study: Study) -> None: ...

    def say(self, sentence: str) -> None: ...

    def report(self, report: Report) -> None: ...


class Gate(NamedTuple):
    """The answer of a gate: "pass", "fail" or "undecided", and each condition's own."""

    verdict: str
    conditions: list[Difference]


def run(
    suite: str | Path | Suite,
    agent: str | type | Agent,
    output: str | Path,
    *,
    limit: int | None = None,
    per_scene: int | None = None,
    repeats: int | None = None,
    world: str | None = None,
    rig: str | Path | Rig | None = None,
    workers: int = 1,
    shard: tuple[int, int] = (1, 1),
    executor: str = "local",
    stop_early: bool = False,
    keep_trace: bool = False,
    real_time: bool = False,
    mixed: bool = False,
    keep_invalid: bool = False,
    reconnect_s: float = 60.0,
    mitigation: str | None = None,
    watcher: Watcher | None = None,
) -> Run:
    """Run a suite with an agent and read the results. The same call again resumes what was stopped.

    suite: a name (`components("suites")`), a TOML file, or a Suite. agent: a name (`components("agents")`),
    "module:Class", "file.py:Class" or an address, which are run in processes of their own; a class or an
    object that has no such name is run in this process. limit: so many episodes of each set. per_scene,
    repeats, world, rig: change the suite; a rig is a name (`components("rigs")`), a TOML file or a Rig.
    stop_early: leave a condition as soon as its drop is clear.
    mixed: resume although agent or software changed; every table says so. keep_invalid: do not run invalid
    episodes again. reconnect_s: how long to wait for a remote agent that is gone. mitigation: what stands
    before the agent, by name (`components("mitigations")`); with another one it is another agent.
    """
    watching = watcher or Silent()
    given = suite if isinstance(suite, Suite) else load_suite(suite)
    made = changed_suite(given, world=world, per_scene=per_scene, repeats=repeats, rig=rig)
    stop = StopRule(evidence="signs") if stop_early else None
    carry = {"keep_trace": keep_trace, "real_time": real_time, "mixed": mixed, "keep_invalid": keep_invalid}
    options = Options(limit, workers, shard, stop, **carry, reconnect_s=reconnect_s, mitigation=mitigation)
    study = open_study(made, _agent(agent), Path(output), options, tell=watching.say)
    watching.begin(study)
    run_study(study, workers, executor=executor, on_report=watching.report, tell=watching.say)
    return read_run(output, keep_logs=False)


def test(
    agent: str,
    output: str | Path,
    *,
    budget: int = 40,
    seed: int = 0,
    strategy: str = "cantest",
    houses: int = 4,
    faults: bool = True,
    lights: bool = True,
    people: bool = False,
    constraints: bool = False,
    confounders: bool = False,
    symbolic: bool = False,
    rig: str | None = None,
    words: str = "grammar",
    rollouts: int = 16,
    workers: int = 1,
    on_result: Callable[[CaseResult], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Findings:
    """Find cases in which an agent fails, and the capability that each failure comes from.

    The folder gets a page (report.html), the numbers (summary.json) and the distinct failures as a suite
    (suite.toml), which `run` and `gate` take. The same call again resumes what was stopped. strategy:
    "cantest", "random", "behaviour" or "vlatest". houses: how many cases are placed in. rollouts:
    counterfactual ones for one failure at most. faults, lights, people, constraints, confounders (things of
    the goal's group, left in its room), symbolic (take a thing and place it on another): what cases may have.
    rig: other sensors on the body, by name or TOML file. words: "grammar", or "model": written by a language
    model. on_result and tell hear each result and each remark.
    """
    # Here, since it brings the simulator, networks and drawing.
    from wayproof.report.capability_page import write_capability_page  # noqa: PLC0415
    from wayproof.testing.agent_campaign import CampaignOptions, run_campaign  # noqa: PLC0415

    cases = (houses, faults, lights, people, constraints, confounders, symbolic, rig, words)
    options = CampaignOptions(budget, seed, strategy, *cases, rollouts, workers)
    found = run_campaign(agent, Path(output), options, on_result or _unheard, tell or _unheard)
    write_capability_page(found)
    return found


def _unheard(_: object) -> None:
    """Nobody listens."""


def compare(first: str | Path, second: str | Path, metric: str | None = None) -> list[Difference]:
    """How much better the second run is than the first, condition by condition, in pairs.

    metric: a name (`components("metrics")`); without one, the first headline metric of the task.
    Changes are in the metric's own unit: of shares such as success, -0.03 is a drop of 3 points.
    """
    return comparison.compare(read_side(first, metric), read_side(second, metric), metric)


def gate(
    candidate: str | Path, baseline: str | Path, max_drop: float = 3.0, metric: str | None = None
) -> Gate:
    """May the candidate ship? `max_drop` is the drop that is allowed: in points of 100 for shares such as
    success, else in the metric's unit. Without a metric, the first headline of the task decides."""
    sides = read_side(candidate, metric), read_side(baseline, metric)
    decides = metric or comparison.deciding_metric(*sides)
    lines = comparison.gate(*sides, max_drop / comparison.shown_unit(decides).factor, decides)
    return Gate(comparison.overall(lines), lines)


def report(runs: str | Path | Sequence[str | Path], output: str | Path | None = None) -> Path:
    """Write one HTML page about one or more runs; without `output`, report.html in the first run's folder."""
    from wayproof.report.outputs import write_report  # noqa: PLC0415  # draws maps and frames: heavy

    given = [runs] if isinstance(runs, str | Path) else list(runs)
    folders = [Path(folder) for folder in given]
    if not folders:
        raise InvalidInput("no run given; give one or more folders that a run wrote")
    file = folders[0] / "report.html" if output is None else Path(output)
    write_report(folders, file, tell=lambda sentence: None)
    return file


def corrupt(
    reading: Reading,
    faults: str | Sequence[str],
    *,
    seed: int = 0,
    step: int = 0,
    language: str = "en-US",
    longest_depth_m: float = 10.0,
    profile: str = "fixed",
    kind: str | None = None,
) -> Reading:
    """A picture (h, w, 3) uint8, a depth map (h, w) in metres or a text with faults as "fog:0.5".

    Other readings are named by `kind`: "gps" (2,), "compass" (1,), "point_goal" (2,) or "imu" (samples, 7).
    The same seed and step give the same result; the input is left as it is, and a depth map says "no reading"
    as it did: by 0, infinity, NaN or below 0. A fault that does not act on the
    reading is an error.
    """
    asked = [faults] if isinstance(faults, str) else list(faults)
    found: Any = reading
    for stream in start_written(asked, seed=seed, profile=profile):
        named = _checked_kind(stream.corruption.name, stream.corruption.modalities, found, kind)
        context = Context(step=step, reading=named, longest_depth_m=longest_depth_m, language=language)
        result = stream(found, step=step, context=context)
        found = with_own_holes(found, result) if named == "depth" else result
    changed: Reading = found
    return changed


@overload
def make_env(task: str = ..., *, num_envs: None = None, **choices: Any) -> NavigationEnv: ...


@overload
def make_env(task: str = ..., *, num_envs: int, **choices: Any) -> NavigationVectorEnv: ...


def make_env(
    task: str = "point_goal", *, num_envs: int | None = None, **choices: Any
) -> NavigationEnv | NavigationVectorEnv:
    """A Gymnasium environment of a task, with `condition="fog:0.5"` and what else NavigationEnv takes.

    With `num_envs` it is a vector environment: so many of them in a few processes (`processes`, else one for
    each core). Like anything that starts processes it belongs under `if __name__ == "__main__":` in a script.
    """
    # Here, since they bring Gymnasium.
    from wayproof.episode.environment import NavigationEnv  # noqa: PLC0415
    from wayproof.episode.vector_environment import NavigationVectorEnv  # noqa: PLC0415

    if num_envs is None:
        return NavigationEnv(task, **choices)
    return NavigationVectorEnv(task, num_envs, **choices)


def make_scene(name: str) -> Scene:
    """A scene by its name, such as "houses-v1/val/7", "offices-v1/train/0" or "imported/my_flat"."""
    return scene_named(name)


def load_eyes(name: str = "dense") -> Perceiver:
    """A network that names pixels, finds things and matches phrases: ours, or one from a user's folder."""
    return load(name)


def _agent(agent: str | type | Agent) -> str | Agent:
    """A name where there is one, so that workers can load the agent themselves; else the object."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, type):
        name = importable_name(agent)
        return agent() if name is None else name
    return agent


def _checked_kind(name: str, modalities: Sequence[str], reading: object, kind: str | None) -> str:
    """What the reading is, as said or by its form; a fault that does not act on it is refused."""
    dimensions = getattr(reading, "ndim", None)
    given = "instruction" if isinstance(reading, str) else {3: "rgb", 2: "depth"}.get(dimensions or 0, "")
    given = kind or given
    if given not in modalities and not (given == "instruction" and "system_prompt" in modalities):
        shown = "a text" if isinstance(reading, str) else f"an array of {dimensions or 'no'} dimensions"
        raise InvalidInput(
            f"{name} acts on {modalities[0]}, and {shown} was given; give a picture (h, w, 3) for rgb, "
            "metres (h, w) for depth or a text, and name other readings (kind='gps'); for motor "
            "faults use make_env(condition=...)"
        )
    return given
