"""Several agents on the same episodes, in pairs; what cannot be compared says why."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wayproof.errors import InvalidInput
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import counted, listed, name, points
from wayproof.results.compare import ALL, Difference, Side, compare


class Rival(msgspec.Struct, frozen=True):
    """One agent against the first: changes are its success minus the first's; or why there are none."""

    first: str
    second: str
    differences: tuple[Difference, ...]
    refused: str = ""
    sentence: str = ""


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
    metric = first.table.lead.name
    try:
        lines = compare(Side(first.label, (first.part,)), Side(second.label, (second.part,)), metric)
    except InvalidInput as error:
        return Rival(first.label, second.label, (), str(error))
    return Rival(first.label, second.label, tuple(lines), "", _sentence(first.label, second.label, lines))


def _sentence(first: str, second: str, lines: Sequence[Difference]) -> str:
    """Who is better where, and where that is not known."""
    own = [line for line in lines if line.name != ALL]
    better = [name(line.name) for line in own if line.verdict == "gain"]
    worse = [name(line.name) for line in own if line.verdict == "drop"]
    rest = len(own) - len(better) - len(worse)
    told = []
    if better:
        told.append(f"succeeds more often under {listed(better, 4)}")
    if worse:
        told.append(f"less often under {listed(worse, 4)}")
    if rest:
        told.append(f"under {counted(rest, 'condition')} no difference is shown")
    whole = next((line for line in lines if line.name == ALL), None)
    over_all = "" if whole is None else f" Over all conditions: {points(whole.delta)} points."
    return f"Against {first}, {second} {'; '.join(told)}.{over_all}"
