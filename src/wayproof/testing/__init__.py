"""Capability-oriented testing: find failures, say which capability is to blame, and prove it.

oracles/             how wrong perception, memory, plan and decision were at a step, and what had been right
surrogates/          oracles learnt from logs, where nobody knows the truth
judged_steps.py      a course stepped under the eyes of the oracles
examination.py       an episode with every step judged
attribution.py       which error made it fail: the earliest whose repair turns failure into success
failure_types.py     CanTest's eight types, and a suggestion for each
cases/               test cases as data: drawn, changed, made small
writing/             cases in the words of a language model
search/              which case is tried next: CanTest, its rivals, its ablations
case_run.py          one case run with an agent; case_result.py and story_facts.py: what came of it, as data
case_workers.py      who runs cases: this process or several
campaign.py          rounds of cases; campaign_folder.py: the folder and its journal
agent_campaign.py    from an agent's name to a folder with its failures
failure_groups.py    distinct failures, representatives; summary.py: the numbers; case_suite.py: the suite
behaviour_letters.py how an episode was walked, as letters
"""
