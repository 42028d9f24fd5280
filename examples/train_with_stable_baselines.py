"""Train a small PointNav agent with Stable-Baselines3's PPO, then let it drive in houses it has not seen.

Run: pip install 'wayproof[learn]' stable-baselines3
     python examples/train_with_stable_baselines.py [STEPS]

It sees by a laser scanner, which learns faster than pictures do: after the default 100,000 steps, some two
minutes, it reaches about one goal in four. Good agents take millions of steps.
"""

import sys

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
torch.set_num_threads(1)  # so small a network is slower with more

POINT_NAV = "wayproof.episode:wayproof/PointNav-v0"
OPTIONS = {
    "scenes": [f"houses-v1/train/{seed}/2-rooms" for seed in range(4)],
    "protocol": "robustnav",
    "sensors": ("point_goal", "lidar", "bump"),
    "settings": {"lidar_beams": 24},
}
UNSEEN = [f"houses-v1/val/{seed}/2-rooms" for seed in range(4)]
scores = {"info_keywords": ("success", "spl")}
train = make_vec_env(POINT_NAV, n_envs=8, seed=0, env_kwargs=OPTIONS, monitor_kwargs=scores)
model = PPO(
    "MultiInputPolicy",
    train,
    n_steps=256,
    batch_size=256,
    n_epochs=6,
    gamma=0.98,
    ent_coef=0.01,
    device="cpu",
)
model.set_random_seed(0)
model.learn(steps)
recent = [episode["success"] for episode in model.ep_info_buffer]
print(f"in training: success {np.mean(recent):.2f} over the last {len(recent)} episodes")

unseen = make_vec_env(POINT_NAV, n_envs=1, seed=1, env_kwargs={**OPTIONS, "scenes": UNSEEN})
returns, lengths = evaluate_policy(
    model, unseen, n_eval_episodes=10, deterministic=False, return_episode_rewards=True
)
print(f"in unseen houses: mean return {np.mean(returns):.2f}, {np.mean(lengths):.0f} steps per episode")
