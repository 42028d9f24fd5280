"""Packages that can be called: `wayproof.run` is a stage of the code, and what a notebook calls.

Importing anything below a package puts the package itself under its name into `wayproof`; a function of that
name would be lost. So the package hands calls on to the function.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

API = "wayproof.api"


class CallablePackage(ModuleType):
    """A package whose call is that of the function of its name in the API."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        name = self.__name__.rpartition(".")[2]
        return getattr(importlib.import_module(API), name)(*arguments, **options)


def make_callable(package: str) -> None:
    """Called by a package's own __init__ with its __name__."""
    sys.modules[package].__class__ = CallablePackage
