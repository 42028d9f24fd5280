"""The contract of agents: found by name, checked for conformance, overridden by capability."""
