"""The card of a shipped network: what was measured of it, as plain data beside its ONNX file."""

from __future__ import annotations

import msgspec

from wayproof.errors import BrokenFile
from wayproof.perception.perceiver_by_name import NETWORKS


class _Accuracy(msgspec.Struct, frozen=True):
    pixel_accuracy: float


class _Card(msgspec.Struct, frozen=True):
    corrupted: dict[str, dict[str, _Accuracy]]  # severity -> corruption or "clean"


def pixel_accuracies(network: str) -> dict[str, dict[str, float]]:
    """The share of pixels named rightly, by severity as text ("0.5") and corruption or "clean"."""
    file = NETWORKS / f"{network}.json"
    try:
        card = msgspec.json.decode(file.read_bytes(), type=_Card)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"the card of network {network!r} tells no accuracy under faults: {error}"
        ) from error
    return {
        severity: {name: found.pixel_accuracy for name, found in table.items()}
        for severity, table in card.corrupted.items()
    }
