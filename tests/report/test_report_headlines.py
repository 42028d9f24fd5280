"""A report says what decides: the task's first headline, in its own words and unit."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from made_logs import PROTOCOL, goal_at, made_log, straight
from msgspec.structs import replace

from wayproof.log import EpisodeLog
from wayproof.report.run_data import LabelledPart
from wayproof.report.slices import slices
from wayproof.report.verdict import verdict
from wayproof.results.part import parts_of_logs
from wayproof.results.table import WORSE

SOCIAL = replace(PROTOCOL, task="social_navigation")
LANGUAGE = replace(PROTOCOL, task="language_goals")


def labelled(logs: list[EpisodeLog]) -> LabelledPart:
    (part,) = parts_of_logs(logs)
    return LabelledPart("made", cast(Any, None), cast(Any, None), part)


def passed(condition: str, number: int, near: int) -> EpisodeLog:
    """Of four states, so many with somebody a metre away."""
    people = np.array([[(1.0 if state < near else 9.0, 0.0, 0.0, 0.0)] for state in range(4)])
    return made_log(
        straight(0, 0, 0),
        protocol=SOCIAL,
        condition=condition,
        id=f"e{number}",
        scene=f"s{number % 8}",
        people=people,
    )


def test_a_metric_of_which_less_is_better_rises_for_the_worse() -> None:
    logs = [passed("clean", k, k % 2) for k in range(24)] + [passed("fog", k, 2 + k % 3) for k in range(24)]
    part = labelled(logs)
    assert part.table.lead.name == "sii" and part.table.lead.under("fog").verdict in WORSE
    told = verdict(part)
    assert told.startswith("The SII of made rises under 1 of 1 condition, most under fog (+62.5 points, ")
    assert told.endswith("over 24 episodes in 8 scenes.")


def test_slices_of_language_goals_count_goals() -> None:
    goals = (
        goal_at(0.0, text="a red chair", tags=("colour",)),
        goal_at(9.0, text="a big red sofa", tags=("size", "colour")),
    )
    log = made_log(straight(0, 0), goals=goals, actions=["found"], protocol=LANGUAGE)
    (feature,) = [one for one in slices(labelled([log])) if one.kind == "feature"]
    assert [(cell.label, cell.rate.n, cell.rate.value) for cell in feature.cells] == [
        ("colour", 2, 0.5),
        ("size", 1, 0.0),
    ]
