"""A gate's verdicts for CI: JUnit XML and GitHub annotations."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.compare import Difference


def as_junit(lines: Sequence[Difference]) -> str:
    """One test case per condition; what cannot be decided is an error, as it needs a person."""
    failures = sum(line.verdict == "fail" for line in lines)
    errors = sum(line.verdict == "undecided" for line in lines)
    cases = "\n".join(_case(line) for line in lines)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuite name="wayproof gate" tests="{len(lines)}" failures="{failures}" errors="{errors}">\n'
        f"{cases}\n</testsuite>"
    )


def as_github(lines: Sequence[Difference]) -> str:
    """One workflow command per condition."""
    kinds = {"fail": "error", "undecided": "warning"}  # all else is for notice
    return "\n".join(
        f"::{kinds.get(line.verdict, 'notice')} title={_property(line.name)}::{_message(line.text)}"
        for line in lines
    )


def _case(line: Difference) -> str:
    tag = {"fail": "failure", "undecided": "error"}.get(line.verdict)
    if line.verdict == NOT_APPLICABLE:
        return f"  <testcase name={quoteattr(line.name)}><skipped message={quoteattr(line.text)}/></testcase>"
    if tag is None:
        return f"  <testcase name={quoteattr(line.name)}/>"
    inside = f"<{tag} message={quoteattr(line.text)}>{escape(line.text)}</{tag}>"
    return f"  <testcase name={quoteattr(line.name)}>{inside}</testcase>"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
