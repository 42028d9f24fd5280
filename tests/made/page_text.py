"""Pages of the documentation as a reader sees them."""

from __future__ import annotations

import re
from pathlib import Path


def read_page(file: Path) -> str:
    """The text of a page, links to papers shown as their words."""
    return re.sub(r"\[(\w+)\]\(https?://[^)]*\)", r"\1", file.read_text(encoding="utf-8"))
