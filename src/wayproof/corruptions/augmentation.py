"""Corruptions as a training augmentation, called like one of Albumentations: named inputs in, a dict out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from wayproof.corruptions.frame_layout import array_of, frames_of, joined, layout_of, like
from wayproof.corruptions.recorded_readings import with_own_holes
from wayproof.corruptions.stream import Stream, in_sequence, start
from wayproof.corruptions.written import Written, profile_of, read_written
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import BODY_MODALITIES, Context

PICTURES = ("rgb", "depth")
# Names of inputs that are corrupted; all others pass as they are.
TARGETS = {
    "image": "rgb",
    "rgb": "rgb",
    "depth": "depth",
    "instruction": "instruction",
    **{name: name for name in BODY_MODALITIES},
}


@dataclass
class Augmentation:
    """Corruptions with their draws, numbered by call; it can be pickled, so spawned workers may have it."""

    corruptions: tuple[str, ...]
    seed: int
    probability: float
    one_of: bool
    profile: str
    longest_depth_m: float
    calls: int = 0

    def __call__(self, *, index: int | None = None, **inputs: Any) -> dict[str, Any]:
        number = self._next() if index is None else str(index)
        written = [read_written(text, ranges=True) for text in self.corruptions]
        rng = generator_for(self.seed, "augmentation", int(number) if number.isdigit() else number)
        acts, chosen = rng.random() < self.probability, int(rng.integers(max(len(written), 1)))
        severities = [one.lowest + rng.random() * (one.highest - one.lowest) for one in written]
        if not acts:
            return inputs
        pairs = list(zip(written, severities, strict=True))
        picked = pairs[chosen : chosen + 1] if self.one_of else pairs
        streams = [_begun(one, severity, self.seed, number, self.profile) for one, severity in picked]
        return _corrupted(inputs, streams, Context(longest_depth_m=self.longest_depth_m))

    def _next(self) -> str:
        """The name of this call: its number, and in a loader's worker also that worker's seed.

        Workers begin as copies of one another and would count alike. Torch gives each a seed of its own,
        anew in each epoch; `torch.manual_seed` decides them all.
        """
        number, self.calls = self.calls, self.calls + 1
        torch = sys.modules.get("torch")
        worker = None if torch is None else torch.utils.data.get_worker_info()
        return f"{number}" if worker is None else f"worker {worker.seed}/{number}"


def augmentation(
    corruptions: Sequence[str],
    *,
    seed: int = 0,
    probability: float = 1.0,
    one_of: bool = False,
    profile: str = "fixed",
    longest_depth_m: float = 10.0,
) -> Augmentation:
    """A function like `augment(image=frame, depth=depth_m, label=3)["image"]`; new draws at every call.

    A corruption may have a range of severities, as "spatter_robustnav:0.1..0.6", from which each call draws.
    With `probability` a call is corrupted at all; `one_of` picks one corruption per call instead of all in
    their order. Pictures may be arrays or torch tensors, channels first or last, uint8 or floats up to 1, one
    or a stack; gps, compass, point_goal and imu are corrupted too. Calls are numbered from 0, in each worker
    of a torch DataLoader by itself and with draws of its own; `augment(..., index=k)` repeats call k whatever
    came before.
    """
    if not 0.0 <= probability <= 1.0:
        raise InvalidInput(f"probability is {probability}; it must be from 0 to 1")
    for text in corruptions:
        read_written(text, ranges=True)  # a wrong name is refused here, not in a worker
    return Augmentation(tuple(corruptions), seed, probability, one_of, profile, longest_depth_m)


def _begun(one: Written, severity: float, seed: int, number: str, profile: str) -> Stream:
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
        acting = in_sequence(streams, kind) if name in inputs else []
        if acting:
            result[name] = _through(acting, inputs[name], kind, replace(context, reading=kind))
    return result


def _through(streams: Sequence[Stream], reading: Any, kind: str, context: Context) -> Any:
    """A reading after all streams; the frames of a stack are steps, one after the other."""

    def one(value: Any, step: int) -> Any:
        for stream in streams:
            result = stream(value, step=step, context=replace(context, step=step))
            value = with_own_holes(value, result) if kind == "depth" else result
        return value

    if kind == "instruction":
        return one(reading, 0)
    values = array_of(reading)
    layout = layout_of(values.shape, kind) if kind in PICTURES else None
    if layout is None:  # a place, or what the corruption itself refuses with a sentence
        return like(one(values, 0), reading)
    results = [one(frame, step) for step, frame in enumerate(frames_of(values, layout, kind))]
    return like(joined(results, layout), reading)
