"""No dozen lines stand twice in two stages: what both need belongs to a stage above them."""

from __future__ import annotations

import ast
from pathlib import Path

import wayproof

PACKAGE = Path(wayproof.__file__).parent
LINES = 12  # that two stages may not share
# Files that must stand alone, with the reason.
ALONE = {"wire/shim.py": "is copied into other environments and may import nothing of ours"}

Place = tuple[str, int]


def code_lines(text: str) -> list[tuple[int, str]]:
    """Lines that say something, with their numbers: no blanks, comments, imports, docstrings, brackets."""
    tree = ast.parse(text)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = [(number, " ".join(line.split())) for number, line in enumerate(text.splitlines(), 1)]
    return [
        (number, line)
        for number, line in lines
        if number not in skipped and any(letter.isalnum() for letter in line) and not line.startswith("#")
    ]


def shared_runs(files: dict[str, str], length: int) -> list[tuple[Place, Place]]:
    """Places of two stages from which the next `length` lines are the same."""
    seen: dict[tuple[str, ...], Place] = {}
    found = []
    for name, text in files.items():
        lines = code_lines(text)
        for at in range(len(lines) - length + 1):
            window = tuple(line for _, line in lines[at : at + length])
            place = (name, lines[at][0])
            first = seen.setdefault(window, place)
            if first[0].split("/")[0] != name.split("/")[0]:
                found.append((first, place))
    return found


def test_a_dozen_shared_lines_are_found_and_eleven_are_not() -> None:
    body = "\n".join(f"value_{k} = {k}" for k in range(12))
    assert shared_runs({"a/x.py": body, "b/y.py": f"import os\n{body}"}, 12) == [
        (("a/x.py", 1), ("b/y.py", 2))
    ]
    assert shared_runs({"a/x.py": body, "a/y.py": body}, 12) == []  # one stage
    assert shared_runs({"a/x.py": body, "b/y.py": body.replace("value_3", "other")}, 12) == []


def test_no_dozen_lines_stand_in_two_stages() -> None:
    files = {
        file.relative_to(PACKAGE).as_posix(): file.read_text()
        for file in sorted(PACKAGE.rglob("*.py"))
        if file.relative_to(PACKAGE).as_posix() not in ALONE
    }
    assert shared_runs(files, LINES) == []
