"""An agent that wanders at random until the goal is near, in the Gymnasium environment, through fog.

Run: python examples/gym_random_agent.py
"""

import gymnasium
import numpy as np

STOP, FORWARD, LEFT, RIGHT = range(4)

env = gymnasium.make(
    "wayproof.episode:wayproof/PointNav-v0",
    scenes="houses-v1/val/3",
    protocol="robustnav",
    condition="fog:0.4",
    sensors=("rgb", "depth", "point_goal"),
    people=1,
)
rng = np.random.default_rng(0)

for number in range(6):
    observation, info = env.reset(seed=0 if number == 0 else None)
    distance, angle = observation["point_goal"]
    print(f"episode {number}: the goal is {distance:.1f} m away at {np.degrees(angle):+.0f} degrees")
    total, over = 0.0, False
    while not over:
        near = observation["point_goal"][0] < 0.2
        action = STOP if near else rng.choice([FORWARD, LEFT, RIGHT], p=[0.6, 0.2, 0.2])
        observation, reward, terminated, truncated, info = env.step(action)
        total += float(reward)
        over = terminated or truncated
    score = f"success {info['success']}, SPL {info['spl']:.2f}, {info['distance_to_goal']:.1f} m left"
    print(f"  {score}, {info['bumps']} bumps, return {total:.2f}")
env.close()
