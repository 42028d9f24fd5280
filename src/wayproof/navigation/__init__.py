"""Where a body can go and how far it is: free space of a scene, geodesic distance, shortest paths, experts.

free_space.py    scene + body -> FreeSpace: the places where the body fits, joined where it can step over
places.py        is a point free, the nearest free point, random free points
sight.py         straight lines through free space: sight and first contact
paths.py         prepared shortest paths: distance and polyline between two points
fields.py        distance to one goal from everywhere
tracing.py       the path down a field as a polyline
experts.py       the shortest path as forward and turn actions
"""
