"""Corruptions for the environments and training loops of others, in two lines.

    from wayproof.corruptions.wrappers import CorruptedObservations
    env = CorruptedObservations(env, ["spatter_robustnav:0.5", "gaussian_depth_noise:level=3"], seed=7)

Each reset begins an episode: a pattern that lasts an episode changes then, and a reset with a seed always
begins the same one. Depth is in metres unless `depth_range_m` says how it was scaled to [0, 1].

    from wayproof.corruptions.wrappers import CorruptedVectorObservations
    envs = CorruptedVectorObservations(envs, ["rgb_lag:0.5"])  # draws of its own for each sub-environment

    from wayproof.corruptions.wrappers import CorruptedActions
    env = CorruptedActions(env, ["motion_drift:1"], axes={"forward_m": (0, 0.25), "turn_rad": (1, 0.5)})

    from wayproof.corruptions.wrappers import augmentation
    augment = augmentation(["speckle_noise:0.1..0.6", "motion_blur_robustnav:0.1..0.6"], one_of=True, seed=7)
    frame = augment(image=frame)["image"]
"""

from __future__ import annotations

from wayproof.corruptions.action_wrapper import CorruptedActions
from wayproof.corruptions.augmentation import augmentation
from wayproof.corruptions.observation_wrapper import CorruptedObservations
from wayproof.corruptions.vector_wrapper import CorruptedVectorObservations

__all__ = ["CorruptedActions", "CorruptedObservations", "CorruptedVectorObservations", "augmentation"]
