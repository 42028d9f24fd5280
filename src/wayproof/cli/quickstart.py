"""`wayproof quickstart`: a first look: a house, a walk, and a small robustness study."""

from __future__ import annotations

import time
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import say

SPLIT, SEED = "val", 3
SUITE, AGENT = "quickstart-objects", "value_explorer"


def quickstart(
    out: Annotated[Path, typer.Option("--output", "-o", help="folder for the results")] = Path("quickstart"),
    workers: Annotated[int, typer.Option(help="parallel processes that run episodes")] = 2,
) -> None:
    """Take a first look: a house, an agent, what survives faults. Makes a house, walks through it, then lets
    an agent with learned perception look for things, clean and under three faults. Run it again to resume.

    Example: wayproof quickstart -o quickstart
    """
    _show_house(out)
    _run_study(out / "run", workers)
    _write_report(out / "run", out / "report.html")


def _show_house(out: Path) -> None:
    say(f"making house {SEED} of the {SPLIT} split (the first run compiles, which takes a minute) ...")
    from wayproof.pictures.scene_sheets import show_scene
    from wayproof.pictures.walk_sheet import show_walk
    from wayproof.scenes.houses.house import make_house
    from wayproof.scenes.scene import things
    from wayproof.scenes.scene_file import save_scene

    scene = make_house(SEED, split=SPLIT)
    rooms = ", ".join(room.type.replace("_", " ") for room in scene.rooms)
    say(f"{len(things(scene))} things in {len(scene.rooms)} rooms: {rooms}")
    save_scene(scene, out / "house.scene")
    for picture in chain(show_scene(scene, out), show_walk(scene, out)):
        say(f"drew {picture}")
    say(f"pictures are in {out}; open {out / 'walk.png'} and {out / 'walk_map.png'} first")


def _run_study(folder: Path, workers: int) -> None:
    from wayproof.api import run
    from wayproof.cli.progress import Progress, stopped
    from wayproof.cli.tables import show_tables
    from wayproof.results.table import table_of
    from wayproof.suites import load_suite

    suite = load_suite(SUITE)
    say(f"running suite {SUITE} with agent {AGENT}: {suite.summary}")
    began_s = time.monotonic()
    with Progress() as progress:
        try:
            found = run(suite, AGENT, folder, workers=workers, keep_trace=True, watcher=progress)
        except KeyboardInterrupt:
            raise SystemExit(stopped(folder, progress)) from None
    show_tables([table_of(part) for part in found.parts])
    say(f"{progress.fresh} episodes in {time.monotonic() - began_s:.0f} s; logs in {folder}")


def _write_report(run: Path, page: Path) -> None:
    from wayproof.report.outputs import write_report

    write_report([run], page, tell=say)
    typer.echo(str(page))
