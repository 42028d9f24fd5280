"""What the documents tell people to import exists, and the links between them lead somewhere."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
IDS = [page.relative_to(ROOT).as_posix() for page in PAGES]
OWN = ("beeline", "my_agent", "mine", "shim")  # files that a reader writes or copies


def _imports(page: Path) -> list[tuple[str, str]]:
    """Modules and names that Python blocks of a page import from Wayproof."""
    found = []
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
        lines = [line for line in block.splitlines() if line.startswith(("from wayproof", "import wayproof"))]
        for node in ast.parse("\n".join(lines)).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                found += [(node.module, alias.name) for alias in node.names]
            elif isinstance(node, ast.Import):
                found += [(alias.name, "") for alias in node.names]
    return found


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_what_a_page_imports_exists(page: Path) -> None:
    for module, name in _imports(page):
        found = importlib.import_module(module)
        if name and not hasattr(found, name):
            importlib.import_module(f"{module}.{name}")  # a sub-module; its error names what is missing


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_source_files_that_a_page_names_exist(page: Path) -> None:
    if "decisions" in page.parts:
        return  # decisions speak of what was
    for name in re.findall(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.py)`", page.read_text()):
        if name.split("/")[-1].removesuffix(".py") not in OWN:
            places = (ROOT, ROOT / "src", ROOT / "src" / "wayproof")
            assert any((place / name).exists() for place in places), f"{page.name}: {name}"


def _paper_links() -> ModuleType:
    spec = importlib.util.spec_from_file_location("paper_links", ROOT / "docs" / "paper_links.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_first_naming_of_a_paper_becomes_a_link() -> None:
    linked = _paper_links().linked
    text = "# NavTrust\n`NavTrust`, NavTrust's five and NavTrust\n"
    once = "# NavTrust\n`NavTrust`, [NavTrust](https://navtrust.github.io)'s five and NavTrust\n"
    assert linked(text) == once == linked(once)
    late = "CanTest, [CanTest](https://arxiv.org/abs/2604.25161)"
    assert linked(late).startswith("[CanTest](https://arxiv.org/abs/2604.25161), ")
    assert linked("LangNavBenchmark, a LangNav file") == "LangNavBenchmark, a LangNav file"


def test_pages_link_papers_where_they_first_name_them() -> None:
    """`python docs/paper_links.py` adds what is missing."""
    found = _paper_links()
    texts = {page.name: page.read_text() for page in found.pages()}
    assert [name for name, text in texts.items() if found.linked(text) != text] == []
    assert sum("https://navtrust.github.io" in text for text in texts.values()) > 3
