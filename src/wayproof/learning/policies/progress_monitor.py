"""A progress monitor: the policy learns to say how near its goal is, and its actor hears it.

RobustNav supposes that it would help to stop in time (its section 5.2, after Ma et al. 2019). Nearness falls
from 1 at the goal to 0 far away: where stopping is decided, half a metre matters, and ten metres are as good
as twenty. The true distance teaches it while training; at run time there is only the network's own answer.
"""

from __future__ import annotations

import msgspec
import torch
from torch import Tensor
from torch.nn import functional

from wayproof.learning.policies.policy_network import Decided, PolicyNetwork

REACH_M = 1.0  # nearness falls by a factor of e in each; about the range in which claims count (ours)
WEIGHT = 0.5  # of its loss beside that of the decisions (ours)


def nearness_of(left_m: Tensor) -> Tensor:
    """1 at the goal, 0 at an infinite distance."""
    return torch.exp(-left_m / REACH_M)


def monitor_loss(decided: Decided, left_m: Tensor) -> Tensor | float:
    """How wrong a monitor is, 0 where there is none: cross-entropy of two certainties."""
    if decided.nearness is None:
        return 0.0
    return WEIGHT * functional.binary_cross_entropy_with_logits(decided.nearness, nearness_of(left_m))


def monitored(network: PolicyNetwork, seed: int) -> PolicyNetwork:
    """The same policy with a fresh monitor, which it does not heed yet: it decides as before."""
    sizes = msgspec.structs.replace(network.sizes, monitor=True)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        found = PolicyNetwork(network.form, network.actions, sizes)
    found.load_state_dict(network.state_dict(), strict=False)
    return found.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]
