"""The contract of agents: how they are found by name, checked, traced, overridden and saved.

agent_by_name.py       one of ours, a user's class or file, an address, another platform's; the card checked
conformance.py         the rules that `wayproof check` tries; conformance_cases.py  the observations for them
sensor_forms.py        the form of each sensor's reading: what a card may ask for
policy.py              a policy decides through one episode; agents pass what they are asked on to it
capabilities.py        what the capabilities put out: detections, entries of memory, way-points, an action
overrides.py           replacing what a capability puts out, for one step
saved_arrays.py        large arrays in the saved state of an agent
trace_pictures.py      what an agent recognised and its value map, as a trace holds them; packed_cells.py
"""
