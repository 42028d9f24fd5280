"""The contract of agents: how they are found by name, checked, traced and overridden.

agent_by_name.py       one of ours, a user's class or file, an address, another platform's; the card checked
conformance.py         the rules that `wayproof check` tries; conformance_cases.py  the observations for them
sensor_forms.py        the form of each sensor's reading: what a card may ask for
policy.py              a policy decides through one episode; agents pass act, trace and override on to it
overrides.py           replacing what a capability says, for one step
trace_pictures.py      what an agent recognised and its value map, as a trace holds them; packed_cells.py
"""
