"""Two runs side by side, trial by trial: which agent is better, and whether a new version may ship.

Only the same is compared: trials are paired by what they are, and other scenes, starts, goals, severities or
protocols under the same names are refused. What a side has not run counts as its failure and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wayproof.errors import InvalidInput
from wayproof.log import REMARKS
from wayproof.metrics import METRICS
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.applicable_parts import applicable_parts
from wayproof.results.estimates.interval import opposite
from wayproof.results.estimates.verdicts import POINTS, ChangeEvidence, ShownUnit, Worse, gate_verdict
from wayproof.results.headlines import lead_metric
from wayproof.results.intervals import tested_changes
from wayproof.results.metric_result import adjusted_p_values, change_word, value_range
from wayproof.results.paired_trials import Paired, mean_over_conditions, paired_conditions, same_run
from wayproof.results.part import Part
from wayproof.results.run_folder import finished_episodes, read_run
from wayproof.spec import differences

ALL = "all conditions"
NOT_COMPARED = "not compared"
NAMED = 5  # so many missing episodes are named, the others counted
SAME_RUN = "pass: both sides are the same run"
Verdict = Callable[[ChangeEvidence, float], tuple[str, str]]  # with its adjusted p-value; a word, a sentence


class Difference(msgspec.Struct, frozen=True):
    """One condition under two agents on the same episodes: the change is second minus first.

    Values are in the metric's own unit, shares from 0 to 1; `plain_difference` gives them as they are shown.
    """

    name: str
    n: int
    first: float | None
    second: float | None
    delta: float | None
    delta_low: float | None
    delta_high: float | None
    verdict: str
    text: str = ""
    unpaired: int = 0  # trials that only one of them has
    metric: str = "success"
    p_holm: float | None = None  # adjusted for all lines
    missing_first: int = 0  # trials that the first lacks
    missing_second: int = 0


class Side(NamedTuple):
    """One of the runs compared."""

    label: str
    parts: Sequence[Part]

    @property
    def agent(self) -> str:
        return self.parts[0].agent


def read_side(folder: Path | str, metric: str | None = None) -> Side:
    """A run folder as one side of a comparison by a metric, or by the one that decides."""
    run = finished_episodes(read_run(folder, metrics=(metric,) if metric else (), keep_logs=False))
    return Side(str(folder), run.parts)


def deciding_metric(*sides: Side) -> str:
    """What sides are compared by unless something else is asked for: the first headline of their task."""
    return lead_metric(part.headlines for side in sides for part in side.parts)


def compare(first: Side, second: Side, metric: str | None = None) -> list[Difference]:
    """Each condition that one of them has run, and all of them together."""
    metric = metric or deciding_metric(first, second)
    worst, better = worst_value(metric), METRICS[metric].better
    first, second, missed = _applicable(first, second)
    found = _paired(first, second, metric, (worst, worst))
    lines = _lines(found, (first, second), metric, lambda change, p: change_word(change, p, better))
    return [*lines, *_not_applicable(missed, metric)]


def gate(candidate: Side, baseline: Side, max_drop: float, metric: str | None = None) -> list[Difference]:
    """Non-inferiority of a candidate: "pass", "fail" or "undecided" for each condition.

    `max_drop` is in the metric's own unit, 0.03 for 3 points of success. Where lower is better, it
    is the largest rise allowed. A condition that the candidate has not run fails.
    """
    metric = metric or deciding_metric(candidate, baseline)
    better = METRICS[metric].better
    if better == "neither":
        raise InvalidInput(f"{metric} has no better side, so nothing can be allowed; gate another metric")
    same = same_run(baseline.parts, candidate.parts)

    def verdict(tested: ChangeEvidence, p_adjusted: float) -> tuple[str, str]:
        if same:
            return "pass", SAME_RUN
        turned = tested.change if better == "higher" else opposite(tested.change)
        worse: Worse = "drop" if better == "higher" else "rise"
        found = gate_verdict(replace(tested, change=turned), p_adjusted, max_drop, shown_unit(metric), worse)
        return found.verdict, found.text

    baseline, candidate, missed = _applicable(baseline, candidate)
    # What the baseline lacks is left out: as a failure of the baseline, it would help the candidate.
    found = _paired(baseline, candidate, metric, (None, worst_value(metric)))
    null = -max_drop if better == "higher" else max_drop
    lines = [_gated(line, found) for line in _lines(found, (baseline, candidate), metric, verdict, null)]
    return [*lines, *_not_applicable(missed, metric)]


def _applicable(first: Side, second: Side) -> tuple[Side, Side, dict[str, str]]:
    """Both sides without what cannot reach one of their agents; of what is left out everywhere, why."""
    _check_protocols(first, second)
    one, other, missed = applicable_parts(first.parts, second.parts)
    return Side(first.label, one), Side(second.label, other), missed


def overall(lines: Iterable[Difference]) -> str:
    """One failure fails the whole; without one, one open question leaves it open."""
    verdicts = {line.verdict for line in lines}
    return "fail" if "fail" in verdicts else "undecided" if "undecided" in verdicts else "pass"


def plain_difference(line: Difference) -> dict[str, Any]:
    """A line as `compare` and `gate` print it: its values in the unit that it names, points for shares."""
    name, factor = shown_unit(line.metric)
    plain: dict[str, Any] = msgspec.to_builtins(line)
    for key in ("first", "second", "delta", "delta_low", "delta_high"):
        plain[key] = None if plain[key] is None else factor * plain[key]
    return {**plain, "unit": name}


def shown_unit(metric: str) -> ShownUnit:
    """In what options, tables, JSON and JUnit give a metric's values: points of 100 for shares."""
    unit = METRICS[metric].unit
    return POINTS if unit == "share" else ShownUnit(unit)


