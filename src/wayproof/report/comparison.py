"""Several agents on the same episodes, in pairs; what cannot be compared says why."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wayproof.errors import InvalidInput
from wayproof.report.metric_text import change_text
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import counted, listed, name
from wayproof.report.verdict import COUNTED
from wayproof.results.applicability import NOT_APPLICABLE
from wayproof.results.compare import ALL, Difference, Side, compare
from wayproof.results.table import BETTER, WORSE, MetricTable


class Rival(msgspec.Struct, frozen=True):
    """One agent against the first, by the metric that decides: changes are its value minus the first's; or
    why there are none."""

    first: str
    second: str
    differences: tuple[Difference, ...]
    refused: str = ""
    sentence: str = ""
    title: str = ""  # of the metric
    measure: str = "share"
    unit: str = "episode"  # what is paired


def rivals(parts: Sequence[LabelledPart]) -> tuple[Rival, ...]:
    """Each part of a further run against the first one of an earlier run that has its protocol."""
    found = []
    for number, part in enumerate(parts):
        earlier = [other for other in parts[:number] if other.run.folder != part.run.folder]
        if earlier:
            alike = [other for other in earlier if other.table.protocol == part.table.protocol]
            found.append(_rival((alike or earlier)[0], part))
    return tuple(found)


def _rival(first: LabelledPart, second: LabelledPart) -> Rival:
    lead = first.table.lead
    try:
        lines = compare(Side(first.label, (first.part,)), Side(second.label, (second.part,)), lead.name)
    except InvalidInput as error:
        return Rival(first.label, second.label, (), str(error))
    told = _sentence(first.label, second.label, lines, lead)
    return Rival(first.label, second.label, tuple(lines), "", told, lead.title, lead.measure, lead.unit)


def _sentence(first: str, second: str, lines: Sequence[Difference], lead: MetricTable) -> str:
    """Who is better where, and where that is not known."""
    own = [line for line in lines if line.name != ALL and line.verdict != NOT_APPLICABLE]
    better = [name(line.name) for line in own if line.verdict in BETTER]
    worse = [name(line.name) for line in own if line.verdict in WORSE]
    rest = len(own) - len(better) - len(worse)
    more, less = _compared(lead)
    told = [f"{word} under {listed(names, 4)}" for word, names in ((more, better), (less, worse)) if names]
    open_question = f"no difference is shown under {counted(rest, 'condition')}" if rest else ""
    whole = next((line for line in lines if line.name == ALL), None)
    unit = " points" if lead.measure == "share" else ""
    of = "" if lead.name in COUNTED else f", {lead.title}"
    over_all = (
        "" if whole is None else f" Over all conditions{of}: {change_text(lead.measure, whole.delta)}{unit}."
    )
    if not told:
        return f"Between {first} and {second} {open_question}.{over_all}"
    return f"Against {first}, {second} {'; '.join([*told, open_question]).rstrip('; ')}.{over_all}"


def _compared(lead: MetricTable) -> tuple[str, str]:
    """Better and worse in the words of a metric."""
    if lead.name in COUNTED:
        return "succeeds more often", "succeeds less often"
    good, bad = ("lower", "higher") if lead.better == "lower" else ("higher", "lower")
    return f"has a {good} {lead.title}", f"has a {bad} {lead.title}"
