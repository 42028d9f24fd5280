"""The model of each asset, made once: the user's mesh, else our furniture of its kind, else a plain form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model
from wayproof.scenes.procthor.asset_kinds import KINDS, Kind, kind_of
from wayproof.scenes.procthor.asset_sizes import Asset
from wayproof.scenes.procthor.house_file import FileObject, HouseFile, Listed
from wayproof.scenes.procthor.mesh_match import usual_up
from wayproof.scenes.procthor.own_meshes import Picture, own_mesh
from wayproof.scenes.procthor.stand_ins import stand_in
from wayproof.scenes.textures import texture_for

OWN_MESH = "own_mesh"
MOST_NAMES = 12


@dataclass(frozen=True)
class Made:
    """A model in the box of its asset (origin under its middle), and what it is."""

    asset: Asset
    kind: Kind
    model: Model
    shape: str


class Models:
    """Keeps the models that were made, and counts what the user should be told."""

    def __init__(self, assets: Mapping[str, Asset], folder: Path | None) -> None:
        if folder is not None and not folder.is_dir():
            raise InvalidInput(f"there is no folder {folder}; give the folder that holds <assetId>.obj files")
        self._assets = assets
        self._folder = folder
        self._usual_up = usual_up(folder, assets) if folder else "y"
        self._made: dict[tuple[str, str | None], Made] = {}
        self._own = 0
        self._built = 0
        self._forms: Counter[str] = Counter()
        self._unknown: set[str] = set()
        self._notes: list[str] = []
        self._pictures: dict[str, Picture] = {}

    def of(self, house: HouseFile, entry: Listed) -> Made:
        """The model of one object; objects of one asset in one state share it."""
        state = stated(entry.object)
        key = (entry.object.asset_id, state)
        if key not in self._made:
            self._made[key] = self._make(self._asset(house, entry), state)
        return self._made[key]

    def texture(self, finish: Finish) -> Picture:
        """The texture of a finish: from the user's meshes, or by recipe."""
        return self._pictures[finish.pattern] if finish.pattern in self._pictures else texture_for(finish)

    def notes(self) -> list[str]:
        """What the user should know about the looks of the things."""
        told = [f"{self._own} objects are your own meshes"] if self._own else []
        if self._built:
            told.append(f"{self._built} objects are our own furniture in the size of the original asset")
        if self._forms:
            names = sorted(self._forms)
            shown = ", ".join(names[:MOST_NAMES]) + (" ..." if len(names) > MOST_NAMES else "")
            told.append(f"{self._forms.total()} objects are plain bodies in the size of the asset: {shown}")
        if self._unknown:
            told.append(
                f"types that are not known here kept their own names: {', '.join(sorted(self._unknown))}"
            )
        return told + _grouped(self._notes)

    def _asset(self, house: HouseFile, entry: Listed) -> Asset:
        asset = self._assets.get(entry.object.asset_id)
        if asset is None:
            raise house.broken(
                f"{entry.field}.assetId",
                f"{entry.object.asset_id!r:.80} is not in the asset database; give the database of the "
                "ProcTHOR release that made the house",
            )
        return asset

    def _make(self, asset: Asset, state: str | None) -> Made:
        kind = kind_of(asset.type, asset.id, asset.size_m)
        if asset.type not in KINDS:
            self._unknown.add(asset.type)
        own = own_mesh(self._folder, asset, usual_up=self._usual_up) if self._folder else None
        if own and own.note and own.note not in self._notes:
            self._notes.append(own.note)
        if own and own.model:
            self._pictures.update(own.pictures)
            return Made(asset, kind, own.model, OWN_MESH)
        return Made(asset, kind, *stand_in(asset, kind, state=state))

    def count(self, made: Made) -> None:
        """Remember that an object of this model stands in the house."""
        if made.shape == OWN_MESH:
            self._own += 1
        elif made.shape == (made.kind.form or "box"):
            self._forms[made.kind.category] += 1
        else:
            self._built += 1


def _grouped(notes: list[str]) -> list[str]:
    """Notes "ASSET: SENTENCE", one line for each sentence.

    >>> _grouped(["A: turned", "B: turned", "C: broken"])
    ['A, B (2 assets): turned', 'C: broken']
    """
    names: dict[str, list[str]] = {}
    for note in notes:
        name, _, sentence = note.partition(": ")
        names.setdefault(sentence, []).append(name)
    told = []
    for sentence, group in names.items():
        shown = ", ".join(group[:MOST_NAMES]) + (" ..." if len(group) > MOST_NAMES else "")
        told.append(f"{shown}{f' ({len(group)} assets)' if len(group) > 1 else ''}: {sentence}")
    return told


def stated(one: FileObject) -> str | None:
    """What the file says of an object's state: "on" or "off", "open" or "closed"."""
    if one.is_on is not None:
        return "on" if one.is_on else "off"
    if one.openness is not None:
        return "open" if one.openness > 0.5 else "closed"
    return None
