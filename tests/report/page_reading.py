"""A page as a browser without script or network would take it apart: tags, attributes, tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Cell:
    attributes: dict[str, str | None]
    written: str = ""

    @property
    def text(self) -> str:
        return " ".join(self.written.split())


@dataclass
class Table:
    attributes: dict[str, str | None]
    rows: list[list[Cell]] = field(default_factory=list)

    def by_name(self) -> dict[str, list[Cell]]:
        return {row[0].text: row for row in self.rows if row}


class Page(HTMLParser):
    """Reads a page; what a browser would see is in the fields."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[Table] = []
        self.text = ""
        self._cell: Cell | None = None
        self._quiet = ""
        self.inside: dict[str, str] = {"style": "", "script": ""}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.append((tag, known))
        if tag in self.inside:
            self._quiet = tag
        if tag == "table":
            self.tables.append(Table(known))
        elif tag == "tr" and self.tables:
            self.tables[-1].rows.append([])
        elif tag in ("td", "th") and self.tables:
            self._cell = Cell(known)
            self.tables[-1].rows[-1].append(self._cell)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._quiet:
            self._quiet = ""
        if tag in ("td", "th"):
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._quiet:
            self.inside[self._quiet] += data
            return
        self.text += data
        if self._cell is not None:
            self._cell.written += data

    def silent_pictures(self) -> list[dict[str, str | None]]:
        """Pictures without words about what they show, and drawings that are neither hidden nor named."""
        return [
            known
            for tag, known in self.tags
            if (tag == "img" and len((known.get("alt") or "").split()) < 4)
            or (tag == "svg" and known.get("aria-hidden") != "true" and not known.get("aria-label"))
        ]

    def table(self, kind: str) -> Table:
        return next(one for one in self.tables if kind in (one.attributes.get("class") or "").split())
