"""Reads the published tables: whole, or cell by cell as results with labels.

    results("navtrust_rgb", agent="ETPNav", dataset="R2R", metric="success")

Conditions are written as this project writes them ("fog:0.6", "clean"), so that a run's rows can be joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from wayproof.errors import BrokenFile, unknown_name
from wayproof.spec import read_toml

FOLDER = Path(__file__).parent
PAPERS = "papers"  # the file that is no table
UNDEFINED = "-"  # printed as a dash, or not at all

Cell = float | tuple[float, float] | str


class Paper(msgspec.Struct, frozen=True):
    """What a paper is called, where it is found, in which world its agents ran."""

    title: str
    where: str
    link: str
    world: str


class Table(msgspec.Struct, frozen=True):
    """One printed table. A row begins with its labels; a cell is a number, or a number and its error."""

    paper: str
    table: str  # "Table 2", "Fig. 3, left"
    about: str
    labels: tuple[str, ...]
    columns: tuple[dict[str, str], ...]  # metric, unit, and what else tells the columns apart
    rows: tuple[tuple[Cell, ...], ...]
    page: int | None = None
    notes: tuple[str, ...] = ()
    shared: dict[str, str] = {}  # labels of all cells


class Result(msgspec.Struct, frozen=True):
    """One number of a paper; `value` is as printed, in `unit`; None: printed as undefined."""

    paper: str
    world: str
    table: str
    page: int | None
    row: int  # counted from 1
    labels: dict[str, str]
    metric: str
    unit: str
    value: float | None
    error: float | None = None  # standard error, where one is printed

    @property
    def share(self) -> float | None:
        """The value as a share of 1 where it is printed in per cent, else as it is."""
        return self.value / 100.0 if self.value is not None and self.unit == "%" else self.value


@cache
def papers() -> dict[str, Paper]:
    """All papers by name."""
    return read_toml(FOLDER / f"{PAPERS}.toml", dict[str, Paper])


@cache
def table_names() -> tuple[str, ...]:
    """The names of all tables."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem != PAPERS))


@cache
def published_table(name: str) -> Table:
    """A table by the name of its file, checked for its shape."""
    if name not in table_names():
        raise unknown_name("published table", name, table_names())
    table = read_toml(FOLDER / f"{name}.toml", Table)
    width = len(table.labels) + len(table.columns)
    for number, row in enumerate(table.rows, 1):
        labels, cells = row[: len(table.labels)], row[len(table.labels) :]
        written = all(isinstance(label, str) for label in labels)
        counted = all(cell == UNDEFINED or not isinstance(cell, str) for cell in cells)
        if len(row) != width or not written or not counted:
            raise BrokenFile(
                f"{name}.toml, row {number}: it needs {len(labels)} labels and {width} cells in all"
            )
    if table.paper not in papers():
        raise BrokenFile(f"{name}.toml: {table.paper!r} is not in {PAPERS}.toml")
    return table


def results(name: str | None = None, **labels: str) -> list[Result]:
    """The numbers of one table or of all, of those the ones with all of these labels.

    `metric`, `paper` and any label of a table serve: results(paper="RobustNav", condition="clean").
    """
    names = table_names() if name is None else (name,)
    return [one for each in names for one in _cells(published_table(each)) if _fits(one, labels)]


def _cells(table: Table) -> Sequence[Result]:
    found = []
    for number, row in enumerate(table.rows, 1):
        own = dict(zip(table.labels, (str(label) for label in row), strict=False))
        for column, cell in zip(table.columns, row[len(table.labels) :], strict=True):
            labels = table.shared | own | column
            metric, unit = labels.pop("metric"), labels.pop("unit")
            value, error = _numbers(cell)
            world = papers()[table.paper].world
            found.append(
                Result(
                    table.paper, world, table.table, table.page, number, labels, metric, unit, value, error
                )
            )
    return found


def _numbers(cell: Cell) -> tuple[float | None, float | None]:
    if isinstance(cell, str):
        return None, None
    return cell if isinstance(cell, tuple) else (cell, None)


def _fits(result: Result, labels: dict[str, str]) -> bool:
    known = result.labels | {"metric": result.metric, "paper": result.paper}
    return all(known.get(name) == label for name, label in labels.items())