def worst_value(metric: str) -> float | None:
    """What a trial counts that was not run; None for metrics without a worst value."""
    found = METRICS[metric]
    return {"higher": found.low, "lower": found.high}.get(found.better)


def _paired(
    first: Side, second: Side, metric: str, worst: tuple[float | None, float | None]
) -> dict[str, Paired]:
    _check_protocols(first, second)
    found = paired_conditions(first.parts, second.parts, metric, worst, (first.label, second.label))
    if not any(one.both for one in found.values()):
        raise InvalidInput(f"{first.label} and {second.label} have no condition in common")
    for name, one in found.items():
        if one.both and len(one.missing[0]) == len(one.missing[1]) == 0 and not one.values:
            raise InvalidInput(f"condition {name!r}: {metric} is defined for no episode that both have")
    return found


def _not_applicable(missed: Mapping[str, str], metric: str) -> list[Difference]:
    return [
        Difference(name, 0, None, None, None, None, None, NOT_APPLICABLE, f"n/a: {text}", metric=metric)
        for name, text in missed.items()
    ]


def _check_protocols(first: Side, second: Side) -> None:
    """Different protocols are refused with what differs."""
    if len(first.parts) != len(second.parts):
        raise InvalidInput(
            f"{first.label} has {len(first.parts)} protocols and {second.label} {len(second.parts)}"
        )
    for one, other in zip(first.parts, second.parts, strict=True):
        found = differences(one.comparable, other.comparable, but=REMARKS)
        if found:
            raise InvalidInput(
                f"{first.label} and {second.label} have different protocols and cannot be compared: "
                + "; ".join(found[:5])
            )


def _lines(
    found: Mapping[str, Paired], sides: tuple[Side, Side], metric: str, verdict: Verdict, null: float = 0.0
) -> list[Difference]:
    """A line for each condition and one for all; p-values are adjusted for all of them together."""
    rows = dict(found)
    if len(rows) > 1:
        rows[ALL] = mean_over_conditions([one for one in found.values() if one.values])
    changes = {name: _change(one, metric, null) for name, one in rows.items() if one.values}
    adjusted = adjusted_p_values(changes)
    return [
        _difference(name, one, changes.get(name), adjusted.get(name), sides, metric, verdict)
        for name, one in rows.items()
    ]


def _change(paired: Paired, metric: str, null: float) -> ChangeEvidence:
    base, changed, scenes = paired.arrays()
    return tested_changes(base, changed[None], scenes, value_range(metric), null=null)[0]


def _difference(
    name: str,
    paired: Paired,
    tested: ChangeEvidence | None,
    p_adjusted: float | None,
    sides: tuple[Side, Side],
    metric: str,
    verdict: Verdict,
) -> Difference:
    base, changed, _ = paired.arrays()
    lacking = [len(those) for those in paired.missing]
    told = [] if name == ALL else [_missing(name, paired, side, sides[side].label) for side in (0, 1)]
    word, reason = NOT_COMPARED, ""
    if tested is not None and p_adjusted is not None:
        word, reason = verdict(tested, p_adjusted)
    return Difference(
        name=name,
        n=len(base),
        first=float(base.mean()) if len(base) else None,
        second=float(changed.mean()) if len(base) else None,
        delta=None if tested is None else tested.change.estimate,
        delta_low=None if tested is None else tested.change.low,
        delta_high=None if tested is None else tested.change.high,
        verdict=word,
        text="; ".join(text for text in (reason, *told) if text),
        unpaired=sum(lacking),
        metric=metric,
        p_holm=p_adjusted,
        missing_first=lacking[0],
        missing_second=lacking[1],
    )


def _missing(name: str, paired: Paired, side: int, label: str) -> str:
    """Which episodes a side lacks, in words."""
    ids = list(dict.fromkeys(paired.missing[side]))
    if not ids:
        return ""
    if not paired.both:
        return f"{label} has not run condition {name!r}"
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return f"{label} lacks {len(paired.missing[side])} trials: {', '.join(ids[:NAMED])}{more}"


def _gated(line: Difference, found: Mapping[str, Paired]) -> Difference:
    """A condition that the candidate has not run at all fails; what it lacks of others is no open question
    only if it could be counted."""
    paired = found.get(line.name)
    if paired is not None and not paired.both and line.missing_second:
        return msgspec.structs.replace(line, verdict="fail", text=f"fail: {line.text}")
    uncounted = line.missing_second and worst_value(line.metric) is None
    if uncounted and line.verdict in ("pass", NOT_COMPARED):
        text = f"undecided: {line.metric} has no worst value to count for them; {line.text}"
        return msgspec.structs.replace(line, verdict="undecided", text=text)
    return line
