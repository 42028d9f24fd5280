"""People who live in the scenes: how they look, how they walk, where they go.

looks.py         what a person looks like, drawn from a generator: size, build, skin, hair, clothes
skeleton.py      joints, and the kernels that bend a body
lofts.py         rounded surfaces around bones, from rings
trunk.py         trunk and what covers it; limbs.py arms, hands, legs, shoes
head.py          skull and ears; hair.py hair and headscarves
faces.py         paint for faces and hair; clothes.py paint for the rest
figure.py        all of it joined: a Figure that can be posed
walk.py          walking, standing and turning as joint angles
way_points.py    places to go, and walks between them in free space
routes.py        a closed walk with stops, as a timetable
persons.py       a Person at any time (mode `scripted`), and as discs for collisions
reactive.py      people who also avoid the robot and each other (mode `reactive`)
drawing.py       people as moving triangles in the light of a scene
"""
