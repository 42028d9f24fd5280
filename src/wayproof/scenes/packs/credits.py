"""Who made the models in a scene: credits travel inside the names of its materials, so they cannot be lost.

A scene file, a glTF export and any copy of a scene keep its materials, and so keep the credits.
"""

from __future__ import annotations

from wayproof.scenes.packs.pack import Pack, PackModel, PackPart, credit
from wayproof.scenes.scene import Scene

MARK = " | model: "


def material_name(pack: Pack, model: PackModel, part: PackPart) -> str:
    """The name of a part's material: colour, pattern and material as for our own, then the credit."""
    return f"{part.colour} plain {part.material or 'surface'}{MARK}{credit(pack, model)}"


def credits_of(scene: Scene) -> list[str]:
    """One line per foreign model in a scene: name, author, library, licence. Empty for our own worlds."""
    named = (material.name.partition(MARK)[2] for material in scene.materials)
    return sorted({line for line in named if line})
