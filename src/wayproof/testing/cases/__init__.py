"""Test cases as data, and how they are drawn, changed and made small.

case.py          the genes of a case, and the episode that they mean
gene_pool.py     what genes may be: scenes, goals, faults that reach the agent
case_draw.py     a new case that an expert solves
mutation.py      mild and aggressive changes of a case
simpler_case.py  ways to take something away from a failing case
"""
