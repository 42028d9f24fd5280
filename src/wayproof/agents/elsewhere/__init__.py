"""Agents that live elsewhere or were written for another platform, as agents of ours.

own_process.py       in a process of its own on this machine, as runs keep agents
agent_process.py     what runs in that process
websocket_agent.py   at ws://host:port: `wayproof serve`, the shim, or an openpi server
http_agent.py        at http://host:port, in OmniNavBench's dialect
platforms.py         classes written for Habitat and for the RoboTHOR challenge
"""
