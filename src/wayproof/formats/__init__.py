"""Episode files of other platforms, read and written; one file per format.

documents.py          the way from files to typed documents to episodes and back
typed_json.py         JSON to typed data; what does not fit is named by file and field
file_bytes.py         bytes of files: bounded when read, reproducible when written
coordinate_frames.py  other world frames and ours
*_fields.py           the typed content of files that several formats share
habitat_export.py     our episodes as a dataset that Habitat loads
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol as Interface

from wayproof.catalogue import Catalogue
from wayproof.formats import documents
from wayproof.formats.documents import FILE_SUFFIXES, EpisodeFile, Extras, Layout
from wayproof.vocabulary import Episode

__all__ = ["FORMATS", "EpisodeFile", "Extras", "Format", "Writer", "register"]


class Writer(Interface):
    """Writes episodes to a file, or to a folder if the path has no file suffix."""

    def __call__(self, episodes: Iterable[Episode], path: Path, extras: Extras | None = None) -> None: ...


@dataclass(frozen=True)
class Format:
    """A foreign episode format. `parse` reads the bytes of one file, under a name for messages.

    `marks` are fields by which its files are known, any one group of them: "episodes[].tasks" is the field
    "tasks" of the first episode. `protocols` are the tasks that its episodes run as, each with the protocol
    of the platform; where there is none, `lacks` says what is missing.
    """

    name: str
    summary: str
    read: Callable[[Path], EpisodeFile]
    write: Writer
    parse: Callable[[bytes, str], EpisodeFile]
    suffixes: tuple[str, ...] = FILE_SUFFIXES
    marks: tuple[tuple[str, ...], ...] = ()
    protocols: Mapping[str, str] = field(default_factory=dict)
    lacks: str = ""


FORMATS: Catalogue[Format] = Catalogue("episode format", "wayproof.formats")


def register(
    layout: Layout,
    summary: str,
    *,
    marks: tuple[tuple[str, ...], ...],
    protocols: Mapping[str, str],
    lacks: str = "",
    read: Callable[[Path], EpisodeFile] | None = None,
    write: Writer | None = None,
    suffixes: tuple[str, ...] = FILE_SUFFIXES,
) -> None:
    """Make a format known; `read` and `write` replace the layout's own where more files belong to it."""

    def plain_write(episodes: Iterable[Episode], path: Path, extras: Extras | None = None) -> None:
        documents.write(layout, episodes, path, extras)

    made = Format(
        layout.name,
        summary,
        read or partial(documents.read, layout),
        write or plain_write,
        partial(documents.parse, layout),
        suffixes,
        marks,
        protocols,
        lacks,
    )
    FORMATS.add(layout.name, made)
