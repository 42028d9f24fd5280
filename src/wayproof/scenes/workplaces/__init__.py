"""`offices-v1` and `shops-v1`: procedural workplaces, built and furnished by the means of the houses."""

from __future__ import annotations

from wayproof.scenes.workplaces.offices import OFFICES, build_office, make_office
from wayproof.scenes.workplaces.shops import SHOPS, build_shop, make_shop

__all__ = ["OFFICES", "SHOPS", "build_office", "build_shop", "make_office", "make_shop"]
