"""XML from strangers: read into a tree within bounds, and without anything that a document could define.

COLLADA meshes and Gazebo worlds are XML. A document type can define entities that grow without end or name
files of this machine, so a file that has one is refused; no format that is read here needs it.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from wayproof.errors import BrokenFile

# Ours: the largest COLLADA files of public model collections have some 100 MB.
LARGEST_BYTES = 256 * 2**20
MOST_ELEMENTS = 2_000_000
DEEPEST = 200


def xml_root(file: Path, root: str, *, largest_bytes: int = LARGEST_BYTES) -> Element:
    """The tree of an XML file whose outermost element is called `root`; names are without namespace."""
    size = file.stat().st_size
    if size > largest_bytes:
        raise BrokenFile(f"{file} has {size} bytes; XML files of up to {largest_bytes} are read: simplify it")
    tree = _BoundedTree(file)
    try:
        with file.open("rb") as stream:
            tree.parser.ParseFile(stream)
    except expat.ExpatError as error:
        raise BrokenFile(f"{file} is not valid XML: {error}") from None
    except (LookupError, ValueError) as error:  # an encoding that Python does not know, or that lies
        raise BrokenFile(f"{file} is not text that can be read: {error}; save it as UTF-8") from None
    found = tree.builder.close()
    if found.tag != root:
        raise BrokenFile(
            f"{file} begins with <{found.tag[:40]}>, not with <{root}>: it is another kind of file"
        )
    return found


class _BoundedTree:
    """Builds the tree while it counts."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.builder = TreeBuilder()
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.builder.data
        self.parser.StartDoctypeDeclHandler = self._refuse
        self._depth = self._count = 0

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST or self._count > MOST_ELEMENTS:
            raise BrokenFile(
                f"{self.file}: more than {MOST_ELEMENTS} elements, or elements more than {DEEPEST} deep, are "
                "not read"
            )
        self.builder.start(name.rpartition(":")[2], attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.builder.end(name.rpartition(":")[2])

    def _refuse(self, *_: object) -> None:
        raise BrokenFile(
            f"{self.file} has a document type (<!DOCTYPE ...>), which may define entities and is not read; "
            "remove it"
        )


def text_of(parent: Element | None, path: str, default: str = "") -> str:
    """The text of the first element at a path below another, without space around it."""
    found = None if parent is None else parent.find(path)
    return default if found is None or found.text is None else found.text.strip()
