"""Panels of lying bars with intervals, one bar for a condition, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

Bar = tuple[str, float, float, float]  # name, mean, lower and upper bound
PAPER, INK, FAINT = (255, 255, 255), (40, 40, 40), (150, 150, 150)
CLEAN, SEEN, MOVED, BOTH = (120, 120, 120), (52, 120, 190), (214, 137, 40), (150, 70, 140)
NAMES_PX, PANEL_PX, ROW_PX, HEAD_PX, GAP_PX = 260, 210, 26, 34, 22


@dataclass(frozen=True)
class Panel:
    """What the bars measure, and the bars."""

    title: str
    bars: tuple[Bar, ...]


def draw(panels: Sequence[Panel], file: Path) -> None:
    """All panels side by side; the conditions are named once, on the left."""
    names = list(dict.fromkeys(bar[0] for panel in panels for bar in panel.bars))
    width = NAMES_PX + len(panels) * (PANEL_PX + GAP_PX)
    picture = Image.new("RGB", (width, HEAD_PX + len(names) * ROW_PX + 8), PAPER)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(size=13)
    for row, name in enumerate(names):
        middle = HEAD_PX + row * ROW_PX + ROW_PX // 2
        pen.text((NAMES_PX - 10, middle), name, INK, font, anchor="rm")
    for place, panel in enumerate(panels):
        _panel(pen, panel, names, NAMES_PX + place * (PANEL_PX + GAP_PX))
    picture.quantize(64).save(file, optimize=True)


def _panel(pen: ImageDraw.ImageDraw, panel: Panel, names: Sequence[str], left: int) -> None:
    font, small = ImageFont.load_default(size=13), ImageFont.load_default(size=11)
    pen.text((left, 8), panel.title, INK, font)
    longest = max((bar[3] for bar in panel.bars), default=0.0) or 1.0
    reach = PANEL_PX - 40  # the rest is for the number

    def at(value: float) -> int:
        return left + round(reach * value / longest)

    for name, value, low, high in panel.bars:
        top = HEAD_PX + names.index(name) * ROW_PX + 4
        bottom, middle = top + ROW_PX - 9, top + (ROW_PX - 9) // 2
        pen.rectangle((left, top, max(at(value), left + 1), bottom), colour_of(name))
        pen.line((at(low), middle, at(high), middle), INK, 1)
        for bound in (low, high):
            pen.line((at(bound), middle - 3, at(bound), middle + 3), INK, 1)
        pen.text((left + reach + 6, middle), f"{value:.2f}", INK, small, anchor="lm")
    pen.line((left, HEAD_PX, left, HEAD_PX + len(names) * ROW_PX), FAINT, 1)


def colour_of(condition: str) -> tuple[int, int, int]:
    """Grey: clean; blue: the camera; orange: the motors; violet: both."""
    if condition == "clean":
        return CLEAN
    if " + " in condition:
        return BOTH
    return MOVED if condition.startswith(("motion drift", "motion bias", "motor", "PyRobot")) else SEEN
