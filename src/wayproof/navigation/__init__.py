"""Where a body can go and how far it is: free space of a scene, geodesic distance, shortest paths, experts.

free_space.py        scene + body -> FreeSpace: the places where the body fits, joined where it can step over
free_points.py       is a point free, the nearest free point, random free points
line_of_sight.py     straight lines through free space: sight and first contact
visible_cells.py     which cells a point sees
paths.py             shortest paths between two points, prepared once: distance and polyline
corners.py           what paths bend around; corner_graph.py, corner_views.py, corner_routes.py  the search
distance_fields.py   distance to one goal from everywhere, by fast_marching.py
path_tracing.py      the path down a distance field as a polyline
experts.py           the shortest path as forward and turn actions
fitness/             whether a house can be navigated at all: one house, or many with statistics
"""
