"""Corrupting files and folders: a stopped run goes on where it was, and nothing is overwritten.

Pictures and depth maps in one folder are the steps of one episode, in the order of their names: dirt stays
where it is, noise changes. Sub-folders are episodes of their own. Instructions are each an episode of their
own; beside their file, OUT.outcomes.csv says of each what became of it. A damaged file of a folder is
reported and left out, and the others are done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.recorded_readings import Recorded, with_own_holes
from wayproof.corruptions.recordings import (
    ENDINGS,
    VIDEOS,
    ending_of,
    holds_episode,
    modalities_of,
    read_recording,
)
from wayproof.corruptions.stream import Stream, in_sequence
from wayproof.corruptions.text_outcomes import TextOutcome, outcome_table, outcomes_file, rewrite_in_order
from wayproof.corruptions.videos import corrupt_video
from wayproof.corruptions.written import read_written, start_written
from wayproof.errors import BrokenFile, InvalidInput
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
    """The outcome; `texts` says what happened to each instruction, of which some cannot be rewritten."""

    written: int = 0
    skipped: int = 0
    copied: int = 0
    ignored: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)  # file -> what is wrong with it
    texts: list[TextOutcome] = field(default_factory=list)


@dataclass(frozen=True)
class Job:
    """One file to be made, and its place in its episode."""

    source: Path
    target: Path
    modalities: tuple[str, ...]
    episode: str
    step: int


Streams = dict[tuple[str, str], list[Stream]]  # by episode and by part of a file


def corrupt_one(
    source: Path, target: Path, order: Order, *, tick: Callable[[], None] = lambda: None
) -> Outcome:
    """Corrupt a single file and replace the target if there is one; `tick` is called per frame of a video."""
    modalities = modalities_of(source)
    if not modalities and ending_of(source) not in ENDINGS:
        raise InvalidInput(
            f"{source} ends in {source.suffix!r}; allowed are {', '.join(ENDINGS)} and folders"
        )
    if not modalities:
        read_recording(source)  # says what is wrong with it
        raise InvalidInput(f"{source} holds no array that can be corrupted; see wayproof corrupt --help")
    refuse_idle(order, set(modalities))
    outcome = Outcome()
    _carry_out(Job(source, target, modalities, "", 0), {}, order, outcome, tick=tick)
    return outcome


def planned(source: Path, target: Path, order: Order, outcome: Outcome) -> list[Job]:
    """The files of a folder that can be corrupted, in order; the others go to the outcome."""
    jobs: list[Job] = []
    steps: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for file in sorted((file for file in source.rglob("*") if file.is_file()), key=_natural):
        name = file.relative_to(source)
        if any(part.startswith(".") for part in name.parts):
            continue
        try:
            modalities = modalities_of(file)
            alone = order.independent or modalities == ("instruction",) or holds_episode(file)
        except BrokenFile as error:
            outcome.failed[name.as_posix()] = str(error)
            continue
        if not modalities:
            outcome.ignored.append(name.as_posix())
            continue
        episode = name.as_posix() if alone else name.parent.as_posix()
        step = steps[episode, modalities]
        steps[episode, modalities] += 1
        jobs.append(Job(file, target / name, modalities, episode, step))
    return jobs


def _natural(file: Path) -> list[tuple[int, int, str]]:
    """The order in which people number files: f2 before f10."""
    parts = re.split(r"(\d+)", file.as_posix())
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part) for part in parts]


def carry_out(jobs: Sequence[Job], order: Order, outcome: Outcome, *, tick: Callable[[], None]) -> None:
    """Make every file that is not there yet. Files are complete or absent, so one that exists is done."""
    refuse_idle(order, {kind for job in jobs for kind in job.modalities})
    done = [job.target.exists() for job in jobs]
    outcome.skipped += sum(done)
    remembering = any(isinstance(stream.corrupt, Keeping) for stream in _begun(order, ""))
    remembered = _remembered(jobs, done) if remembering else [False] * len(jobs)
    streams: Streams = {}
    for job, is_done, needed in zip(jobs, done, remembered, strict=True):
        if not is_done or needed:
            try:
                _carry_out(job, streams, order, outcome, keep=not is_done)
            except (BrokenFile, InvalidInput) as error:
                outcome.failed[job.source.name] = str(error)
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
    unfinished: set[tuple[str, tuple[str, ...]]] = set()
    needed = [False] * len(jobs)
    for k in reversed(range(len(jobs))):
        key = (jobs[k].episode, jobs[k].modalities)
        if not done[k]:
            unfinished.add(key)
        needed[k] = done[k] and key in unfinished
    return needed


def _begun(order: Order, episode: str) -> list[Stream]:
    named = "" if episode == "." else episode
    return start_written(order.corruptions, seed=order.seed, episode=named, profile=order.profile)


def _carry_out(
    job: Job,
    streams: Streams,
    order: Order,
    outcome: Outcome,
    *,
    keep: bool = True,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Read the file, put it through the streams and, with `keep`, write the result."""
    acting = _acts(order, job)
    content: bytes | None
    texts: list[TextOutcome] = []
    try:
        if not acting and ending_of(job.source) == ending_of(job.target):
            content = job.source.read_bytes()
        elif ending_of(job.source) in VIDEOS:
            _corrupt_video(job, order, tick)
            content = None
        else:
            content, texts = _corrupted(job, streams, order)
    except InvalidInput as error:
        raise InvalidInput(f"{job.source.name}: {error}") from None
    if keep and content is not None:
        if texts:
            write_atomically(outcomes_file(job.target), outcome_table(texts))
        write_atomically(job.target, content)
    outcome.texts += texts
    outcome.copied += keep and not acting
    outcome.written += keep and acting


