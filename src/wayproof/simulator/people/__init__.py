"""People who live in the scenes: how they look, how they walk, where they go.

looks.py         what a person looks like, drawn from a generator: size, build, skin, hair, clothes
skeleton.py      joints, and the kernel that bends a body
lofts.py         rounded surfaces around bones, from ellipses
limbs.py         torso, arms and hands, legs and shoes
head.py          head, hair and beard
faces.py         paint for faces and hair
clothes.py       paint for clothes
figure.py        all of it joined: a Figure that can be posed
walk.py          walking, standing and turning as joint angles
routes.py        where a person goes: a closed walk between way-points
persons.py       a Person at any time, and as discs for collisions
reactive.py      people who also avoid the robot and each other
drawing.py       people as moving triangles under the light of a scene
"""
