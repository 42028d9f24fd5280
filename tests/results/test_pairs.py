"""Twins: what is a pair, what stands alone, what is refused; and where twins part."""

import msgspec
import numpy as np
import pytest
from made_logs import PROTOCOL, goal_at, made_log, straight

from wayproof.errors import InvalidInput
from wayproof.results.divergence import Divergence, divergence
from wayproof.results.pairs import Pair, twins, twins_by_condition

GOOD, BAD = straight(0, 3), straight(0, 1)
SCENE = "houses-v1/val/1"


def logs_of(condition: str, *ways):
    return [made_log(way, condition=condition, id=f"e{number}") for number, way in enumerate(ways)]


def test_twins_are_paired_by_scene_episode_and_repeat_in_any_order() -> None:
    clean, foggy = logs_of("clean", GOOD, BAD, GOOD), logs_of("fog", BAD, BAD, GOOD)
    found = twins(clean, reversed(foggy))
    assert found.complete and [pair.after.episode.id for pair in found.pairs] == ["e0", "e1", "e2"]
    assert all(pair.before.condition.name == "clean" for pair in found.pairs)


def test_who_has_no_twin_is_named() -> None:
    found = twins(
        logs_of("clean", GOOD, BAD), [*logs_of("fog", GOOD), made_log(repeat=3, condition="fog", id="e0")]
    )
    assert found.only_before == ((SCENE, "e1", 0),) and found.only_after == ((SCENE, "e0", 3),)
    assert len(found.pairs) == 1 and not found.complete


def test_other_protocols_are_refused_with_their_difference() -> None:
    other = msgspec.structs.replace(PROTOCOL, success_distance_m=0.2)
    with pytest.raises(InvalidInput, match="task.success_distance_m is 1.0 against 0.2"):
        twins([made_log()], [made_log(protocol=other)])


def test_twins_of_one_name_and_two_contents_are_refused() -> None:
    with pytest.raises(InvalidInput, match="named 'e1' .* are two different episodes: seed is 0 against 5"):
        twins([made_log(seed=0)], [made_log(seed=5)])
    with pytest.raises(InvalidInput, match="goals is"):
        twins([made_log(goals=[goal_at(1.0)])], [made_log(goals=[goal_at(2.0)])])


def test_a_trial_twice_on_one_side_is_refused() -> None:
    with pytest.raises(InvalidInput, match="two logs of episode 'e1'"):
        twins([made_log(), made_log(condition="fog")], [])


def test_each_condition_stands_beside_the_clean_one() -> None:
    logs = [*logs_of("fog", BAD, GOOD), *logs_of("clean", GOOD, GOOD), *logs_of("flare", GOOD, GOOD)]
    assert {name: len(found.pairs) for name, found in twins_by_condition(logs).items()} == {
        "fog": 2,
        "flare": 2,
    }
    with pytest.raises(InvalidInput, match="no log was made under 'clean'; there are fog"):
        twins_by_condition(logs_of("fog", GOOD))


def test_the_same_run_does_not_part() -> None:
    log = made_log(GOOD)
    assert divergence(Pair(log, log)) == Divergence(None, None, None, None, None)
    assert divergence(Pair(log, log)).first is None


def test_a_fault_shows_in_what_is_seen_then_done_then_where_one_is() -> None:
    before = made_log(straight(0, 1, 2, 3), seen=[7, 8, 9, 10])
    after = made_log(
        straight(0, 1, 2, 2), actions=["forward", "forward", "turn_left"], seen=[7, 5, 9, 10], condition="fog"
    )
    found = divergence(Pair(before, after))
    assert (found.seen, found.action, found.pose) == (1, 2, 3) and found.first == 1


def test_ending_sooner_is_a_difference() -> None:
    before, after = made_log(straight(0, 1, 2), end=None), made_log(straight(0, 1), end=None)
    found = divergence(Pair(before, after))
    assert (found.seen, found.action, found.pose) == (None, 1, 2)


def test_other_words_and_wrong_motors_are_told() -> None:
    log = made_log(GOOD, instructions=("go on",))
    assert divergence(Pair(log, made_log(GOOD, instructions=("[MASK] on",)))).instruction == 0
    goals = [goal_at(0.0), goal_at(3.0)]
    told = [
        made_log(straight(0, 0, 3), goals=goals, actions=["found", "forward"], instructions=("a", text))
        for text in ("b", "c")
    ]
    assert divergence(Pair(*told)).instruction == 1  # the second text is read at state 1
    wrong = msgspec.structs.replace(log.steps, moved_wrongly=np.array([False, True]))
    found = divergence(Pair(log, msgspec.structs.replace(log, steps=wrong)))
    assert found.moved_wrongly == 1 and found.first == 1


def test_other_velocities_are_another_action() -> None:
    log = made_log(straight(0, 1), end=None)
    turns = [
        msgspec.structs.replace(
            log, steps=msgspec.structs.replace(log.steps, argument=np.array([[0.1, turn, 0.0]]))
        )
        for turn in (0.0, 0.2)
    ]
    assert divergence(Pair(*turns)).action == 0
