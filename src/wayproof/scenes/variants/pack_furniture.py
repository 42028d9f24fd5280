"""The same house with real furniture: things are replaced by models of the packs that are installed."""

from __future__ import annotations

from wayproof.errors import InvalidInput
from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.houses.reachable_rooms import reach_in, rooms_at_fault
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.packs.model_choice import Choice, candidates_of, choose
from wayproof.scenes.packs.pack_files import installed_packs
from wayproof.scenes.packs.replaced_things import rebuilt
from wayproof.scenes.scene import Scene

SUFFIX = "@packs"


def furnished_with_packs(scene: Scene, seed: int = 0) -> Scene:
    """Each thing that has a fitting model in an installed pack is drawn by it; the rest stays as it is.

    Ids, rooms, supports, headings and the heights of surfaces that carry something stay; no footprint grows,
    so every way that was free is free. Which model takes which place is drawn from the seed, and depends on
    the packs installed. A lit scene is lit anew; one without light stays without.
    """
    packs = installed_packs()
    if not packs:
        raise InvalidInput(
            "no furniture pack is installed; add one with: wayproof scenes pack add FILE.sh3f "
            "(or --debian where the package sweethome3d-furniture is installed)"
        )
    name = scene.name + SUFFIX + (f"-{seed}" if seed else "")
    choices = choose(scene, candidates_of(packs), seed)
    made = rebuilt(scene, choices, name)
    if scene.rooms:
        before = _faulty(scene)
        while (faulty := _faulty(made) - before) and (kept := _without_floor_things(scene, choices, faulty)):
            choices = kept
            made = rebuilt(scene, choices, name)
    return made if scene.light is None else lit(made)


def _faulty(scene: Scene) -> set[int]:
    """Rooms of which a walker does not reach all the floor, as inside of a hollow cupboard."""
    return rooms_at_fault(reach_in(scene), scene.doors)


def _without_floor_things(
    scene: Scene, choices: dict[int, Choice], rooms: set[int]
) -> dict[int, Choice] | None:
    """The choices without those that stand on the floor of some rooms; None if there are none."""
    kept = {
        number: choice
        for number, choice in choices.items()
        if scene.instances[number - 1].room not in rooms
        or FURNITURE[scene.instances[number - 1].category].stands != "floor"
    }
    return kept if len(kept) < len(choices) else None
