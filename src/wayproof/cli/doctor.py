"""`wayproof doctor`: what is installed, what is missing, how to fix it."""

from __future__ import annotations

import importlib.util
import platform
from typing import Annotated

import typer

from wayproof import __version__
from wayproof.cli.output import Format, answer

# Optional libraries by the extra that brings them, and what they are for.
EXTRAS = {
    "learn": ("torch", "training agents and networks"),
    "lora": ("peft", "training a safeguard"),
    "language": ("spacy", "tagging of instructions"),
    "ray": ("ray", "running on a cluster"),
    "parquet": ("pyarrow", "tables in Parquet"),
    "video": ("imageio_ffmpeg", "videos"),
    "exr": ("OpenEXR", "depth maps in OpenEXR"),
    "dae": ("collada", "COLLADA meshes, as in most Gazebo models"),
    "rerun": ("rerun", "recordings for the Rerun viewer"),
    "physics": ("mujoco", "full dynamics of legged bodies"),
    "view": ("starlette", "the local web app"),
}
NEEDED = (
    "numpy",
    "numba",
    "cv2",
    "msgspec",
    "onnxruntime",
    "trimesh",
    "PIL",
    "gymnasium",
    "websockets",
    "jinja2",
)


def doctor(form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE) -> None:
    """Say what is installed and how to get what is missing. Exit code 3 if something required is absent."""
    rows = [_row("wayproof", True, __version__), _row("python", True, platform.python_version())]
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    rows += [
        _row(name, name not in missing, "pip install wayproof" if name in missing else "needed")
        for name in NEEDED
    ]
    for extra, (module, purpose) in EXTRAS.items():
        found = importlib.util.find_spec(module) is not None
        rows.append(_row(module, found, purpose if found else f"{purpose}: pip install 'wayproof[{extra}]'"))
    answer(rows, form)
    if missing:
        raise typer.Exit(3)


def _row(name: str, found: bool, note: str) -> dict[str, str]:
    return {"name": name, "status": "ok" if found else "missing", "note": note}
