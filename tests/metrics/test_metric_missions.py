"""Sub-tasks, people and answers: the metrics of composite missions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import goal_at, logs, made_log, straight
from msgspec.structs import replace

from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS
from wayproof.metrics.answers import answer_words, answers_equal, answers_match
from wayproof.metrics.following_states import followed_share
from wayproof.vocabulary import Constraint, Goal

FOLLOW = [Goal("follow_person", person=0)]


def score(name: str, log) -> float | None:
    return METRICS[name].score(log)


def crowd(*positions: tuple[float, float]) -> np.ndarray:
    """One person, at (x, z) at each state."""
    return np.array([[(x, 0.0, z, 0.0)] for x, z in positions])


def test_sub_tasks_complete_without_claims_and_in_any_order() -> None:
    goals = [goal_at(6.0), goal_at(2.0)]
    log = made_log(straight(0, 2, 4, 6), goals=goals, end=None)
    assert score("csr_ratio", log) == 1.0
    assert score("csr_all_in_order", log) == 0.0
    assert score("csr_all_in_order", made_log(straight(0, 6, 2), goals=goals, end=None)) == 1.0
    assert score("csr_ratio", made_log(straight(0, 2), goals=goals, end=None)) == 0.5


def test_two_sub_tasks_in_one_place_need_two_states() -> None:
    goals = [goal_at(2.0), goal_at(2.0)]
    assert score("csr_all_in_order", made_log(straight(0, 2), goals=goals, end=None)) == 0.0
    assert score("csr_all_in_order", made_log(straight(0, 2, 2), goals=goals, end=None)) == 1.0


def test_to_return_one_must_have_left() -> None:
    goals = [goal_at(6.0), goal_at(0.0)]
    stayed = made_log(straight(0, 0.5), goals=goals, end=None)
    assert score("csr_ratio", stayed) == 0.0 and score("osr_final_goal", stayed) == 0.0
    turned_round = made_log(straight(0, 3, 0), goals=goals, end=None)
    assert score("csr_ratio", turned_round) == 0.5 and score("osr_final_goal", turned_round) == 1.0
    gone = made_log(straight(0, 3), goals=goals, end=None)
    assert score("sgc_without_markers", gone) == pytest.approx((1 / 3 + 0) / 2)


def test_progress_is_the_radius_over_the_least_distance() -> None:
    log = made_log(straight(0, 1), goals=[goal_at(5.0)], end=None)
    assert score("sgc", log) == pytest.approx(1 / 4) == score("sgc_without_markers", log)
    wide = made_log(straight(0, 1), goals=[goal_at(5.0, radius_m=2.0)], end=None)
    assert score("sgc", wide) == pytest.approx(2 / 4)


def test_a_room_is_entered_or_not() -> None:
    log = made_log(straight(0, 1), goals=[goal_at(5.0, kind="room_goal")], end=None)
    assert score("sgc", log) == 0.0


def test_markers_flatter() -> None:
    goals = [goal_at(5.0), Goal("question", answer="two")]
    log = made_log(
        straight(0, 1), goals=goals, end=None, constraints=(Constraint("keep_distance", distance_m=1.2),)
    )
    assert score("sgc", log) == pytest.approx((1 / 4 + 1 + 1) / 3)
    assert score("sgc_without_markers", log) == pytest.approx(1 / 4)
    only_question = made_log(goals=goals[1:], end=None)
    assert score("sgc_without_markers", only_question) is None and score("sgc", only_question) == 1.0


STILL = [(0.0, 0.0, 0.0)]


def test_following_needs_distance_and_heading() -> None:
    # The person is 2 m ahead, 2 m ahead, too near, too far, to the side, behind. Heading 0 looks along -z.
    people = crowd((0, -2), (0, -2), (0, -0.9), (0, -3.1), (2, -0.1), (0, 2))
    log = made_log(STILL * 6, goals=FOLLOW, people=people, end=None)
    assert score("hfr", log) == pytest.approx(2 / 6)


def way(*positions: tuple[float, float]):
    """The way of the one person of an episode, through (x, z)."""
    return (tuple((float(x), 0.0, float(z)) for x, z in positions),)


def test_following_succeeds_where_the_person_comes_to_rest() -> None:
    walk = ((0, -9), (0, -2), (0, -2), (0, -2))
    log = made_log(STILL * 4, goals=FOLLOW, people=crowd(*walk), people_ways_m=way(*walk[:2]), end=None)
    assert score("hfs", log) == 1.0
    assert score("hfr", log) == 0.5  # the phase ends where the person does
    far = made_log(
        straight(5, 5, 5, 0), goals=FOLLOW, people=crowd(*walk), people_ways_m=way(*walk[:2]), end=None
    )
    assert score("hfs", far) == 0.0  # to come up afterwards is not to follow


def test_who_stops_before_the_person_does_has_not_followed() -> None:
    on_the_way = crowd((0, -2), (0, -2))
    log = made_log(STILL, goals=FOLLOW, people=on_the_way, people_ways_m=way((0, -2), (0, -7)))
    assert score("hfr", log) == 1.0 and score("hfs", log) == 0.0
    restless = made_log(STILL, goals=FOLLOW, people=on_the_way)
    assert score("hfs", restless) == 0.0


# The agent begins at z = 0 and looks along -z; the person walks from z = -2 to z = -10.
WALK = ((0, -2), (0, -4), (0, -6), (0, -8), (0, -10), (0, -10))
AHEAD = way((0, -2), (0, -10))


def followed(*zs: float, end: str | None = None) -> EpisodeLog:
    """An agent that is at these z while the person walks."""
    places = [(0.0, 0.0, float(z)) for z in zs]
    people = crowd(*WALK[: len(zs) + (end is not None)])
    return made_log(places, goals=FOLLOW, people=people, people_ways_m=AHEAD, end=end)


def test_who_follows_the_whole_walk_has_all_of_it() -> None:
    log = followed(0, -2, -4, -6, -8, -8)
    assert score("hfr_walking", log) == 1.0 == score("hfr", log) == score("sgc_walking", log)


def test_who_claims_at_once_has_all_of_hfr_and_nothing_of_the_walk() -> None:
    """The person is at z = -4 when the episode ends; 6 of the 6 m out of reach were not followed."""
    people = crowd((0, -2), (0, -2))
    log = made_log(STILL, goals=FOLLOW, people=people, people_ways_m=AHEAD)
    assert score("hfr", log) == 1.0 == score("sgc", log)
    assert score("hfr_walking", log) == 0.0 == score("sgc_walking", log)


def test_who_stands_still_while_the_person_walks_off_has_nothing() -> None:
    walk = crowd((0, -1.5), (0, -2), (0, -2.5), (0, -3), (0, -6), (0, -9), (0, -9))
    log = made_log(STILL * 7, goals=FOLLOW, people=walk, people_ways_m=way((0, -1.5), (0, -9)), end=None)
    assert score("hfr", log) == pytest.approx(4 / 6)
    assert score("hfr_walking", log) == 0.0


def test_who_gives_up_half_way_loses_the_rest() -> None:
    """Metres count from z = -4 on, 2 m each: two of four are followed, then the agent stays."""
    assert score("hfr_walking", followed(0, -2, -4, -4, -4, -4)) == pytest.approx(2 / 4)
    # The same in an episode that ended with the person at z = -6; the 4 m to the end of the way are lost.
    assert score("hfr_walking", followed(0, -2, -4)) == pytest.approx(4 / 8)


def test_following_that_never_began_or_began_too_late_is_nothing() -> None:
    place = goal_at(5.0)
    goals = [place, *FOLLOW]
    never = made_log(STILL * 2, goals=goals, people=crowd((0, -2), (0, -6)), people_ways_m=AHEAD, end=None)
    assert score("hfr_walking", never) == 0.0
    late = made_log(
        straight(5, 5),
        goals=goals,
        actions=["found"],
        people=crowd((5, -2), (5, -2)),
        end=None,
        people_ways_m=way((5, -9), (5, -2)),
    )
    assert score("hfs", late) == 1.0 and score("hfr_walking", late) == 0.0


def test_a_walk_that_stays_in_reach_says_nothing() -> None:
    walk = ((0, -1.5), (0, -2), (0, -2.5))
    log = made_log(STILL * 3, goals=FOLLOW, people=crowd(*walk), people_ways_m=way(*walk), end=None)
    assert score("hfr", log) == 1.0 and score("hfr_walking", log) is None
    assert score("hfr_walking", made_log(straight(0, 3))) is None  # nobody to follow


def test_without_the_persons_way_only_the_walk_that_was_logged_counts() -> None:
    log = made_log(STILL * 2, goals=FOLLOW, people=crowd((0, -2), (0, -5)), end=None)
    assert score("hfr_walking", log) == 0.0
    assert score("hfr_walking", made_log(STILL, goals=FOLLOW, people=crowd((0, -2)), end=None)) == 0.0


def test_passing_the_end_of_the_way_is_not_to_rest_there() -> None:
    walk = ((0, -2), (0, -5), (0, -2))  # a round: it begins where it ends
    log = made_log(STILL * 3, goals=FOLLOW, people=crowd(*walk), people_ways_m=way(*walk), end=None)
    assert score("hfr", log) == pytest.approx(2 / 3) and score("hfs", log) == 1.0


def test_the_band_is_open_at_one_metre_and_closed_at_three() -> None:
    at = [made_log(goals=FOLLOW, people=crowd((0, -z)), end=None) for z in (1.0, 3.0)]
    assert [score("hfr", log) for log in at] == [0.0, 1.0]


@pytest.mark.parametrize(("degrees", "followed"), [(59, 1.0), (61, 0.0), (-59, 1.0), (-61, 0.0), (180, 0.0)])
def test_the_person_may_be_sixty_degrees_off(degrees: float, followed: float) -> None:
    heading = 0.7
    at = heading + math.radians(degrees)
    place = (-2 * math.sin(at), -2 * math.cos(at))
    log = made_log(goals=FOLLOW, people=crowd(place), people_ways_m=way(place), headings=[heading], end=None)
    assert score("hfs", log) == followed


def test_only_the_following_phase_counts() -> None:
    goals = [goal_at(0.0), *FOLLOW]
    walk = ((0, -9), (0, -2), (0, -2))
    told = {"goals": goals, "people": crowd(*walk), "people_ways_m": way(*walk[:2]), "end": None}
    log = made_log(STILL * 3, actions=["found", "forward"], **told)
    assert score("hfr", log) == 1.0 and score("hfs", log) == 1.0
    never = made_log(STILL * 3, **told)
    assert score("hfr", never) == 0.0 and score("hfs", never) == 0.0


@given(logs())
def test_following_agrees_with_angles(log: EpisodeLog) -> None:
    """A second reckoning by bearings over the whole phase; logs within a hair of a border are left out."""
    log = replace(log, episode=replace(log.episode, people_ways_m=()))
    for number, goal in enumerate(log.episode.goals):
        if goal.person is None or goal.person >= log.steps.people.shape[1]:
            continue
        good = states = 0
        for pose, people, pursued in zip(log.steps.pose, log.steps.people, log.steps.goal, strict=True):
            if pursued != number:
                continue
            x, z = float(people[goal.person][0] - pose[0]), float(people[goal.person][2] - pose[2])
            bearing = math.atan2(-x, -z)  # of a heading that looks at the person
            off = abs(math.remainder(bearing - pose[3], math.tau))
            if min(abs(math.hypot(x, z) - 1), abs(math.hypot(x, z) - 3), abs(off - math.pi / 3)) < 1e-4:
                return
            states += 1
            good += 1 < math.hypot(x, z) <= 3 and off <= math.pi / 3
        assert followed_share(log, number) == pytest.approx(good / states if states else 0.0)


def test_personal_space_is_nearer_than_a_metre_and_a_fifth() -> None:
    people = np.array([[(0, 0, 5, 0), (0, 0, 1.3, 0)], [(0, 0, 5, 0), (0, 0, 1.1, 0)]])
    log = made_log(straight(0, 0), people=people, end=None)
    assert score("sii", log) == 0.5
    assert score("sii", made_log(straight(0, 0), end=None)) is None


def test_whom_one_follows_one_need_not_avoid() -> None:
    log = made_log(goals=FOLLOW, people=crowd((0, -1.1)), end=None)
    assert score("sii", log) is None
    later = [*FOLLOW, goal_at(3.0)]
    walk = made_log(
        straight(0, 0), goals=later, actions=["found"], people=crowd((0, -1.1), (0, -1.1)), end=None
    )
    assert score("sii", walk) == 0.5


ROOM = ((2.0, -1.0), (4.0, -1.0), (4.0, 1.0), (2.0, 1.0))  # x and z
PLANT = ((3.0, 0.0, 3.0),)


@pytest.mark.parametrize(
    ("constraint", "share"),
    [
        (Constraint("avoid", rooms=(1,), outlines_m=(ROOM,)), 0.0),
        (Constraint("pass_by", rooms=(1,), outlines_m=(ROOM,)), 1.0),
        (Constraint("avoid", instances=(5,), positions_m=PLANT, distance_m=1.0), 1.0),
        (Constraint("pass_by", instances=(5,), positions_m=PLANT, distance_m=1.0), 0.0),
        (Constraint("keep_distance", distance_m=1.9), 1.0),
        (Constraint("keep_distance", distance_m=2.1), 0.0),
        (Constraint("keep_distance"), 1.0),  # without a distance it is personal space
        (Constraint("avoid", rooms=(1,)), None),  # where the room is cannot be told
    ],
)
def test_constraints_are_judged_from_the_log(constraint: Constraint, share: float | None) -> None:
    people = crowd((0, 2), (6, 2), (6, 2))  # the nearest it gets is 2 m
    log = made_log(straight(0, 6), people=people, constraints=(constraint,))
    assert score("constraint_kept", log) == share


def test_constraints_are_counted_and_what_cannot_be_judged_is_left_out() -> None:
    both = (
        Constraint("avoid", rooms=(1,), outlines_m=(ROOM,)),
        Constraint("pass_by", rooms=(1,), outlines_m=(ROOM,)),
        Constraint("keep_distance", distance_m=1.2),  # nobody is there
    )
    assert score("constraint_kept", made_log(straight(0, 6), constraints=both)) == 0.5
    assert score("constraint_kept", made_log(straight(0, 6))) is None


@pytest.mark.parametrize(
    ("key", "answer", "kind", "strict"),
    [
        ("2", "There are two.", True, False),
        ("two", "2", True, True),
        ("1", "10", False, False),
        ("10", "1", False, False),
        ("21", "Twenty-one", True, True),
        ("21", "20 1", False, False),
        ("twenty one", "it is 21 chairs", True, False),
        ("1,200", "1200.0", True, True),
        ("1.5", "01.50 metres", True, False),
        ("red chair", "a red wooden chair", False, False),
        ("Red Chair", "the RED chair!", True, False),
        ("yes", "", False, False),
        ("", "anything", False, False),
        ("?", "?", False, False),
        ("two", "twofold", False, False),
        ("२", "2", True, True),
        ("दो कुर्सियाँ", "वहाँ दो कुर्सियाँ हैं", True, False),
        ("0", "zero", True, True),
        ("20", "twenty zero", True, False),
    ],
)
def test_answers_by_example(key: str, answer: str, kind: bool, strict: bool) -> None:
    assert answers_match(key, answer) is kind
    assert answers_equal(key, answer) is strict


@given(st.integers(0, 99))
def test_number_words_mean_their_numbers(number: int) -> None:
    ones = "zero one two three four five six seven eight nine".split()
    teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    if number < 20:
        word = (ones + teens)[number]
    else:
        word = tens[number // 10 - 2] + (f"-{ones[number % 10]}" if number % 10 else "")
    assert answer_words(word) == answer_words(word.replace("-", " ")) == [str(number)]


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_can_be_compared(key: str, answer: str) -> None:
    assert not answers_equal(key, answer) or answers_match(key, answer)
    assert answers_equal(key, key) == bool(answer_words(key))
    assert answer_words(" ".join(answer_words(key))) == answer_words(key)


def test_a_question_without_an_answer_is_wrong_and_not_left_out() -> None:
    goals = [Goal("question", answer="two"), Goal("question", answer="red")]
    log = made_log(goals=goals, actions=[], end="answer", texts=["I see 2"])
    assert score("eqa_accuracy", log) == 0.5 and score("eqa_strict", log) == 0.0
    assert score("eqa_accuracy", made_log(goals=goals, end=None)) == 0.0
    assert score("eqa_accuracy", made_log()) is None


def test_success_at_a_question_needs_the_right_answer() -> None:
    goals = [goal_at(0.0, kind="question", answer="two")]
    assert score("success", made_log(goals=goals, end="answer", texts=["two"])) == 1.0
    assert score("success", made_log(goals=goals, end="answer", texts=["three"])) == 0.0
    assert score("success", made_log(straight(5), goals=goals, end="answer", texts=["two"])) == 0.0
