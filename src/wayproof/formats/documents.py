"""One way through every format: files to typed documents to episodes, and back without loss.

A document is the typed content of one file. The documents that episodes were read from travel along as
extras; what an episode cannot hold is taken from there when it is written again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.formats.file_bytes import packed, read_bytes, unpacked
from wayproof.formats.typed_json import broken, decode, encode
from wayproof.storage import write_atomically
from wayproof.vocabulary import Episode

FILE_SUFFIXES = (".json", ".json.gz")
Key = tuple[str | None, ...]


@dataclass(frozen=True)
class Extras:
    """What a format's files say beyond our episodes: the typed documents by file name, in reading order."""

    format: str
    documents: Mapping[str, Any]
    ground_truth: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # VLN-CE: file name, episode


@dataclass(frozen=True)
class EpisodeFile:
    """What was read: episodes, remarks for the reader, and what is needed to write the same files again."""

    episodes: tuple[Episode, ...]
    notes: tuple[str, ...] = ()
    extras: Extras | None = None


@dataclass
class Reading:
    """The file being read: its name for messages, what was read before it, and the remarks so far."""

    where: str
    earlier: tuple[Any, ...] = ()  # documents, the first is the index file if there is one
    count: int = 0  # episodes in them
    remarks: dict[str, list[str]] = field(default_factory=dict)  # sentence: fields

    def broken(self, field_name: str, sentence: str) -> BrokenFile:
        return broken(self.where, field_name, sentence)

    def remark(self, sentence: str, field_name: str) -> None:
        self.remarks.setdefault(sentence, []).append(field_name)

    def notes(self) -> tuple[str, ...]:
        return tuple(
            f"{self.where}: {sentence} ({len(fields)}: {fields[0]}{', ...' if len(fields) > 1 else ''})"
            for sentence, fields in self.remarks.items()
        )


@dataclass(frozen=True)
class Row:
    """An episode to be written and, if it was read from this format, what it was read from."""

    episode: Episode
    original: Episode | None = None
    record: Any = None
    document: Any = None

    @property
    def untouched(self) -> bool:
        return self.original == self.episode

    def kept(self, *names: str) -> bool:
        """Whether these fields are as they were read, so that the record's own numbers stand."""
        return self.original is not None and all(
            getattr(self.original, name) == getattr(self.episode, name) for name in names
        )


@dataclass(frozen=True)
class Writing:
    """The file being written: what it was before, the file that was read first, and all that is written."""

    before: Any = None
    first: Any = None
    episodes: tuple[Episode, ...] = ()


def scene_and_id(episode: Episode) -> Key:
    """What tells episodes apart: ids repeat between scenes."""
    return episode.scene, episode.id


def no_more_files(_document: Any, _file: Path) -> list[Path]:
    return []


@dataclass(frozen=True)
class Layout:
    """How one format keeps episodes: the type of its files, where they lie, the way to episodes and back."""

    name: str
    document: Any
    records: Callable[[Any], Sequence[Any]]
    episodes: Callable[[Any, Reading], list[Episode]]  # one for each record, in order
    rebuild: Callable[[Sequence[Row], Writing], Any]
    files: Callable[[Path], list[Path]]  # what a folder holds
    place: Callable[[Episode, str], str]  # the file for a new episode in a folder of this name
    more: Callable[[Any, Path], list[Path]] = no_more_files  # files that the first one leads to
    index: Callable[[Sequence[Any]], Any] | None = None  # from the contents, if the format has an index
    key: Callable[[Episode], Key] = scene_and_id


def parse(layout: Layout, content: bytes, name: str) -> EpisodeFile:
    """Episodes from the bytes of one file."""
    return gathered(layout, [(name, decode(unpacked(content, name), layout.document, name))])


def read(layout: Layout, path: Path) -> EpisodeFile:
    """Episodes of a file or a folder."""
    root = path if path.is_dir() else path.parent
    queue = layout.files(path) if path.is_dir() else [path]
    if not queue:
        raise InvalidInput(f"{path} holds no {layout.name} files; give the file or the folder of a split")
    documents: list[tuple[str, Any]] = []
    while queue:
        file = queue.pop(0)
        name = file.relative_to(root).as_posix()
        document = decode(read_bytes(file), layout.document, name)
        if not documents:
            queue += [more for more in layout.more(document, file) if more not in queue]
        documents.append((name, document))
    return gathered(layout, documents)


