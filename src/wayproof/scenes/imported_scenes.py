"""The user's own scenes: imported once, kept as scene files in one folder, known by name ever after."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.scenes.scene import Scene
from wayproof.scenes.scene_file import SUFFIX, load_scene, save_scene

WORLD = "imported"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")


def library_folder() -> Path:
    """Where imported scenes are kept; XDG_DATA_HOME moves it."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "wayproof" / "scenes"


def check_name(name: str) -> str:
    """The name itself, if a scene may have it."""
    if not _NAME.fullmatch(name):
        raise InvalidInput(
            f"a scene cannot be named {name!r}; use up to 100 letters, digits, dots, dashes and underscores"
        )
    return name


def file_of(name: str) -> Path:
    """Where a scene of this name is kept, or would be."""
    return library_folder() / f"{check_name(name)}{SUFFIX}"


def keep(scene: Scene, name: str) -> Path:
    """Put a scene into the library, in place of one that had the same name."""
    file = file_of(name)
    save_scene(replace(scene, name=f"{WORLD}/{name}"), file)
    return file


def imported_names() -> list[str]:
    """Names of all scenes in the library."""
    return sorted(file.name.removesuffix(SUFFIX) for file in library_folder().glob(f"*{SUFFIX}"))


def imported_scene(name: str) -> Scene:
    """A scene of the library by its name."""
    file = file_of(name)
    if not file.exists():
        known = ", ".join(imported_names()) or "none yet"
        raise InvalidInput(
            f"no imported scene named {name!r} (there are: {known}); "
            "read one in with: wayproof scenes import FILE"
        )
    return load_scene(file)
