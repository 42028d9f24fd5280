"""From a `.sh3f` library to a prepared pack: all models of our categories, shaped, coloured and described."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile
from wayproof.scenes.packs.archive import Archive, opened
from wayproof.scenes.packs.catalogue_file import CatalogueItem, read_catalogue
from wayproof.scenes.packs.category_table import category_of
from wayproof.scenes.packs.clean_mesh import STILL_TOO_MANY, Shape, budget, shaped
from wayproof.scenes.packs.colour_words import METALLIC, colour_words
from wayproof.scenes.packs.material_looks import PartLook, part_look
from wayproof.scenes.packs.material_words import material_word
from wayproof.scenes.packs.obj_file import RawPart, read_model
from wayproof.scenes.packs.pack import Pack, PackModel, PackPart
from wayproof.scenes.scene import Attributes

Bytes = NDArray[np.uint8]

CLEAR_SHARE = 0.5  # of the surface that a colour or material must cover to describe the whole thing
GLOWING = frozenset(
    "shade lampshade bulb bombeta emit pantalla light lamp screen lcd crt tvblack flame fire".split()
)

Tell = Callable[[int, int], None]  # how many models are done, out of how many


@dataclass
class PreparedPack:
    """A pack with its meshes and textures, before it is stored."""

    pack: Pack
    shapes: list[Shape]
    textures: list[Bytes]


@dataclass
class _Textures:
    """The textures of a pack, each kept once."""

    kept: list[Bytes] = field(default_factory=list)
    known: dict[bytes, int] = field(default_factory=dict)

    def index(self, texture: Bytes) -> int:
        digest = hashlib.sha256(texture.tobytes()).digest()
        if digest not in self.known:
            self.known[digest] = len(self.kept)
            self.kept.append(texture)
        return self.known[digest]


def prepare_pack(file: Path, tell: Tell | None = None) -> PreparedPack:
    """Read and prepare a library; the first thing that is broken in it raises BrokenFile."""
    textures, shapes, models, refused = _Textures(), list[Shape](), list[PackModel](), list[str]()
    with opened(file) as archive:
        header, items = read_catalogue(archive)
        for item in items:
            if item.model not in archive:
                raise BrokenFile(f"{file}: model#{item.number} names {item.model}, which is not in it")
        wanted = [(item, category) for item in items if (category := category_of(item)) is not None]
        for done, (item, category) in enumerate(wanted, start=1):
            key = _unique(item, {model.key for model in models})
            made = _prepared(archive, item, category, key, textures)
            if isinstance(made, str):
                refused.append(made)
            else:
                models.append(made[0])
                shapes.append(made[1])
            if tell:
                tell(done, len(wanted))
    key = re.sub(r"[^A-Za-z0-9_.-]+", "-", file.stem)
    pack = Pack(key, header.name, header.licence, len(items), tuple(models), tuple(refused))
    return PreparedPack(pack, shapes, textures.kept)


def _prepared(
    archive: Archive, item: CatalogueItem, category: str, key: str, textures: _Textures
) -> tuple[PackModel, Shape] | str:
    """A model and its mesh, or the sentence why it is of no use."""
    raw = read_model(archive, item.model, f"model#{item.number}")
    looks = [_look(part, item) for part in raw]
    shape = shaped(item, raw, looks)
    if not len(shape.faces):
        return f"{item.name} ({item.id}) has no triangle that can be seen"
    if len(shape.faces) > STILL_TOO_MANY * budget(item):
        return f"{item.name} ({item.id}) keeps {len(shape.faces)} triangles; {budget(item)} are wanted"
    shares = _colour_shares(shape, looks)
    parts = tuple(_part(*entry, textures) for entry in zip(raw, looks, shares, strict=True))
    model = PackModel(
        key=key,
        name=item.name,
        creator=item.creator,
        category=category,
        width_m=item.width_m,
        height_m=item.height_m,
        depth_m=item.depth_m,
        rest_m=item.rest_m,
        triangles=len(shape.faces),
        triangles_before=sum(len(part.faces) for part in raw),
        attributes=_attributes(item, looks, shares),
        parts=parts,
    )
    return model, shape


def _look(part: RawPart, item: CatalogueItem) -> PartLook:
    """A picture without coordinates cannot be laid on: the plain colour stays."""
    own = part.look if part.uv is not None else replace(part.look, picture=None)
    return part_look(own, item.name)


def _unique(item: CatalogueItem, taken: set[str]) -> str:
    """The last piece of the id, made fit for a path and different from all before."""
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", item.id.split("#")[-1]).strip("-") or "model"
    return stem if stem not in taken else f"{stem}-{item.number}"


def _part(raw: RawPart, look: PartLook, shares: Counter[str], textures: _Textures) -> PackPart:
    spoken = set(re.findall(r"[a-z]+", raw.look.name.lower()))
    plain = colour_words(np.array([look.rgb], np.uint8), metal=look.material == "metal")[0]
    return PackPart(
        colour=shares.most_common(1)[0][0] if shares else plain,
        rgb=look.rgb,
        texture=None if look.texture is None else textures.index(look.texture),
        material=look.material,
        gloss=look.gloss,
        glows=bool(spoken & GLOWING),
    )


def _colour_shares(shape: Shape, looks: Sequence[PartLook]) -> list[Counter[str]]:
    """For each part how much surface (m2) has which colour, seen at the middle of each triangle."""
    a, b, c = (shape.vertices_m[shape.faces[:, k]].astype(float) for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    middle = shape.uv[shape.faces].mean(axis=1)
    shares = []
    for index, look in enumerate(looks):
        own = shape.face_part == index
        rgb = np.broadcast_to(np.array(look.rgb, np.uint8), (int(own.sum()), 3))
        if look.texture is not None:
            side = look.texture.shape[0]
            column = np.floor(middle[own, 0] * side).astype(np.int64) % side
            row = np.floor((1.0 - middle[own, 1]) * side).astype(np.int64) % side
            rgb = look.texture[row, column]
        counted: Counter[str] = Counter()
        for word, size in zip(colour_words(rgb, metal=look.material == "metal"), area[own], strict=True):
            counted[word] += size
        shares.append(counted)
    return shares


def _attributes(item: CatalogueItem, looks: Sequence[PartLook], shares: Sequence[Counter[str]]) -> Attributes:
    """Colour and material where one of them covers half of what is seen; catalogue names speak first."""
    colours: Counter[str] = Counter()
    materials: Counter[str | None] = Counter()
    for look, counted in zip(looks, shares, strict=True):
        colours.update(counted)
        materials[look.material] += sum(counted.values())
    total = max(sum(colours.values()), 1e-12)
    colour, covered = colours.most_common(1)[0]
    material, of_it = materials.most_common(1)[0]
    stated = material_word(item.name)
    said = stated or (material if of_it >= CLEAR_SHARE * total else None)
    clear = covered >= CLEAR_SHARE * total and (colour not in METALLIC or said == "metal")
    return Attributes(colour=colour if clear else None, material=said)
