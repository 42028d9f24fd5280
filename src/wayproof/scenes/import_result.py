"""The result of importing a foreign scene: the scene, and notes on what was guessed, mended or left out."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.scenes.scene import Scene


@dataclass(frozen=True)
class Imported:
    """A scene and the sentences that its user should read."""

    scene: Scene
    notes: tuple[str, ...] = ()
