"""Running a suite: plan, workers, store. Killed at any moment it loses at most the episode under way.

plan.py           a suite with its episodes, and the list of work that they mean
folder.py         making and opening run folders
store.py          append-only files of logs, one writer each; torn ends are repaired, one run at a time
episode_runner.py one piece of work to one log
worker.py         a process that does one piece of work after the other
pool.py           workers and their watchdog; queues.py  what is left to do, by scene
ray_pool.py       the same on a Ray cluster; in_process.py  one after the other, for an agent without a name
study.py          the whole: from suite and agent to a finished folder
merge.py          one folder from the folders of shards
verify.py         can a run be trusted; agent_check.py  trial episodes of a user's agent
sample_size.py    how many episodes a drop of a given size needs, and how long they take

Numbers are computed in `wayproof.results`. The package can be called: `wayproof.run("smoke", ...)`.
"""

from __future__ import annotations

from wayproof.callable_package import make_callable

make_callable(__name__)
