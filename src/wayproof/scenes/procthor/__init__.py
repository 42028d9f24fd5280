"""Houses of ProcTHOR (AI2-THOR's generator): `house_*.json` files become our scenes.

The file says where walls, doors, windows and objects are and which asset each object is; the asset database
says how large an asset is. What an asset looks like comes from the user's own meshes, else from our furniture
of the same kind and size, else from a plain labelled form.
"""

from __future__ import annotations

from wayproof.scenes.procthor.house_reader import read_procthor

__all__ = ["read_procthor"]
