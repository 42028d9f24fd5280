"""Corrupting files and folders: a stopped run goes on where it was, and nothing is overwritten.

Pictures and depth maps in one folder are the steps of one episode, in the order of their names: dirt stays
where it is, noise changes. Sub-folders are episodes of their own. Instructions are each an episode of their
own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.instruction.rewrite_contract import Rewriting
from wayproof.corruptions.recordings import (
    ENDINGS,
    VIDEOS,
    holds_episode,
    modality_of,
    read_recording,
)
from wayproof.corruptions.stream import Stream, in_sequence
from wayproof.corruptions.videos import corrupt_video
from wayproof.corruptions.written import read_written, start_written
from wayproof.errors import InvalidInput
from wayproof.storage import write_atomically
from wayproof.vocabulary import Context


@dataclass(frozen=True)
class Order:
    """What is to be done to every file."""

    corruptions: tuple[str, ...]
    seed: int = 0
    profile: str = "fixed"
    language: str = "en-US"
    longest_depth_m: float = 10.0
    independent: bool = False  # each file is an episode of its own


@dataclass
class Outcome:
    """The outcome; `texts` counts what happened to instructions, of which some cannot be rewritten."""

    written: int = 0
    skipped: int = 0
    copied: int = 0
    ignored: list[str] = field(default_factory=list)
    texts: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Job:
    """One file to be made, and its place in its episode."""

    source: Path
    target: Path
    modality: str
    episode: str
    step: int


def corrupt_one(
    source: Path, target: Path, order: Order, *, tick: Callable[[], None] = lambda: None
) -> Outcome:
    """Corrupt a single file and replace the target if there is one; `tick` is called per frame of a video."""
    modality = modality_of(source)
    if modality is None:
        raise InvalidInput(
            f"{source} ends in {source.suffix!r}; allowed are {', '.join(ENDINGS)} and folders"
        )
    refuse_idle(order, {modality})
    outcome = Outcome()
    job = Job(source, target, modality, "", 0)
    _carry_out(job, _streams(order, ""), order, outcome, tick=tick)
    return outcome


def planned(source: Path, target: Path, order: Order, outcome: Outcome) -> list[Job]:
    """The files of a folder that can be corrupted, in order; the names of the others go to the outcome."""
    jobs: list[Job] = []
    steps: Counter[tuple[str, str]] = Counter()
    for file in sorted((file for file in source.rglob("*") if file.is_file()), key=_natural):
        name = file.relative_to(source)
        if any(part.startswith(".") for part in name.parts):
            continue
        modality = modality_of(file)
        if modality is None:
            outcome.ignored.append(name.as_posix())
            continue
        alone = order.independent or modality == "instruction" or holds_episode(file)
        episode = name.as_posix() if alone else name.parent.as_posix()
        step = steps[episode, modality]
        steps[episode, modality] += 1
        jobs.append(Job(file, target / name, modality, episode, step))
    return jobs


def _natural(file: Path) -> list[tuple[int, int, str]]:
    """The order in which people number files: f2 before f10."""
    parts = re.split(r"(\d+)", file.as_posix())
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part) for part in parts]


def carry_out(jobs: Sequence[Job], order: Order, outcome: Outcome, *, tick: Callable[[], None]) -> None:
    """Make every file that is not there yet. Files are complete or absent, so one that exists is done."""
    refuse_idle(order, {job.modality for job in jobs})
    done = [job.target.exists() for job in jobs]
    outcome.skipped += sum(done)
    remembering = any(isinstance(stream.corrupt, Keeping) for stream in _streams(order, ""))
    remembered = _remembered(jobs, done) if remembering else [False] * len(jobs)
    streams: dict[str, list[Stream]] = {}
    for job, is_done, needed in zip(jobs, done, remembered, strict=True):
        if not is_done or needed:
            streams.setdefault(job.episode, _streams(order, job.episode))
            _carry_out(job, streams[job.episode], order, outcome, keep=not is_done)
        tick()


def refuse_idle(order: Order, present: set[str]) -> None:
    """Refuse a corruption that would change none of the files."""
    if not order.corruptions:
        raise InvalidInput("no corruption was named; give one with --with NAME:SEVERITY")
    for text in order.corruptions:
        component = read_written(text).corruption
        if component.modality == "dynamics":
            raise InvalidInput(
                f"{component.name} acts on motions, which no file holds; it works in runs only"
            )
        if component.modality == "system_prompt":
            raise InvalidInput(f"{component.name} changes an agent's system prompt, not instructions")
        if not set(component.modalities) & present:
            raise InvalidInput(
                f"{component.name} acts on {component.modality} and here is only "
                f"{', '.join(sorted(present))}; `wayproof ls corruptions` shows what acts on what"
            )


def _remembered(jobs: Sequence[Job], done: Sequence[bool]) -> list[bool]:
    """Which finished files are read again, since a later one of the same episode may look back at them."""
    unfinished: set[tuple[str, str]] = set()
    needed = [False] * len(jobs)
    for k in reversed(range(len(jobs))):
        key = (jobs[k].episode, jobs[k].modality)
        if not done[k]:
            unfinished.add(key)
        needed[k] = done[k] and key in unfinished
    return needed


def _streams(order: Order, episode: str) -> list[Stream]:
    named = "" if episode == "." else episode
    return start_written(order.corruptions, seed=order.seed, episode=named, profile=order.profile)


def _carry_out(
    job: Job,
    streams: Sequence[Stream],
    order: Order,
    outcome: Outcome,
    *,
    keep: bool = True,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Read the file, put it through the streams and, with `keep`, write the result."""
    acting = [stream for stream in in_sequence(streams, job.modality) if stream.corrupt is not None]
    unchanged = not acting and job.source.suffix.lower() == job.target.suffix.lower()
    content: bytes | None
    try:
        if unchanged:
            content = job.source.read_bytes()
        elif job.source.suffix.lower() in VIDEOS:
            _corrupt_video(job, acting, order, tick)
            content = None
        else:
            content = _corrupted(job, acting, order, outcome)
    except InvalidInput as error:
        raise InvalidInput(f"{job.source.name}: {error}") from None
    if keep and content is not None:
        write_atomically(job.target, content)
    outcome.copied += keep and not acting
    outcome.written += keep and bool(acting)


