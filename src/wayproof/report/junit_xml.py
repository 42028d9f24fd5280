"""JUnit XML as CI systems read it: suites of cases that pass, fail, or are skipped with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from wayproof.report.text import name, shown

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
FAILED = ("drop", "rise", "fail")  # a rise is worse where lower is better
# No answer is neither a pass nor a failure; the reason is for a person to read.
SKIPPED = ("cannot decide", "undecided", "unknown", "not compared", "n/a")


class Case(NamedTuple):
    """One condition: its name, its verdict's word, and the sentence with the numbers or the reason."""

    name: str
    verdict: str
    text: str


def suite_xml(title: str, cases: Sequence[Case], said: str = "") -> str:
    """A <testsuite> with right counts; `said` is what a reader should know of all of it."""
    failures = sum(case.verdict in FAILED for case in cases)
    skipped = sum(case.verdict in SKIPPED for case in cases)
    inside = "\n".join(_case_xml(title, case) for case in cases)
    told = f"<system-out>{escape(shown(said))}</system-out>\n" if said else ""
    return (
        f'<testsuite name={quoteattr(shown(title))} tests="{len(cases)}" failures="{failures}" '
        f'errors="0" skipped="{skipped}">\n{inside}\n{told}</testsuite>'
    )


def _case_xml(title: str, case: Case) -> str:
    text = shown(case.text)
    if case.verdict in SKIPPED:
        inside = f"<skipped message={quoteattr(text)}/>"
    elif case.verdict in FAILED:
        inside = f"<failure message={quoteattr(text)}>{escape(text)}</failure>"
    else:
        inside = f"<system-out>{escape(text)}</system-out>"
    return (
        f"<testcase classname={quoteattr(name(title))} name={quoteattr(name(case.name))}>{inside}</testcase>"
    )
