"""Episode sets as data: the recipe that defines one, its episodes, and the file that keeps both.

A set is defined by a few numbers (Recipe) and drawn when needed, see tasks.drawing.episode_sets; or its
episodes come from a file of another platform, see file_episodes. Written, it carries a hash over its
episodes, so that a torn or changed file is noticed.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import msgspec

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.packed_files import gunzipped
from wayproof.storage import write_atomically
from wayproof.vocabulary import Episode

DEFAULT_WORLD = "houses-v1"
REFUSE, SKIP = "refuse", "skip"
SNAP_M = 0.25  # as far as one step: other platforms' floors end a little nearer to, or further from, walls


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that defines an episode set."""

    task: str
    count: int = 0  # with a file: 0 takes all its episodes
    protocol: str | None = None  # None: the task's first, or the one that the file's platform has
    split: str = "val"
    seed: int = 0
    episodes_per_house: int = 10
    rooms: int | None = None
    people: int = 0
    body: str | None = None  # None: the protocol's
    worded_by: str | None = None  # "model": a language model describes the goals, see reworded_goals.py
    aligned_with: str | None = None  # the protocol of the other task in aligned pairs, see aligned_pairs.py
    world: str = DEFAULT_WORLD  # "offices-v1", "houses-v1@scan_like", "imported/my_flat", "imported/flat_*"
    file: str | None = None  # episodes of another platform: a file or a folder, seen from the suite's file
    format: str | None = None  # of the file; None: the one that fits
    scenes: dict[str, str] = {}  # the file's scenes, or patterns of them, to ours: {"*": "imported/{stem}"}
    snap_m: float = SNAP_M  # how far a start or goal of the file may be moved on to the floor
    unfit: str = REFUSE  # what to do if episodes of the file cannot be run here: "refuse" or "skip"


def file_key(number: int, recipe: Recipe) -> str:
    """How a run names the file of its set number so and so: names alone may be the same."""
    return f"{number}: {Path(recipe.file or '').name}"


class EpisodeSet(msgspec.Struct, frozen=True):
    """Episodes in order, and what was rejected on the way."""

    recipe: Recipe
    episodes: tuple[Episode, ...]
    rejected: dict[str, int]  # draws, by reason
    passed_over: tuple[str, ...]  # scenes without room for such an episode
    left_out: dict[str, str] = {}  # episodes of a file that cannot be run here, and why
    notes: tuple[str, ...] = ()  # what a reader of the results should know about episodes of a file
    content: str = ""  # digest of the file

    @property
    def hash(self) -> str:
        """Sixteen hex digits over the episodes: equal sets are equal everywhere."""
        return hashlib.blake2b(msgspec.json.encode(self.episodes, order="sorted"), digest_size=8).hexdigest()


def write_set(file: Path, made: EpisodeSet) -> None:
    """The set with its hash as compressed JSON, the same bytes each time."""
    plain = msgspec.json.encode({"hash": made.hash, "set": made}, order="sorted")
    write_atomically(file, gzip.compress(plain, 6, mtime=0))


def read_set(file: Path) -> EpisodeSet:
    """A written set; a torn, foreign or changed one is BrokenFile."""

    class Written(msgspec.Struct):
        hash: str
        set: EpisodeSet

    try:
        written = msgspec.json.decode(gunzipped(file.read_bytes(), str(file)), type=Written)
    except FileNotFoundError:
        raise InvalidInput(f"there is no file {file}; check the path") from None
    except (OSError, msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BrokenFile(f"{file} is not an episode set: {error}") from None
    if written.set.hash != written.hash:
        raise BrokenFile(f"{file}: its episodes have the hash {written.set.hash}, not {written.hash}")
    return written.set
