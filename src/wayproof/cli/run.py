"""`wayproof run SUITE --agent A -o RUN`: run a suite, or go on where it was stopped, and show the table."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import InvalidInput

if TYPE_CHECKING:
    from wayproof.run.study import Options, Study
    from wayproof.suite import Suite

MOST_FILMS = 5
WORLDS = "another world, as offices-v1, houses-v1@scan_like, imported/NAME"


def run(
    suite: Annotated[str, typer.Argument(help="a suite by name (wayproof ls suites) or a TOML file")],
    agent: Annotated[str, typer.Option("--agent", help="a built-in agent, MODULE:CLASS or FILE.py:CLASS")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="folder; runs/SUITE-AGENT")] = None,
    limit: Annotated[int | None, typer.Option(help="only so many episodes of each set")] = None,
    per_scene: Annotated[int | None, typer.Option(help="episodes in each scene")] = None,
    repeats: Annotated[int | None, typer.Option(help="runs of each episode")] = None,
    world: Annotated[str | None, typer.Option(help=WORLDS)] = None,
    workers: Annotated[int, typer.Option(help="processes that run episodes side by side")] = 2,
    shard: Annotated[str, typer.Option(help="the i-th of n parts of the work, as 2/4")] = "1/1",
    executor: Annotated[str, typer.Option(help="local: processes here; ray: actors on a cluster")] = "local",
    stop: Annotated[str, typer.Option(help="never, or sequential: until it is clear")] = "never",
    video: Annotated[str, typer.Option(help="never, or failures: films of lost episodes")] = "never",
    trace: Annotated[bool, typer.Option(help="keep what the agent says of its thoughts")] = False,
    real_time: Annotated[
        bool, typer.Option("--real-time", help="the world does not wait for the agent")
    ] = False,
    print_slurm: Annotated[
        int | None, typer.Option(help="only print a Slurm script of so many shards")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Run a suite with an agent. The same command again goes on where it was stopped.

    Example: wayproof run quickstart --agent map_and_plan -o runs/first
    """
    from wayproof.manifest import StopRule
    from wayproof.run.study import Options

    _check_words(stop, executor, video)
    chosen = _chosen(suite, world, per_scene, repeats)
    folder = out or Path("runs") / re.sub(r"[^\w.@-]+", "-", f"{chosen.name}-{agent}")
    if print_slurm is not None:
        more = {"world": world, "limit": limit, "per-scene": per_scene, "repeats": repeats}
        more |= {"real-time": True} if real_time else {}
        _print_slurm(suite, chosen.name, agent, folder, print_slurm, workers, more)
        return
    rule = StopRule() if stop == "sequential" else None
    options = Options(limit, workers, _shard(shard), rule, trace, real_time)
    _conduct(chosen, agent, folder, options, executor, form)
    if video == "failures":
        _film(folder)


def _chosen(suite: str, world: str | None, per_scene: int | None, repeats: int | None) -> Suite:
    """The suite as the options change it."""
    from wayproof.suites import in_world, load_suite, repeated, spread_out

    chosen = load_suite(suite) if world is None else in_world(load_suite(suite), world)
    chosen = chosen if per_scene is None else spread_out(chosen, per_scene)
    return chosen if repeats is None else repeated(chosen, repeats)


def _print_slurm(
    suite: str, name: str, agent: str, folder: Path, count: int, workers: int, more: Mapping[str, object]
) -> None:
    from wayproof.cli.slurm import slurm_script

    _shard(f"1/{count}")
    typer.echo(slurm_script(suite, name, agent, folder, count, workers, more), nl=False)


def _conduct(suite: Suite, agent: str, folder: Path, options: Options, executor: str, form: Format) -> None:
    """Run what is left, with a live table, and show the result."""
    from wayproof.cli.progress import Progress
    from wayproof.cli.tables import show_tables
    from wayproof.results.table import plain_answer, tables_in
    from wayproof.run.study import open_study, run_study

    began_s = time.monotonic()
    with Progress() as progress:
        study = open_study(suite, agent, folder, options, tell=progress.say)
        progress.begin(study)
        try:
            run_study(study, options.workers, executor=executor, on_report=progress.report, tell=progress.say)
        except KeyboardInterrupt:
            raise SystemExit(_stopped(study, progress.done)) from None
    made = tables_in(folder)
    if form is Format.JSON:
        answer(plain_answer(made, folder=str(folder)), form)
    else:
        show_tables(made)
        say(f"{progress.fresh} episodes in {time.monotonic() - began_s:.0f} s; logs in {folder}")


def _film(folder: Path) -> None:
    from wayproof.view.failure_videos import write_failure_videos

    for file in write_failure_videos(folder, folder / "videos", MOST_FILMS, tell=say):
        say(f"filmed {file}")


def _check_words(stop: str, executor: str, video: str) -> None:
    if video not in ("never", "failures"):
        raise InvalidInput(f"--video is {video!r}; give never or failures")
    if stop not in ("never", "sequential"):
        raise InvalidInput(f"--stop is {stop!r}; give never or sequential")
    if executor not in ("local", "ray"):
        raise InvalidInput(f"--executor is {executor!r}; give local or ray")


def _stopped(study: Study, done: int) -> int:
    say(
        f"stopped after {done} of {len(study.mine)} episodes; all of them are stored in {study.folder}. "
        "Give the same command again to go on."
    )
    return 130


def _shard(text: str) -> tuple[int, int]:
    number, slash, count = text.partition("/")
    if not slash or not number.isdigit() or not count.isdigit():
        raise InvalidInput(f"--shard is {text!r}; write i/n, as 2/4")
    return int(number), int(count)
