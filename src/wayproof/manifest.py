"""What a run folder is about: suite, agent, plan and versions; whoever resumes must mean the same."""

from __future__ import annotations

from pathlib import Path

import msgspec

from wayproof.errors import BrokenFile, InvalidInput, missing_run
from wayproof.spec import differences
from wayproof.storage import write_atomically
from wayproof.suite import Suite
from wayproof.vocabulary import AgentCard
from wayproof.work import NotApplicable

FILE = "manifest.json"
VERSION = 1


class StopRule(msgspec.Struct, frozen=True):
    """When a condition is decided before its last scene: the e-process on the scenes' mean drops."""

    alpha: float = 0.05
    margin: float = 0.0
    fewest_scenes: int = 5


class Manifest(msgspec.Struct, frozen=True):
    """Written once, when a run begins."""

    suite: Suite
    agent: str  # as it was named on the command line
    card: AgentCard
    plan: str  # digest
    work: int  # pieces in all, over all shards
    protocols: tuple[str, ...]  # hashes, one per episode set
    limit: int | None = None  # episodes of each set at most
    shard: tuple[int, int] = (1, 1)
    stop: StopRule | None = None
    keep_trace: bool = False
    real_time: bool = False  # the world goes on while the agent thinks
    not_applicable: tuple[NotApplicable, ...] = ()  # conditions that are not run
    software: dict[str, str] = {}
    files: dict[str, str] = {}  # digests of the files that episodes were read from, see file_key
    version: int = VERSION


def write_manifest(folder: Path, manifest: Manifest) -> None:
    plain = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    write_atomically(folder / FILE, plain)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run folder; a folder that is none is refused with a sentence."""
    file = folder / FILE
    if not folder.exists():
        raise missing_run(folder)
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise InvalidInput(
            f"{folder} is not a run: it has no {FILE}; name a folder made by `wayproof run ... -o FOLDER`"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenFile(f"{file}: {error}") from None
    if manifest.version > VERSION:
        raise BrokenFile(
            f"{file}: version {manifest.version}; this Wayproof reads up to {VERSION}; update it"
        )
    return manifest


def set_file(folder: Path, number: int) -> Path:
    """Where a run folder keeps the episodes of its set number so and so."""
    return folder / f"episodes-{number}.json.gz"


def check_same(folder: Path, stood: Manifest, wanted: Manifest) -> None:
    """Refuse to resume a run with another suite, agent or rule."""
    quiet = {"software": {}, "work": 0}
    found = differences(msgspec.structs.replace(stood, **quiet), msgspec.structs.replace(wanted, **quiet))
    if found:
        raise InvalidInput(
            f"{folder} holds another run: "
            + "; ".join(found[:5])
            + ". Resume it with the same suite, agent and "
            "options, or choose another folder with -o"
        )
