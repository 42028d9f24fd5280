"""`houses-v1`, the default world: a furnished house as a function of split and seed."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.errors import InvalidInput, unknown_name
from wayproof.scenes.assembly import assemble
from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.floor_plan import draw_floor_plan
from wayproof.scenes.houses.furnish import AT_HOME, REDRAWS, THINNINGS, Custom, furnish
from wayproof.scenes.houses.house_style import Style, draw_room_finishes, draw_style
from wayproof.scenes.houses.plan_data import FloorPlan
from wayproof.scenes.houses.reachable_rooms import WALKER_RADIUS_M, reach_in, rooms_at_fault
from wayproof.scenes.houses.shell import Shell, build_shell
from wayproof.scenes.houses.shell_finishes import dress
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.scene import Scene
from wayproof.scenes.textures import texture_for
from wayproof.seeding import generator_for, key_for

WORLD = "houses-v1"
SPLITS = ("train", "val", "test")
FEWEST_ROOMS, MOST_ROOMS = 2, 10


@dataclass(frozen=True)
class House:
    """A house before it becomes one mesh: what the checks and the drawings need besides the Scene."""

    plan: FloorPlan
    shell: Shell
    things: tuple[Thing, ...]
    scene: Scene


def make_house(seed: int, *, split: str = "train", rooms: int | None = None, light: bool = True) -> Scene:
    """The scene named houses-v1/SPLIT/SEED; `rooms` forces the number of rooms, `light=False` skips baking.

    Splits never share a house: the split's name is part of every draw. The test split also shows shapes and
    textures that appear in no other.
    """
    scene = build_house(seed, split=split, rooms=rooms).scene
    return lit(scene) if light else scene


def build_house(seed: int, *, split: str = "train", rooms: int | None = None) -> House:
    """The house with its plan and the list of its things, without light."""
    house_seed = seed_of(WORLD, split, seed)
    drawn = int(generator_for(house_seed, "rooms").integers(FEWEST_ROOMS, MOST_ROOMS + 1))
    count = drawn if rooms is None else rooms
    if not FEWEST_ROOMS <= count <= MOST_ROOMS:
        raise InvalidInput(f"a house has {FEWEST_ROOMS} to {MOST_ROOMS} rooms, not {count}")
    plan = draw_floor_plan(generator_for(house_seed, "plan", count), count)
    style = draw_style(generator_for(house_seed, "style"), held_out=split == "test")
    rng = generator_for(house_seed, "shell")
    looks = [draw_room_finishes(style, room.type, rng) for room in plan.rooms]
    finishes = dress(looks, facade=style.facade, door=style.door, trim=style.trim, rng=rng)
    shell = build_shell(plan, finishes, rng)
    name = f"{WORLD}/{split}/{seed}" + ("" if rooms is None else f"/{rooms}-rooms")
    return open_to_walkers(name, plan, shell, style, house_seed)


def open_to_walkers(
    name: str, plan: FloorPlan, shell: Shell, style: Style, house_seed: int, custom: Custom = AT_HOME
) -> House:
    """Furnish the house, and the rooms anew whose furniture cuts off floor, until all of it is reached."""
    attempts = {room.id: 0 for room in plan.rooms}
    while True:
        things = furnish(plan, shell, style, seed=house_seed, attempts=attempts, custom=custom)
        scene = assemble(
            name,
            [*shell.placed, *(thing.placed() for thing in things)],
            texture_for,
            rooms=shell.rooms,
            doors=shell.doors,
            windows=shell.windows,
        )
        faulty = rooms_at_fault(reach_in(scene), scene.doors)
        if not faulty:
            return House(plan, shell, tuple(things), scene)
        for room in faulty:
            attempts[room] += 1
        if max(attempts.values()) > REDRAWS + THINNINGS:
            where = " and ".join(str(room) for room in sorted(faulty))
            raise InvalidInput(
                f"{name} has floor in room {where} that a body of {WALKER_RADIUS_M} m radius cannot reach, "
                "even with the furniture gone; every house must let it through: ask for another seed"
            )


def seed_of(world: str, split: str, seed: int) -> int:
    """The seed of all draws for one building of a world; splits never share one."""
    if split not in SPLITS:
        raise unknown_name("split", split, SPLITS)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InvalidInput(f"a house's seed is a whole number from 0 on, not {seed!r}")
    return key_for(seed, world, split)
