"""The shape of the code base: who may import whom, how long files and functions may be, what is forbidden."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wayproof

PACKAGE = Path(wayproof.__file__).parent
ROOT = PACKAGE.parent.parent
FILES = sorted(PACKAGE.rglob("*.py"))
IDS = [file.relative_to(PACKAGE).as_posix() for file in FILES]

# Each module may import from those before it, and from itself.
ORDER = (
    "vocabulary errors seeding catalogue spec storage kernels checksum geometry scenes navigation "
    "rendering scene_check simulator world worlds crowd sensors language tasks formats corruptions "
    "pictures perception protocol agents mitigations log log_files metrics trial briefing recording "
    "rollout replay environment_houses environment registration comparisons published estimates suites run "
    "learning testing report view bench cli __main__"
).split()

LONGEST_FILE = 300
LONGEST_FUNCTION = 40
# Files and functions that may be longer, each with its reason.
LONGER_FILES: dict[str, str] = {}
LONGER_FUNCTIONS: dict[str, str] = {}

FORBIDDEN_NAMES = {"utils", "core", "common", "helpers", "base", "config", "misc", "manager"}
SEEDED = {"Generator", "Philox", "SeedSequence", "BitGenerator"}


def _part(name: str) -> str:
    """The stage that a dotted module name belongs to."""
    pieces = name.split(".")
    return pieces[1] if len(pieces) > 1 else "__init__"


def _imports(tree: ast.AST) -> list[str]:
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in names if name.split(".")[0] == "wayproof"]


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its decorators and docstring."""
    docstring = ast.get_docstring(function, clean=False)
    taken = len(docstring.splitlines()) if docstring else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - taken


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_modules_import_only_from_stages_above_them(file: Path) -> None:
    own = file.relative_to(PACKAGE).with_suffix("").parts[0]
    if own == "__init__":
        return
    assert own in ORDER, f"{own} has no place in the import table"
    for name in _imports(ast.parse(file.read_text())):
        other = _part(name)
        if other in ORDER and other != own:
            assert ORDER.index(other) < ORDER.index(own), f"{own} may not import {name}"


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_files_and_functions_are_short(file: Path) -> None:
    name = file.relative_to(PACKAGE).as_posix()
    text = file.read_text()
    assert len(text.splitlines()) <= LONGEST_FILE or name in LONGER_FILES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            key = f"{name}:{node.name}"
            assert _length(node) <= LONGEST_FUNCTION or key in LONGER_FUNCTIONS, (
                f"{key} has {_length(node)} lines"
            )


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_every_module_opens_with_a_sentence(file: Path) -> None:
    docstring = ast.get_docstring(ast.parse(file.read_text()))
    assert docstring and docstring.split("\n")[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_no_global_random_state_and_nothing_unsafe_is_loaded(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("np.random", "numpy.random"):
            assert node.attr in SEEDED, f"np.random.{node.attr} is global or unseeded"
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & {"random", "pickle"}
        if isinstance(node, ast.ImportFrom):
            assert node.module not in ("random", "pickle")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec")


def test_no_folder_or_file_has_a_name_that_says_nothing() -> None:
    for file in FILES:
        parts = {part.removesuffix(".py") for part in file.relative_to(PACKAGE).parts}
        assert not parts & FORBIDDEN_NAMES, file


def test_public_names_are_sorted_and_exist() -> None:
    assert list(wayproof.__all__) == sorted(wayproof.__all__)
    assert all(hasattr(wayproof, name) for name in wayproof.__all__)


def test_help_and_plain_import_load_nothing_heavy() -> None:
    program = (
        "import sys, wayproof, wayproof.cli, typer\n"
        "typer.main.get_command(wayproof.cli.app).main(['--help'], standalone_mode=False)\n"
        "print(sorted({'numpy', 'numba', 'cv2', 'torch', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_each_component_of_the_import_table_is_listed_once() -> None:
    assert len(ORDER) == len(set(ORDER))
