"""From run folders to a report file, in any of its formats."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from wayproof.report.cases import cases
from wayproof.report.findings import Findings, findings
from wayproof.report.page import page
from wayproof.report.reading import Part, read_parts
from wayproof.rollout import software_versions
from wayproof.storage import write_atomically

Tell = Callable[[str], None]
EPISODES = 4  # telling ones, drawn with maps and frames


class Form(StrEnum):
    HTML = "html"
    MARKDOWN = "markdown"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    JUNIT = "junit"


ENDINGS = {Form.MARKDOWN: "md", Form.JUNIT: "xml"}


def ending(form: Form) -> str:
    """How a file of this format is called."""
    return ENDINGS.get(form, form.value)
