"""What a run folder is about: suite, agent, plan and versions; whoever resumes must mean the same."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from wayproof.errors import BrokenFile, InvalidInput, missing_run
from wayproof.seeding import ANY_SEED
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
    evidence: Literal["means", "signs"] = "means"  # runs from before there was a choice bet on means


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
    agent_seeds: int = ANY_SEED  # from how many the agent's seeds are taken
    software: dict[str, str] = {}
    files: dict[str, str] = {}  # digests of the files that episodes were read from, see file_key
    agent_source: str = ""  # hash of the agent's file; empty where it has none here
    mitigation: str | None = None  # what stands before the agent, by name
    mixed: tuple[str, ...] = ()  # what changed between the parts of the run, where that was asked for
    version: int = VERSION

    @property
    def agent_label(self) -> str:
        """The agent as it was named, with its mitigation if there is one."""
        return self.agent if self.mitigation is None else f"{self.agent} with {self.mitigation}"


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
    found = differences(_without_identity(stood), _without_identity(wanted))
    if found:
        raise InvalidInput(
            f"{folder} holds another run: "
            + "; ".join(found[:5])
            + ". Resume it with the same suite, agent and "
            "options, or choose another folder with -o"
        )


def resumed(folder: Path, stood: Manifest, wanted: Manifest, *, mixed: bool) -> Manifest:
    """The manifest to go on with: a new one only if agent or software changed and mixing is wanted."""
    check_same(folder, stood, wanted)
    changes = identity_changes(stood, wanted)
    if not changes:
        return stood
    if not mixed:
        raise InvalidInput(
            f"{folder} was begun with another agent or other software: {'; '.join(changes[:5])}. Go back to "
            "what it was begun with, choose another folder with -o, or give --mixed to mix the episodes, and "
            "every table will say so. `wayproof score` shows what is stored"
        )
    return msgspec.structs.replace(wanted, mixed=(*stood.mixed, *changes))


def identity_changes(stood: Manifest, wanted: Manifest) -> list[str]:
    """What differs in the agent's file and version and in the software, where both are known."""
    found = []
    if stood.agent_source and wanted.agent_source and stood.agent_source != wanted.agent_source:
        found.append(f"the agent's file had the hash {stood.agent_source} and has {wanted.agent_source}")
    if stood.card.version != wanted.card.version:
        found.append(f"the agent had the version {stood.card.version!r} and has {wanted.card.version!r}")
    if stood.software and wanted.software:
        for name in sorted({*stood.software, *wanted.software}):
            before, now = stood.software.get(name, "none"), wanted.software.get(name, "none")
            if before != now:
                found.append(f"{name} was {before} and is {now}")
    return found


def mixed_told(manifest: Manifest) -> str:
    """What was mixed in a run, for every table; empty if nothing was."""
    changes = "; ".join(manifest.mixed)
    return f"mixed: agent or software changed during the run: {changes}" if changes else ""


def _without_identity(manifest: Manifest) -> Manifest:
    card = msgspec.structs.replace(manifest.card, version="", summary="")
    return msgspec.structs.replace(manifest, card=card, software={}, work=0, agent_source="", mixed=())
