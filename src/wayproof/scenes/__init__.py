"""Where worlds come from: every source ends in a Scene.

scene.py          the Scene: triangles, textures, things, rooms, doors, lamps; assembly.py puts one together
by_name.py        a scene by its name, whatever its source; imported_scenes.py  those that a user imported
scene_file.py     a scene in one file; glb.py  the same for other viewers; digest.py  its content hash
houses/           procedural houses; workplaces/  offices and shops
furniture/        one file per family of things; furniture_parts/  what they are built from
finishes.py       what surfaces are made of; textures/  how they look
light/            baked light, and lightings such as day and evening
meshes/           mesh files of others; procthor/  ProcTHOR houses; packs/  furniture libraries of others
variants/         another look of the same scene: as a scan, or with the furniture of packs
plan/             floor plans drawn as SVG or PNG
"""
