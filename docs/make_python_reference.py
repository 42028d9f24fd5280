"""The reference of the Python interface, from docstrings: one page per public module, and the front door.

Called by make_docs.py; alone: python docs/make_python_reference.py
"""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

import wayproof

FOLDER = Path(__file__).parent / "reference" / "python"
FRONT_DOOR = "wayproof"
# What others build on; everything else may change from version to version.
MODULES = (
    "wayproof.vocabulary",
    "wayproof.errors",
    "wayproof.seeding",
    "wayproof.log",
    "wayproof.log_files",
    "wayproof.metrics",
    "wayproof.results.run_folder",
    "wayproof.results.part",
    "wayproof.results.metric_result",
    "wayproof.results.table",
    "wayproof.results.compare",
    "wayproof.corruptions",
    "wayproof.corruptions.stream",
    "wayproof.corruptions.wrappers",
    "wayproof.agents",
    "wayproof.agents.contract.conformance",
    "wayproof.tasks",
    "wayproof.sensors",
    "wayproof.perception",
    "wayproof.episode.rollout",
    "wayproof.episode.replay",
    "wayproof.episode.environment",
    "wayproof.suite",
    "wayproof.suites",
)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.glob("*.md"):
        file.unlink()
    for name, text in pages().items():
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """The text of every page by its name."""
    found = {FRONT_DOOR: front_door()}
    found |= {name: module_page(importlib.import_module(name)) for name in MODULES}
    return found


def front_door() -> str:
    """What `import wayproof as wp` offers."""
    lines = ["# wayproof", "", *_text(inspect.getdoc(wayproof) or "")]
    for name in wayproof.__all__[1:]:
        api = importlib.import_module(wayproof._PLACES[name])
        lines += _entry(f"wp.{name}", getattr(api, name))
    lines += ["## Modules", ""]
    for module in MODULES:
        first = (inspect.getdoc(importlib.import_module(module)) or "").split("\n")[0]
        lines.append(f"- [{module}]({module}.md): {first}")
    return "\n".join(lines) + "\n"


def module_page(module: ModuleType) -> str:
    """Its public functions, classes and constants, in the order of the file."""
    lines = [f"# {module.__name__}", "", *_text(inspect.getdoc(module) or "")]
    for name, value in _public(module):
        lines += _entry(name, value)
    return "\n".join(lines).rstrip() + "\n"


def _public(module: ModuleType) -> list[tuple[str, object]]:
    """Functions and classes that are defined here, or listed in __all__."""
    listed = getattr(module, "__all__", None)
    found = []
    for name, value in vars(module).items():
        own = getattr(value, "__module__", None) == module.__name__
        kind = inspect.isclass(value) or inspect.isfunction(value)
        if kind and not name.startswith("_") and (name in listed if listed else own):
            found.append((name, value))
    return found


def _entry(name: str, value: object) -> list[str]:
    lines = [f"## {name}", "", "```python", _signature(name, value), "```", ""]
    lines += _text(inspect.getdoc(value) or "")
    if inspect.isclass(value):
        lines += _members(value)
    return lines


def _signature(name: str, value: object) -> str:
    try:
        text = str(inspect.signature(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        text = "(...)"
    if not isinstance(value, type) and len(name) + len(text) > 100:
        text = "(\n    " + re.sub(r", (?=(?:\*|\w+:|\w+=))", ",\n    ", text[1:]).replace(") ->", "\n) ->")
    return name + _unquoted(text)


def _unquoted(signature: str) -> str:
    """Annotations without the quotes that postponed evaluation gives them; defaults keep theirs."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", signature)


def _members(kind: type) -> list[str]:
    """Public methods and properties with their first sentence."""
    lines = []
    for name, value in vars(kind).items():
        if name.startswith("_"):
            continue
        target = value.fget if isinstance(value, property) else getattr(value, "func", value)
        if not inspect.isfunction(target) or not inspect.getdoc(target):
            continue
        is_method = inspect.isfunction(value)
        call = f"{name}{_unquoted(str(inspect.signature(target)))}" if is_method else name
        lines.append(f"- `{call}`: {(inspect.getdoc(target) or '').split(chr(10))[0]}")
    return [*lines, ""] if lines else []


def _text(docstring: str) -> list[str]:
    """A docstring as Markdown: indented parts and examples become code."""
    lines: list[str] = []
    code = False
    for line in docstring.split("\n"):
        starts = line.startswith(("    ", ">>> ")) and line.strip()
        if starts and not code:
            lines += ["```python"]
            code = True
        elif code and not line.strip():
            lines += ["```"]
            code = False
        lines.append(line.removeprefix("    ") if code else line)
    return [*lines, *(["```"] if code else []), ""]


if __name__ == "__main__":
    main()
