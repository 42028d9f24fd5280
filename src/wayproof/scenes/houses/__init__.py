"""`houses-v1`: procedural houses, from a seed to a floor plan, a shell and its furniture.

house.py            the whole way
floor_plan.py       rooms, doors and windows: room_programme.py, layout.py, connections.py, door_places.py
plan_data.py        what a floor plan is
shell.py            walls, floors, doors and windows as meshes: *_mesh.py, facade.py, flat_grid.py
furnish.py          the furniture: rooms/ has a recipe per room type, written in the verbs of furnisher.py
reachable_rooms.py  whether a walker reaches every room of the result
"""
