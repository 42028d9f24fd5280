"""The result in one sentence, with what stays open; and what to know before relying on it."""

from __future__ import annotations

from wayproof.report.metric_text import metric_change, metric_change_span, metric_span, metric_value
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import counted, listed, name, number, points, shown
from wayproof.results.table import BETTER, WORSE, Line, MetricLine, MetricTable
from wayproof.vocabulary import CLEAN

FEWEST_SUCCESSES = (
    5  # ours: with fewer clean successes there is too little to lose, so nothing is said about drops
)

COUNTED = ("success", "goal_success")  # metrics of which one says "succeeds in"


def verdict(part: LabelledPart) -> str:
    """One sentence about the metric that decides, under faults."""
    lead = part.table.lead
    clean = next((line for line in part.lead_lines if line.name == CLEAN), None)
    lines = [line for line in part.lead_lines if line.name != CLEAN and line.delta is not None]
    scope = _scope(part)
    if clean is None or clean.value is None:
        return f"Drops cannot be judged: {part.label} has no clean {lead.unit}s to compare with."
    if not lines:
        return f"{part.label} {_achieves(lead, clean)}; no fault was tested {scope}."
    if lead.name in COUNTED and round(clean.value * clean.n) < FEWEST_SUCCESSES:
        return (
            f"Whether faults hurt {part.label} cannot be decided: it succeeds in only "
            f"{round(clean.value * clean.n)} of {counted(clean.n, f'clean {lead.unit}')}, too few to show a "
            "loss."
        )
    drops = sorted(
        (line for line in lines if line.verdict in WORSE), key=lambda line: _loss(lead, line.delta)
    )
    others = [line for line in lines if line not in drops]
    return _sentence(part.label, lead, drops[::-1], others, scope)


def _achieves(lead: MetricTable, clean: MetricLine) -> str:
    rate = f"{metric_value(lead, clean, lead=True)} ({metric_span(lead, clean, lead=True)})"
    if lead.name in COUNTED:
        return f"succeeds in {rate} of clean {lead.unit}s"
    return f"has {lead.title} {rate} in clean {lead.unit}s"


def _sentence(
    label: str, lead: MetricTable, drops: list[MetricLine], others: list[MetricLine], scope: str
) -> str:
    count, open_question = len(drops) + len(others), _open_question(lead, others)
    falls, rises = ("rise", "fall") if lead.better == "lower" else ("drop", "rise")
    undecided = [line for line in others if line.verdict == "cannot decide"]
    if len(undecided) == count:
        why = "; ".join(dict.fromkeys(line.caution for line in undecided))
        return f"Whether faults hurt {label} cannot be decided {scope}: {why}."
    if not drops:
        told = f"No {falls} in {lead.title} is shown for {label} under any of {counted(count, 'condition')}"
        return f"{told}{open_question} {scope}."
    worst = drops[0]
    unit = " points" if lead.measure == "share" else ""
    change = f"{metric_change(lead, worst)}{unit}, {metric_change_span(lead, worst)}"
    told = f"The {lead.title} of {label} {falls}s under {len(drops)} of {counted(count, 'condition')}"
    told += f", most under {name(worst.name)} ({change})"
    gains = [name(line.name) for line in others if line.verdict in BETTER]
    if gains:
        told += f"; it {rises}s under {listed(gains, 2)}"
    if len(gains) < len(others):
        told += f"; under {'the rest' if gains else _the_others(len(others))} no change is shown"
    return f"{told}{open_question} {scope}."


def _the_others(count: int) -> str:
    return "the other one" if count == 1 else f"the other {count}"


def _open_question(lead: MetricTable, lines: list[MetricLine]) -> str:
    """The largest loss that the intervals leave open."""
    ends = [(line.delta_high if lead.better == "lower" else line.delta_low, line.name) for line in lines]
    unknown = [where for end, where in ends if end is None]
    if unknown:
        return f", and nothing is known under {listed([name(text) for text in unknown], 2)}"
    loss, where = max(((_loss(lead, end), where) for end, where in ends), default=(0.0, ""))
    if loss < 0.0005:
        return ""
    size = f"{points(loss, 0).lstrip('+')} points" if lead.measure == "share" else number(loss)
    return f", and losses of up to {size} ({name(where)}) cannot be ruled out"


def _loss(lead: MetricTable, change: float | None) -> float:
    """How much worse a change is."""
    return (change or 0.0) if lead.better == "lower" else -(change or 0.0)


def _scope(part: LabelledPart) -> str:
    return f"over {counted(part.table.episodes, 'episode')} in {counted(part.table.scenes, 'scene')}"


def cautions(part: LabelledPart) -> list[str]:
    """What limits trust in the numbers, the gravest first."""
    run, manifest, table = part.run, part.manifest, part.table
    told = []
    if not run.is_finished:
        told.append(
            f"The run is not finished: {len(run.scores):,} of {run.wanted:,} episodes are stored. "
            "All numbers below cover only these."
        )
    if manifest.shard != (1, 1):
        told.append(f"This is shard {manifest.shard[0]} of {manifest.shard[1]}, not the whole suite.")
    if manifest.limit is not None:
        told.append(f"The run was limited to {manifest.limit} episodes of each set of the suite.")
    if table.beyond_protocol:
        told.append(
            f"The agent uses more than the protocol allows: {listed([*table.beyond_protocol])}. "
            "It serves as a reference, not as a competitor."
        )
    told += [_ended_by_fault(part, line) for line in table.conditions if line.agent_faults or line.invalid]
    stopped = [name(line.name) for line in table.conditions if line.stopped_early]
    if stopped:
        told.append(
            f"Stopped early, as soon as the drop was clear: {listed(stopped)}. Their changes are "
            "overstated on average; run them to the end if their size matters."
        )
    return [*told, *(f"{text[:1].upper()}{text[1:]}." for text in table.cautions)]


def _ended_by_fault(part: LabelledPart, line: Line) -> str:
    reasons: dict[str, str] = {}
    for log in part.logs_by_condition[line.name]:
        if log.outcome.reason in ("agent_error", "bad_action", "agent_timeout", "invalid"):
            reasons.setdefault(log.outcome.reason, log.outcome.detail)
    told = "; ".join(f"{reason}: {shown(detail, 200)}".rstrip(": ") for reason, detail in reasons.items())
    parts = []
    if line.agent_faults:
        parts.append(f"{counted(line.agent_faults, 'episode')} ended by an error of the agent")
    if line.invalid:
        parts.append(f"{counted(line.invalid, 'episode')} aborted by an error of the set-up")
    return f"{name(line.name)}: {' and '.join(parts)}, counted as failures ({told})."
