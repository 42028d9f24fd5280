"""Libraries of corruptions that are measured beside ours, each in a virtual environment of its own."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.bench import corruption_peers
from wayproof.bench.peer_environments import last_line, python_of

Times = dict[str, dict[str, list[float]]]  # frame -> name -> milliseconds per level


@dataclass(frozen=True)
class PeerLibrary:
    """What has to be installed for a library, one list after the other."""

    name: str
    version: str
    installs: tuple[tuple[str, ...], ...]

    @property
    def shown(self) -> str:
        return f"{self.name} {self.version}"


# NumPy 1 and this scikit-image are the newest with which release 1.1.2 works; OpenCV without a display, as
# the one that imagecorruptions asks for needs system libraries; it finds its pictures through pkg_resources,
# which newer setuptools do not have.
IMAGECORRUPTIONS = PeerLibrary(
    "imagecorruptions",
    "1.1.2",
    (
        ("setuptools<81", "numpy<2", "scikit-image<0.25", "scipy<1.15"),
        ("opencv-python-headless<4.12", "pillow", "numba"),
        ("--no-deps", "imagecorruptions==1.1.2"),
    ),
)
ALBUMENTATIONS = PeerLibrary("albumentations", "2.0.8", (("albumentations==2.0.8",),))


def peer_times(library: PeerLibrary, frames: dict[str, NDArray[np.uint8]]) -> tuple[Times, str]:
    """What a peer needs for the same frames, or nothing and the reason why."""
    try:
        python = peer_python(library)
    except (subprocess.CalledProcessError, OSError) as failure:
        return {}, f"its environment cannot be made: {last_line(failure)}"
    with tempfile.TemporaryDirectory() as folder:
        for name, frame in frames.items():
            np.save(Path(folder) / f"{name}.npy", frame)
        program = Path(str(corruption_peers.__file__))
        try:
            measured: Times = json.loads(run_peers(python, program, library.name, folder))
        except subprocess.CalledProcessError as failure:
            return {}, f"it failed: {last_line(failure)}"
        return measured, ""


def run_peers(python: Path, program: Path, *arguments: str) -> str:
    """Run a program by a peer's interpreter and return what it prints."""
    command = [str(python), str(program), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def peer_python(library: PeerLibrary) -> Path:
    """The interpreter of a library's environment, which is made if it is not there."""
    return python_of(library.name, *library.installs)
