"""A report says what decides: the task's first headline, in its own words and unit."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from made_logs import PROTOCOL, goal_at, made_log, straight
from msgspec.structs import replace

from wayproof.log import EpisodeLog
from wayproof.report.assurance import claims
from wayproof.report.comparison import rivals
from wayproof.report.episode_rows import as_csv, episode_rows
from wayproof.report.run_data import LabelledPart
from wayproof.report.severity_curves import curves
from wayproof.report.slices import slices
from wayproof.report.verdict import verdict
from wayproof.results.part import parts_of_logs
from wayproof.results.table import WORSE
from wayproof.vocabulary import Condition, Fault, Goal

SOCIAL = replace(PROTOCOL, task="social_navigation")
LANGUAGE = replace(PROTOCOL, task="language_goals")
FOLLOWING = replace(PROTOCOL, task="person_following")


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


def followed(condition: str, number: int, turned_rad: float, agent: str = "made") -> EpisodeLog:
    """Somebody walks half a metre and rests 2 m ahead of an agent that has turned away so far."""
    places = [(0.0, 0.0, -1.5), (0.0, 0.0, -2.0)]
    log = made_log(
        straight(0, 0),
        goals=[Goal("follow_person", person=0)],
        people=[[(*place, 0.0)] for place in places],
        people_ways_m=(tuple(places),),
        headings=[turned_rad] * 2,
        end=None,
        protocol=FOLLOWING,
        condition=condition,
        id=f"e{number}",
        scene=f"s{number % 8}",
        seed=number,
        agent=agent,
    )
    return replace(log, scene_hash=f"hash {number % 8}")


def following(agent: str, condition: str, severity: float, lost: int) -> list[EpisodeLog]:
    """Clean, 24 of 24 are followed; under the condition all but some."""
    corrupted = Condition(condition, (Fault("fog", severity),))
    clean = [followed("clean", number, 0.0, agent) for number in range(24)]
    return clean + [
        replace(followed("fog", number, math.pi if number < lost else 0.0, agent), condition=corrupted)
        for number in range(24)
    ]


def test_claims_speak_of_the_metric_that_decides() -> None:
    part = labelled(following("made", "fog", 1.0, 18))
    part = LabelledPart("made", part.run, cast(Any, SimpleNamespace(plan="abc")), part.part)
    clean, fog, *_ = claims(part, (), (), ())
    assert clean.claim == "Without faults the HFS of the agent is 100.0 %" and clean.n == 24
    assert fog.claim == "Under fog HFS changes by \N{MINUS SIGN}75.0 points (drop)"


def test_claims_about_goals_count_goals() -> None:
    goals = (goal_at(0.0, text="a chair"), goal_at(9.0, text="a sofa"))
    part = labelled([made_log(straight(0, 0), goals=goals, actions=["found"], protocol=LANGUAGE)])
    part = LabelledPart("made", part.run, cast(Any, SimpleNamespace(plan="abc")), part.part)
    clean = claims(part, (), (), ())[0]
    assert (clean.claim, clean.n) == ("Without faults the agent succeeds in 50.0 % of goals", 2)


def test_curves_have_the_headlines_and_nothing_undefined_is_zero() -> None:
    logs = following("made", "weak fog", 0.5, 6) + following("made", "fog", 1.0, 18)[24:]
    (curve,) = curves(labelled(logs))
    assert [point.headlines["hfs"].value for point in curve.points] == [1.0, 0.75, 0.25]
    assert {point.headlines["hfr_walking"].value for point in curve.points[:1]} == {None}
    assert [point.spl.value for point in curve.points] == [None, None, None]


def test_agents_are_set_side_by_side_in_the_words_of_the_metric() -> None:
    old, new = (labelled(following(name, "fog", 1.0, lost)) for name, lost in (("old", 18), ("new", 0)))
    sides = [
        LabelledPart(name, cast(Any, SimpleNamespace(folder=Path(name))), one.manifest, one.part)
        for name, one in (("old", old), ("new", new))
    ]
    (rival,) = rivals(sides)
    assert (rival.title, rival.measure, rival.unit) == ("HFS", "share", "episode")
    assert rival.sentence == (
        "Against old, new has a higher HFS under fog; no difference is shown under 1 condition. "
        "Over all conditions, HFS: +37.5 points."
    )
    (same,) = rivals([sides[0], replace_label(sides[0], "twin")])
    assert same.sentence == (
        "Between old and twin no difference is shown under 2 conditions. "
        "Over all conditions, HFS: 0.0 points."
    )


def replace_label(part: LabelledPart, label: str) -> LabelledPart:
    return LabelledPart(label, cast(Any, SimpleNamespace(folder=Path(label))), part.manifest, part.part)


def test_csv_has_the_headlines_of_every_task_even_where_none_is_defined() -> None:
    parts = [labelled(following("made", "fog", 1.0, 0)), labelled([passed("clean", 0, 1)])]
    made = [replace_label(part, "made") for part in parts]
    heads, first, *_ = as_csv(episode_rows(made)).splitlines()
    row = dict(zip(heads.split(","), first.split(","), strict=True))
    assert {name: row[name] for name in ("hfs", "hfr", "hfr_walking", "sii", "spl", "success")} == {
        "hfs": "1.0",
        "hfr": "1.0",
        "hfr_walking": "",  # the walk never left the agent's reach
        "sii": "",  # nobody but the person followed
        "spl": "",
        "success": "0.0",
    }
