"""State and motion to the next state: bodies, control, actuation noise, collision; nothing about scores.

body.py        what a body is: sizes, limits, cameras; one TOML file each in bodies/
state.py       where a body is and how it is doing, as frozen data
motion.py      a motion swept through free space: how far it gets, with and without sliding
actuation.py   what the motors make of a commanded motion: nominal noise
control.py     actions of an agent to motions: discrete steps, velocities, way-points
gait.py        legs: a camera that bobs, a balance that can be lost
contact.py     people who stand in the way of a step
people/        people who walk about and are seen
simulator.py   the join: (state, action, generator, actuation, people) -> state
world.py       a scene made ready for one body
worlds.py      worlds by the name of their scene
"""
