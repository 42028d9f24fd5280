"""`wayproof quickstart`: the shortest way to see something."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from wayproof.cli.output import say

SPLIT, SEED = "val", 3


def quickstart(
    out: Annotated[Path, typer.Option("--output", "-o", help="folder for the results")] = Path("quickstart"),
) -> None:
    """Make a furnished house, draw its plan, look around and walk through it.

    Example: wayproof quickstart -o quickstart
    """
    say(f"making house {SEED} of the {SPLIT} split (the first run compiles, which takes a minute) ...")
    from wayproof.pictures.show import show_scene
    from wayproof.pictures.walk import show_walk
    from wayproof.scenes.file import save_scene
    from wayproof.scenes.houses.house import make_house
    from wayproof.scenes.scene import things

    scene = make_house(SEED, split=SPLIT)
    rooms = ", ".join(room.type.replace("_", " ") for room in scene.rooms)
    say(f"{len(things(scene))} things in {len(scene.rooms)} rooms: {rooms}")
    save_scene(scene, out / "house.scene")
    for picture in chain(show_scene(scene, out), show_walk(scene, out)):
        say(f"drew {picture}")
    typer.echo(f"pictures are in {out}; open {out / 'walk.png'} and {out / 'walk_map.png'} first")
