"""Answers on stdout, as a table for people or as JSON for scripts; everything else goes to stderr."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import typer


class Format(StrEnum):
    TABLE = "table"
    JSON = "json"


def say(sentence: str) -> None:
    """A remark for the person at the terminal."""
    typer.echo(sentence, err=True)


def answer(value: Any, form: Format) -> None:
    """Print a list of rows or one mapping."""
    if form is Format.JSON:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            typer.echo(f"{key:<12} {_cell(entry)}")
    else:
        typer.echo(_table(value))


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Columns as wide as their widest cell; readable without colour."""
    if not rows:
        return "(none)"
    columns = list(dict.fromkeys(name for row in rows for name in row))
    cells = [columns, *([_cell(row.get(column)) for column in columns] for row in rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(columns))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in cells]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return "" if value is None else str(value)
