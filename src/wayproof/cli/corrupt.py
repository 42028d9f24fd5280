"""`wayproof corrupt IN OUT`: put a fault into pictures, depth maps, videos or instructions of your own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof import __version__
from wayproof.cli.output import Format, answer, say
from wayproof.errors import BrokenFile, InvalidInput

if TYPE_CHECKING:
    from wayproof.corruptions.files import Order, Outcome

MOST_TEXTS = 5  # that are named at the terminal
NOTE = "wayproof-corrupt.json"  # in an output folder: what it was made with


def corrupt(
    source: Annotated[Path, typer.Argument(metavar="IN", help="picture, depth map, video, text or folder")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="file or folder to write")],
    corruptions: Annotated[
        list[str], typer.Option("--with", help="NAME:SEVERITY or NAME:level=3; several act in this order")
    ],
    seed: Annotated[int, typer.Option("--seed", help="seed of the random draws: 0, 1, 2, ...", min=0)] = 0,
    profile: Annotated[
        str, typer.Option("--profile", help="fixed, parity with the papers, or model")
    ] = "fixed",
    language: Annotated[str, typer.Option("--language", help="language of the instructions")] = "en-US",
    longest_depth: Annotated[
        float, typer.Option("--longest-depth", help="range of the depth sensor in metres", min=0.1)
    ] = 10.0,
    independent: Annotated[
        bool, typer.Option("--independent", help="treat each file of a folder as an episode")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="replace what is already there")] = False,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Corrupt pictures, depth maps, videos or instructions. Depth maps are 16-bit PNG or uint16 arrays in
    millimetres, or floats in metres (.npy, .npz, .exr); instructions are lines of a .txt file or JSON,
    gzipped or not: lists of texts, R2R's own files, those of VLN-CE. What became of each text is written
    beside it, in OUT.outcomes.csv.

    The same seed gives the same result. A folder is corrupted file by file; the pictures in it count as the
    frames of one episode. One that was begun is continued. A damaged file is reported and left out; the exit
    code is then 1.

    Example: wayproof corrupt kitchen.png dirty.png --with spatter_robustnav:0.5 --with speckle_noise:level=2
    --seed 7
    """
    from wayproof.corruptions.files import Order

    order = Order(tuple(corruptions), seed, profile, language, longest_depth, independent)
    rows = _described(order)
    if not source.exists():
        raise InvalidInput(f"no file or folder {source}; check the path")
    if source.is_dir():
        outcome = _folder(source, target, order, overwrite)
    else:
        target = target / source.name if target.is_dir() else target
        _refuse_existing(source, target, overwrite)
        outcome = _single(source, target, order)
    _tell(outcome, target)
    for row in rows:
        if row["approximation"]:
            say(f"{row['name']} is an approximation on files: {row['approximation']}")
    acted = rows if form is Format.JSON else [f"{row['name']}:{row['severity']:g}" for row in rows]
    answer({"out": str(target), **_counts(outcome, form), "seed": seed, "corruptions": acted}, form)
    if outcome.failed:
        raise typer.Exit(1)


def _described(order: Order) -> list[dict[str, Any]]:
    """The corruptions as they will act; a wrong name, severity or profile is refused here."""
    from wayproof.corruptions import PROFILES
    from wayproof.corruptions.written import start_written
    from wayproof.errors import unknown_name

    if order.profile not in PROFILES:
        raise unknown_name("profile", order.profile, PROFILES)
    streams = start_written(order.corruptions, seed=order.seed, profile=order.profile)
    return [
        {
            "name": stream.corruption.name,
            "severity": stream.severity,
            "profile": order.profile if order.profile in stream.corruption.profiles else "fixed",
            "modality": stream.corruption.modality,
            "approximation": stream.corruption.approximation,
        }
        for stream in streams
    ]


def _refuse_existing(source: Path, target: Path, overwrite: bool) -> None:
    if target.resolve() == source.resolve():
        raise InvalidInput(f"IN and OUT are both {source}; write to another file")
    if target.exists() and not overwrite:
        raise InvalidInput(f"{target} exists; choose another name or give --overwrite")