def write(
    layout: Layout, episodes: Iterable[Episode], path: Path, extras: Extras | None = None
) -> dict[str, list[Episode]]:
    """Write to one file (.json, .json.gz) or else into a folder; returns what went into which file."""
    if extras is not None and extras.format != layout.name:
        raise InvalidInput(
            f"these extras are of format {extras.format!r}, not {layout.name!r}; leave them out"
        )
    rows = _rows(layout, episodes, extras)
    single = path.name.endswith(FILE_SUFFIXES)
    root = path.parent if single else path
    before = dict(extras.documents) if extras else {}
    if single:
        groups = {path.name: [row for _, row in rows]}
        held = [row.document for _, row in rows if row.document is not None]
        before = {path.name: next(iter(held or before.values()), None)}
    else:
        groups = _grouped(layout, rows, before, path.name)
    everything = tuple(row.episode for _, row in rows)
    first = next(iter(extras.documents.values()), None) if extras else None
    documents = {
        name: layout.rebuild(group, Writing(before.get(name), first, everything))
        for name, group in groups.items()
    }
    if not single and layout.index is not None:
        documents = _with_index(layout, documents, f"{path.name}.json.gz")
    for name, document in documents.items():
        write_atomically(root / name, packed(encode(document, layout.document, name), name))
    return {name: [row.episode for row in group] for name, group in groups.items()}


def gathered(layout: Layout, documents: list[tuple[str, Any]]) -> EpisodeFile:
    """The episodes of documents by the names of their files, each told apart from all others."""
    episodes: list[Episode] = []
    notes: list[str] = []
    seen: dict[Key, str] = {}
    for position, (name, document) in enumerate(documents):
        reading = Reading(name, tuple(earlier for _, earlier in documents[:position]), len(episodes))
        for index, episode in enumerate(layout.episodes(document, reading)):
            key, here = layout.key(episode), f"{name}: episode {index}"
            if key in seen:
                raise BrokenFile(f"{here}: has the id {episode.id!r:.60} of the same scene's {seen[key]}")
            seen[key] = here
            episodes.append(episode)
        notes += reading.notes()
    return EpisodeFile(tuple(episodes), tuple(notes), Extras(layout.name, dict(documents)))


def _rows(layout: Layout, episodes: Iterable[Episode], extras: Extras | None) -> list[tuple[str | None, Row]]:
    """Each episode with the file name and record that it came from."""
    known: dict[Key, tuple[str, Row]] = {}
    earlier: tuple[Any, ...] = ()
    count = 0
    for name, document in (extras.documents if extras else {}).items():
        originals = layout.episodes(document, Reading(name, earlier, count))
        for original, record in zip(originals, layout.records(document), strict=True):
            known[layout.key(original)] = (name, Row(original, original, record, document))
        earlier, count = (*earlier, document), count + len(originals)
    rows: list[tuple[str | None, Row]] = []
    taken: set[Key] = set()
    for episode in episodes:
        if layout.key(episode) in taken:
            raise InvalidInput(
                f"two episodes of scene {episode.scene!r} have the id {episode.id!r}; rename one"
            )
        taken.add(layout.key(episode))
        origin = known.get(layout.key(episode))
        row = origin[1] if origin else Row(episode)
        rows.append((origin[0] if origin else None, replace(row, episode=episode)))
    return rows


def _grouped(
    layout: Layout, rows: list[tuple[str | None, Row]], before: dict[str, Any], folder: str
) -> dict[str, list[Row]]:
    """Rows by file. Files that held no episodes (an index) are written again, emptied ones are not."""
    groups: dict[str, list[Row]] = {
        name: [] for name, document in before.items() if not layout.records(document)
    }
    for name, row in rows:
        groups.setdefault(name or layout.place(row.episode, folder), []).append(row)
    return groups


def _with_index(layout: Layout, documents: dict[str, Any], name: str) -> dict[str, Any]:
    """The documents with the index first and under the name that loaders look for in this folder."""
    contents = {key: document for key, document in documents.items() if "/" in key}
    found = next((document for key, document in documents.items() if "/" not in key), None)
    assert layout.index is not None
    return {name: found if found is not None else layout.index(list(contents.values())), **contents}
