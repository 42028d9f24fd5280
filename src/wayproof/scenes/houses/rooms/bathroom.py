"""The bathroom: toilet, washbasin with a mirror above, a tub or a shower, towels and paper."""

from __future__ import annotations

from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.rooms import room_recipe


@room_recipe("bathroom")
def bathroom(room: Furnisher) -> None:
    room.on_ceiling("ceiling_lamp")
    bath = None
    if room.chance(0.5):
        bath = room.against_wall("bathtub", prefer="corner")
    if bath is None:
        bath = room.against_wall("shower", prefer="corner")
    basin = room.against_wall("washbasin", front_m=0.5)
    if basin:
        room.above(basin, "mirror", height_m=1.2)
    toilet = room.against_wall("toilet", front_m=0.4)
    if toilet and room.chance(0.8):
        room.on_wall("toilet_paper_holder", height_m=0.65, near=toilet)
    if room.chance(0.8):
        room.on_wall("towel_rack", height_m=1.0)
    if bath and room.chance(0.7):
        room.lay("bath_mat", under=bath, front_m=bath.draft.depth_m / 2 + 0.4, clear=True)
    elif room.chance(0.5):
        room.lay("bath_mat", clear=True)
    for name, probability in (
        ("cabinet", 0.3),
        ("laundry_basket", 0.35),
        ("garbage_can", 0.45),
        ("washing_machine", 0.25),
        ("scale", 0.3),
        ("stool", 0.15),
        ("plunger", 0.3),
        ("bucket", 0.1),
        ("house_plant", 0.12),
    ):
        if room.chance(probability):
            room.against_wall(name, prefer="corner")
    if room.chance(0.3):
        room.on_wall("water_heater", height_m=1.35)
    if room.chance(0.4):
        room.on_wall("radiator", height_m=0.1)
