"""The shape that CI systems read: the elements, attributes and order of the common JUnit XSD."""

from __future__ import annotations

from xml.etree.ElementTree import Element

ROOTS = ("testsuite", "testsuites")
SUITE_PARTS = ("properties", "testcase", "system-out", "system-err")
CASE_PARTS = ("skipped", "error", "failure", "system-out", "system-err")  # in this order
CASE_ATTRIBUTES = {"classname", "name", "time"}


def check_junit(root: Element) -> None:
    """Fails where a reader of JUnit XML would stumble, counts that do not add up included."""
    assert root.tag in ROOTS
    suites = [root] if root.tag == "testsuite" else list(root)
    assert suites and all(suite.tag == "testsuite" for suite in suites)
    for suite in suites:
        _check_suite(suite)


def _check_suite(suite: Element) -> None:
    tags = [one.tag for one in suite]
    assert tags == sorted(tags, key=SUITE_PARTS.index) and suite.get("name")
    cases = suite.findall("testcase")
    assert suite.get("tests") == str(len(cases))
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert suite.get(key) == str(len([case for case in cases if case.find(tag) is not None])), key
    for case in cases:
        assert {"classname", "name"} <= set(case.attrib) <= CASE_ATTRIBUTES
        inside = [one.tag for one in case]
        assert inside == sorted(set(inside), key=CASE_PARTS.index)
        assert len({"skipped", "error", "failure"} & set(inside)) <= 1
        assert all(one.get("message") for one in case if one.tag in ("skipped", "failure", "error"))
