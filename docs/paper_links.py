"""Links a page to the papers that it names: the first naming of each becomes a link.

python docs/paper_links.py     adds what is missing to README.md, the guides and the concepts
"""

from __future__ import annotations

import re
from pathlib import Path

from wayproof.results.published.paper_tables import papers

ROOT = Path(__file__).resolve().parents[1]
# Where a name is no naming: code, headings, pictures and other links.
QUIET = re.compile(r"```.*?```|^    .*?$|`[^`\n]*`|^#.*?$|!?\[[^\]]*\]\([^)]*\)", re.S | re.M)


def pages() -> list[Path]:
    """The pages that people write."""
    docs = ROOT / "docs"
    return [ROOT / "README.md", *sorted(docs.glob("guides/*.md")), *sorted(docs.glob("concepts/*.md"))]


def linked(text: str) -> str:
    """The page with a link at the first naming of each paper."""
    for name, paper in papers().items():
        quiet = [found.span() for found in QUIET.finditer(text)]
        for found in re.finditer(rf"\b{name}\b", text):
            around = next((text[a:b] for a, b in quiet if a <= found.start() < b), "")
            if around.endswith(f"({paper.link})"):
                break
            if not around:
                text = f"{text[: found.start()]}[{name}]({paper.link}){text[found.end() :]}"
                break
    return text


def main() -> None:
    for page in pages():
        page.write_text(linked(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
