"""Failures as MP4 files: both twins beside the map (the extra `video`)."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from wayproof.episode.replay import replayed_world
from wayproof.errors import InvalidInput, missing_dependency
from wayproof.pictures.route_map import square_plan
from wayproof.view.failure_choice import failures
from wayproof.view.film import Shot, shots, views_of
from wayproof.view.index import Row, RunIndex
from wayproof.view.reading_pictures import Pixels
from wayproof.view.shown_text import shortened
from wayproof.view.video_frames import CLEAN, CORRUPTED, Sheet, Twin, draw_frame, make_sheet, map_side_px

PER_SECOND = 8  # steps; more where an episode is long
LONGEST_S = 45.0
HELD_FRAMES = 8  # the last frame is held for a while
QUALITY = 5  # of 10: noise, which faults are often made of, costs many bytes

Tell = Callable[[str], None]


def write_failure_videos(
    folder: Path, out: Path, most: int, *, tell: Tell = lambda sentence: None
) -> list[Path]:
    """Film at most so many failed episodes of a run; the paths written. A run without failures gives none."""
    if most < 1:
        raise InvalidInput(f"{most} videos requested; ask for 1 or more")
    encoder()
    run = RunIndex(folder, folder.name)
    run.read_new()
    if not run.rows:
        raise InvalidInput(f"{folder} holds no episodes; name a folder made by `wayproof run`")
    written = []
    for number, row in enumerate(failures(run, most), start=1):
        file = out / f"{number:02d}-{_plain(f'{row.condition}-{row.scene}-{row.episode}-{row.repeat}')}.mp4"
        tell(f"filming {row.episode} under {row.condition} ({row.steps} steps)")
        write_video(run, row, file)
        written.append(file)
    return written


def write_video(run: RunIndex, row: Row, file: Path) -> None:
    """The film of one episode beside its clean twin, if it has one."""
    twins = _twins(run, row)
    sheet = _sheet(twins, row)
    last = max(len(twin.log.steps.pose) for twin in twins) - 1
    per_second = max(PER_SECOND, round(last / LONGEST_S))
    height, width = sheet.paper.shape[:2]
    with _mp4(file, (width, height), per_second) as send:
        for step, moment in enumerate(_together(twins)):
            frame = draw_frame(sheet, step, last, moment)
            for _ in range(HELD_FRAMES if step == last else 1):
                send(frame)


def encoder() -> Any:
    """The library that writes videos; if it is absent, an error that says how to get it."""
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError:
        raise missing_dependency("imageio-ffmpeg", "video", "writing a video") from None


def _twins(run: RunIndex, row: Row) -> list[Twin]:
    clean = run.clean_twin(row)
    twins = [Twin(run.log(row), CORRUPTED, _result(row))]
    if clean is not None and clean.key != row.key:
        twins.insert(0, Twin(run.log(clean), CLEAN, _result(clean)))
    return twins


def _sheet(twins: list[Twin], row: Row) -> Sheet:
    log = twins[-1].log
    # The first camera only: a video is for a first look.
    views = {view.name: (view.width_px, view.height_px) for view in views_of(log) if view.name == view.kind}
    plan = square_plan(replayed_world(log).scene, size_px=map_side_px(views))
    head = " | ".join(part for part in (row.episode, row.scene, log.agent_label, row.words) if part)
    return make_sheet(twins, views, plan, shortened(head, 60 + 40 * len(twins)))


def _together(twins: list[Twin]) -> Iterator[list[Mapping[str, Shot]]]:
    """What the twins see, step by step; a twin that ended earlier keeps showing its last frame."""
    latest: list[Mapping[str, Shot]] = [{} for _ in twins]
    for moment in zip_longest(*(shots(twin.log) for twin in twins)):
        latest = [before if now is None else now for before, now in zip(latest, moment, strict=True)]
        yield latest


@contextmanager
def _mp4(file: Path, size: tuple[int, int], per_second: int) -> Iterator[Callable[[Pixels], None]]:
    """A file that takes frames; it appears when it is complete."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f".{file.stem}.partial{file.suffix}")
    writer: Generator[None, Any, None] = encoder().write_frames(
        str(partial), size, fps=per_second, quality=QUALITY, macro_block_size=1, pix_fmt_out="yuv420p"
    )
    writer.send(None)
    try:
        yield lambda frame: writer.send(frame.tobytes())
        writer.close()
        partial.replace(file)
    finally:
        writer.close()
        partial.unlink(missing_ok=True)


def _result(row: Row) -> str:
    return "reached" if row.success else row.mode.replace("_", " ")


def _plain(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.")[:120] or "episode"
