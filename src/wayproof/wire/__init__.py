"""The wire: how Wayproof talks with agents that live in another process, environment or machine.

encoding.py      messages as bytes: MessagePack with arrays in openpi's encoding; never a pickle
messages.py      what is said: hello, start, act, end, trace, override, save, restore and their answers
client.py        our side: a WebSocket to the agent, with limits of size and time
http_dialect.py  our side of OmniNavBench's HTTP
byte_meter.py    how many bytes went to an agent and came back
message_pipe.py  our side and the agent's of a pipe to a process of this machine, with frames in shared memory
sandbox.py       what the process of an agent cannot reach
agent_side.py    what an agent answers to each message
server.py        the agent's side: `wayproof serve MODULE:AGENT`
shim.py          the agent's side in one file of plain Python to copy into any environment; batches sessions
"""
