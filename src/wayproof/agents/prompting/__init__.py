"""Agents that ask a model of yours: what it is sent, how its reply is read, and what a request may cost."""
