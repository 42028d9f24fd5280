"""The entries of an observation that can be corrupted: what they are, and their spaces afterwards."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.frame_layout import LAYOUTS, layout_of
from wayproof.corruptions.written import read_written
from wayproof.errors import InvalidInput, unknown_name
from wayproof.vocabulary import BODY_MODALITIES

PICTURES = ("rgb", "depth")
READINGS = (*PICTURES, "instruction", *BODY_MODALITIES)
# How much longer a text may get: the wordiest style with a prefix takes 2.7 times and 300 characters more.
TEXT_GROWTH, TEXT_MORE = 4, 400
PRINTABLE = string.ascii_letters + string.digits + string.punctuation + " "


@dataclass(frozen=True)
class Entry:
    """One entry of the observation."""

    kind: str  # its modality
    layout: str | None  # of pictures
    drawn_as: str  # names its draws among those of the episode; the first of a kind draws as the episode


def entries_of(
    space: spaces.Space[Any], keys: Mapping[str, str] | None, layouts: Mapping[str, str] | None
) -> dict[str, Entry]:
    """What each entry is; a plain observation has the key "". `keys` and `layouts` overrule the guess."""
    parts = dict(space.spaces) if isinstance(space, spaces.Dict) else {"": space}
    for key in (*(keys or {}), *(layouts or {})):
        if key not in parts:
            raise unknown_name("entry of the observation", key, parts)
    for told in (keys or {}).values():
        if told not in READINGS:
            raise unknown_name("kind of reading", told, READINGS)
    kinds = {key: _kind_of(key, part) for key, part in parts.items()} if keys is None else dict(keys)
    entries: dict[str, Entry] = {}
    for key, kind in kinds.items():
        if kind is not None:
            layout = _layout_of(key, kind, parts[key], (layouts or {}).get(key))
            first = kind not in {entry.kind for entry in entries.values()}
            entries[key] = Entry(kind, layout, "" if first else _camera_of(key))
    return entries


def refuse_idle(written: Sequence[str], entries: Mapping[str, Entry]) -> None:
    """Refuse a corruption that would silently do nothing here."""
    present = list(dict.fromkeys(entry.kind for entry in entries.values()))
    for text in written:
        component = read_written(text).corruption
        if not set(component.modalities) & set(present):
            fitting = [other.name for other in CORRUPTIONS if other.modality in present]
            raise InvalidInput(
                f"{component.name} acts on {component.modality} and this observation has "
                f"{', '.join(present) or 'nothing to corrupt'}; take a fitting one "
                f"({', '.join(fitting[:3])}, ...) or name the entry with keys={{...}}"
            )


def refuse_scaled_depth(
    space: spaces.Space[Any], entries: Mapping[str, Entry], range_m: tuple[float, float] | None
) -> None:
    if range_m is not None and not 0.0 <= range_m[0] < range_m[1]:
        raise InvalidInput(f"depth_range_m is {range_m}; give (near, far) in metres, near below far")
    for key, entry in entries.items():
        part = space[key] if isinstance(space, spaces.Dict) else space
        scaled = isinstance(part, spaces.Box) and part.high.max() <= 1.0
        if entry.kind == "depth" and range_m is None and scaled:
            assert isinstance(part, spaces.Box)
            raise InvalidInput(
                f"depth {key!r} ends at {part.high.max():g}, so it is likely scaled to [0, 1]; say between "
                "which distances with depth_range_m=(near, far), or (0, 1) if it really is metres"
            )


def widened(
    space: spaces.Space[Any], entries: Mapping[str, Entry], written: Sequence[str]
) -> spaces.Space[Any]:
    """The space of corrupted observations: texts get longer and use other letters, places lie anywhere."""
    touched = {kind for text in written for kind in read_written(text).corruption.modalities}
    if isinstance(space, spaces.Dict):
        parts = {
            key: _wider(part) if key in entries and entries[key].kind in touched else part
            for key, part in space.spaces.items()
        }
        return spaces.Dict(parts)
    return _wider(space) if "" in entries and entries[""].kind in touched else space


def _wider(space: spaces.Space[Any]) -> spaces.Space[Any]:
    if isinstance(space, spaces.Text):
        own = "".join(space.character_set)
        letters = frozenset(own + own.upper() + own.lower() + PRINTABLE)
        return spaces.Text(TEXT_GROWTH * space.max_length + TEXT_MORE, min_length=0, charset=letters)
    if isinstance(space, spaces.Box) and len(space.shape) < 2 and np.issubdtype(space.dtype, np.floating):
        return spaces.Box(-np.inf, np.inf, space.shape, space.dtype.type)
    return space


def _kind_of(key: str, space: spaces.Space[Any]) -> str | None:
    if isinstance(space, spaces.Text):
        return "instruction"
    if not isinstance(space, spaces.Box):
        return None
    floats = np.issubdtype(space.dtype, np.floating)
    if key in BODY_MODALITIES and floats:
        return key
    if space.dtype == np.uint8:
        return "rgb" if layout_of(space.shape, "rgb") else None
    if not floats:
        return None
    if layout_of(space.shape, "depth"):
        coloured = layout_of(space.shape, "rgb") in ("hw(nc)", "(nc)hw") and space.high.max() <= 1.0
        return None if coloured else "depth"  # a stack of depth, or of colours: nobody can tell
    return "rgb" if layout_of(space.shape, "rgb") and space.high.max() <= 1.0 else None


def _layout_of(key: str, kind: str, space: spaces.Space[Any], given: str | None) -> str | None:
    if kind not in PICTURES:
        return None
    found = layout_of(space.shape or (), kind, given)
    if found is None:
        raise InvalidInput(
            f"{kind} {key!r} has the shape {space.shape}, which can be read in several ways or none; say how "
            f"with layouts={{{key!r}: ...}}, one of {', '.join(LAYOUTS)}"
        )
    return found


def _camera_of(key: str) -> str:
    """The camera of an entry: "left" for left_rgb and left_depth, so that a fault strikes both alike."""
    return re.sub("rgb|depth|image|colou?r", "", key).strip("_ ") or key
