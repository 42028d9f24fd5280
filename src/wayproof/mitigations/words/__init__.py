"""Repairing what an agent is told: the agent that reads repaired words, and the repairs themselves."""
