"""Not applicable is a verdict: what cannot reach the agent has no number, and nothing else changes by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from made_logs import made_log, straight
from msgspec.structs import replace

from wayproof.corruptions import CORRUPTIONS
from wayproof.log import EpisodeLog, decode_log, encode_log
from wayproof.results.compare import Side, compare, gate, overall
from wayproof.results.earlier_faults import EARLIER_FAULTS
from wayproof.results.metric_result import metric_result
from wayproof.results.part import Part, parts_of_logs
from wayproof.results.records import records
from wayproof.results.table import Table, table_of
from wayproof.vocabulary import AgentCard, Condition, Fault

GOOD, BAD = straight(0, 3), straight(0, 1)
BLIND, RGB, DEPTH = (
    AgentCard("blind"),
    AgentCard("eyes", sensors=("rgb",)),
    AgentCard("range", sensors=("depth",)),
)
PROMPTED = AgentCard("prompted", system_prompt="Be brief.")
FOG, LAG, DRIFT = Fault("fog", 0.6), Fault("depth_lag", 0.5), Fault("motion_drift", 1.0)
CAPITALS = Fault("capitalise", 1.0)
WORDS = {"en-US": "Turn left.", "hi-IN": "बाएँ मुड़ें।", "te-IN": "ఎడమవైపు తిరగండి."}
MASK, RULE, WIDE = Fault("mask_random", 0.5), Fault("inject_white_box", 1.0), Fault("lower_fov", 0.4)


def _logs(card: AgentCard, name: str, faults: Sequence[Fault], ways: str, **more: Any) -> list[EpisodeLog]:
    """One log for each letter: G a success, B a failure; two scenes."""
    modalities = {one.name: CORRUPTIONS[one.name].modalities for one in faults}
    made = []
    for number, letter in enumerate(ways):
        log = made_log(
            GOOD if letter == "G" else BAD,
            id=f"e{number:02d}",
            scene=f"houses-v1/val/{number % 4}",
            shortest_length_m=3.0,
            instructions=more.get("instructions", ()),
        )
        seen = dict.fromkeys(card.sensors, log.steps.seen["rgb"])
        steps = replace(log.steps, seen=seen)
        condition = Condition(name, tuple(faults))
        made.append(replace(log, agent=card, condition=condition, steps=steps, fault_modalities=modalities))
    return made


def _part(
    card: AgentCard, conditions: dict[str, Sequence[Fault]], ways: str = "GGGGGGBB", **more: Any
) -> Part:
    logs = _logs(card, "clean", more.pop("always", ()), ways, **more)
    logs += [log for name, faults in conditions.items() for log in _logs(card, name, faults, ways, **more)]
    (part,) = parts_of_logs([decode_log(encode_log(log)) for log in logs])
    return part


def _verdicts(table: Table) -> dict[str, str]:
    return {line.name: line.verdict for line in table.conditions}


@pytest.mark.parametrize(
    ("card", "instructions", "expected"),
    [
        (BLIND, (), {"fog", "lag", "mask", "rule", "wide"}),
        (RGB, (), {"lag", "mask", "rule"}),
        (DEPTH, (), {"fog", "mask", "rule"}),
        (BLIND, ("Go on.",), {"fog", "lag", "rule", "wide"}),
        (PROMPTED, (), {"fog", "lag", "mask", "wide"}),
    ],
    ids=["blind", "rgb", "depth", "instructed", "prompted"],
)
def test_what_an_agent_does_not_have_cannot_go_wrong(
    card: AgentCard, instructions: tuple[str, ...], expected: set[str]
) -> None:
    faults = {"fog": [FOG], "lag": [LAG], "drift": [DRIFT], "mask": [MASK], "rule": [RULE], "wide": [WIDE]}
    part = _part(card, faults, instructions=instructions)
    assert set(part.not_applicable) == expected
    lines = {line.name: line for line in table_of(part).conditions}
    assert list(lines) == ["clean", *faults]  # every condition has its row
    for name, line in lines.items():
        assert (line.verdict == "n/a") == (name in expected)
        assert (line.sr is None and line.delta is None and line.n == 0) == (name in expected)


def test_a_row_that_is_not_applicable_counts_neither_in_what_is_retained_nor_among_the_tests() -> None:
    logs = [*_logs(RGB, "clean", (), "GGGGGGGG"), *_logs(RGB, "fog", [FOG], "GGGGBBBB")]
    (alone,) = parts_of_logs(logs)
    (mixed,) = parts_of_logs([*logs, *_logs(RGB, "lag", [LAG], "GGGGGGGG")])
    for metric in ("success", "spl"):
        one, two = metric_result(alone, metric), metric_result(mixed, metric)
        assert one.retained == two.retained and one.conditions == two.conditions[:2]
    assert table_of(mixed).prs_sr == 0.5  # 0.75 with the depth fault that cannot reach it
    assert any("the agent has no depth: lag" in text for text in table_of(mixed).cautions)
    assert records(mixed, "success")[2]["verdict"] == "n/a" and records(mixed, "success")[2]["mean"] is None


def test_of_several_faults_one_that_reaches_is_enough_and_the_others_are_named() -> None:
    part = _part(RGB, {"both": [FOG, LAG], "neither": [LAG, MASK]})
    assert _verdicts(table_of(part)) == {"clean": "reference", "both": "no change shown", "neither": "n/a"}
    told = table_of(part).cautions
    assert any("both: depth_lag cannot reach the agent, since the agent has no depth" in one for one in told)
    assert "neither" in part.not_applicable
    assert part.not_applicable["neither"] == "the agent has no depth and the task gives no instruction"


def _told_in(language: str, logs: list[EpisodeLog], name: str) -> list[EpisodeLog]:
    """The same logs, told in a language, and which languages a fault serves."""
    serves = {name: CORRUPTIONS[name].languages}
    return [
        replace(
            log,
            episode=replace(
                log.episode, id=f"{language}-{log.episode.id}", instruction=WORDS[language], language=language
            ),
            instructions=(WORDS[language],),
            fault_languages=serves,
        )
        for log in logs
    ]


def test_a_fault_that_is_not_defined_in_a_language_is_not_applicable_there_by_name() -> None:
    both = {
        language: [
            *_told_in(language, _logs(RGB, "clean", (), "GGGG"), "capitalise"),
            *_told_in(language, _logs(RGB, "capitals", [CAPITALS], ways), "capitalise"),
        ]
        for language, ways in (("en-US", "BBGG"), ("hi-IN", "GGGG"))
    }
    (mixed,) = parts_of_logs([*both["en-US"], *both["hi-IN"]])
    capitals = table_of(mixed).conditions[1]
    assert (capitals.n, capitals.sr, capitals.delta) == (4, 0.5, -0.5)  # the four Hindi pairs do not count
    assert any(
        "capitals: 4 episodes are n/a, since capitalise is not defined in hi-IN" in one
        for one in table_of(mixed).cautions
    )
    (hindi,) = parts_of_logs(both["hi-IN"])
    assert hindi.not_applicable == {"capitals": "capitalise is not defined in hi-IN"}
    (english,) = parts_of_logs(both["en-US"])
    assert not english.not_applicable and not english.partly


def test_beside_a_fault_that_acts_in_every_language_the_episode_counts() -> None:
    logs = _told_in(
        "te-IN", [*_logs(RGB, "clean", (), "GG"), *_logs(RGB, "both", [CAPITALS, FOG], "GB")], "capitalise"
    )
    (part,) = parts_of_logs(logs)
    assert table_of(part).conditions[1].n == 2
    assert "capitalise is not defined in te-IN" in part.partly["both"]


def test_faults_that_the_reference_has_too_make_no_difference() -> None:
    usual = [DRIFT]
    part = _part(RGB, {"lag": [*usual, LAG], "fog": [*usual, FOG], "calm": []}, always=usual)
    assert set(part.not_applicable) == {"lag"}  # the drift reaches the agent, under clean as well
    assert not _part(RGB, {"again": []}).not_applicable  # a condition without faults is a repetition


def test_a_log_of_before_is_judged_by_the_names_of_its_faults_and_an_unknown_fault_counts() -> None:
    logs = [*_logs(RGB, "clean", (), "GG"), *_logs(RGB, "lag", [LAG], "GG")]
    logs += _logs(RGB, "own", [LAG], "GB")
    earlier = [replace(log, fault_modalities={}) for log in logs[:4]]
    unknown = [
        replace(log, fault_modalities={}, condition=Condition("own", (Fault("made_by_a_user", 1.0),)))
        for log in logs[4:]
    ]
    (part,) = parts_of_logs([*earlier, *unknown])
    assert set(part.not_applicable) == {"lag"} and "own" in part.order


def test_the_table_of_earlier_faults_says_what_they_still_act_on() -> None:
    for name, modalities in EARLIER_FAULTS.items():
        assert CORRUPTIONS[name].modalities == modalities, name


def test_only_logs_that_are_not_applicable_leave_a_row_without_a_number() -> None:
    (part,) = parts_of_logs([*_logs(RGB, "lag", [LAG], "GG")])
    assert _verdicts(table_of(part)) == {"lag": "n/a"} and table_of(part).conditions[0].sr is None


def test_agents_are_compared_where_the_fault_reaches_both() -> None:
    faults = {"fog": [FOG], "lag": [LAG], "drift": [DRIFT]}
    eyes, ranger = Side("eyes", [_part(RGB, faults)]), Side("range", [_part(DEPTH, faults)])
    lines = {line.name: line for line in compare(eyes, ranger)}
    assert lines["lag"].verdict == lines["fog"].verdict == "n/a" and lines["drift"].verdict != "n/a"
    assert lines["lag"].text == "n/a: eyes: the agent has no depth" and lines["lag"].delta is None
    only = [Side(side, [_part(card, {"drift": [DRIFT]})]) for side, card in (("eyes", RGB), ("range", DEPTH))]
    assert lines["all conditions"] == {line.name: line for line in compare(*only)}["all conditions"]
    judged = gate(eyes, ranger, 0.9)
    assert {line.name: line.verdict for line in judged}["fog"] == "n/a"
    assert overall(judged) == overall([line for line in judged if line.verdict != "n/a"])
