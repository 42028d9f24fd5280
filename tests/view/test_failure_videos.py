"""Failures as videos: the right ones are chosen, and the file shows every step of both twins."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from made_logs import made_log, straight
from shown_runs import SmallRun, made_run, pair

import wayproof.cli.video
from wayproof.errors import InvalidInput, MissingDependency
from wayproof.view.failure_choice import failures
from wayproof.view.failure_videos import HELD_FRAMES, write_failure_videos, write_video
from wayproof.view.index import RunIndex

far = straight(0, 0.1)


def index(folder: Path) -> RunIndex:
    run = RunIndex(folder, folder.name)
    run.read_new()
    return run


def test_what_the_fault_lost_comes_first_and_conditions_take_turns(tmp_path: Path) -> None:
    near = straight(0, 1, 2, 2.5)
    logs = [
        *(made_log(near, id=f"e{n}", shortest_length_m=3.0) for n in range(3)),
        *(made_log(far, id=f"e{n}", condition="fog", shortest_length_m=3.0) for n in range(3)),
        *(made_log(far, id=f"e{n}", condition="dust", shortest_length_m=3.0) for n in range(2)),
        made_log(far, id="e9", shortest_length_m=3.0),
        made_log(far, id="e9", condition="fog", shortest_length_m=3.0),
    ]
    chosen = [(row.condition, row.episode) for row in failures(index(made_run(tmp_path, logs)), 99)]
    assert chosen == [
        ("dust", "e0"),
        ("fog", "e0"),
        ("dust", "e1"),
        ("fog", "e1"),
        ("fog", "e2"),
        ("fog", "e9"),  # failed clean as well
        ("clean", "e9"),
    ]


def test_no_more_than_asked_for_and_never_a_success(tmp_path: Path) -> None:
    run = index(made_run(tmp_path, [*pair("e1"), *pair("e2", lost=True), *pair("e3", lost=True)]))
    assert [row.episode for row in failures(run, 1)] == ["e2"]
    assert all(not row.success for row in failures(run, 10))


def test_an_episode_without_a_step_is_no_film(tmp_path: Path) -> None:
    run = index(made_run(tmp_path, [made_log((), reason="invalid")]))
    assert failures(run, 5) == []


def test_a_run_without_failures_gives_no_video(tmp_path: Path) -> None:
    made_run(tmp_path / "run", pair("e1"))
    assert write_failure_videos(tmp_path / "run", tmp_path / "out", 3) == []


@pytest.mark.parametrize("most", [0, -2])
def test_a_number_of_videos_that_makes_no_sense_is_refused(tmp_path: Path, most: int) -> None:
    with pytest.raises(InvalidInput, match="ask for 1 or more"):
        write_failure_videos(tmp_path, tmp_path, most)


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(MissingDependency, match=r"pip install 'wayproof\[video\]'"):
        write_failure_videos(tmp_path, tmp_path, 1)


# imageio-ffmpeg leaves pipes open for the garbage collector.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
def test_a_video_shows_every_step_of_both_twins(small_run: SmallRun, tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="the extra `video` is not installed")
    run = index(small_run.folder)
    row = next(row for row in run.rows if row.condition == "missing depth")
    clean = run.clean_twin(row)
    assert clean is not None
    file = tmp_path / "one.mp4"
    write_video(run, row, file)
    assert list(tmp_path.iterdir()) == [file]
    frames = ffmpeg.read_frames(str(file))
    about = next(frames)
    pictures = [np.frombuffer(data, np.uint8).reshape(*about["size"][::-1], 3) for data in frames]
    assert len(pictures) == max(row.steps, clean.steps) + HELD_FRAMES
    changes = [
        np.abs(one[80:270, :550].astype(int) - other[80:270, :550]).mean()
        for one, other in pairwise(pictures[:9])
    ]
    assert all(change > 0.5 for change in changes)  # the agent moves or turns at each of these steps
    still = np.abs(pictures[-1].astype(int) - pictures[-HELD_FRAMES]).mean()
    assert still < 1.0


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
def test_the_command_films_what_failed(
    small_run: SmallRun, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("imageio_ffmpeg", reason="the extra `video` is not installed")
    failed = sum(not row.success for row in index(small_run.folder).rows)
    wayproof.cli.video.video(small_run.folder, out=tmp_path, most=1)
    told = capsys.readouterr().out.split()
    assert len(told) == min(failed, 1)
    assert all(Path(name).stat().st_size > 10_000 for name in told)
