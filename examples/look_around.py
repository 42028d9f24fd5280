"""Put a robot into a house, let it look around with all its sensors, and save what it sees.

Run: python examples/look_around.py [FOLDER]
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

from wayproof.navigation.free_points import sample_points
from wayproof.rendering.camera import view_from
from wayproof.rendering.panorama import render_panorama
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.houses.house import make_house
from wayproof.seeding import generator_for
from wayproof.sensors import SENSORS, sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.body import load_body
from wayproof.simulator.world import World
from wayproof.vocabulary import Action, Pose

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "look_around")
folder.mkdir(parents=True, exist_ok=True)

# A world is a scene made ready for a body.
world = World(make_house(3, split="val"), load_body("locobot"))
simulator = world.simulator(sliding=True)
rng = generator_for(0, "look around")

start = Pose(*sample_points(world.free, rng, 1)[0].tolist(), heading_rad=0.0)
goal = tuple(sample_points(world.free, rng, 1)[0].tolist())
rig = SensorRig(world, sensors_for(world.body, SENSORS.names()))

state = simulator.start(start)
for name in ("forward", "turn_left", "forward"):
    state = simulator.step(state, Action(name), rng)

readings = rig.read(state, start=start, goal_m=goal)
for sensor in rig.sensors:
    about = sensor.reading
    shown = np.round(readings[about.name], 2) if readings[about.name].size < 4 else ""
    print(f"{about.name:<12} {about.dtype:<8} {about.shape!s:<15} {' and '.join(about.unit):<14} {shown}")

Image.fromarray(readings["rgb"]).save(folder / "rgb.png")
Image.fromarray((readings["depth"] / readings["depth"].max() * 255).astype(np.uint8)).save(
    folder / "depth.png"
)
seen = [world.categories[number - 1] for number in np.unique(readings["semantic"]) if number]
print("in view:", ", ".join(seen))

eye = (state.pose.x_m, world.body.cameras[0].height_m, state.pose.z_m)
around = render_panorama(
    Renderer(world.prepared), view_from(eye, state.pose.heading_rad), 1200, 600, want=["rgb"]
)
Image.fromarray(around.rgb).save(folder / "panorama.png")
print(f"pictures are in {folder}")
