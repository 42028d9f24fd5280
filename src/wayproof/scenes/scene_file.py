"""One scene in one file: a zip of plain NumPy arrays and one JSON document of labels. No pickle anywhere."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.packed_files import UNREADABLE, check_archive, npy_array
from wayproof.scenes.digest import content_hash
from wayproof.scenes.scene import Door, Instance, Lamp, LightLayers, Material, Room, Scene, Window
from wayproof.storage import write_atomically

FORMAT = "wayproof-scene"
VERSION = 1
SUFFIX = ".scene"
_ARRAYS = ("vertices_m", "normals", "uv", "faces", "face_instance", "face_material", "face_glow")
_LIGHT = ("ambient", "sky", "lamps")
_LARGEST_FIELD_BYTES = 4 * 2**30  # a field that unpacks to more is refused before it fills the memory
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)  # so that equal scenes are equal files


class _Labels(msgspec.Struct, frozen=True, omit_defaults=True):
    """The JSON document inside a scene file."""

    format: str
    version: int
    hash: str
    name: str
    two_sided: bool
    has_light: bool
    materials: tuple[Material, ...]
    instances: tuple[Instance, ...]
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]
    windows: tuple[Window, ...]
    lamps: tuple[Lamp, ...]
    has_colours: bool = False


def save_scene(scene: Scene, file: Path, *, packed: bool = True) -> str:
    """Write a scene, with its light if it has any; returns the content hash.

    Without `packed` the file is several times larger and written and read several times faster.
    """
    digest = content_hash(scene)
    labels = _Labels(
        format=FORMAT,
        version=VERSION,
        hash=digest,
        name=scene.name,
        two_sided=scene.two_sided,
        has_light=scene.light is not None,
        materials=scene.materials,
        instances=scene.instances,
        rooms=scene.rooms,
        doors=scene.doors,
        windows=scene.windows,
        lamps=scene.lamps,
        has_colours=scene.colours is not None,
    )
    arrays: dict[str, NDArray[Any]] = {name: getattr(scene, name) for name in _ARRAYS}
    arrays |= {f"texture_{index}": texture for index, texture in enumerate(scene.textures)}
    if scene.light is not None:
        arrays |= {f"light_{name}": getattr(scene.light, name) for name in _LIGHT}
    if scene.colours is not None:
        arrays["colours"] = scene.colours
    stream = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(stream, "w", method, compresslevel=3) as archive:
        _add(archive, "labels.json", msgspec.json.format(msgspec.json.encode(labels), indent=1))
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.ascontiguousarray(array), allow_pickle=False)
            _add(archive, f"{name}.npy", content.getvalue())
    write_atomically(file, stream.getvalue())
    return digest


def load_scene(file: Path) -> Scene:
    """Read a scene back; a torn, foreign or altered file raises BrokenFile naming the file and the field."""
    if not file.exists():
        raise InvalidInput(
            f"there is no scene file {file}; make one with: wayproof scenes make --seed 1 -o {file}"
        )
    try:
        with zipfile.ZipFile(file) as archive:
            check_archive(archive.infolist(), str(file), _LARGEST_FIELD_BYTES)
            labels = _read_labels(archive, file)
            arrays = {name: _read_array(archive, name, file) for name in _ARRAYS}
            textures = _read_textures(archive, labels, file)
            light = _read_light(archive, file) if labels.has_light else None
            colours = _read_array(archive, "colours", file) if labels.has_colours else None
    except UNREADABLE as error:
        raise BrokenFile(f"{file} is damaged or not a scene file: {error}. Make it again.") from error
    scene = Scene(
        name=labels.name,
        **arrays,
        materials=labels.materials,
        textures=textures,
        instances=labels.instances,
        rooms=labels.rooms,
        doors=labels.doors,
        windows=labels.windows,
        lamps=labels.lamps,
        two_sided=labels.two_sided,
        light=light,
        colours=colours,
    )
    _check(scene, labels, file)
    return scene


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _FIXED_TIME)
    entry.compress_type = archive.compression
    archive.writestr(entry, content)


def _read_labels(archive: zipfile.ZipFile, file: Path) -> _Labels:
    try:
        plain = msgspec.json.decode(archive.read("labels.json"))
        if not isinstance(plain, dict) or plain.get("format") != FORMAT:
            raise BrokenFile(f"{file} is a zip file but not a {FORMAT} file")
        if plain.get("version") != VERSION:
            raise BrokenFile(
                f"{file}: field version is {plain.get('version')!r}; this Wayproof reads {VERSION}"
            )
        return msgspec.convert(plain, _Labels)
    except KeyError:
        raise BrokenFile(f"{file} has no labels.json; it is not a {FORMAT} file") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BrokenFile(f"{file}: labels.json: {error}") from None


def _read_array(archive: zipfile.ZipFile, name: str, file: Path) -> NDArray[Any]:
    try:
        content = archive.read(f"{name}.npy")
    except KeyError:
        raise BrokenFile(f"{file}: field {name} is missing") from None
    return npy_array(content, f"{file}: field {name}")


def _read_textures(archive: zipfile.ZipFile, labels: _Labels, file: Path) -> tuple[NDArray[np.uint8], ...]:
    count = 1 + max((material.texture for material in labels.materials), default=-1)
    textures = []
    for index in range(count):
        texture = _read_array(archive, f"texture_{index}", file)
        size = texture.shape[0] if texture.ndim == 3 else 0
        if texture.dtype != np.uint8 or texture.shape != (size, size, 3) or size == 0 or size & (size - 1):
            raise BrokenFile(
                f"{file}: field texture_{index} is {texture.dtype} {texture.shape}, not uint8 (s, s, 3)"
            )
        textures.append(texture)
    return tuple(textures)


def _read_light(archive: zipfile.ZipFile, file: Path) -> LightLayers:
    ambient, sky, lamps = (_read_array(archive, f"light_{name}", file) for name in _LIGHT)
    return LightLayers(ambient=ambient, sky=sky, lamps=lamps)


def _check_forms(scene: Scene, file: Path) -> None:
    """Each array has the kind of number and the rows that its name promises."""
    forms = {"vertices_m": ("f", 3), "normals": ("f", 3), "uv": ("f", 2), "faces": ("i", 3)}
    forms |= dict.fromkeys(("face_instance", "face_material", "face_glow"), ("i", 0))
    for name, (kind, columns) in forms.items():
        array = getattr(scene, name)
        columns_right = array.ndim == 1 if not columns else array.ndim == 2 and array.shape[1] == columns
        if array.dtype.kind != kind or not columns_right:
            raise BrokenFile(f"{file}: field {name} is {array.dtype} {array.shape}, which it cannot be")


def _check(scene: Scene, labels: _Labels, file: Path) -> None:
    """Shapes and indices first, then the hash: an altered file must not reach a compiled loop."""
    _check_forms(scene, file)
    vertices, triangles = len(scene.vertices_m), len(scene.faces)
    limits: dict[str, tuple[NDArray[Any], int, int]] = {
        "faces": (scene.faces, 0, vertices),
        "face_instance": (scene.face_instance, 0, len(scene.instances) + 1),
        "face_material": (scene.face_material, 0, len(scene.materials)),
        "face_glow": (scene.face_glow, -2, len(scene.lamps)),
    }
    for name, (values, low, high) in limits.items():
        if len(values) != triangles or (values.size and (values.min() < low or values.max() >= high)):
            raise BrokenFile(
                f"{file}: field {name} has {len(values)} rows or values outside {low}..{high - 1}"
            )
    for name in ("vertices_m", "normals", "uv"):
        array = getattr(scene, name)
        if len(array) != vertices or not np.isfinite(array).all():
            raise BrokenFile(
                f"{file}: field {name} has {len(array)} rows for {vertices} vertices, or is not finite"
            )
    if scene.light is not None and scene.light.lamps.shape != (len(scene.lamps), vertices):
        raise BrokenFile(
            f"{file}: field light_lamps is {scene.light.lamps.shape}, not {(len(scene.lamps), vertices)}"
        )
    colours = scene.colours
    if colours is not None and (colours.shape != (vertices, 3) or colours.dtype != np.uint8):
        raise BrokenFile(
            f"{file}: field colours is {colours.dtype} {colours.shape}, not uint8 {(vertices, 3)}"
        )
    if content_hash(scene) != labels.hash:
        raise BrokenFile(
            f"{file}: its content does not match its own hash {labels.hash}; it was altered or torn"
        )
