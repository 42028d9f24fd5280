"""Read a ProcTHOR house: its file, the sizes of its assets, then plan, shell, things and light."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec

from wayproof.errors import InvalidInput
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import FURNITURE, Variation
from wayproof.scenes.houses.house_style import draw_style
from wayproof.scenes.houses.plan_data import FloorPlan
from wayproof.scenes.houses.reachable_rooms import reach_in
from wayproof.scenes.houses.shell import Shell, build_shell
from wayproof.scenes.houses.shell_finishes import RoomFinishes, ShellFinishes, dress
from wayproof.scenes.import_result import Imported
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.procthor.asset_models import Models
from wayproof.scenes.procthor.asset_sizes import find_database, read_assets
from wayproof.scenes.procthor.door_leaves import with_leaves
from wayproof.scenes.procthor.house_file import HouseFile, Material, read_house
from wayproof.scenes.procthor.materials import finish_for
from wayproof.scenes.procthor.objects import Thing, furnish
from wayproof.scenes.procthor.procthor_plan import floor_plan, room_at
from wayproof.scenes.procthor.unity_frame import plan_point
from wayproof.scenes.scene import Scene
from wayproof.seeding import generator_for

EXTERIOR = "exterior"
LAMP_SHAPE = "bowl"


def read_procthor(
    file: Path, *, assets: Path | None = None, database: Path | None = None, light: bool = True
) -> Imported:
    """The house in a ProcTHOR file as a scene, and what was guessed, mended or left out.

    `database`: ProcTHOR's asset-database.json; looked for beside the house when not given. `assets`: a folder
    of the user's own meshes, `<assetId>.obj` or `<assetId>/*.obj`. Without `light` none is baked.
    """
    house = read_house(file)
    models = Models(read_assets(find_database(file, database)), assets)
    plan, notes = floor_plan(house)
    things, left_out = furnish(house, plan, models)
    plan = with_leaves(plan, house.doors, [thing.rectangle for thing in things if thing.low_m[1] < 2.0])
    shell = build_shell(plan, _finishes(house, plan), generator_for(0, "procthor", house.key, "shell"))
    lamps = _ceiling_lamps(house, plan)
    if lamps:
        notes.append(f"{len(lamps)} point lights of the file are lamps at the ceiling")
    scene = _assembled(f"imported/{file.stem}", shell, things, lamps, models)
    notes += [*models.notes(), *left_out, *_unreached(scene, file)]
    if light:
        scene = lit(scene)
    return Imported(scene, tuple(notes))


def _assembled(name: str, shell: Shell, things: list[Thing], lamps: list[Placed], models: Models) -> Scene:
    first = len(shell.placed) + 1
    placed = [
        replace(thing.placed, support=None if thing.carrier is None else first + thing.carrier)
        for thing in things
    ]
    return assemble(
        name,
        [*shell.placed, *placed, *lamps],
        models.texture,
        rooms=shell.rooms,
        doors=shell.doors,
        windows=shell.windows,
    )


def _finishes(house: HouseFile, plan: FloorPlan) -> ShellFinishes:
    """What the file says of floors, walls and the ceiling; doors and trim are drawn as in our houses."""
    rng = generator_for(0, "procthor", house.key, "finishes")
    style = draw_style(rng, held_out=False)
    parameters = house.parameters
    ceiling = finish_for(parameters.ceiling_material, "ceiling", parameters.ceiling_color)
    rooms = [
        RoomFinishes(finish_for(room.floor_material, "floor"), _wall(house, room.id), ceiling, style.trim)
        for room in house.rooms
    ]
    return dress(rooms, facade=_wall(house, EXTERIOR), door=style.door, trim=style.trim, rng=rng)


def _wall(house: HouseFile, room_id: str) -> Finish:
    """The finish of most walls of a room, or of the outside."""
    outside = room_id == EXTERIOR
    own = [
        wall
        for wall in house.walls
        if (f"|{EXTERIOR}|" in wall.id) == outside and (outside or wall.room_id == room_id)
    ]
    seen = Counter(finish_for(wall.material, "wall", wall.color) for wall in own)
    return seen.most_common(1)[0][0] if seen else finish_for(Material(), "wall")


def _ceiling_lamps(house: HouseFile, plan: FloorPlan) -> list[Placed]:
    """A flat lamp at the ceiling for each point light of the file."""
    lamps = []
    kind = FURNITURE["ceiling_lamp"]
    for k, source in enumerate(house.parameters.lights or ()):
        if source.type != "point" or source.position is None:
            continue
        x, z = plan_point(source.position.x, source.position.z)
        room = room_at(plan, x, z)
        if room is None:
            continue
        model = kind.build(LAMP_SHAPE, Variation(generator_for(0, "procthor", house.key, "lamp", k)))
        words = msgspec.structs.replace(model.attributes, state="on" if model.attributes.state else None)
        place = (round(x, 4), room.height_m, round(z, 4))
        lamps.append(
            Placed(kind.category, LAMP_SHAPE, words, model.parts, place, room=room.id, glow=model.glow)
        )
    return lamps


def _unreached(scene: Scene, file: Path) -> list[str]:
    """Refuse a house in which nobody can stand; name the rooms that a walker cannot get to."""
    reach = reach_in(scene)
    if not any(entry.is_reached for entry in reach):
        raise InvalidInput(f"{file.name}: no reachable room: nowhere is there floor for a body to stand on")
    away = [f"{entry.room.type} {entry.room.id}" for entry in reach if not entry.is_reached]
    return [f"not reached on foot from the rest of the house: {', '.join(away)}"] if away else []