def _single(source: Path, target: Path, order: Order) -> Outcome:
    from wayproof.corruptions.files import corrupt_one
    from wayproof.corruptions.recordings import VIDEOS
    from wayproof.corruptions.videos import video_length

    if source.suffix.lower() not in VIDEOS:
        return corrupt_one(source, target, order)
    with _progress(video_length(source)) as tick:
        return corrupt_one(source, target, order, tick=tick)


def _folder(source: Path, target: Path, order: Order, overwrite: bool) -> Outcome:
    from wayproof.corruptions.files import Outcome, carry_out, planned, refuse_idle

    inside = target.resolve().is_relative_to(source.resolve())
    if inside or source.resolve().is_relative_to(target.resolve()):
        raise InvalidInput(
            f"one of {target} and {source} lies inside the other; write to a folder beside {source}"
        )
    outcome = Outcome()
    jobs = planned(source, target, order, outcome)
    if not jobs and outcome.failed:
        raise BrokenFile(next(iter(outcome.failed.values())))
    if not jobs:
        raise InvalidInput(f"{source} holds no file that can be corrupted; see wayproof corrupt --help")
    refuse_idle(order, {kind for job in jobs for kind in job.modalities})
    _claim(target, order, overwrite)
    if overwrite:
        for job in jobs:
            job.target.unlink(missing_ok=True)
    with _progress(len(jobs)) as tick:
        carry_out(jobs, order, outcome, tick=tick)
    return outcome


def _claim(target: Path, order: Order, overwrite: bool) -> None:
    """Leave a note of what the folder is made with; a folder made with anything else is not touched."""
    import msgspec

    from wayproof.storage import write_atomically

    note = msgspec.json.encode({"wayproof": __version__, **msgspec.to_builtins(order)})
    file = target / NOTE
    if target.is_file():
        raise InvalidInput(f"{target} is a file and IN a folder; name a folder to write to")
    if not overwrite and file.exists():
        if _decoded(file) != msgspec.json.decode(note):
            raise InvalidInput(
                f"{target} was made with other options, see its {NOTE}; choose another or give --overwrite"
            )
    elif not overwrite and target.exists() and any(target.iterdir()):
        raise InvalidInput(f"{target} is not empty; choose another folder or give --overwrite")
    write_atomically(file, msgspec.json.format(note, indent=2) + b"\n")


def _decoded(file: Path) -> Any:
    import msgspec

    try:
        return msgspec.json.decode(file.read_bytes())
    except (msgspec.DecodeError, RecursionError) as error:
        raise BrokenFile(f"{file} is damaged ({error}); delete the folder or give --overwrite") from None


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar with an estimate on stderr, where it does not mix with the answer."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True, width=min(100, shutil.get_terminal_size().columns))
    bar = Progress("corrupting", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    with bar:
        task = bar.add_task("corrupting", total=total)
        yield lambda: bar.advance(task)


def _counts(outcome: Outcome, form: Format) -> dict[str, Any]:
    from dataclasses import asdict

    from wayproof.corruptions.text_outcomes import counted

    counts: dict[str, Any] = {
        "written": outcome.written,
        "skipped": outcome.skipped,
        "copied": outcome.copied,
        "ignored": len(outcome.ignored),
        "failed": outcome.failed if form is Format.JSON else len(outcome.failed),
    }
    if outcome.texts:
        counts["texts"] = counted(outcome.texts)
    if outcome.texts and form is Format.JSON:
        counts["unchanged_texts"] = [asdict(text) for text in outcome.texts if text.unchanged]
    return counts


def _tell(outcome: Outcome, target: Path) -> None:
    say(f"wrote {outcome.written} to {target}")
    if outcome.skipped:
        say(f"already there: {outcome.skipped}")
    if outcome.ignored:
        shown = ", ".join(outcome.ignored[:3]) + (" ..." if len(outcome.ignored) > 3 else "")
        say(f"left out, of other kinds: {len(outcome.ignored)} ({shown})")
    for name, sentence in outcome.failed.items():
        say(f"left out {name}: {sentence}")
    unchanged = [text for text in outcome.texts if text.unchanged]
    for text in unchanged[:MOST_TEXTS]:
        say(f"unchanged: {text.file} {text.place}, {text.corruption}: {text.outcome} ({text.reason})")
    if len(unchanged) > MOST_TEXTS:
        say(f"unchanged: {len(unchanged) - MOST_TEXTS} texts more; the .outcomes.csv beside them lists all")
