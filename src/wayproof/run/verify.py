"""Can you trust a run? Its files are complete, faults reached the agent, reruns give the same episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import numpy as np

from wayproof.agents import AGENTS
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.elsewhere.own_process import agent_apart, close_agent
from wayproof.corruptions import CORRUPTIONS
from wayproof.log import EpisodeLog, Outcome, encode_log, key_of, record_digest, trial_key
from wayproof.log_files import Damage, damage_told, stored_logs
from wayproof.manifest import read_manifest
from wayproof.metrics.success import success
from wayproof.results.reached import touched_modalities
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import read_plan
from wayproof.run.plan import Plan
from wayproof.seeding import generator_for
from wayproof.spec import differences
from wayproof.vocabulary import CLEAN, Condition, modality_of
from wayproof.work import Work

# What controls must show, ours: an expert nearly always arrives, an agent that does not look almost never.
CONTROLS = (("oracle", 0.9, 1.0), ("random", 0.0, 0.2), ("idle", 0.0, 0.2))
NOT_TRUSTED = (
    "no episode was run again: the folder names the agent {!r}; "
    "if you trust it, repeat with --agent and its name"
)
REACHED_AT_LEAST = 0.5  # share of a condition's episodes in which its fault must show


class Check(msgspec.Struct, frozen=True):
    """One thing looked at."""

    name: str
    passed: bool | None  # None: it was not looked at
    detail: str


def verify(
    folder: Path,
    *,
    agent: str | None = None,
    again: int = 3,
    controls: int = 0,
    tell: Callable[[str], None],
) -> list[Check]:
    """All checks of a run; `again` episodes are run anew, `controls` episodes by each control agent.

    A folder is data: what its manifest names is loaded, or asked with your token, only if it is one of ours
    or you give it as `agent`.
    """
    manifest, plan = read_manifest(folder), read_plan(folder)
    damage: list[Damage] = []
    logs = list(stored_logs(folder, damage))
    checks = [
        _readable(damage),
        *_whole(plan, logs, manifest.protocols, manifest.plan),
        *_reached(plan, logs),
    ]
    name = agent or (manifest.agent if manifest.agent in AGENTS else None)
    if name is None:
        checks.append(Check("again", None, NOT_TRUSTED.format(manifest.agent)))
    elif again:
        tell(f"running {again} episodes again")
        actor = agent_apart(name, hidden=[folder])
        if actor.card != manifest.card:
            told = "; ".join(differences(manifest.card, actor.card)[:3])
            checks.append(Check("agent", False, f"{name} is not the agent of the run: {told}"))
        try:
            runner = EpisodeRunner(
                plan, actor, keep_trace=manifest.keep_trace, mitigation=manifest.mitigation
            )
            checks.append(_again(runner, logs, again))
        finally:
            close_agent(actor)
    if controls:
        tell(f"running {controls} episodes with each control")
        checks += _controls(plan, controls)
    return checks


def _readable(damage: list[Damage]) -> Check:
    return Check("readable", not damage, damage_told(damage) or "every record matches its checksum and form")


def _whole(plan: Plan, logs: list[EpisodeLog], protocols: Iterable[str], digest: str) -> list[Check]:
    keys = Counter(key_of(log) for log in logs)
    wanted = {item.key for item in plan.work}
    twice = [key for key, count in keys.items() if count > 1]
    foreign = [key for key in keys if key not in wanted]
    hashes = {log.protocol_hash for log in logs}
    return [
        Check("plan", plan.digest == digest, f"the episodes are those of the manifest ({digest})"),
        Check("complete", wanted <= set(keys), f"{len(wanted & set(keys))} of {len(wanted)} episodes stored"),
        Check("once", not twice, f"{len(twice)} episodes stored more than once"),
        Check("own", not foreign, f"{len(foreign)} logs that are not in the plan"),
        Check("protocol", hashes <= set(protocols), f"logs have the protocols {', '.join(sorted(hashes))}"),
    ]


def _reached(plan: Plan, logs: list[EpisodeLog]) -> list[Check]:
    """Law: a fault changes what the agent got in the modalities that it declares, and in no other."""
    checks = []
    clean = {
        (log.episode.scene, log.episode.id, log.repeat): log for log in logs if log.condition.name == CLEAN
    }
    for condition in plan.conditions:
        mine = [log for log in logs if log.condition.name == condition.name and len(log.steps.action)]
        if condition.faults and mine:
            checks.append(_reached_under(condition, mine, clean))
    return checks


def _reached_under(
    condition: Condition, logs: list[EpisodeLog], clean: dict[tuple[str, str, int], EpisodeLog]
) -> Check:
    faults = [CORRUPTIONS[fault.name] for fault in condition.faults if fault.severity > 0]
    wanted = {fault.modality for fault in faults}
    allowed = wanted | {name for fault in faults for name in fault.also_touches}
    touched: Counter[str] = Counter()
    for log in logs:
        twin = clean.get(trial_key(log))
        touched.update(touched_modalities(log, twin))
    name = f"reached: {condition.name}"
    leaked = sorted(set(touched) - allowed)
    if leaked:
        return Check(name, False, f"{', '.join(leaked)} changed, but no fault of the condition declares it")
    sensed = {modality_of(reading) or reading for log in logs for reading in log.steps.seen}
    always = {"dynamics", "instruction"} | ({"system_prompt"} if logs[0].agent.system_prompt else set())
    # An agent without the reading that a fault is about may have one that changes with it, but need not:
    # whether it does is up to the fault's profile.
    given = wanted & (always | sensed) or allowed & sensed
    short = [kind for kind in sorted(given & wanted) if touched[kind] < REACHED_AT_LEAST * len(logs)]
    shares = ", ".join(f"{kind} in {touched[kind]} of {len(logs)} episodes" for kind in sorted(given))
    if not given:
        return Check(name, True, f"the agent has no {', '.join(sorted(wanted))}: the fault cannot reach it")
    return Check(name, not short, shares)


def _again(runner: EpisodeRunner, logs: list[EpisodeLog], count: int) -> Check:
    by_key = {item.key: item for item in runner.plan.work}
    fair = [
        log
        for log in logs
        if log.outcome.reason not in ("agent_timeout", "invalid") and key_of(log) in by_key
    ]
    order = generator_for(0, "verify", len(fair)).permutation(len(fair))[:count]
    different = []
    for place in order.tolist():
        log = fair[place]
        if record_digest(runner.run(by_key[key_of(log)])) != record_digest(log):
            different.append(key_of(log))
    if not runner.agent.card.deterministic:
        return Check(
            "again",
            True,
            f"{len(different)} of {len(order)} differ; the agent declares that it is not deterministic",
        )
    if runner.plan.real_time:
        return Check("again", True, f"{len(different)} of {len(order)} differ; in real time that is expected")
    told = f"the first is {different[0]}" if different else "every bit is the same"
    return Check("again", not different, f"{len(different)} of {len(order)} episodes differ; {told}")


def _controls(plan: Plan, count: int) -> list[Check]:
    work = [item for item in plan.work if item.condition == 0 and item.repeat == 0][:count]
    checks = []
    for name, low, high in CONTROLS:
        rate = _rate(EpisodeRunner(plan, load_agent(name)), work)
        told = f"success {rate:.0%} in {len(work)} episodes"
        checks.append(Check(f"control: {name}", low <= rate <= high, told))
    checks.append(_identity(plan, work))
    return checks


def _rate(runner: EpisodeRunner, work: list[Work]) -> float:
    return float(np.mean([success(runner.run(item)) or 0.0 for item in work]))


def _identity(plan: Plan, work: list[Work]) -> Check:
    """All faults at severity 0 must not change a bit of what a seeing agent does."""
    runner = EpisodeRunner(plan, load_agent("oracle"))
    nothing = tuple(
        msgspec.structs.replace(fault, severity=0.0)
        for condition in plan.conditions
        for fault in condition.faults
    )
    differing = 0
    for item in work:
        one, other = runner.run(item), runner.run(item, condition=Condition(CLEAN, nothing))
        differing += _bits(one) != _bits(other)
    return Check("control: identity", differing == 0, f"{differing} of {len(work)} differ at severity 0")


def _bits(log: EpisodeLog) -> bytes:
    steps = msgspec.structs.replace(log.steps, clean={}, act_s=np.zeros(0, np.float32))
    return encode_log(
        msgspec.structs.replace(
            log,
            steps=steps,
            condition=Condition(),
            fault_modalities={},
            fault_languages={},
            outcome=Outcome(log.outcome.reason),
        )
    )
