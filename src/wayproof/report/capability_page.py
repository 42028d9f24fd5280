"""The page of `wayproof test`: failures over time, by capability, and one case of each type as a story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from wayproof.report.page import FOLDER, environment, style_digest
from wayproof.report.story_frames import boxed, source_picture
from wayproof.report.story_map import story_map
from wayproof.scenes.by_name import scene_named
from wayproof.storage import write_atomically
from wayproof.testing.agent_campaign import Findings
from wayproof.testing.case_result import CaseResult
from wayproof.testing.failure_types import TYPES, UNATTRIBUTED, suggestion_for, told_type
from wayproof.testing.oracles import ORDER

PAGE = "report.html"
COLUMNS = (*ORDER, UNATTRIBUTED)
WIDE, HIGH = 640, 150  # of the chart of failures over time


@dataclass(frozen=True)
class Story:
    """One case, ready to be shown."""

    title: str
    result: CaseResult
    sentences: tuple[str, ...]
    suggestion: str
    map: Markup
    frames: tuple[tuple[str, Markup], ...]
    troubles: str
    alike: int  # failures of its cluster


def write_capability_page(found: Findings) -> Path:
    """Write the page into the folder of the test."""
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    text = (
        environment()
        .get_template("capability.html")
        .render(
            summary=found.summary,
            stories=[
                story_of(one, alike, found.found.settings.rig)
                for one, alike in zip(found.found.smallest, found.found.alike, strict=True)
            ],
            over_time=over_time(found.found.results),
            columns=COLUMNS,
            types=list(TYPES.items()),
            shown_share=shown_share,
            worst=worst,
            style=Markup(style),
            style_hash=style_digest(style),
        )
    )
    file = found.folder / PAGE
    write_atomically(file, text.encode())
    return file


def story_of(result: CaseResult, alike: int = 1, rig: str | None = None) -> Story:
    """What happened, what the agent put out, what was true, and what repairing it changed."""
    case = result.case
    picture = source_picture(result, rig)
    frames: list[tuple[str, Markup]] = []
    if picture is not None and result.source is not None:
        frames.append(
            ("what it recognised", boxed(picture, result.source.boxes, case.kind, "its detections"))
        )
        frames.append(("what was there", boxed(picture, result.source.true_boxes, case.kind, "the truth")))
    faults = [
        f"{fault.name.replace('_', ' ')} {fault.severity:g} from step {fault.begins_at}"
        for fault in case.faults
    ]
    return Story(
        told_type(result.type),
        result,
        tuple(_sentences(result)),
        suggestion_for(result.type),
        story_map(result, scene_named(case.place_name, light=False)),
        tuple(frames),
        ", ".join([*faults, *(name.replace("_", " ") for name in case.troubles[len(faults) :])]),
        alike,
    )


def _sentences(result: CaseResult) -> list[str]:
    source = result.source
    ended = (
        f"It ended after {result.steps} steps ({result.outcome}), {result.distance_m:.1f} m from the goal."
    )
    if source is None and result.errors:
        return [ended, f"Errors on the way: {_counts(result.errors)}. No repair of them turned the failure."]
    if source is None:
        return [ended, "No oracle flagged an error on the way."]
    span = f"step {source.step}"
    if source.last_step > source.step:
        span += f" to {source.last_step}"
    often = "at that step alone" if source.repair == "once" else "from that step on, wherever it was wrong"
    return [
        ended,
        f"At {span}: {source.evidence}.",
        f"The agent {source.said}. Right: {source.right}.",
        f"With its {source.capability} put right {often}, it arrives after {source.repaired_steps} steps.",
    ]


def _counts(errors: dict[str, int]) -> str:
    return ", ".join(f"{code} {count}" for code, count in errors.items())


def over_time(results: Sequence[CaseResult]) -> Markup:
    """Failures so far, case by case: a stacked area for each capability."""
    so_far: Counter[str] = Counter()
    rows: list[dict[str, int]] = []
    for one in results:
        so_far[one.capability] += one.failed
        rows.append({name: so_far[name] for name in COLUMNS})
    most = max(sum(rows[-1].values()), 1) if rows else 1
    step = WIDE / max(len(rows), 1)
    base = [0.0] * (len(rows) + 1)
    drawn = []
    for number, name in enumerate(COLUMNS):
        top = [base[0], *(below + row[name] for below, row in zip(base[1:], rows, strict=True))]
        upper = [f"{k * step:.1f},{HIGH - HIGH * value / most:.1f}" for k, value in enumerate(top)]
        lower = [f"{k * step:.1f},{HIGH - HIGH * value / most:.1f}" for k, value in enumerate(base)]
        points = " ".join([*upper, *reversed(lower)])
        drawn.append(Markup('<polygon class="s-{}" points="{}"/>').format(number, points))
        base = top
    return Markup('<svg class="c-plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDE, HIGH, "Failures found so far, by capability", Markup("").join(drawn)
    )


def shown_share(share: dict[str, Any] | None) -> str:
    """A share with its interval, for the template."""
    if share is None:
        return "none"
    return f"{share['count']} of {share['of']} ({share['low']:.0%} to {share['high']:.0%})"


def worst(summary: dict[str, Any]) -> list[tuple[str, int]]:
    """Capabilities with failures, the one with most first."""
    counts = [(name, count) for name, count in summary["by_capability"].items() if name in ORDER and count]
    return sorted(counts, key=lambda one: -one[1])
