"""From the materials of a mesh file to the square textures of a scene, within a budget of memory."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wayproof.errors import BrokenFile
from wayproof.scenes.scene import Material

# A picture beyond these is refused by its header, before a byte of it is decoded. Ours: scanners write up to
# 8192 x 8192, which decodes to 200 MB.
LONGEST_EDGE_PX = 16384
MOST_PIXELS = 8192 * 8192
# Texels of all textures of a scene together, and the edges that a texture may get out of that.
TEXEL_BUDGET = 32 * 2**20
LARGEST_PX, SMALLEST_PX = 4096, 256
_PLAIN_PX = 2
_WHITE = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Look:
    """What a loader's material shows: a picture, a colour that multiplies it, or both."""

    name: str
    picture: Any  # a PIL image, not yet decoded, or None
    colour: tuple[float, float, float]  # as shown, 1 = white
    gloss: float
    is_transparent: bool


def check_picture(source: Path | bytes, where: str) -> None:
    """Refuse files that are not pictures, and pictures that would fill the memory."""
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(stream) as picture:
                width, height = picture.size
    except Image.DecompressionBombError as error:
        raise BrokenFile(f"{where}: {error}; textures may have {MOST_PIXELS} pixels: shrink it") from None
    except (OSError, ValueError, SyntaxError) as error:
        raise BrokenFile(f"{where} is not a readable picture ({error}); use PNG or JPEG") from None
    if max(width, height) > LONGEST_EDGE_PX or width * height > MOST_PIXELS:
        raise BrokenFile(
            f"{where} is a picture of {width} x {height} pixels; textures may be {LONGEST_EDGE_PX} pixels "
            f"long and have {MOST_PIXELS} pixels: shrink it"
        )


def look_of(material: Any) -> Look:
    """The part of a loader's material that a scene keeps."""
    if material is None:
        return Look("colours", None, _WHITE, 0.0, False)
    name = str(getattr(material, "name", None) or "material")
    if hasattr(material, "baseColorTexture"):
        factor = material.baseColorFactor
        linear = np.ones(3) if factor is None else _fractions(factor)
        rough = material.roughnessFactor
        gloss = 0.0 if rough is None else float(np.clip((1.0 - float(rough)) / 0.8, 0.0, 1.0))
        see_through = material.alphaMode in ("MASK", "BLEND")
        return Look(name, material.baseColorTexture, _shown(linear), round(gloss, 4), see_through)
    picture = getattr(material, "image", None)
    # Many programs write a black or grey diffuse colour beside a picture and do not mean it.
    diffuse = getattr(material, "diffuse", None)
    colour = np.ones(3) if picture is not None or diffuse is None else _fractions(diffuse)
    red, green, blue = (float(value) for value in colour)
    return Look(name, picture, (red, green, blue), 0.0, False)


def textures_of(looks: list[Look], file: Path) -> tuple[tuple[Material, ...], tuple[NDArray[np.uint8], ...]]:
    """One material per look; looks with the same picture and colour share a texture."""
    keys: dict[tuple[int, tuple[float, float, float]], int] = {}
    pictures = len({id(look.picture) for look in looks if look.picture is not None})
    materials: list[Material] = []
    textures: list[NDArray[np.uint8]] = []
    for number, look in enumerate(looks):
        key = (id(look.picture), look.colour)
        if key not in keys:
            keys[key] = len(textures)
            where = f"{file}: texture of material {number} ({look.name!r})"
            textures.append(_texture(look, edge_for(pictures), where))
        materials.append(
            Material(name=look.name, texture=keys[key], tile_m=1.0, gloss=look.gloss, material="scan")
        )
    return tuple(materials), tuple(textures)


def edge_for(pictures: int) -> int:
    """The longest edge of a texture when so many share the budget: a power of two.

    >>> [edge_for(count) for count in (1, 2, 8, 32, 1000)]
    [4096, 4096, 2048, 1024, 256]
    """
    edge = LARGEST_PX
    while edge > SMALLEST_PX and edge * edge * pictures > TEXEL_BUDGET:
        edge //= 2
    return edge


def _texture(look: Look, largest_px: int, where: str) -> NDArray[np.uint8]:
    if look.picture is None:
        plain = np.rint(np.asarray(look.colour) * 255.0).astype(np.uint8)
        return np.broadcast_to(plain, (_PLAIN_PX, _PLAIN_PX, 3)).copy()
    pixels = _decoded(look.picture, largest_px, where)
    if look.colour != _WHITE:
        pixels = np.rint(pixels * np.asarray(look.colour)).astype(np.uint8)
    return pixels


def _decoded(picture: Any, largest_px: int, where: str) -> NDArray[np.uint8]:
    """Decoded and resampled to a square; JPEG is decoded small at once."""
    longest = max(picture.size)
    edge = min(largest_px, 1 << max(longest - 1, 0).bit_length())
    try:
        picture.draft("RGB", (edge, edge))
        flat = picture.convert("RGB")
    except (OSError, ValueError, SyntaxError) as error:
        raise BrokenFile(f"{where} cannot be decoded: {error}") from None
    if flat.size != (edge, edge):
        flat = flat.resize(
            (edge, edge), Image.Resampling.BOX if longest > edge else Image.Resampling.BILINEAR
        )
    return np.asarray(flat, np.uint8).copy()


def _fractions(colour: Any) -> NDArray[np.float64]:
    values = np.asarray(colour).reshape(-1)[:3]
    full = 255.0 if values.dtype == np.uint8 else 1.0
    return np.clip(values / full, 0.0, 1.0)


def _shown(linear: NDArray[np.float64]) -> tuple[float, float, float]:
    """A linear colour as a screen shows it (sRGB)."""
    curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.power(linear, 1 / 2.4) - 0.055)
    red, green, blue = (round(float(value), 6) for value in curved)
    return red, green, blue
