"""Mapping: the maps that agents keep, in the frame of their start (+x ahead, +y left).

occupancy_map.py      obstacles, seen ground and its costs; depth_projection.py  depth images onto the map
occupancy_anticipation.py  what probably lies where nobody has looked; networks/  what it guesses with
target_map.py         where the wanted thing was seen
value_map.py          how well what was seen fits the goal
feature_map.py        vectors of what was seen, by place and height; look_weight.py  how much each counts
  similarity_map.py   how well they fit a phrase; asked_features.py  both, and pictures of them
category_map.py       which kind of thing was seen where
room_map.py           which room is where; room_priors.py  what stands in which room, counted in train houses
floor_depth.py        depth of the floor by geometry, where no camera measures it
"""
