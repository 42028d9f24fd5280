"""Mapping: the maps that agents keep, in the frame of their start (+x ahead, +y left).

occupancy_map.py      obstacles, seen ground and its costs; depth_projection.py  depth images onto the map
target_map.py         where the wanted thing was seen
value_map.py          how well what was seen fits the goal
room_map.py           which room is where; room_priors.py  what stands in which room, counted in train houses
floor_depth.py        depth of the floor by geometry, where no camera measures it
"""