def _acts(order: Order, job: Job) -> bool:
    """Whether a corruption changes what the file holds."""
    written = (read_written(text) for text in order.corruptions)
    return any(one.highest > 0 and set(one.corruption.modalities) & set(job.modalities) for one in written)


def _corrupt_video(job: Job, order: Order, tick: Callable[[], None]) -> None:
    if job.target.suffix.lower() not in VIDEOS:
        raise InvalidInput(f"a video cannot be written as {job.target.name}; use {', '.join(VIDEOS)}")
    acting = in_sequence(_begun(order, job.episode), "rgb")

    def corrupt(frame: Any, step: int) -> Any:
        context = Context(step=step, reading="rgb", longest_depth_m=order.longest_depth_m)
        for stream in acting:
            frame = stream(frame, step=step, context=context)
        return frame

    corrupt_video(job.source, job.target, corrupt, tick=tick)


def _corrupted(job: Job, streams: Streams, order: Order) -> tuple[bytes, list[TextOutcome]]:
    """The content of the file to write, and what became of each text in it."""
    recording = read_recording(job.source)
    results: list[Any] = []
    texts: list[TextOutcome] = []
    for one in recording.readings:
        if recording.in_time:
            results.append(_reading_through(one, job, streams, order))
        else:
            context = Context(language=one.language or order.language)
            begun = in_sequence(_begun(order, f"{job.episode}/{one.part}"), "instruction")
            text, told = rewrite_in_order(one, begun, context, job.source.name)
            results.append(text)
            texts += told
    return recording.encoded(results, ending_of(job.target)), texts


def _reading_through(one: Recorded, job: Job, streams: Streams, order: Order) -> Any:
    key = (job.episode, one.part)
    if key not in streams:
        streams[key] = _begun(order, f"{job.episode}/{one.part}" if one.part else job.episode)
    step = job.step + one.step
    context = Context(step=step, reading=one.kind, longest_depth_m=order.longest_depth_m)
    result = one.value
    for stream in in_sequence(streams[key], one.kind):
        result = stream(result, step=step, context=context)
    return with_own_holes(one.value, result) if one.kind == "depth" else result
