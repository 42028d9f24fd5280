"""Corruptions as a training augmentation, called like one of Albumentations: named inputs in, a dict out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from wayproof.corruptions.stream import Stream, in_sequence, start
from wayproof.corruptions.written import Written, profile_of, read_written
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context

# Names of inputs that are corrupted; all others pass as they are.
TARGETS = {"image": "rgb", "rgb": "rgb", "depth": "depth", "instruction": "instruction"}

Augment = Callable[..., dict[str, Any]]


def augmentation(
    corruptions: Sequence[str],
    *,
    seed: int = 0,
    probability: float = 1.0,
    one_of: bool = False,
    profile: str = "fixed",
    longest_depth_m: float = 10.0,
) -> Augment:
    """A function like `augment(image=frame, depth=depth_m, label=3)["image"]`; new draws at every call.

    A corruption may have a range of severities, as "spatter_robustnav:0.1..0.6", from which each call draws.
    With `probability` a call is corrupted at all; `one_of` picks one corruption per call instead of all in
    their order. Calls are numbered from 0; `augment(..., index=k)` repeats call k whatever came before, as
    loaders with several workers need it.
    """
    if not 0.0 <= probability <= 1.0:
        raise InvalidInput(f"probability is {probability}; it must be from 0 to 1")
    written = [read_written(text, ranges=True) for text in corruptions]
    numbers = count()

    def augment(*, index: int | None = None, **inputs: Any) -> dict[str, Any]:
        number = next(numbers) if index is None else index
        rng = generator_for(seed, "augmentation", number)
        acts, chosen = rng.random() < probability, int(rng.integers(max(len(written), 1)))
        severities = [one.lowest + rng.random() * (one.highest - one.lowest) for one in written]
        if not acts:
            return inputs
        pairs = list(zip(written, severities, strict=True))
        picked = pairs[chosen : chosen + 1] if one_of else pairs
        streams = [_begun(one, severity, seed, number, profile) for one, severity in picked]
        return _corrupted(inputs, streams, Context(longest_depth_m=longest_depth_m))

    return augment


def _begun(one: Written, severity: float, seed: int, number: int, profile: str) -> Stream:
    return start(
        one.corruption.name,
        severity,
        seed=seed,
        episode=f"call {number}",
        profile=profile_of(one.corruption, profile),
    )


def _corrupted(inputs: dict[str, Any], streams: Sequence[Stream], context: Context) -> dict[str, Any]:
    result = dict(inputs)
    for name, kind in TARGETS.items():
        for stream in in_sequence(streams, kind) if name in inputs else ():
            result[name] = stream(result[name], context=context)
    return result
