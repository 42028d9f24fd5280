"""langnav-houses-v1: what its two splits hold; all of it is drawn in the slow test."""

from __future__ import annotations

from collections import Counter

import pytest

from wayproof.file_episodes.audit_file import audit_episodes
from wayproof.file_episodes.description_audit import ACCURATE
from wayproof.file_episodes.goal_statistics import goal_statistics
from wayproof.language.description_constraints import TAGS
from wayproof.language.goal_reader import read_goal
from wayproof.language.goal_truth import before_goals, satisfying
from wayproof.scenes.scene import things
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.suites import load_suite
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import draw_set
from wayproof.tasks.language_goals import CATEGORIES, FEATURES, TASK
from wayproof.vocabulary import Episode

PROTOCOL = TASKS[TASK].protocol("langnav-houses-v1")
# By suite: episodes, scenes, categories, and the digest of the whole set. LangNavBench's table 2 has these.
SETS = {"langnav": (750, 15, 12, "028483177d6e14fc"), "langnav-val": (832, 20, 19, "abc26b29292cb5c4")}


def _wrong(episodes: list[Episode] | tuple[Episode, ...]) -> list[str]:
    """Descriptions of which the independent reader does not find exactly the stored things."""
    body, wrong = body_under(PROTOCOL, load_body(PROTOCOL.body)), []
    for scene in dict.fromkeys(episode.scene for episode in episodes):
        world = world_named(scene, body, lit=False)
        kinds = {thing.category for thing in things(world.scene)}
        for episode in (one for one in episodes if one.scene == scene):
            earlier = before_goals(world.scene, episode.goals)
            for goal, before in zip(episode.goals, earlier, strict=True):
                read = read_goal(goal.text or "", kinds)
                if read.all_unread or satisfying(world.scene, read, before) != goal.instances:
                    wrong.append(f"{scene}: {goal.text}")
    return wrong


def _categories(episodes: list[Episode] | tuple[Episode, ...]) -> set[str]:
    """Of everything that counts as a goal, not only of what was drawn."""
    body = body_under(PROTOCOL, load_body(PROTOCOL.body))
    found = set()
    for episode in episodes:
        everything = world_named(episode.scene, body, lit=False).scene.instances
        found |= {everything[number - 1].category for goal in episode.goals for number in goal.instances}
    return found


@pytest.mark.parametrize("split", ["val", "test"])
def test_a_few_episodes_are_true_and_of_the_splits_own_categories(split: str) -> None:
    suite = load_suite("langnav" if split == "test" else "langnav-val")
    episodes = [
        TASKS[TASK]
        .draw(
            world_named(f"houses-v1/{split}/4", body_under(PROTOCOL, load_body(PROTOCOL.body)), lit=False),
            PROTOCOL,
            suite.episodes[0].seed,
            index,
        )
        .episode
        for index in range(12)
    ]
    assert _wrong(episodes) == [] and _categories(episodes) <= set(CATEGORIES[split])
    assert {goal.category for episode in episodes for goal in episode.goals} <= set(CATEGORIES[split])


def test_the_splits_share_no_category_and_the_audit_agrees() -> None:
    assert set(CATEGORIES["val"]).isdisjoint(CATEGORIES["test"])
    assert [len(CATEGORIES[split]) for split in ("val", "test")] == [19, 12]
    assert sum(FEATURES.values()) == pytest.approx(1.0, abs=0.1) and set(TAGS) < set(FEATURES)
    world = world_named("houses-v1/val/3", body_under(PROTOCOL, load_body(PROTOCOL.body)), lit=False)
    episodes = [TASKS[TASK].draw(world, PROTOCOL, 0, index).episode for index in range(4)]
    audited = audit_episodes(episodes, "some", None, "stretch", 0, lambda text: None)
    assert [one.kind for one in audited] == [ACCURATE] * 12


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_the_whole_set_is_as_it_was_and_every_description_is_true(name: str) -> None:
    """Drawn anew, not read from the cache. If the digest alone differs, the set needs another name."""
    recipe = load_suite(name).episodes[0]
    made = draw_set(recipe)
    episodes, scenes, categories, digest = SETS[name]
    told = goal_statistics(name, made.episodes)
    assert (told.totals["episodes"], told.totals["scenes"]) == (episodes, scenes)
    assert told.totals["goal descriptions"] == 3 * episodes
    assert len(_categories(made.episodes)) == categories == len(told.by_category)
    assert 1.5 <= told.totals["features per such description"] <= 1.7
    counts = Counter(tag for episode in made.episodes for goal in episode.goals for tag in goal.tags)
    assert min(counts[tag] for tag in TAGS) >= 150 and min(counts[name] for name in FEATURES) >= 50
    assert _wrong(made.episodes) == []
    assert made.hash == digest
