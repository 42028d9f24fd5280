"""`wayproof scenes import FILE`: read a foreign scene once and keep it by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import InvalidInput

if TYPE_CHECKING:
    from wayproof.scenes.import_result import Imported

MESHES = (".glb", ".gltf", ".obj", ".ply", ".dae", ".stl")
WORLDS = (".world", ".sdf")
HOUSES = (".json",)
OWN = (".scene",)


Source = Annotated[
    Path,
    typer.Argument(
        help="a mesh (.glb .gltf .obj .ply .dae .stl), a Gazebo world (.world .sdf), a ProcTHOR house "
        "(.json), a .scene"
    ),
]
Up = Annotated[
    str | None, typer.Option(help="of a mesh: which axis points up, y or z; else as a .dae says, or y")
]
Unit = Annotated[
    float | None,
    typer.Option("--unit", help="of a mesh: metres in one of its units; else as a .dae says, or 1"),
]
Models = Annotated[
    list[Path] | None, typer.Option(help="of a Gazebo world: a folder of models; may be repeated")
]


def import_scene(
    file: Source,
    name: Annotated[str | None, typer.Option(help="its name; by default that of the file")] = None,
    labels: Annotated[Path | None, typer.Option(help="of a mesh: its labels (.json, or HM3D's .txt)")] = None,
    up: Up = None,
    unit_m: Unit = None,
    models: Models = None,
    light: Annotated[
        str, typer.Option(help="auto (only if a mesh contains no light), bake or none")
    ] = "auto",
    assets: Annotated[Path | None, typer.Option(help="of a ProcTHOR house: folder of OBJ meshes")] = None,
    database: Annotated[Path | None, typer.Option(help="of a ProcTHOR house: sizes of its assets")] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Import a scene of your own, from a mesh, a Gazebo world or ProcTHOR.

    Meshes: glTF, OBJ, PLY, COLLADA and STL. It reports what was guessed or left out. From then on every
    command knows the scene by its name.

    Example: wayproof scenes import flat.glb --labels flat.semantic.json --name flat

    Example: wayproof run smoke --agent map_and_plan --world imported/flat
    """
    from wayproof.scenes.imported_scenes import check_name, keep

    chosen, kind = check_name(name or file.stem), _kind(file)
    given: dict[str, Any] = {"labels": labels, "up": up, "unit_m": unit_m, "light": light}
    given |= {"models": models or None, "assets": assets, "database": database}
    _check_options(kind, given)
    found = _read(kind, file, given)
    for note in found.notes:
        say(f"note: {note}")
    say(f"kept as {keep(found.scene, chosen)}")
    answer(_summary(found, chosen, form), form)


def _summary(found: Imported, name: str, form: Format) -> dict[str, Any]:
    """A short table for people, who have read the notes; everything for scripts."""
    from wayproof.scenes.imported_scenes import WORLD
    from wayproof.scenes.scene import things

    objects = things(found.scene)
    summary: dict[str, Any] = {
        "name": f"{WORLD}/{name}",
        "rooms": len(found.scene.rooms),
        "objects": len(objects),
        "triangles": len(found.scene.faces),
    }
    if form is Format.JSON:
        summary["rooms"] = [room.type for room in found.scene.rooms]
        summary["categories"] = sorted({thing.category for thing in objects})
        summary["notes"] = list(found.notes)
    return summary


def _kind(file: Path) -> str:
    for kind, endings in (("mesh", MESHES), ("world", WORLDS), ("house", HOUSES), ("scene", OWN)):
        if file.suffix.lower() in endings:
            return kind
    raise InvalidInput(
        f"{file} ends in {file.suffix!r}; give a mesh ({' '.join(MESHES)}), a Gazebo world "
        f"({' '.join(WORLDS)}), a ProcTHOR house (.json) or a .scene"
    )


def _check_options(kind: str, given: dict[str, Any]) -> None:
    """Options that this kind of file does not know are refused rather than ignored."""
    known = {
        "mesh": {"labels", "up", "unit_m", "light"},
        "world": {"models", "light"},
        "house": {"assets", "database", "light"},
        "scene": set(),
    }[kind]
    for option, value in given.items():
        if value != ("auto" if option == "light" else None) and option not in known:
            raise InvalidInput(f"--{option.removesuffix('_m')} does not apply to this kind of file")


def _read(kind: str, file: Path, given: dict[str, Any]) -> Imported:
    light = given["light"]
    if kind == "mesh":
        from wayproof.scenes.meshes.mesh_reader import read_mesh

        return read_mesh(file, labels=given["labels"], up=given["up"], unit_m=given["unit_m"], light=light)
    if kind == "world":
        from wayproof.scenes.gazebo.world_reader import read_world

        return read_world(file, models=given["models"] or (), light=light)
    if kind == "house":
        from wayproof.scenes.meshes.mesh_light import check_light
        from wayproof.scenes.procthor import read_procthor

        check_light(light)
        return read_procthor(file, assets=given["assets"], database=given["database"], light=light != "none")
    from wayproof.scenes.import_result import Imported
    from wayproof.scenes.scene_file import load_scene

    return Imported(load_scene(file))
