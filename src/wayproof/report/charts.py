"""Dots with intervals, bars and curves, as SVG in per cent of its width: sharp and legible at any size.

Names and numbers stand beside the drawings as ordinary text, so they neither shrink on a telephone nor vanish
for those who do not see.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from wayproof.report.text import words
from wayproof.results.measured import Measured

ROW_PX = 22
INSET = 2.0  # per cent left free at both ends, so that a dot at the end is whole


@dataclass(frozen=True)
class Scale:
    """From a value to a place in per cent of the width; beyond the ends is drawn at the end."""

    low: float
    high: float
    ticks: tuple[float, ...] = ()
    left: float = INSET
    right: float = INSET

    def at(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.left + share * (100.0 - self.left - self.right)


SEVERITIES = Scale(0.0, 1.0, (0.0, 0.5, 1.0), left=14.0, right=4.0)


def scale_for(rows: Iterable[Measured], *, include: Sequence[float] = (), most: float | None = None) -> Scale:
    """A scale with round ends that holds all values and bounds, at most up to `most`."""
    values = [v for row in rows for v in (row.value, row.low, row.high) if v is not None and math.isfinite(v)]
    low, high = min([*values, *include], default=0.0), max([*values, *include], default=1.0)
    if most is not None:
        high = min(high, most)
    step = _round_step((high - low) or 1.0)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    ticks = tuple(round(step * k, 10) for k in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks)


def _round_step(extent: float) -> float:
    """A step of 1, 2 or 5 times a power of ten, so that about four cover the extent."""
    rough = extent / 4
    power = 10.0 ** math.floor(math.log10(rough))
    return next(m * power for m in (1.0, 2.0, 5.0, 10.0) if m * power >= rough - 1e-12)


def dot_row(row: Measured, scale: Scale, *, kind: str, zero: float | None = None) -> Markup:
    """One number and its interval on a line; `kind` names its colour and sign (drop, gain, open, clean)."""
    middle, drawn = ROW_PX / 2, _grid(scale, ROW_PX)
    if zero is not None and scale.low <= zero <= scale.high:
        drawn += _line("c-zero", scale.at(zero), 0, scale.at(zero), ROW_PX)
    if row.low is not None and row.high is not None:
        drawn += _line(f"c-span c-{kind}", scale.at(row.low), middle, scale.at(row.high), middle)
    if row.value is not None:
        drawn += _sign(kind, scale.at(row.value), middle)
    return _svg("c-row", ROW_PX, drawn)


def dots_row(rows: Sequence[Measured], scale: Scale) -> Markup:
    """The same number of several agents, one under the other on one line."""
    height = 12 * len(rows) + 8
    drawn = _grid(scale, height)
    for number, row in enumerate(rows):
        y = 10 + 12 * number
        kind = f"side{min(number, 3)}"
        if row.low is not None and row.high is not None:
            drawn += _line(f"c-span c-{kind}", scale.at(row.low), y, scale.at(row.high), y)
        if row.value is not None:
            drawn += _sign(kind, scale.at(row.value), y)
    return _svg("c-row", height, drawn)


def axis(scale: Scale, *, factor: float = 1.0, signed: bool = False) -> Markup:
    """The numbers under a chart, written times `factor`."""
    texts = []
    for tick in scale.ticks:
        value = tick * factor
        shown = f"{value:+g}" if signed and value else f"{value:g}"
        x = scale.at(tick)
        anchor = "start" if x < 4 else "end" if x > 97 else "middle"
        texts.append(
            Markup('<text class="c-tick" x="{}%" y="12" text-anchor="{}">{}</text>').format(
                f"{x:.2f}", anchor, shown.replace("-", "\N{MINUS SIGN}")
            )
        )
    return _svg("c-axis", 16, Markup("").join(texts))


def stacked_row(counts: Mapping[str, int], total: int) -> Markup:
    """Shares of a whole side by side; gaps keep neighbours apart for every eye."""
    drawn, at = Markup(""), 0.0
    for name, count in counts.items():
        if count:
            width = 100.0 * count / total
            drawn += Markup(
                '<rect class="f-{}" x="{}%" y="2" width="{}%" height="{}"><title>{}</title></rect>'
            ).format(
                name,
                f"{at:.2f}",
                f"{max(width - 0.3, 0.2):.2f}",
                ROW_PX - 4,
                f"{_mode(name)}: {count} of {total}",
            )
            at += width
    return _svg("c-row", ROW_PX, drawn)


def _mode(name: str) -> str:
    """A failure mode as people say it; the mode "none" is a success."""
    return "success" if name == "none" else words(name)


def curve(points: Sequence[tuple[float, Measured]], *, height: int = 150) -> Markup:
    """Shares from 0 to 1 over severities from 0 to 1."""

    def place(severity: float, share: float) -> tuple[float, float]:
        return SEVERITIES.at(severity), 6 + (1.0 - min(max(share, 0.0), 1.0)) * (height - 12)

    drawn = Markup("")
    for share in (0.0, 0.5, 1.0):
        y = place(0, share)[1]
        drawn += _line("c-grid", SEVERITIES.left - 3, y, 100, y)
        drawn += Markup('<text class="c-tick" x="{}%" y="{}" text-anchor="end">{}</text>').format(
            f"{SEVERITIES.left - 5:.1f}", f"{y + 4:.1f}", f"{share:g}"
        )
    known = [(severity, row) for severity, row in points if row.value is not None]
    for (s1, a), (s2, b) in pairwise(known):
        drawn += _line("c-curve", *place(s1, a.value or 0.0), *place(s2, b.value or 0.0))
    for severity, row in known:
        if row.low is not None and row.high is not None:
            drawn += _line("c-span c-curve", *place(severity, row.low), *place(severity, row.high))
        drawn += _sign("clean" if severity == 0 else "curve", *place(severity, row.value or 0.0))
    return _svg("c-plot", height, drawn)


def _grid(scale: Scale, height: float) -> Markup:
    return Markup("").join(_line("c-grid", scale.at(tick), 0, scale.at(tick), height) for tick in scale.ticks)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    return Markup('<line class="{}" x1="{}%" y1="{}" x2="{}%" y2="{}"/>').format(
        kind, f"{x1:.2f}", f"{y1:.1f}", f"{x2:.2f}", f"{y2:.1f}"
    )


def _sign(kind: str, x: float, y: float) -> Markup:
    """A disc; hollow where nothing is decided, so that colour is not all that tells."""
    return Markup('<circle class="c-dot c-{}" cx="{}%" cy="{}" r="4.5"/>').format(
        kind, f"{x:.2f}", f"{y:.1f}"
    )


def _svg(kind: str, height: float, inside: Markup) -> Markup:
    return Markup('<svg class="{}" width="100%" height="{}" aria-hidden="true">{}</svg>').format(
        kind, f"{height:g}", inside
    )
