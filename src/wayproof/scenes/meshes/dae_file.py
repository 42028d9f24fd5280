"""COLLADA files (.dae), looked at before pycollada reads them: frame, pictures, and no endless copies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.bounded_xml import text_of, xml_root

MOST_PLACED_NODES = 1_000_000  # nodes with all copies of nodes that instance_node makes


@dataclass(frozen=True)
class DaeFrame:
    """What a COLLADA file says of itself: which axis is up, metres in a unit."""

    up: str
    unit_m: float


def dae_root(file: Path) -> Element:
    """The document, checked: nodes that place other nodes do not do so without end."""
    root = xml_root(file, "COLLADA")
    _check_copies(root, file)
    return root


def dae_frame(root: Element, file: Path) -> DaeFrame:
    """The frame of the file; COLLADA's own defaults where it says nothing."""
    up = text_of(root, "asset/up_axis", "Y_UP").upper()
    if up not in ("Y_UP", "Z_UP"):
        raise BrokenFile(
            f"{file}: up_axis is {up[:20]!r}; Y_UP and Z_UP can be read: export it with one of them"
        )
    unit = root.find("asset/unit")
    given = "1" if unit is None else unit.get("meter", "1")
    try:
        metres = float(given)
    except ValueError:
        metres = math.nan
    if not math.isfinite(metres) or metres <= 0.0:
        raise BrokenFile(f"{file}: unit meter={given[:20]!r} is not a length")
    return DaeFrame(up[0].lower(), metres)


def dae_pictures(root: Element) -> Iterator[str]:
    """The names under which the file refers to its pictures."""
    for image in root.iterfind("library_images/image"):
        name = text_of(image, "init_from") or text_of(image, "init_from/ref")
        if name:
            yield name


def _check_copies(root: Element, file: Path) -> None:
    """Count the nodes of a scene with all copies, each subtree once; refuse a node within itself."""
    by_id = {node.get("id", ""): node for node in root.iter("node")}
    sizes: dict[str, int] = {}
    for start in by_id:
        _measure(start, by_id, sizes, file)
    total = sum(sizes[key] for key in by_id)
    if total > MOST_PLACED_NODES:
        raise BrokenFile(
            f"{file}: its nodes place {total} copies of nodes; at most {MOST_PLACED_NODES} are read"
        )


def _measure(start: str, by_id: dict[str, Element], sizes: dict[str, int], file: Path) -> None:
    """Fill in how many nodes a node stands for, without recursion."""
    waiting, open_nodes = [start], set()
    while waiting:
        key = waiting[-1]
        used = [link.get("url", "").lstrip("#") for link in by_id[key].iter("instance_node")]
        used = [name for name in used if name in by_id]
        missing = [name for name in used if name not in sizes]
        if key in sizes or not missing:
            open_nodes.discard(key)
            sizes.setdefault(key, min(1 + sum(sizes[name] for name in used), MOST_PLACED_NODES + 1))
            waiting.pop()
        elif key in open_nodes:
            raise BrokenFile(f"{file}: node {key[:40]!r} is placed within itself")
        else:
            open_nodes.add(key)
            waiting += missing
