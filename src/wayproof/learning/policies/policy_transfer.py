"""A policy that begins with what another one knows: where to walk is the same, whatever is looked for."""

from __future__ import annotations

import hashlib
from pathlib import Path

import torch

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.agents.learned.shipped_policy import NETWORKS
from wayproof.errors import InvalidInput
from wayproof.learning.policies.policy_export import network_from
from wayproof.learning.policies.policy_network import PolicyNetwork, PolicySizes, made_network

FIRST_LAYER = "encoder.0.weight"  # it alone sees how many channels a picture has


@torch.no_grad()
def take_over(network: PolicyNetwork, known: PolicyNetwork) -> None:
    """Fill a network with the weights of another one, as far as both have them.

    Channels of the picture that the other one lacks are ignored at first; actions that it lacks keep their
    fresh weights; so does the layer of the goal where the goals are of another kind.
    """
    if network.sizes != known.sizes or network.form.channels < known.form.channels:
        raise InvalidInput(
            f"a network of {network.sizes} with {network.form.channels} channels cannot begin from one of "
            f"{known.sizes} with {known.form.channels}; begin from another policy"
        )
    theirs = known.state_dict()
    for name, weights in network.state_dict().items():
        if name.startswith("goal.") and network.form.goal != known.form.goal:
            continue
        if name == FIRST_LAYER:
            weights.zero_()
        both = tuple(slice(min(sides)) for sides in zip(weights.shape, theirs[name].shape, strict=True))
        weights[both] = theirs[name][both]


def known_policy(name: str) -> PolicyNetwork:
    """The network of a shipped policy, by its name, or of an ONNX file, by its path."""
    file = NETWORKS / f"{name}.onnx"
    return network_from(file if file.exists() else Path(name).expanduser())[0]


def begun_network(
    form: InputForm, actions: int, sizes: PolicySizes, seed: int, *, name: str, digest: str
) -> PolicyNetwork:
    """A fresh network that takes over what a policy knows, whose weights must have this digest."""
    known, network = known_policy(name), made_network(form, actions, sizes, seed)
    if digest_of(known) != digest:
        raise InvalidInput(
            f"the training was begun from the weights {digest}, and those of {name} are {digest_of(known)}; "
            "name the same policy, or start in another folder"
        )
    take_over(network, known)
    return network


def digest_of(network: PolicyNetwork) -> str:
    """Twelve hex digits over all weights."""
    digest = hashlib.blake2b(digest_size=6)
    for name, value in sorted(network.state_dict().items()):
        digest.update(name.encode())
        digest.update(value.detach().contiguous().numpy().tobytes())
    return digest.hexdigest()
