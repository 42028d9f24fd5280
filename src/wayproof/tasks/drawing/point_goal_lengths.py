"""How far apart start and goal of a PointNav episode are, protocol by protocol, and which pairs are kept."""

from __future__ import annotations

import msgspec

from wayproof.errors import unknown_name
from wayproof.vocabulary import Protocol


class Drawing(msgspec.Struct, frozen=True):
    """How a protocol draws start and goal."""

    length_ranges_m: tuple[tuple[float, float], ...]  # geodesic; the episodes take them in turn
    detour_ratio: float  # geodesic to straight; below it draws are mostly rejected, see above
    tries_per_goal: int
    smallest_island_radius_m: float
    largest_rise_m: float  # between start and goal: both on one storey
    sources: dict[str, str] = {}


DRAWINGS = {
    "habitat": Drawing(
        length_ranges_m=((1.0, 30.0),),
        detour_ratio=1.1,
        tries_per_goal=10,
        smallest_island_radius_m=1.5,
        largest_rise_m=0.5,
        sources={
            "length_ranges_m, detour_ratio, tries_per_goal": "habitat-lab, PointNav generator",
            "smallest_island_radius_m, largest_rise_m": "habitat-lab, PointNav generator",
        },
    ),
    "robustnav": Drawing(
        length_ranges_m=((0.25, 2.28), (2.29, 4.39), (4.40, 9.61)),
        detour_ratio=1.0,
        tries_per_goal=10,
        smallest_island_radius_m=1.5,
        largest_rise_m=0.5,
        sources={
            "length_ranges_m": "RobustNav, easy, medium, hard; its 0.00 is 0.25 here (ours: not in the goal)",
            "detour_ratio, smallest_island_radius_m, largest_rise_m, tries_per_goal": "ours: RobustNav "
            "publishes episodes, not how they were drawn; as Habitat, without its preference for detours",
        },
    ),
}


DRAWINGS["habitat_challenge_2020"] = DRAWINGS["habitat"]


def drawing_of(protocol: Protocol) -> Drawing:
    """How episodes of a protocol are drawn."""
    if protocol.name not in DRAWINGS:
        raise unknown_name("way of drawing PointNav episodes", protocol.name, DRAWINGS)
    return DRAWINGS[protocol.name]


def keep_probability(ratio: float, drawing: Drawing) -> float:
    """How likely a pair is kept whose way along the floor is `ratio` times the straight line."""
    if ratio >= drawing.detour_ratio:
        return 1.0
    return 20.0 * (ratio - 0.98) ** 2  # habitat-lab, PointNav generator
