"""Perceivers by name: our own networks, and foreign ones from a folder that the user fills."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from wayproof.errors import InvalidInput, unknown_name
from wayproof.perception.blip2 import Blip2
from wayproof.perception.clip import Clip
from wayproof.perception.dense import Dense
from wayproof.perception.grounding_dino import GroundingDino
from wayproof.perception.perceiver import Perceiver
from wayproof.perception.sed import Sed
from wayproof.perception.text_models import Tokenise
from wayproof.perception.yolo_world import YoloWorld

NETWORKS = Path(__file__).parent / "networks"
Foreign = Callable[[Path, tuple[str, ...], Tokenise | None], Perceiver]

FOREIGN: dict[str, Foreign] = {
    "clip": Clip,
    "sed": Sed,
    "yolo_world": YoloWorld,
    "grounding_dino": GroundingDino,
    "blip2": lambda folder, categories, tokenise: Blip2(folder, tokenise),
}


def shipped() -> list[str]:
    """The networks that come with Wayproof."""
    return sorted(file.stem for file in NETWORKS.glob("*.onnx") if file.with_suffix(".json").exists())


def load(
    name: str = "dense", *, categories: tuple[str, ...] = (), tokenise: Tokenise | None = None
) -> Perceiver:
    """A perceiver: "dense" is ours; "clip:FOLDER" and the like are networks that the user brings.

    Foreign ones look for `categories`; for want of others those of our own network. `tokenise` replaces the
    tokeniser in the folder.
    """
    kind, colon, folder = name.partition(":")
    if colon and kind in FOREIGN:
        return FOREIGN[kind](_folder(kind, folder), categories or load_dense().categories, tokenise)
    if kind in FOREIGN:
        raise InvalidInput(
            f"{kind} does not come with Wayproof; say where its ONNX files are, as {kind}:FOLDER"
        )
    return load_dense(name)


def load_dense(name: str = "dense") -> Dense:
    """One of our own networks, by name or by the path of its ONNX file."""
    if name.endswith(".onnx"):
        return Dense(Path(name))
    if name not in shipped():
        raise unknown_name("network", name, [*shipped(), *(f"{kind}:FOLDER" for kind in FOREIGN)])
    return _shipped(name)


@lru_cache(maxsize=2)
def _shipped(name: str) -> Dense:
    return Dense(NETWORKS / f"{name}.onnx")


def _folder(kind: str, folder: str) -> Path:
    path = Path(folder).expanduser()
    if not folder or not path.is_dir():
        raise InvalidInput(
            f"{kind}:{folder} names no folder; give the one that holds the ONNX files of {kind}"
        )
    return path
