"""The shape of the code base: who may import whom, how long files and functions may be, what is forbidden."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import wayproof

PACKAGE = Path(wayproof.__file__).parent
ROOT = PACKAGE.parent.parent
FILES = sorted(PACKAGE.rglob("*.py"))
IDS = [file.relative_to(PACKAGE).as_posix() for file in FILES]

# The stages in the order of the flow: each may import from those before it, and from itself.
FOUNDATION = (
    "errors sensor_rigs camera_change picture_sizes vocabulary seeding catalogue spec storage packed_files "
    "kernels tokens goal_kinds kinds written_faults memory episode_set suite work manifest callable_package"
)
STAGES = (
    "log log_files geometry metrics results scenes navigation rendering simulator sensors language tasks "
    "formats file_episodes corruptions pictures perception wire agents mitigations episode suites run "
    "learning testing report view bench component_lists api cli"
)
ORDER = [*FOUNDATION.split(), *STAGES.split(), "__main__"]
PLANNED: tuple[str, ...] = ()  # stages of the map that have no code yet
# Folders whose files are components, each named after itself: listing them shows what there is.
COMPONENT_FOLDERS = (
    "agents bench cli corruptions/depth corruptions/dynamics corruptions/instruction corruptions/rgb "
    "corruptions/sensors formats "
    "metrics mitigations scenes/furniture scenes/houses/rooms scenes/textures scenes/workplaces/fittings "
    "scenes/workplaces/rooms sensors tasks"
).split()
# Names that end in -ing, where the process is the thing itself or the word is a noun of its own.
NAMED_ING = {
    "batching",  # the name of a bench area
    "bedding",  # what lies on a bed
    "clipping",  # the term of computer graphics
    "culling",
    "drawing",  # what is drawn
    "early_stopping",  # the term of the field
    "encoding",
    "fast_marching",  # the name of the method
    "grounding",  # the term of the field: from words to places
    "instruction_following",  # the name of the task
    "learning",  # the name of a bench area
    "mapping",  # the name of a bench area
    "meaning",
    "path_tracing",
    "person_following",
    "plumbing",
    "question_answering",
    "resampling",  # the term of statistics
    "seeding",
    "setting",
    "shading",
}

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


def test_a_file_name_stands_in_one_folder_only() -> None:
    """Components are named after themselves and may share a name with a stage's file."""
    places: dict[str, list[str]] = {}
    for name in IDS:
        folder, _, file = name.rpartition("/")
        if file != "__init__.py" and folder not in COMPONENT_FOLDERS:
            places.setdefault(file, []).append(folder)
    assert {file: folders for file, folders in places.items() if len(folders) > 1} == {}


def test_file_names_are_nouns() -> None:
    ending = {name.rpartition("/")[2].removesuffix(".py") for name in IDS if name.endswith("ing.py")}
    assert ending <= NAMED_ING


def test_the_layout_page_and_the_import_table_tell_the_same_story() -> None:
    """Every stage of the table stands on the page, in its order, and the page names no other."""
    page = (ROOT / "docs" / "concepts" / "layout.md").read_text()
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert told == [name for name in ORDER if name not in (*PLANNED, "__main__")]
    there = {name.split("/")[0].removesuffix(".py") for name in IDS}
    assert there - {"__init__", "__main__"} == set(told)


def test_help_and_plain_import_load_nothing_heavy() -> None:
    program = (
        "import sys, wayproof, wayproof.cli, typer\n"
        "typer.main.get_command(wayproof.cli.app).main(['--help'], standalone_mode=False)\n"
        "print(sorted({'numpy', 'numba', 'cv2', 'torch', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def _loaded_by(program: str) -> set[str]:
    """Names of the modules that a fresh interpreter has loaded after a program."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_log_is_read_without_compiled_code_or_networks() -> None:
    loaded = _loaded_by("import wayproof.log, wayproof.log_files")
    assert not loaded & {"numba", "cv2", "onnxruntime", "torch", "gymnasium"}
    assert {name.split(".")[1] for name in loaded if name.startswith("wayproof.")} <= {
        *FOUNDATION.split(),
        "log",
        "log_files",
    }


def test_metrics_and_results_are_computed_without_a_simulator() -> None:
    names = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in IDS
        if name.startswith(("metrics/", "results/"))
    ]
    loaded = _loaded_by("\n".join(f"import wayproof.{name}" for name in names))
    stages = {name.split(".")[1] for name in loaded if name.startswith("wayproof.")}
    assert stages <= {*FOUNDATION.split(), "log", "log_files", "geometry", "metrics", "results"}
    assert not loaded & {"cv2", "onnxruntime", "torch"}


def test_each_component_of_the_import_table_is_listed_once() -> None:
    assert len(ORDER) == len(set(ORDER))
