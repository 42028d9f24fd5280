"""Suites: what ships can be run, another number means another version, and wrong files get a sentence."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from small_suites import SEEING

import wayproof as wp
from wayproof.corruptions import CORRUPTIONS
from wayproof.errors import UnknownName, WayproofError
from wayproof.results.published import results
from wayproof.suite import suite_digest
from wayproof.suites import conditions_of, load_suite, settings_of, suite_names
from wayproof.tasks import TASKS
from wayproof.written_faults import name_of_faults

GOLDEN = Path(__file__).with_name("golden_digests.json")

PLAIN = """
name = "mine"
version = 1
summary = "my own"

[[episodes]]
task = "point_goal"
count = 3

[[conditions]]
faults = ["fog:level=3"]
"""


def test_another_number_means_another_version() -> None:
    """If this fails, raise the suite's version and write the new digest beside the old one."""
    golden = msgspec.json.decode(GOLDEN.read_bytes())
    now = {f"{name} {load_suite(name).version}": suite_digest(load_suite(name)) for name in suite_names()}
    assert {key: golden.get(key) for key in now} == now


@pytest.mark.parametrize("name", suite_names())
def test_a_shipped_suite_is_named_as_its_file_and_has_known_conditions(name: str) -> None:
    suite = load_suite(name)
    conditions = conditions_of(suite)
    assert suite.name == name and conditions[0].name == "clean"
    assert len(conditions) > 1 or "without faults" in suite.summary
    assert all(fault.name in CORRUPTIONS for condition in conditions for fault in condition.faults)
    assert settings_of(suite).width_px == suite.camera.width_px


@pytest.mark.parametrize("task", ["pointnav", "objectnav"])
def test_the_rows_of_robustnavs_tables_are_there(task: str) -> None:
    suite, fixed = load_suite(f"robustnav-{task}"), load_suite(f"robustnav-{task}-fixed")
    faults = [{fault.name for fault in condition.faults} for condition in conditions_of(suite)]
    assert len(faults) == 36  # Table 5
    together = [pair for pair in faults if len(pair) == 2]
    assert len(together) == 18 and {"spatter_robustnav", "motion_drift"} in together
    table_2 = {cell.labels["condition"] for cell in results("robustnav_corruptions")}
    table_5 = {cell.labels["condition"] for cell in results("robustnav_severities")}
    written = {
        name_of_faults([f"{fault.name}:{fault.severity:g}" for fault in condition.faults])
        for condition in conditions_of(suite)
    }
    assert len(table_2) == 19 and table_2 <= table_5 | {"clean"} and table_5 <= written | {"clean"}
    assert suite.conditions == fixed.conditions and suite.episodes == fixed.episodes
    assert suite.repeats == fixed.repeats == 3


@pytest.mark.parametrize("task", ["pointnav", "objectnav"])
def test_the_clean_suites_have_the_episodes_and_the_camera_of_robustnavs_tables(task: str) -> None:
    whole, clean = load_suite(f"robustnav-{task}"), load_suite(f"robustnav-{task}-clean")
    assert replace(clean.episodes[0], count=whole.episodes[0].count) == whole.episodes[0]
    assert clean.episodes[0].count == 300 and clean.conditions == () and clean.repeats == 1
    assert settings_of(clean) == settings_of(whole) and conditions_of(clean)[0] == conditions_of(whole)[0]


@pytest.mark.parametrize("sense", ["rgb", "depth"])
def test_followers_have_the_faults_of_the_searchers_and_the_episodes_of_the_instruction_suite(
    sense: str,
) -> None:
    twin, searching = load_suite(f"navtrust-{sense}-followers"), load_suite(f"navtrust-{sense}")
    assert twin.conditions == searching.conditions and twin.camera == searching.camera
    assert twin.episodes == load_suite("navtrust-instruction").episodes


def test_robustnavs_faults_act_as_published_and_at_the_published_size() -> None:
    for name in ("robustnav-pointnav", "robustnav-objectnav"):
        suite = load_suite(name)
        profiles = {
            fault.profile
            for condition in conditions_of(suite)
            for fault in condition.faults
            if "parity" in CORRUPTIONS[fault.name].profiles
        }
        settings = settings_of(suite)
        assert profiles == {"parity"}
        assert (settings.width_px, settings.height_px, settings.resized_px) == (400, 300, (224, 168))


def test_the_two_halves_of_robustnavs_table_4_are_of_the_same_episodes() -> None:
    noisy, free = load_suite("habitat-challenge-2020"), load_suite("habitat-noise-free")
    assert noisy.episodes == free.episodes and noisy.camera == free.camera
    assert noisy.conditions == free.conditions and free.always == ()
    both = load_suite("habitat-noise")
    assert (both.episodes, both.camera, both.always) == (free.episodes, free.camera, ())
    assert conditions_of(both)[1].faults == conditions_of(noisy)[0].faults
    assert TASKS["point_goal"].protocol(free.episodes[0].protocol).actuation == "none"


