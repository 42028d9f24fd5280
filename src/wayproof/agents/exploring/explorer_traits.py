"""The traits in which explorers differ, each an option of theirs: `value_explorer:eyes=pixels,depth=gated`.

An explorer's own traits are the defaults of its options. With one of them changed and all else alike, what
that trait is worth can be measured, clean and under the fault where it should matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from wayproof.agents.exploring.object_search import Exploration, ObjectSearch
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.image_labels import Eyes, by_boxes, by_patches, by_pixels
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE, NetworkPerception
from wayproof.vocabulary import AgentCard, Brief

EyesName = Literal["boxes", "pixels", "patches"]  # see seeing/image_labels.py
DepthUse = Literal[
    "hard", "gated"
]  # as it was measured, or as far as it can be trusted: seeing/gated_depth.py
FloorUse = Literal["filtered", "plain"]  # whether the map takes a floor that looks rough for floor
ClaimRule = Literal["checked", "at_sight"]  # judged by all that was seen, or made where the target is at hand

EYES: Mapping[EyesName, Eyes] = {"boxes": by_boxes, "pixels": by_pixels, "patches": by_patches}

# Begins to explore for a wanted category with what an explorer sees by.
BeginSeeing = Callable[[Navigator, NetworkPerception, str], Exploration]


@dataclass(frozen=True)
class Traits:
    """How an explorer sees, what it does with depth, whether its map filters floors, when it claims."""

    eyes: EyesName
    depth: DepthUse
    floor: FloorUse
    claim: ClaimRule = "checked"


def search_with(traits: Traits, brief: Brief, card: AgentCard, explore: BeginSeeing) -> ObjectSearch:
    """The search of an explorer with these traits."""
    perception = NetworkPerception(brief, eyes=EYES[traits.eyes], gate_depth=traits.depth == "gated")
    return ObjectSearch(
        brief,
        card,
        perception,
        lambda navigator, wanted: explore(navigator, perception, wanted),
        least_confidence=LEAST_CONFIDENCE,
        floor_filter=traits.floor == "filtered",
        checks_claims=traits.claim == "checked",
    )
