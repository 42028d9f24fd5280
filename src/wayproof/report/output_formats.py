"""The formats of a report and the files that they go to; light, so that the command line can read it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

EPISODES = 4  # examples, drawn with maps and frames
MOST_EPISODES = 40


class Form(StrEnum):
    HTML = "html"
    MARKDOWN = "markdown"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    JUNIT = "junit"


ENDINGS = {Form.MARKDOWN: "md", Form.JUNIT: "xml"}
FILES_ONLY = (Form.HTML, Form.PARQUET)  # nobody wants these in a terminal


def default_file(folders: Sequence[Path], form: Form) -> Path:
    """In the run's own folder; here for several runs."""
    file = f"report.{ENDINGS.get(form, form.value)}"
    return folders[0] / file if len(folders) == 1 else Path(file)
