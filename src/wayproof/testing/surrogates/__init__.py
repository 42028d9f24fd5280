"""Oracles without an expert who knows the truth: learnt from logs, for robots outside a simulator.

step_signals.py       what a log with traces tells of each capability at each step, by the agent's own words
learnt_thresholds.py  from demonstrations and a person's corrections to right, wrong, or: ask a person
"""
