"""The pages of the Python interface: one per public module, each public name on it, in sentences."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import wayproof

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "reference" / "python"


def _maker() -> ModuleType:
    file = ROOT / "docs" / "make_python_reference.py"
    spec = importlib.util.spec_from_file_location("make_python_reference", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = _maker()


def _headings(text: str) -> list[str]:
    return [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]


def test_every_name_of_the_front_door_has_its_place_on_the_page() -> None:
    page = (PAGES / "wayproof.md").read_text()
    assert _headings(page)[:-1] == [f"wp.{name}" for name in wayproof.__all__[1:]]


@pytest.mark.parametrize("name", MAKER.MODULES)
def test_the_page_of_a_module_names_what_the_module_has(name: str) -> None:
    """If this fails: python docs/make_python_reference.py writes the pages anew."""
    assert _headings((PAGES / f"{name}.md").read_text()) == _headings(MAKER.pages()[name])


def test_no_page_is_left_over() -> None:
    assert {file.stem for file in PAGES.glob("*.md")} == set(MAKER.pages())
