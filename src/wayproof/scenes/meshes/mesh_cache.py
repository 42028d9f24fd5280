"""Cached readings of mesh files: a million triangles come back in a second or two.

A reading is found by the content of every file that went into it, by its options and by the text of the
reader itself. A cached file that is missing, damaged or altered is not an error: the mesh is read again.
"""

from __future__ import annotations

import contextlib
import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec

from wayproof.errors import WayproofError
from wayproof.kernels import cache_folder
from wayproof.scenes.import_result import Imported
from wayproof.scenes.scene_file import SUFFIX, load_scene, save_scene
from wayproof.storage import write_atomically


def cached_file(key: str) -> Path:
    """Where the reading with this key is kept."""
    return cache_folder() / "meshes" / f"{key}-{_reader_digest()}{SUFFIX}"


def kept_reading(key: str) -> Imported | None:
    """The reading with this key, or None if it must be made (again)."""
    file = cached_file(key)
    try:
        notes = msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=tuple[str, ...])
        return Imported(load_scene(file), notes)
    except (OSError, WayproofError, ValueError):
        return None


def keep_reading(key: str, reading: Imported) -> None:
    """Keep a reading; a disk that refuses costs time at the next reading and nothing else."""
    file = cached_file(key)
    with contextlib.suppress(WayproofError):
        write_atomically(file.with_suffix(".json"), msgspec.json.encode(reading.notes))
        save_scene(reading.scene, file, packed=False)


@lru_cache(maxsize=1)
def _reader_digest() -> str:
    """Eight hex digits over the text of the reader."""
    here = Path(__file__).parent
    files = [file for folder in (here, here.parent / "gazebo") for file in sorted(folder.glob("*.py"))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:8]
