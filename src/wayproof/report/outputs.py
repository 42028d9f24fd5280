"""From run folders to a report, in any of its formats."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

import wayproof
from wayproof.errors import InvalidInput
from wayproof.report.episode_rows import as_csv, episode_rows, parquet_library, write_parquet
from wayproof.report.example_panels import cases
from wayproof.report.findings import Findings, findings
from wayproof.report.junit import as_junit
from wayproof.report.markdown import as_markdown
from wayproof.report.output_formats import EPISODES, MOST_EPISODES, Form
from wayproof.report.page import page
from wayproof.report.run_data import LabelledPart, read_parts
from wayproof.storage import write_atomically

Tell = Callable[[str], None]


def write_report(
    folders: Sequence[Path], file: Path, form: Form = Form.HTML, *, episodes: int = EPISODES, tell: Tell
) -> None:
    """Read runs and write one file about them, all or nothing."""
    if form is Form.PARQUET:
        library = parquet_library()  # before the work, so that a missing one is reported at once
        write_parquet(library, episode_rows(read_parts(folders)), file)
    else:
        write_atomically(file, report_text(folders, form, episodes=episodes, tell=tell).encode())


def report_text(
    folders: Sequence[Path], form: Form = Form.HTML, *, episodes: int = EPISODES, tell: Tell
) -> str:
    """The report as text; Parquet is not text."""
    if not folders:
        raise InvalidInput("no run given; name one or more folders made by `wayproof run ... -o FOLDER`")
    if not 0 <= episodes <= MOST_EPISODES:
        raise InvalidInput(f"episodes is {episodes}; give 0 to {MOST_EPISODES}")
    parts = read_parts(folders)
    tell(f"read {sum(len(part.logs) for part in parts):,} episode logs")
    if form is Form.CSV:
        return as_csv(episode_rows(parts))
    found = _findings(parts)
    if form is Form.JSON:
        return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"
    if form is Form.MARKDOWN:
        return as_markdown(found)
    if form is Form.JUNIT:
        return as_junit(found)
    return page(
        found,
        [cases(part, _share(episodes, number, len(parts)), tell=tell) for number, part in enumerate(parts)],
    )


def _findings(parts: Sequence[LabelledPart]) -> Findings:
    return findings(parts, wayproof=wayproof.__version__, written=_today())


def _share(episodes: int, number: int, parts: int) -> int:
    """How many example episodes this part gets; the first parts take the remainder."""
    return episodes // parts + (number < episodes % parts)


def _today() -> str:
    day = dt.datetime.now(dt.UTC).date()
    return f"{day.day} {day:%B %Y}"
