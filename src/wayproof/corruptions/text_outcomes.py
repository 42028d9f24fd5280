"""What became of each instruction of a file: rewritten and by whom, or left as it was and why."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from wayproof.corruptions.instruction.rewrite_contract import Rewriting
from wayproof.corruptions.instruction.spoken_style import MODEL
from wayproof.corruptions.recorded_readings import Recorded
from wayproof.corruptions.stream import Stream
from wayproof.language.rewrite import REWRITTEN
from wayproof.vocabulary import Context

RULES, NOBODY = "rules", "nobody"


@dataclass(frozen=True)
class TextOutcome:
    """One corruption of one text."""

    file: str
    place: str  # where the text stands in the file
    corruption: str
    outcome: str  # "rewritten", "fell back", "language not served" or "nothing to change"
    written_by: str  # "model", "rules" (an approximation of a style by a model) or "nobody"
    reason: str  # why a text stayed as it was

    @property
    def unchanged(self) -> bool:
        return self.written_by == NOBODY


def rewrite_in_order(
    one: Recorded, streams: Sequence[Stream], context: Context, file: str
) -> tuple[str, list[TextOutcome]]:
    """A text after all corruptions, and what each of them did."""
    text, told = str(one.value), []
    for stream in streams:
        if isinstance(stream.corrupt, Rewriting):
            rewrite = stream.corrupt.explain(text, context)
            changed = rewrite.outcome == REWRITTEN
            author = MODEL if stream.corrupt.setting.profile == MODEL else RULES
            told.append(
                TextOutcome(
                    file=file,
                    place=one.place,
                    corruption=stream.corruption.name,
                    outcome=rewrite.outcome,
                    written_by=author if changed else NOBODY,
                    reason=rewrite.reason,
                )
            )
            text = rewrite.text
    return text, told


def outcomes_file(target: Path) -> Path:
    """Where the outcomes are written: beside the texts, since the readers of others refuse new fields."""
    return target.with_name(f"{target.name}.outcomes.csv")


def outcome_table(texts: Sequence[TextOutcome]) -> bytes:
    """A line per text and corruption."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [field.name for field in fields(TextOutcome)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(text) for text in texts)
    return stream.getvalue().encode()


def counted(texts: Sequence[TextOutcome]) -> dict[str, int]:
    """How many texts came to each outcome, by name."""
    return dict(sorted(Counter(text.outcome for text in texts).items()))
