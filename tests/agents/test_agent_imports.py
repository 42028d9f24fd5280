"""Agents know no truth: what their files import, and what importing all of them loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wayproof.agents

FOLDER = Path(wayproof.agents.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
FOUNDATION = {
    "vocabulary",
    "errors",
    "seeding",
    "catalogue",
    "kernels",
    "kinds",
    "spec",
    "memory",
    "picture_sizes",
}
# What lies behind the observations: the truth that an agent must not reach by an import.
TRUTH = {"simulator", "rendering", "scenes", "sensors", "tasks", "navigation"}


def _allowed(file: Path) -> set[str]:
    """Agents elsewhere speak over the wire; networks look at what the camera gave; a card's texts must fit
    into a log."""
    more = {
        "elsewhere": {"wire"},
        "capability_rules": {"wire"},
        "network_perception": {"perception"},
        "named_things": {"perception"},
        "goal_phrase": {"perception"},
        "image_labels": {"perception"},
        "described_things": {"perception"},
        "feature_spaces": {"perception"},
        "foreign_eyes": {"perception"},
        "vlmaps": {"perception"},
        "network_policy": {"perception"},
        "perceived_layers": {"perception"},
        "occupancy_anticipation": {"perception"},
        "agent_by_name": {"log"},
        "vision_model": {"language", "wire"},
        "vlm_follower": {"wire"},
    }
    return FOUNDATION | {"agents"} | more.get(file.parent.name, set()) | more.get(file.stem, set())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FOLDER).as_posix())
def test_agents_import_the_foundation_and_one_another(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("wayproof"):
            parts = node.module.split(".")
            names = [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
            assert set(names) <= _allowed(file), f"{file.name} imports {node.module}"
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith("wayproof") for alias in node.names)


def test_importing_every_module_of_the_agents_loads_nothing_of_the_world() -> None:
    program = (
        "import importlib, pkgutil, sys, wayproof.agents\n"
        "for one in pkgutil.walk_packages(wayproof.agents.__path__, 'wayproof.agents.'):\n"
        "    importlib.import_module(one.name)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('wayproof.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert len([name for name in loaded if name.startswith("wayproof.agents")]) >= len(FILES)
    assert [name for name in loaded if name.split(".")[1] in TRUTH] == []
