"""Tells Gymnasium which environments there are, without loading any of them, nor Gymnasium itself.

Gymnasium 1.0 gave up its plug-in entry point: an environment is known once the module that registers it has
been imported. `import wayproof` must stay light, though, and Gymnasium is not. So when Gymnasium is loaded
already it is told at once; otherwise the import system is asked to do it right after Gymnasium's own
import.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

GYMNASIUM = "gymnasium"


def announce_environments() -> None:
    """Make `gymnasium.make("wayproof/PointNav-v0")` work, now or as soon as Gymnasium is imported."""
    if GYMNASIUM in sys.modules:
        register_environments()
    elif not any(isinstance(finder, _Watch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watch())


def register_environments() -> None:
    """Register what is not registered yet; imports Gymnasium, but no environment."""
    from gymnasium.envs.registration import register, registry  # noqa: PLC0415  # see above: not at import

    if "wayproof/PointNav-v0" not in registry:
        register(id="wayproof/PointNav-v0", entry_point="wayproof.episode.environment:PointNavEnv")


class _Watch(MetaPathFinder):
    """Waits for the import of Gymnasium."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if fullname != GYMNASIUM:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.loader is not None:
            spec.loader = _ThenRegister(spec.loader, self)
        return spec


class _ThenRegister(Loader):
    """Loads Gymnasium as its own loader does, then registers."""

    def __init__(self, loader: Loader, watch: _Watch) -> None:
        self.loader, self.watch = loader, watch

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if self.watch in sys.meta_path:
            sys.meta_path.remove(self.watch)
        # From here on the module is as if nobody had watched.
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
        register_environments()
