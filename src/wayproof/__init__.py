"""Wayproof: a proving ground for navigation agents.

    import wayproof as wp

    run = wp.run("quickstart", "map_and_plan", "runs/first")   # a suite with an agent; again to resume
    run.table("success")                                       # records, or a DataFrame if pandas is there
    wp.report("runs/first")                                    # one HTML page
    wp.test("value_explorer", "cases/value", budget=40)        # which capability fails, and in which cases
    wp.corrupt(picture, "fog:0.5", seed=7)                     # a fault in a picture, a depth map or a text
    env = wp.make_env("object_goal", condition="fog:0.5")      # Gymnasium

Everything is loaded on first use, so that `import wayproof` and the command line's help are quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wayproof.api import compare, corrupt, gate, load_eyes, make_env, make_scene, report, run, test
    from wayproof.component_lists import components
    from wayproof.results.run_folder import read_run

__version__ = "0.1.0"

__all__ = [
    "__version__",
    "compare",
    "components",
    "corrupt",
    "gate",
    "load_eyes",
    "make_env",
    "make_scene",
    "read_run",
    "report",
    "run",
    "test",
]

_PLACES = dict.fromkeys(__all__[1:], "wayproof.api") | {
    "components": "wayproof.component_lists",
    "read_run": "wayproof.results.run_folder",
}
_PACKAGES = ("report", "run")  # stages of the code that can be called as well, see callable_package.py


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return importlib.import_module(f"wayproof.{name}")
    if name not in _PLACES:
        raise AttributeError(f"module 'wayproof' has no attribute {name!r}")
    return getattr(importlib.import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
