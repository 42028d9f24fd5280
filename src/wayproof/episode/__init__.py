"""One episode: a world, a task, faults and an agent, joined until it ends and a log is written.

trial.py        the episode under way: body, people, faults, goals, and the rules by which it ends
people.py       the people of one episode: where they are, and what a camera sees of them
brief.py        what an agent is told before its first step
guards.py       the agent as an episode may trust it: whatever it does wrong becomes an outcome
rollout.py      THE join: observe, act, record, until it is over
recorder.py     rows per state and action that become the arrays of a log
replay.py       the same episode again from its log, without the agent
environment.py  the Gymnasium environments, on the same trial
"""
