"""Two runs without the conditions that cannot reach one of their agents: there, nothing is to be compared."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.results.part import Part


def applicable_parts(
    first: Sequence[Part], second: Sequence[Part]
) -> tuple[list[Part], list[Part], dict[str, str]]:
    """The parts of both sides, one by one under the same protocol, without such conditions.

    Of conditions that are left out under every protocol: whom they cannot reach, and why.
    """
    kept: tuple[list[Part], list[Part]] = ([], [])
    missed: dict[str, dict[str, None]] = {}
    for pair in zip(first, second, strict=True):
        needless = {name for part in pair for name in part.not_applicable}
        for part in pair:
            for name, why in part.not_applicable.items():
                missed.setdefault(name, {})[f"{part.agent}: {why}"] = None
        for side, part in zip(kept, pair, strict=True):
            side.append(part.without(needless))
    left = {name for side in kept for part in side for name in part.order}
    return *kept, {name: "; ".join(told) for name, told in missed.items() if name not in left}
