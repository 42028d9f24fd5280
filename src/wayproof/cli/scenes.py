"""`wayproof scenes`: make, show, check, import and export scenes."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli import packs
from wayproof.cli.output import Format, answer, say
from wayproof.cli.scene_import import import_scene
from wayproof.errors import InvalidInput

if TYPE_CHECKING:
    from wayproof.scenes.scene import Scene

app = typer.Typer(
    help="Scenes: make, show, check, import, export.", no_args_is_help=True, rich_markup_mode=None
)

Seed = Annotated[int, typer.Option("--seed", help="which house: 0, 1, 2, ...", min=0)]
Split = Annotated[str, typer.Option("--split", help="train, val or test")]
Rooms = Annotated[int | None, typer.Option("--rooms", help="force the number of rooms, 2 to 10")]
Form = Annotated[Format, typer.Option("--format", help="table or json")]
NameOption = Annotated[str | None, typer.Option("--name", help="any scene by name, such as offices-v1/val/3")]
FileOption = Annotated[Path | None, typer.Option("--file", help="a .scene file instead of a seed")]
Output = Annotated[Path, typer.Option("--output", "-o", help="folder for the pictures")]

app.command("import")(import_scene)
app.add_typer(packs.app, name="pack")


@app.command()
def make(
    seed: Seed,
    split: Split = "train",
    rooms: Rooms = None,
    out: Annotated[Path | None, typer.Option("--output", "-o", help="write the scene to this file")] = None,
    light: Annotated[bool, typer.Option(help="bake the light too")] = True,
    form: Form = Format.TABLE,
) -> None:
    """Make one house and say what is in it.

    Example: wayproof scenes make --seed 7 --split val -o house.scene
    """
    from wayproof.scenes.digest import content_hash
    from wayproof.scenes.houses.house import make_house
    from wayproof.scenes.scene import things
    from wayproof.scenes.scene_file import save_scene

    scene = make_house(seed, split=split, rooms=rooms, light=light and out is not None)
    digest = save_scene(scene, out) if out else content_hash(scene)
    objects = things(scene)
    if out:
        say(f"wrote {out}")
    answer(
        {
            "name": scene.name,
            "hash": digest,
            "rooms": [room.type for room in scene.rooms],
            "objects": len(objects),
            "categories": sorted({thing.category for thing in objects}),
            "triangles": len(scene.faces),
        },
        form,
    )


@app.command()
def show(
    seed: Annotated[int | None, typer.Option("--seed", help="which house: 0, 1, 2, ...", min=0)] = None,
    split: Split = "train",
    rooms: Rooms = None,
    file: FileOption = None,
    name: NameOption = None,
    out: Output = Path("house"),
    form: Form = Format.TABLE,
) -> None:
    """Draw a house: plan, view from above, rooms, a short walk.

    Its objects are listed as a table.

    Example: wayproof scenes show --seed 7 --split val -o house

    Example: wayproof scenes show --name houses-v1/val/7@scan_like -o scan
    """
    from wayproof.pictures.scene_sheets import show_scene
    from wayproof.pictures.walk_sheet import show_walk
    from wayproof.scenes.scene import things

    scene = _scene(seed, split, rooms, file, name)
    for picture in chain(show_scene(scene, out), show_walk(scene, out)):
        say(f"wrote {picture}")
    answer([_described(thing, scene) for thing in things(scene)], form)


@app.command()
def check(
    count: Annotated[int, typer.Option("--count", help="how many houses", min=1)] = 100,
    first: Annotated[int, typer.Option("--first", help="the first seed", min=0)] = 0,
    split: Split = "train",
    world: Annotated[str, typer.Option("--world", help="houses-v1, offices-v1 or shops-v1")] = "houses-v1",
    workers: Annotated[int, typer.Option("--workers", help="processes", min=1)] = 2,
    form: Form = Format.TABLE,
) -> None:
    """Check houses in bulk. Nothing floats or overlaps, doors are free, every room can be reached.

    Example: wayproof scenes check --count 1000

    Example: wayproof scenes check --world offices-v1 --count 100
    """
    from wayproof.navigation.fitness.many_houses import check_houses

    result = check_houses(range(first, first + count), split=split, workers=workers, world=world)
    for seed, problems in result.problems.items():
        for problem in problems:
            say(f"{world}/{split}/{seed}: {problem}")
    answer(result.summary(), form)
    if result.problems:
        raise typer.Exit(1)


@app.command()
def export(
    out: Annotated[Path, typer.Argument(help="the .glb file to write, labels go beside it; or a folder")],
    seed: Annotated[int | None, typer.Option("--seed", help="which house: 0, 1, 2, ...", min=0)] = None,
    split: Split = "train",
    rooms: Rooms = None,
    file: FileOption = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="any scene by its name, as offices-v1/val/3; several with --habitat"),
    ] = None,
    world: Annotated[
        str, typer.Option("--world", help="world of the seeds: houses-v1, offices-v1 or shops-v1")
    ] = "houses-v1",
    habitat: Annotated[bool, typer.Option(help="also Habitat episodes; OUT is then a folder")] = False,
    count: Annotated[int, typer.Option(help="with --habitat: how many scenes, from the seed on", min=1)] = 1,
    episodes: Annotated[int, typer.Option(help="with --habitat: episodes of each task", min=1)] = 10,
) -> None:
    """Write a house for other viewers and simulators. Binary glTF with a sidecar of labels.

    Example: wayproof scenes export house.glb --seed 7

    Example: wayproof scenes export for-habitat --seed 7 --count 5 --split val --habitat

    Example: wayproof scenes export for-habitat --name offices-v1/val/3 --name imported/flat --habitat
    """
    from wayproof.scenes.by_name import HOUSES, check_world, generated_name

    if habitat:
        from wayproof.cli.habitat import write_for_habitat

        if (seed is None) == (not name) or file is not None or rooms is not None:
            raise InvalidInput(
                "--habitat writes scenes by seed (--seed N --count M) or by --name, no --file or --rooms"
            )
        check_world(world)
        made = [generated_name(world, split, seed + k) for k in range(count)] if seed is not None else []
        for sentence in write_for_habitat(out, [*made, *(name or ())], split, episodes):
            say(sentence)
        return
    if count != 1 or len(name or ()) > 1:
        raise InvalidInput("several scenes need --habitat; one file holds one scene")
    if world != HOUSES and seed is not None:
        name, seed = [generated_name(world, split, seed)], None
    from wayproof.scenes.glb import export_glb

    sidecar = export_glb(_scene(seed, split, rooms, file, name[0] if name else None, light=False), out)
    say(f"wrote {out} and {sidecar}")


def _scene(
    seed: int | None,
    split: str,
    rooms: int | None,
    file: Path | None,
    name: str | None,
    *,
    light: bool = True,
) -> Scene:
    """The scene that the options name: a file, a house by its seed, or any scene by its name."""
    from wayproof.scenes.by_name import HOUSES, generated_name, scene_named
    from wayproof.scenes.scene_file import load_scene

    if sum(option is not None for option in (seed, file, name)) != 1:
        raise InvalidInput(
            "give one of --seed N (a house of ours), --file HOUSE.scene and --name WORLD/SPLIT/SEED"
        )
    if file is not None:
        return load_scene(file)
    return scene_named(name or generated_name(HOUSES, split, seed or 0, rooms), light=light)


def _described(thing: Any, scene: Scene) -> dict[str, Any]:
    attributes = thing.attributes
    support = scene.instances[thing.support - 1].category if thing.support else None
    return {
        "id": thing.id,
        "category": thing.category,
        "room": next((room.type for room in scene.rooms if room.id == thing.room), None),
        "where": f"{thing.relation} {support}" if support else "",
        "size": attributes.size,
        "colour": attributes.colour,
        "pattern": attributes.pattern,
        "material": attributes.material,
        "state": attributes.state,
        "kind": attributes.modifier,
        "number": attributes.number,
    }
