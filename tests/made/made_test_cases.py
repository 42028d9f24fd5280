"""Test cases with a certain gene: the first of many draws that has it."""

from __future__ import annotations

from collections.abc import Callable

from wayproof.seeding import generator_for
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_draw import drawn_case
from wayproof.testing.cases.gene_pool import GenePool

HOUSE = "houses-v1/val/200"
POOL = GenePool((HOUSE,), constraints=True, symbolic=True)


def first_case(wanted: Callable[[Case], object], pool: GenePool = POOL) -> Case:
    for number in range(80):
        case = drawn_case(pool, generator_for(0, "genes", number), f"case-{number:04}")
        if wanted(case):
            return case
    raise AssertionError("no such case in 80 draws")


def has_bound(kind: str) -> Callable[[Case], bool]:
    return lambda case: case.bound is not None and case.bound.kind == kind