def _corrupt_video(job: Job, acting: Sequence[Stream], order: Order, tick: Callable[[], None]) -> None:
    if job.target.suffix.lower() not in VIDEOS:
        raise InvalidInput(f"a video cannot be written as {job.target.name}; use {', '.join(VIDEOS)}")

    def corrupt(frame: Any, step: int) -> Any:
        return _through(acting, frame, step, Context(step=step, longest_depth_m=order.longest_depth_m))

    corrupt_video(job.source, job.target, corrupt, tick=tick)


def _corrupted(job: Job, acting: Sequence[Stream], order: Order, outcome: Outcome) -> bytes:
    recording = read_recording(job.source)
    results = []
    for number, reading in enumerate(recording.readings):
        step = job.step + number if recording.in_time else 0
        told = recording.languages[number] if recording.languages else None
        context = Context(step=step, longest_depth_m=order.longest_depth_m, language=told or order.language)
        if recording.in_time:
            results.append(_through(acting, reading, step, context))
        else:
            results.append(_rewritten(job, number, reading, order, context, outcome))
    return recording.encoded(results, job.target.suffix.lower())


def _through(streams: Sequence[Stream], reading: Any, step: int, context: Context) -> Any:
    for stream in streams:
        reading = stream(reading, step=step, context=context)
    return reading


def _rewritten(job: Job, number: int, text: str, order: Order, context: Context, outcome: Outcome) -> str:
    for stream in in_sequence(_streams(order, f"{job.episode}/{number}"), "instruction"):
        if isinstance(stream.corrupt, Rewriting):
            outcome.texts[stream.corrupt.explain(text, context).outcome] += 1
        text = stream(text, context=context)
    return text
