"""R2R in its own form: a list of paths along the viewpoints of a scan, each told in several instructions.

The files name viewpoints and do not say where they are. The Matterport3D simulator's graphs do: with
connectivity/SCAN_connectivity.json beside the file the paths get their places and can be run; without, they
can be read, checked and written. One instruction is one episode; its id is R2R's own, PATH_NUMBER.

Frame of the graphs: +Z up, heading 0 looks along +Y and grows clockwise. A viewpoint is where the camera
was, `height` above the floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.formats import documents, register
from wayproof.formats.coordinate_frames import from_matterport, heading_from_matterport
from wayproof.formats.documents import FILE_SUFFIXES, EpisodeFile, Layout, Reading, Row, Writing
from wayproof.formats.file_bytes import read_bytes
from wayproof.formats.typed_json import Id, Length, Metres, Place, broken, decode
from wayproof.goal_kinds import INSTRUCTION_FOLLOWING
from wayproof.vocabulary import Episode, Goal, Point, Pose

NAME = "r2r"
MAXIMUM_STEPS = 500  # VLN-CE's, which runs the same paths
GRAPHS = "connectivity"


class R2RPath(Struct, frozen=True, kw_only=True):
    scan: str
    path_id: Id
    path: tuple[str, ...]
    heading: Metres  # radians, bounded like a length
    distance: Length | UnsetType | None = UNSET
    instructions: tuple[str, ...]
    known_places: tuple[Place, ...] | UnsetType = UNSET  # from the scan's graph; never written


class Viewpoint(Struct, frozen=True):
    image_id: str
    pose: tuple[float, ...]  # a matrix of 4 x 4, row by row
    height: Length


class Told(NamedTuple):
    """One instruction of a path."""

    path: R2RPath
    number: int


Document = tuple[R2RPath, ...]


def records(document: Document) -> list[Told]:
    return [Told(path, number) for path in document for number in range(len(path.instructions))]


def episodes(document: Document, reading: Reading) -> list[Episode]:
    found = []
    for index, path in enumerate(document):
        field = f"[{index}]"
        for name, items in (("path", path.path), ("instructions", path.instructions)):
            if not items:
                raise reading.broken(f"{field}.{name}", "is empty, needs 1 or more")
        if path.known_places is UNSET:
            sentence = f"viewpoints without places; {GRAPHS}/SCAN_connectivity.json beside the file has them"
            reading.remark(sentence, f"{field}.path")
        found += [_episode(path, number) for number in range(len(path.instructions))]
    return found


def _episode(path: R2RPath, number: int) -> Episode:
    places: tuple[Point, ...] = path.known_places or ()
    start = places[0] if places else (0.0, 0.0, 0.0)
    return Episode(
        id=f"{path.path_id}_{number}",
        scene=path.scan,
        task=INSTRUCTION_FOLLOWING,
        start=Pose(*start, heading_from_matterport(path.heading)),
        goals=(Goal(INSTRUCTION_FOLLOWING, places[-1]),) if len(places) > 1 else (),
        instruction=path.instructions[number],
        shortest_length_m=path.distance or None,
        reference_path_m=places,
        maximum_steps=MAXIMUM_STEPS,
        file_id=str(path.path_id),
        source=NAME,
    )


def read_with_graphs(layout: Layout, path: Path) -> EpisodeFile:
    """Episodes, with the places of their viewpoints where the graphs of the scans are beside the file."""
    found = documents.read(layout, path)
    folder = (path if path.is_dir() else path.parent) / GRAPHS
    if not folder.is_dir() or found.extras is None:
        return found
    graphs: dict[str, Mapping[str, Point]] = {}
    placed = []
    for name, document in found.extras.documents.items():
        for index, entry in enumerate(document):
            if entry.scan not in graphs:
                graphs[entry.scan] = _graph(folder, entry.scan)
            unknown = [view for view in entry.path if view not in graphs[entry.scan]]
            if graphs[entry.scan] and unknown:
                raise broken(name, f"[{index}].path", f"the graph of {entry.scan} has no {unknown[0]!r:.60}")
        placed.append((name, tuple(_placed(entry, graphs[entry.scan]) for entry in document)))
    return documents.gathered(layout, placed)


def _placed(entry: R2RPath, graph: Mapping[str, Point]) -> R2RPath:
    return replace(entry, known_places=tuple(graph[view] for view in entry.path)) if graph else entry


def _graph(folder: Path, scan: str) -> dict[str, Point]:
    """Where the viewpoints of a scan are, on its floor; nothing if its graph is not here."""
    name = f"{scan}_connectivity.json"
    if "/" in scan or "\\" in scan or not (folder / name).is_file():
        return {}
    graph = {}
    views = decode(read_bytes(folder / name), tuple[Viewpoint, ...], name)
    for index, view in enumerate(views):
        if len(view.pose) != 16:
            raise broken(name, f"[{index}].pose", f"{len(view.pose)} numbers, needs 16")
        graph[view.image_id] = from_matterport(view.pose[3], view.pose[7], view.pose[11] - view.height)
    return graph


def rebuild(rows: Sequence[Row], _writing: Writing) -> Document:
    """The paths of the episodes, each with the instructions that are left of it."""
    paths: dict[tuple[str, str], R2RPath] = {}
    for row in rows:
        if row.record is None or not row.kept("start", "goals", "scene", "reference_path_m"):
            raise InvalidInput(
                f"episode {row.episode.id!r} has places that no viewpoint stands for; {NAME} files hold "
                "viewpoints, so only instructions that were read can be written, in other words or fewer"
            )
        old: R2RPath = row.record.path
        key = (old.scan, str(old.path_id))
        before = paths[key].instructions if key in paths else ()
        told = (*before, row.episode.instruction or "")
        paths[key] = replace(old, instructions=told, known_places=UNSET)
    return tuple(paths.values())


def _files(folder: Path) -> list[Path]:
    return sorted(file for suffix in FILE_SUFFIXES for file in folder.glob(f"*{suffix}"))


def _file_for(_episode: Episode, folder: str) -> str:
    return f"{folder}.json"


LAYOUT = Layout(NAME, Document, records, episodes, rebuild, _files, _file_for)


def _read(path: Path) -> EpisodeFile:
    return read_with_graphs(LAYOUT, path)


register(
    LAYOUT,
    "R2R's own list: instructions along viewpoints; they run where the scans' graphs are beside it.",
    read=_read,
    marks=(("[].scan", "[].path", "[].instructions"),),
    protocols={INSTRUCTION_FOLLOWING: "r2r"},
)
