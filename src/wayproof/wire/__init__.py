"""The wire: how Wayproof talks with agents that live in another process, environment or machine.

wire.py       bytes: MessagePack with arrays in openpi's encoding; never a pickle
messages.py   what is said: hello, start, act, end and their answers
client.py     our side: a WebSocket to the agent, with limits of size and time
http_dialect.py  our side of OmniNavBench's HTTP
server.py     the agent's side: `wayproof serve MODULE:AGENT`
shim.py       the agent's side in one file of plain Python, to copy into any environment; batches of sessions
"""
