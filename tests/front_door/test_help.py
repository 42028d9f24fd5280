"""What a newcomer meets first: help that is not cut, a version, commands that exist, a licence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from wayproof import __version__
from wayproof.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "SECURITY.md"]
ROOT_COMMAND: Any = typer.main.get_command(app)


def _groups(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command that has commands below it, the program itself first."""
    if hasattr(command, "commands"):
        yield words
        for name, below in command.commands.items():
            yield from _groups(below, (*words, name))


@pytest.mark.parametrize("words", list(_groups(ROOT_COMMAND)), ids=" ".join)
def test_no_summary_in_a_list_of_commands_is_cut(words: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"}).output
    assert "Commands:" in shown
    assert [line for line in shown.splitlines() if line.endswith("...") and "Usage" not in line] == []


def _commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for name, below in getattr(command, "commands", {}).items():
        yield from _commands(below, (*words, name))


@pytest.mark.parametrize("words", list(_commands(ROOT_COMMAND)), ids=" ".join)
def test_every_example_begins_a_line(words: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"}).output
    lines = [line.strip() for line in shown.splitlines() if "Example:" in line]
    assert all(line.startswith("Example:") and line.count("Example:") == 1 for line in lines)


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(app, ["--version"]).output == f"wayproof {__version__}\n"


def _commands_in(text: str) -> Iterator[str]:
    """Commands in code of a page: in-line, and the beginnings of lines of a block."""
    for block in re.findall(r"```(?:bash|console|sh)?\n(.*?)```", text, re.S):
        yield from re.findall(r"^\$? ?wayproof ([a-z]\w*)", block, re.M)
    yield from re.findall(r"`wayproof ([a-z]\w*)", text)


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    assert set(_commands_in(page.read_text())) <= set(ROOT_COMMAND.commands), page.name


def test_licence_citation_and_version_agree_with_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert project["license"] == "Apache-2.0"
    assert all("Apache License" in (ROOT / name).read_text() for name in project["license-files"])
