"""Running a suite: plan, workers, store. Killed at any moment it loses at most the episode under way.

plan.py       the list of work: every episode under every condition, in a fixed order
manifest.py   what a run folder is about; the same command again resumes it
store.py      append-only files of logs, one writer each; torn ends are repaired, one run at a time
episodes.py   one piece of work to one log
worker.py     a process that does one piece of work after the other
pool.py       workers and their watchdog
study.py      the whole: from suite and agent to a finished folder
"""
