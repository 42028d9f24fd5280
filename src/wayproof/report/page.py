"""The HTML file: one page that needs no network and reads well on paper, in dark mode and without script.

Everything that a template prints is first made harmless and then escaped, in one place. A policy in the head
forbids everything but the page's own style, its own script (by their hashes) and pictures inside the file.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from wayproof.metrics.failure_mode import MODES
from wayproof.report import charts
from wayproof.report import text as wording
from wayproof.report.behaviour import Panel
from wayproof.report.example_panels import Case
from wayproof.report.findings import Findings, PartFindings
from wayproof.report.metric_text import (
    bounds_text,
    change_text,
    mean_span,
    mean_text,
    metric_change,
    metric_change_span,
    metric_span,
    metric_value,
)
from wayproof.report.parameters import Parameter
from wayproof.report.published_rows import sources
from wayproof.report.severity_curves import Curve
from wayproof.report.slices import MOST_COLUMNS, Slice
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.measured import Measured
from wayproof.results.published.paper_tables import papers
from wayproof.results.table import WORSE, Line, MetricLine, MetricTable
from wayproof.vocabulary import CLEAN

PICTURE = re.compile(r"data:image/(jpeg|png);base64,[A-Za-z0-9+/]+=*")
FOLDER = Path(__file__).parent
SIGNS = {
    "drop": "▼",
    "fall": "▼",
    "gain": "▲",
    "rise": "▲",
    "no change shown": "○",
    "worse": "▼",
    "better": "▲",
    "no difference shown": "○",
    "cannot decide": "?",
    "unknown": "?",
    "reference": "●",
    NOT_APPLICABLE: "·",
}
KINDS = {
    **dict.fromkeys(("drop", "rise", "worse"), "drop"),
    **dict.fromkeys(("gain", "fall", "better"), "gain"),
    "reference": "clean",
}
FILTERS = (
    wording.percent,
    wording.points,
    wording.span,
    wording.change_span,
    wording.number,
    wording.number_span,
    wording.counted,
    wording.words,
    wording.name,
)


@dataclass(frozen=True)
class PartPage:
    """One agent on the page: its numbers and its example episodes, under an anchor of its own."""

    anchor: str
    found: PartFindings
    cases: tuple[Case, ...]

    @property
    def lead(self) -> MetricTable:
        """The metric that decides."""
        return self.found.table.lead

    @property
    def second(self) -> MetricTable | None:
        """The headline whose changes stand beside the first one's, if it has any."""
        others = self.found.table.headlines[1:]
        return next((one for one in others if any(row.delta is not None for row in one.conditions)), None)

    @property
    def clean(self) -> MetricLine | None:
        return next((line for line in self.lead.conditions if line.name == CLEAN), None)

    @property
    def worse(self) -> list[MetricLine]:
        return [line for line in self.lead.conditions if line.verdict in WORSE]

    @property
    def corrupted(self) -> list[Line]:
        return [line for line in self.applicable if line.name != CLEAN]

    @property
    def applicable(self) -> list[Line]:
        """Conditions that can reach the agent."""
        return [line for line in self.found.table.conditions if line.n]

    @property
    def task(self) -> str:
        """The table's name of it, in words."""
        task, protocol, body = (*self.found.table.task.split("/"), "", "")[:3]
        return f"{wording.words(task).capitalize()} after {protocol}, with the {body} body"

    @property
    def hero(self) -> int:
        """The example at the top of the page: the twins that end farthest apart."""
        return max(range(len(self.cases)), key=lambda number: self.cases[number].apart_m)

    @property
    def by_change(self) -> list[MetricLine]:
        """Conditions with clean twins, the worst first."""
        known = [line for line in self.lead.conditions if line.delta is not None]
        return sorted(known, key=lambda line: line.delta or 0.0, reverse=self.lead.better == "lower")

    @property
    def changes(self) -> list[Measured]:
        return [_change(line) for line in self.by_change]

    @property
    def modes(self) -> list[str]:
        """Failure modes that occur."""
        return [mode for mode in MODES if any(row[mode] for row in self.found.failures.values())]

    @property
    def groups(self) -> list[tuple[str, list[Parameter]]]:
        """Parameters by group, in the order given."""
        found: dict[str, list[Parameter]] = {}
        for one in self.found.parameters:
            found.setdefault(one.group, []).append(one)
        return list(found.items())

    @property
    def clauses(self) -> list[str]:
        """Those that claims point to, once each."""
        return sorted({clause for claim in self.found.assurance for clause in claim.may_support})

    def flat(self, panel: Panel) -> float | None:
        """The value of a panel that has the same everywhere; None where it is worth a chart."""
        values = {row.value for row in panel.rows.values()}
        return values.pop() if len(values) == 1 else None

    @property
    def drawn(self) -> list[MetricTable]:
        """The headlines that curves are drawn of: the first two shares."""
        return [one for one in self.found.table.headlines if one.measure == "share"][:2]

    def heights(self, curve: Curve, metric: str) -> list[tuple[float, Measured]]:
        return [(point.severity, point.headlines[metric]) for point in curve.points]

    def cell(self, one: Slice, label: str, condition: str) -> Measured | None:
        found = (c.rate for c in one.cells if c.label == label and c.condition == condition)
        return next(found, None)