@pytest.mark.parametrize("size", ["[32, 32]", "[128, 96]", "[0, 0]"])
def test_pictures_of_another_shape_or_larger_than_taken_are_refused(tmp_path: Path, size: str) -> None:
    file = tmp_path / "mine.toml"
    camera = f"[camera]\nwidth_px = 64\nheight_px = 48\nresized_px = {size}\n\n[[episodes]]"
    file.write_text(PLAIN.replace("[[episodes]]", camera))
    with pytest.raises(WayproofError, match=r"resized_px is .* takes 64 x 48; give a smaller size with"):
        load_suite(file)


def test_visual_faults_take_the_place_of_the_challenges_own_rgb_noise() -> None:
    clean, low_light, _ = conditions_of(load_suite("habitat-challenge-2020"))
    names = [[fault.name for fault in condition.faults] for condition in (clean, low_light)]
    assert names[0] == ["habitat_gaussian", "redwood_depth_noise", "pyrobot_noise_locobot_proportional"]
    assert names[1] == ["redwood_depth_noise", "pyrobot_noise_locobot_proportional", "low_lighting_robustnav"]


def test_a_file_of_ones_own_works_the_same(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(PLAIN)
    suite = load_suite(tmp_path / "mine.toml")
    assert [condition.name for condition in conditions_of(suite)] == ["clean", "fog:0.6"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("count = 3", "cuont = 3", r"no field named 'cuont'. Did you mean 'count'"),
        ("count = 3", "count = 0", r"count is 0; give 1 to"),
        ("point_goal", "point_gaol", r"no task named 'point_gaol'. Did you mean 'point_goal'"),
        ("fog:level=3", "frog:level=3", r"no corruption named 'frog'. Did you mean 'fog'"),
        ("fog:level=3", "fog:7", r"severity of fog is 7.0"),
        ("version = 1", "", r"missing required field `version`"),
        ("count = 3", 'count = 3\nsplit = "vall"', r"split is 'vall'"),
        (
            'faults = ["fog:level=3"]',
            'faults = ["fog:1"]\nname = "clean"',
            r"two conditions are named 'clean'",
        ),
        (
            "version = 1",
            "version = 1\nrepeats = 0",
            r"repeats, step_limit_s and episode_limit_s must be positive",
        ),
        ("[[episodes]]", "[[episodes", r"not valid TOML"),
    ],
)
def test_a_wrong_file_gets_a_sentence_that_names_it(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(PLAIN.replace(old, new))
    with pytest.raises(WayproofError, match=sentence):
        load_suite(file)


def test_an_unknown_suite_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'smoke'"):
        load_suite("smok")
    with pytest.raises(WayproofError, match="there is no file"):
        load_suite("nowhere/mine.toml")


def test_every_task_has_a_suite_by_name() -> None:
    asked = {recipe.task for name in suite_names() for recipe in load_suite(name).episodes}
    assert asked == set(TASKS.names())


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["instructions", "language-goals", "person-following", "questions", "return", "social-navigation"]
)
def test_a_suite_of_its_own_for_a_task_is_solved_by_the_expert(name: str, tmp_path: Path) -> None:
    """One episode under every condition: the clean one succeeds, and no condition breaks the run off."""
    run = wp.run(name, SEEING, tmp_path, limit=1)
    by_condition = {score.condition: score for score in run.scores}
    assert set(by_condition) == {condition.name for condition in conditions_of(load_suite(name))}
    assert by_condition["clean"].values["success"] == 1.0
    assert {score.reason for score in run.scores} <= {"stop", "answer", "goals_done", "steps"}


def test_a_fault_of_words_in_a_task_without_words_is_refused_and_among_tasks_with_words_it_is_not(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(PLAIN.replace("fog:level=3", "mask_random:0.5"))
    with pytest.raises(WayproofError, match="mask_random acts on instructions, and point_goal gives none"):
        load_suite(file)
    other = '\n[[episodes]]\ntask = "instruction_following"\ncount = 3\n\n[[conditions]]'
    file.write_text(PLAIN.replace("fog:level=3", "mask_random:0.5").replace("\n[[conditions]]", other))
    assert len(load_suite(file).episodes) == 2
    file.write_text(PLAIN.replace("fog:level=3", 'fog:level=3", "mask_random:0.5'))
    assert len(load_suite(file).conditions) == 1  # the fog acts; results say that the mask does not
