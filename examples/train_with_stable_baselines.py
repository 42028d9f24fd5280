"""Train a small PointNav agent with Stable-Baselines3's PPO, then let it drive.

Run: pip install 'wayproof[learn]' stable-baselines3
     python examples/train_with_stable_baselines.py [STEPS]

A few thousand steps show that the pieces fit; a good agent takes millions.
"""

import sys

import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

from wayproof.environment import PointNavEnv

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000

# Small pictures from a few small houses: quick to draw, quick to learn from.
OPTIONS = {
    "split": "train",
    "houses": (0, 1, 2, 3),
    "rooms": 2,
    "sensors": ("rgb", "point_goal", "bump"),
    "width_px": 64,
    "height_px": 48,
    "protocol": "robustnav",
}
train = make_vec_env(
    PointNavEnv, n_envs=4, seed=0, env_kwargs=OPTIONS, monitor_kwargs={"info_keywords": ("success", "spl")}
)
model = PPO("MultiInputPolicy", train, n_steps=128, batch_size=128, seed=0, device="cpu", verbose=1)
model.learn(steps)

unseen = make_vec_env(PointNavEnv, n_envs=1, seed=1, env_kwargs={**OPTIONS, "split": "val"})
returns, lengths = evaluate_policy(
    model, unseen, n_eval_episodes=5, deterministic=False, return_episode_rewards=True
)
print(f"in unseen houses: mean return {np.mean(returns):.2f}, {np.mean(lengths):.0f} steps per episode")
