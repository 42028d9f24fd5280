"""A gate's verdicts for CI: JUnit XML and GitHub annotations."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.report.junit_xml import HEAD, Case, suite_xml
from wayproof.results.compare import Difference


def as_junit(lines: Sequence[Difference]) -> str:
    """One test case per condition; what cannot be decided is skipped, with its reason."""
    cases = [Case(line.name, line.verdict, line.text) for line in lines]
    return f"{HEAD}\n{suite_xml('wayproof gate', cases)}"


def as_github(lines: Sequence[Difference]) -> str:
    """One workflow command per condition."""
    kinds = {"fail": "error", "undecided": "warning"}  # all else is for notice
    return "\n".join(
        f"::{kinds.get(line.verdict, 'notice')} title={_property(line.name)}::{_message(line.text)}"
        for line in lines
    )


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
