"""Components by name: one per file, found by listing the folder, so adding one touches nothing else."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Generic, TypeVar

from wayproof.errors import WayproofError, unknown_name

Component = TypeVar("Component")


class Catalogue(Generic[Component]):
    """All components of one kind; fills itself on first use by importing every module of its packages."""

    def __init__(self, kind: str, *packages: str) -> None:
        self.kind = kind
        self._packages = packages
        self._components: dict[str, Component] = {}
        self._filled = False

    def add(self, name: str, component: Component) -> None:
        """Called by the kind's decorator while the component's file is being imported."""
        if name in self._components:
            raise WayproofError(f"two {self.kind}s are named {name!r}; a name belongs to one file")
        self._components[name] = component

    def names(self) -> list[str]:
        self._fill()
        return sorted(self._components)

    def __iter__(self) -> Iterator[Component]:
        return iter([self._components[name] for name in self.names()])

    def __len__(self) -> int:
        return len(self.names())

    def __contains__(self, name: str) -> bool:
        return name in self.names()

    def __getitem__(self, name: str) -> Component:
        self._fill()
        try:
            return self._components[name]
        except KeyError:
            raise unknown_name(self.kind, name, self._components) from None

    def _fill(self) -> None:
        if self._filled:
            return
        for name in self._packages:
            package = importlib.import_module(name)
            for module in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{name}.{module.name}")
        # Only now: a failed import must fail again on the next call, not show half a catalogue.
        self._filled = True
