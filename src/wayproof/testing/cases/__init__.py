"""Test cases as data, and how they are drawn, changed and made small.

case.py          the genes of a case
case_bounds.py   constraints: rooms to avoid and to go through
case_episode.py  the episode that a case means, and whether an expert solves it
gene_pool.py     what genes may be: scenes, goals, faults and lights that reach the agent
confounders.py   things that confound, left in the goal's room
case_draw.py     a new case that an expert solves
mutation.py      mild and aggressive changes of a case
simpler_case.py  ways to take something away from a failing case
"""
