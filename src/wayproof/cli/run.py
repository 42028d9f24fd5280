"""`wayproof run SUITE --agent A -o RUN`: run a suite, or resume it, and show the table."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import InvalidInput

MOST_FILMS = 5
WORLDS = "another world: offices-v1, houses-v1@scan_like, imported/NAME"

MITIGATIONS = "what repairs the agent's inputs before it reads them (wayproof ls mitigations)"
RIGS = "sensors on the body: a name (wayproof ls rigs) or a TOML file"

# Options that take more than a line.
Stop = Annotated[str, typer.Option(help="never, or sequential: end a condition once its result is clear")]
Trace = Annotated[bool, typer.Option(help="keep the agent's trace: what it perceives, remembers, plans")]
RealTime = Annotated[bool, typer.Option("--real-time", help="the world does not wait for the agent")]
Mixed = Annotated[
    bool, typer.Option("--mixed", help="resume even if agent or software changed; tables say so")
]
KeepInvalid = Annotated[bool, typer.Option("--keep-invalid", help="do not run invalid episodes again")]
PrintSlurm = Annotated[
    int | None, typer.Option(help="print a Slurm script for this many shards; run nothing")
]


def run(
    suite: Annotated[str, typer.Argument(help="a suite by name (wayproof ls suites) or a TOML file")],
    agent: Annotated[str, typer.Option("--agent", help="a built-in agent, MODULE:CLASS or FILE.py:CLASS")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="folder; by default runs/SUITE-AGENT")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="at most this many episodes of each set")] = None,
    per_scene: Annotated[int | None, typer.Option(help="episodes in each scene")] = None,
    repeats: Annotated[int | None, typer.Option(help="runs of each episode")] = None,
    world: Annotated[str | None, typer.Option(help=WORLDS)] = None,
    rig: Annotated[str | None, typer.Option(help=RIGS)] = None,
    mitigation: Annotated[str | None, typer.Option(help=MITIGATIONS)] = None,
    workers: Annotated[int, typer.Option(help="processes that run episodes side by side")] = 2,
    shard: Annotated[str, typer.Option(help="the i-th of n parts of the work, such as 2/4")] = "1/1",
    executor: Annotated[str, typer.Option(help="local: processes here; ray: actors on a cluster")] = "local",
    stop: Stop = "never",
    video: Annotated[str, typer.Option(help="never, or failures: videos of failed episodes")] = "never",
    trace: Trace = False,
    real_time: RealTime = False,
    mixed: Mixed = False,
    keep_invalid: KeepInvalid = False,
    reconnect: Annotated[float, typer.Option(help="seconds to wait for a lost remote agent")] = 60.0,
    print_slurm: PrintSlurm = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Run a suite with an agent. Repeat the same command to resume a run.

    Example: wayproof run quickstart --agent map_and_plan -o runs/first
    """
    _check_words(stop, executor, video)
    folder = out or _folder(_name(suite, world, rig), agent, mitigation)
    if print_slurm is not None:
        more = {"world": world, "rig": rig, "limit": limit, "per-scene": per_scene, "repeats": repeats}
        more |= {"mitigation": mitigation, "real-time": real_time or None}
        _print_slurm(suite, _name(suite, world, rig), agent, folder, print_slurm, workers, more)
        return
    changes = {"limit": limit, "per_scene": per_scene, "repeats": repeats, "world": world, "rig": rig}
    options = {"workers": workers, "shard": _shard(shard), "executor": executor, "real_time": real_time}
    more = {"stop_early": stop == "sequential", "keep_trace": trace, "mitigation": mitigation}
    resuming: dict[str, Any] = {"mixed": mixed, "keep_invalid": keep_invalid, "reconnect_s": reconnect}
    _conduct(suite, agent, folder, form, **changes, **options, **more, **resuming)
    if video == "failures":
        _film(folder)


def _folder(name: str, agent: str, mitigation: str | None) -> Path:
    """Where a run is kept unless told otherwise."""
    parts = [name, agent, *([] if mitigation is None else [mitigation])]
    return Path("runs") / re.sub(r"[^\w.@-]+", "-", "-".join(parts))


def _name(suite: str, world: str | None, rig: str | None) -> str:
    """The name of the suite as the options change it."""
    from wayproof.suites import changed_suite, load_suite

    return changed_suite(load_suite(suite), world=world, rig=rig).name


def _print_slurm(
    suite: str, name: str, agent: str, folder: Path, count: int, workers: int, more: Mapping[str, object]
) -> None:
    from wayproof.cli.slurm import slurm_script

    _shard(f"1/{count}")
    typer.echo(slurm_script(suite, name, agent, folder, count, workers, more), nl=False)


def _conduct(suite: str, agent: str, folder: Path, form: Format, **options: Any) -> None:
    """Run what is left, with a live table, and show the result."""
    from wayproof.api import run as run_suite
    from wayproof.cli.aligned_table import show_aligned
    from wayproof.cli.progress import Progress, stopped
    from wayproof.cli.tables import show_tables
    from wayproof.results.aligned_tasks import aligned_tables, plain_aligned
    from wayproof.results.table import plain_answer, table_of

    began_s = time.monotonic()
    with Progress() as progress:
        try:
            found = run_suite(suite, agent, folder, watcher=progress, **options)
        except KeyboardInterrupt:
            raise SystemExit(stopped(folder, progress)) from None
    tables = [table_of(part) for part in found.parts]
    aligned = aligned_tables(found.parts)
    if form is Format.JSON:
        answer(plain_answer(tables, folder=str(folder), **plain_aligned(aligned)), form)
    else:
        show_tables(tables)
        show_aligned(aligned)
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


def _shard(text: str) -> tuple[int, int]:
    number, slash, count = text.partition("/")
    if not slash or not number.isdigit() or not count.isdigit():
        raise InvalidInput(f"--shard is {text!r}; write i/n, as 2/4")
    return int(number), int(count)
