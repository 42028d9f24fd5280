"""The data of a prepared pack: what is kept of each model besides its mesh, and how it must be credited."""

from __future__ import annotations

import msgspec

from wayproof.scenes.scene import Attributes

CHANGES = "scaled and simplified"  # licences ask to say that a model was changed, and how


class PackPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """One material of a model: a texture of the pack, or where it has none a plain colour."""

    colour: str
    rgb: tuple[int, int, int]
    texture: int | None
    material: str | None
    gloss: float
    glows: bool = False  # a lamp's shade or bulb, a screen, a flame


class PackModel(msgspec.Struct, frozen=True):
    key: str  # unique within its pack
    name: str
    creator: str
    category: str  # one of ours, or "person"
    width_m: float
    height_m: float
    depth_m: float
    rest_m: float | None  # where things stand on it, if that is not its top
    triangles: int
    triangles_before: int
    attributes: Attributes
    parts: tuple[PackPart, ...]


class Pack(msgspec.Struct, frozen=True):
    """A pack and the models of it that we have a category for."""

    key: str
    name: str
    licence: str
    catalogue_models: int  # how many the library holds, with those that we have no category for
    models: tuple[PackModel, ...]
    refused: tuple[str, ...] = ()  # sentences: models of our categories that cannot be used, and why


def credit(pack: Pack, model: PackModel) -> str:
    """The line that must be shown where a model is used."""
    path = f"{pack.key}/{model.key}"
    return f"{model.name} ({path}) by {model.creator}, from {pack.name}, {pack.licence}; {CHANGES}"
