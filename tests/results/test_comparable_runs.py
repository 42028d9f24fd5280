"""Only the same is compared: content counts, names do not, and what was not run counts as a failure."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from made_logs import goal_at, made_log
from made_runs import write_run
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.results.compare import Difference, Side, compare, gate, overall, read_side
from wayproof.results.pairs import twins
from wayproof.results.part import parts_of_logs
from wayproof.vocabulary import Condition, Fault, Pose

GOOD = [True] * 40


def _log(number: int, *, won: bool = True, condition: str = "clean", **more: object) -> EpisodeLog:
    points = [(0.0, 0.0, 0.0), (3.0 if won else 0.5, 0.0, 0.0)]
    scene = f"houses-v1/val/{number % 4}"
    log = made_log(points, condition=condition, id=f"e{number}", scene=scene, seed=number, **more)
    return replace(log, scene_hash=f"hash {number % 4}")


def _run(
    change: Callable[[EpisodeLog], EpisodeLog] = lambda log: log, *, agent: str = "old"
) -> list[EpisodeLog]:
    logs = [_log(number, condition=name, agent=agent) for name in ("clean", "fog") for number in range(40)]
    return [change(log) for log in logs]


def _side(logs: list[EpisodeLog], label: str) -> Side:
    return Side(label, parts_of_logs(logs))


def _episode(**fields: object) -> Callable[[EpisodeLog], EpisodeLog]:
    return lambda log: replace(log, episode=replace(log.episode, **fields))


def _fault(severity: float, name: str = "fog") -> Callable[[EpisodeLog], EpisodeLog]:
    def changed(log: EpisodeLog) -> EpisodeLog:
        if log.condition.name == "clean":
            return log
        return replace(log, condition=Condition(name, (Fault("fog", severity),)))

    return changed


REFUSALS = {
    "a shifted start": (_episode(start=Pose(0.1, 0.0, 0.0)), "start.x_m is 0.0 against 0.1"),
    "another goal": (_episode(goals=(goal_at(4.0),)), "goals is"),
    "another instruction": (_episode(instruction="go"), "instruction is None against 'go'"),
    "another seed": (_episode(seed=99), "seed is 0 against 99"),
    "a changed scene": (lambda log: replace(log, scene_hash="x"), "scene_hash is 'hash 0' against 'x'"),
    "another scene": (
        lambda log: replace(
            log, scene_hash="y", episode=replace(log.episode, scene=log.episode.scene.replace("val", "test"))
        ),
        "scene is 'houses-v1/val/0' against 'houses-v1/test/0'",
    ),
    "another severity, the same name": (_fault(0.5), r"faults is fog:1 \(fixed\) against fog:0.5"),
    "another severity, another name": (
        _fault(0.5, "thin fog"),
        "'fog' of old is not what new ran as 'thin fog'",
    ),
}


@pytest.mark.parametrize(("change", "says"), REFUSALS.values(), ids=REFUSALS)
def test_other_content_under_the_same_name_is_refused_with_the_field(
    change: Callable[[EpisodeLog], EpisodeLog], says: str
) -> None:
    old, new = _side(_run(), "old"), _side(_run(change, agent="new"), "new")
    for compared in (lambda: compare(old, new), lambda: gate(new, old, 0.03)):
        with pytest.raises(InvalidInput, match=says):
            compared()


def test_twins_of_another_scene_are_refused() -> None:
    with pytest.raises(InvalidInput, match="scene_hash is 'hash 0' against 'x'"):
        twins([_log(0)], [replace(_log(0, condition="fog"), scene_hash="x")])


def test_names_do_not_matter() -> None:
    """Other ids, labels and names of conditions: the same content, hence the same pairs."""

    def renamed(log: EpisodeLog) -> EpisodeLog:
        named = _episode(id=f"x{log.episode.id}", labels={"a": "b"}, file_id="7")(log)
        return _fault(1.0, "mist")(named)

    lines = compare(_side(_run(), "old"), _side(_run(renamed, agent="new"), "new"))
    assert [(line.name, line.n, line.unpaired) for line in lines] == [
        ("clean", 40, 0),
        ("fog", 40, 0),
        ("all conditions", 40, 0),
    ]
    assert [
        pair.after.episode.id for pair in twins([_log(3)], [renamed(_log(3, condition="fog"))]).pairs
    ] == ["xe3"]


def test_episodes_of_one_content_are_told_apart_by_their_names() -> None:
    same = [replace(_log(0), episode=replace(_log(0).episode, id=name)) for name in ("a", "b")]
    lost = [replace(log, condition=Condition("fog", (Fault("fog", 1.0),))) for log in same]
    assert [p.after.episode.id for p in twins(same, lost[::-1]).pairs] == ["a", "b"]
    assert compare(_side(same, "one"), _side(same, "two"))[0].n == 2


def _line(lines: list[Difference], name: str) -> Difference:
    return next(line for line in lines if line.name == name)


def test_missing_episodes_count_as_failures_and_are_named() -> None:
    old = _side(_run(), "old")
    new = [log for log in _run(agent="new") if not (log.condition.name == "fog" and log.episode.seed >= 20)]
    lines = gate(_side(new, "new"), old, 0.03)
    fog = _line(lines, "fog")
    assert (fog.n, fog.first, fog.second, fog.missing_second) == (40, 1.0, 0.5, 20)
    assert fog.verdict == "fail" == overall(lines)
    assert "new lacks 20 trials: e20, e21, e22, e23, e24 and 15 more" in fog.text
    assert _line(compare(old, _side(new, "new")), "fog").verdict == "drop"
    turned = _line(compare(_side(new, "new"), old), "fog")
    assert (turned.missing_first, turned.second, turned.verdict) == (20, 1.0, "gain")
    # In a gate, what the baseline lacks is left out: it must not help the candidate.
    easy = _line(gate(old, _side(new, "new"), 0.03), "fog")
    assert (easy.n, easy.delta, easy.missing_first) == (20, 0.0, 20) and "new lacks 20 trials" in easy.text


def test_a_condition_that_the_candidate_did_not_run_fails_the_gate() -> None:
    old = _side(_run(), "old")
    new = _side([log for log in _run(agent="new") if log.condition.name == "clean"], "new")
    lines = gate(new, old, 0.03)
    assert _line(lines, "fog").verdict == "fail" == overall(lines)
    assert "new has not run condition 'fog'" in _line(lines, "fog").text
    assert _line(compare(old, new), "fog").second == 0.0
    extra = gate(old, new, 0.03)  # the candidate has run more: told, not judged
    assert _line(extra, "fog").verdict == "not compared" and "fail" not in {line.verdict for line in extra}


def test_a_missing_repeat_counts_as_a_failure_of_its_episode() -> None:
    twice = [*_run(), *(replace(log, repeat=1) for log in _run())]
    once = [log for log in twice if not (log.repeat == 1 and log.episode.seed == 3)]
    clean = _line(compare(_side(twice, "old"), _side(once, "new")), "clean")
    assert clean.missing_second == 1 and clean.second == pytest.approx(39.5 / 40)


def test_what_has_no_worst_value_cannot_be_counted() -> None:
    logs = [log for log in _run() if log.condition.name == "clean"]
    old, new = (
        Side(n, parts_of_logs(those, ("collisions",))) for n, those in (("old", logs), ("new", logs[:30]))
    )
    line = gate(new, old, 1.0, "collisions")[0]
    assert line.verdict == "undecided" and "no worst value" in line.text and line.n == 30


def test_a_run_compared_with_itself_passes(tmp_path: Path) -> None:
    """Also a small one, or a copy of it; another run with the same outcomes has to show it."""
    folder = write_run(tmp_path / "run", {"clean": [True] * 4, "fog": [False] * 4})
    shutil.copytree(folder, tmp_path / "copy")
    lines = gate(read_side(folder), read_side(tmp_path / "copy"), 0.03)
    assert overall(lines) == "pass" and all("the same run" in line.text for line in lines)
    other = [replace(log, steps=replace(log.steps, act_s=log.steps.act_s + 1)) for log in _run()]
    small, rival = (_side(logs[:4], name) for logs, name in ((_run(), "old"), (other, "new")))
    assert overall(gate(rival, small, 0.03)) == "undecided"


def test_a_condition_stopped_early_lacks_nothing() -> None:
    scores = _side(_run(), "old")
    fewer = [log for log in _run(agent="new") if not (log.condition.name == "fog" and log.episode.seed >= 20)]
    part = _side(fewer, "new").parts[0]
    stopped = Side("new", [type(part)(part.scores, part.comparable, part.order, ("fog",))])
    fog = _line(compare(scores, stopped), "fog")
    assert (fog.n, fog.unpaired) == (20, 0)
