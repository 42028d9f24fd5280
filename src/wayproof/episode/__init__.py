"""One episode: a world, a task, faults and an agent, joined until it ends and a log is written.

trial.py             the episode under way: body, people, faults, goals, and the rules by which it ends
people.py            the people of one episode: where they are, and what a camera sees of them
brief.py             what an agent is told before its first step
options.py           what a run decides about its episodes: sensor settings, time limit, what is kept
guards.py            the agent as an episode may trust it: whatever it does wrong becomes an outcome
course.py            THE join, step by step: observe, act, record; moments to come back to
rollout.py           a course from its start until it is over
interventions.py     replacing what a capability of the agent puts out, at one step or from a step on
branch.py            the same episode from one of its moments on, under other interventions
true_view.py         what is truly in view, as perception would tell it
recorder.py          rows per state and action that become the arrays of a log
checksum.py          32 bits for each reading, so that a log proves what the agent saw
replay.py            the same episode again from its log, without the agent
environment.py       the Gymnasium environments, on the same trial
environment_info.py  the scores that they tell
action_spaces.py     their numbers as actions of an agent
scene_choice.py      which scene each of their episodes is in

Importing this package registers the environments by name, and loads none of them. Gymnasium does it when it
is asked for `wayproof.episode:wayproof/PointNav-v0`, also in a process that has never heard of Wayproof.
"""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

ENVIRONMENTS = {
    "wayproof/PointNav-v0": "point_goal",
    "wayproof/ObjectNav-v0": "object_goal",
    "wayproof/LanguageGoals-v0": "language_goals",
    "wayproof/InstructionFollowing-v0": "instruction_following",
}

for _name, _task in ENVIRONMENTS.items():
    if _name not in registry:
        register(_name, entry_point="wayproof.episode.environment:NavigationEnv", kwargs={"task": _task})
