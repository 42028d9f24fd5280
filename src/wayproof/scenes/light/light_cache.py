"""Baked light, kept on disk under the scene's content hash so that each scene is baked once per machine.

If the file is missing, damaged or of another shape, the light is baked and written again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from wayproof.geometry import ray_tree, ray_tree_build
from wayproof.kernels import cache_folder
from wayproof.scenes.digest import content_hash
from wayproof.scenes.light.bake import bake
from wayproof.scenes.scene import LightLayers, Scene


def lit(scene: Scene) -> Scene:
    """The scene with its light, baked or found in the cache."""
    return scene.with_light(light_for(scene, content_hash(scene)))


def light_for(scene: Scene, content_hash: str) -> LightLayers:
    """The light of a scene with this hash: read if it was baked before, else baked and kept.

    The file's name also carries a digest of the baker's own sources: a changed baker never reads old light. A
    disk that refuses to be written costs time, not the result.
    """
    file = cache_folder() / "light" / f"{content_hash}-{_baker_digest()}.npz"
    kept = _read(file, scene)
    if kept is not None:
        return kept
    light = bake(scene)
    with contextlib.suppress(OSError):
        _write(file, light)
    return light


@lru_cache(maxsize=1)
def _baker_digest() -> str:
    """Eight hex digits over the text of all files that decide what baked light looks like."""
    files = [
        *sorted(Path(__file__).parent.glob("*.py")),
        Path(ray_tree.__file__),
        Path(ray_tree_build.__file__),
    ]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:8]


def _read(file: Path, scene: Scene) -> LightLayers | None:
    vertices, lamps = len(scene.vertices_m), len(scene.lamps)
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            layers = [stored[name] for name in ("ambient", "sky", "lamps")]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    shapes = ((vertices,), (vertices, 3), (lamps, vertices))
    if any(
        layer.dtype != np.float16 or layer.shape != shape for layer, shape in zip(layers, shapes, strict=True)
    ):
        return None
    for layer in layers:
        layer.setflags(write=False)
    return LightLayers(*layers)


def _write(file: Path, light: LightLayers) -> None:
    """Under another name first, so that a reader never meets half a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=file.parent, suffix=".partial")
    try:
        with os.fdopen(handle, "wb") as stream:
            np.savez(stream, ambient=light.ambient, sky=light.sky, lamps=light.lamps)
        Path(partial).replace(file)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
