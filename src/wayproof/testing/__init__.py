"""Capability-oriented testing: find failures, say which capability is to blame, and prove it.

oracles/          how wrong perception, memory, plan and decision were at a step, and what had been right
judged_steps.py   a course stepped under the eyes of the oracles
examination.py    an episode with every step judged
attribution.py    which error made it fail: the earliest whose repair turns failure into success
"""
