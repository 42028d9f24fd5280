"""An agent in a few real episodes: does it act without a fault, and the same way twice."""

from __future__ import annotations

from wayproof.agents import Agent
from wayproof.log import AGENT_FAULTS, record_digest
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import Tell, make_plan
from wayproof.suite import Suite

EPISODES = 2
Found = tuple[str, bool, str]


def try_in_episodes(suite: Suite, agent: Agent, *, tell: Tell) -> list[Found]:
    """Rules that need a world, as (name, kept, detail)."""
    plan = make_plan(suite, limit=EPISODES, tell=tell)
    runner = EpisodeRunner(plan, agent)
    runner.check()
    logs = [runner.run(item) for item in plan.work]
    faults = [log.outcome for log in logs if log.outcome.reason in AGENT_FAULTS]
    told = f"{faults[0].reason}: {faults[0].detail}" if faults else f"{len(logs)} episodes without a fault"
    found: list[Found] = [("real episodes", not faults, told)]
    if agent.card.deterministic:
        same = record_digest(runner.run(plan.work[0])) == record_digest(logs[0])
        found.append(("an episode twice", same, "every bit is the same" if same else "the records differ"))
    beyond = logs[0].beyond_protocol
    remark = f"tables will mark it: {', '.join(beyond)}" if beyond else "nothing beyond the protocol"
    found.append(("what it uses", True, remark))
    return found