def page(found: Findings, cases: Sequence[Sequence[Case]]) -> str:
    """The whole file."""
    style, script = ((FOLDER / file).read_text(encoding="utf-8") for file in ("page.css", "sorting.js"))
    parts = [
        PartPage(f"a{number}", part, tuple(those))
        for number, (part, those) in enumerate(zip(found.parts, cases, strict=True))
    ]
    return (
        environment()
        .get_template("page.html")
        .render(
            found=found,
            parts=parts,
            groups=_alike(parts),
            style=Markup(style),
            script=Markup(script),
            style_hash=style_digest(style),
            script_hash=style_digest(script),
        )
    )


def environment() -> jinja2.Environment:
    """Templates that escape everything and refuse what does not exist."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        finalize=harmless,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    made.filters.update({one.__name__: one for one in FILTERS}, data_uri=_data_uri)
    made.globals.update(
        charts=charts,
        signs=SIGNS,
        kind_of=lambda line: KINDS.get(line.verdict, "open"),
        modes=MODES,
        most_columns=MOST_COLUMNS,
        change_of=_change,
        changes_of=lambda one: [_change(line) for line in one.conditions if line.delta is not None],
        bounds_text=bounds_text,
        change_text=change_text,
        mean_span=mean_span,
        mean_text=mean_text,
        metric_value=metric_value,
        metric_span=metric_span,
        metric_change=metric_change,
        metric_change_span=metric_change_span,
        means_of=_means,
        all_means=_all_means,
        sources=sources,
        papers=papers(),
    )
    return made


def harmless(value: Any) -> Any:
    """What a template is about to print: our own markup as it is, all other text made visible and cut."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return wording.shown(value)


def _change(line: MetricLine) -> Measured:
    return Measured(line.delta, line.delta_low, line.delta_high, line.n)


def _alike(parts: Sequence[PartPage]) -> list[list[PartPage]]:
    """Agents that met the same protocol, where there are several."""
    found: dict[str, list[PartPage]] = {}
    for part in parts:
        found.setdefault(part.found.table.protocol, []).append(part)
    return [group for group in found.values() if len(group) > 1]


def _means(group: Sequence[PartPage], condition: str) -> list[Measured]:
    """The deciding metric of each agent under a condition; of nothing where it did not run it."""
    rows = []
    for part in group:
        lines = [line for line in part.lead.conditions if line.name == condition]
        known = [Measured(line.value, line.low, line.high, line.n) for line in lines]
        rows.append(known[0] if known else Measured(None, None, None, 0))
    return rows


def _all_means(group: Sequence[PartPage]) -> list[Measured]:
    """The deciding metric of all agents under all conditions."""
    names = [line.name for line in group[0].lead.conditions]
    return [row for condition in names for row in _means(group, condition)]


def _data_uri(text: str) -> Markup:
    """A picture inside the file, which must not be cut."""
    if not PICTURE.fullmatch(text):
        raise ValueError("a picture on the page must be a JPEG or PNG in a data URI")
    return Markup(text)


def style_digest(text: str) -> str:
    """As a content security policy wants it."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
