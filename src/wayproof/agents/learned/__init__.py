"""Policies that were trained end to end: what a network is given, and the agent that asks it."""
