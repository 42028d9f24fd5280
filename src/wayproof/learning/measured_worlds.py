"""The pictures that a network is measured with: houses never trained on, and the same in other looks.

val       houses of the usual look; test: shapes and textures that occur nowhere else
packs     val houses with furniture of installed packs; scan_like: val houses as a scanner shows them
procthor  ProcTHOR houses in a folder of the user's, where one is given
tune      train houses that training leaves out, for what is chosen before measuring
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.learning.shards import open_index, render_shards, save_looks, shard_folder
from wayproof.learning.training_images import looks_of, validation_plan
from wayproof.scenes.by_name import HOUSES
from wayproof.scenes.packs.pack_files import installed_packs
from wayproof.scenes.procthor.house_reader import read_procthor
from wayproof.seeding import generator_for

Say = Callable[[str], None]

PICTURES = 25  # of each house
FIRST_TUNING_HOUSE = 100_000  # of the train split; as many are never trained on
MEASURED = ("val", "test", "packs", "scan_like", "procthor")  # as far as there are pictures


@dataclass(frozen=True)
class Extent:
    """How much is measured: houses of each kind, pictures under each corruption, and how many houses of the
    train split that were not trained on are there for tuning; `procthor` is a folder with ProcTHOR houses."""

    val: int = 30
    test: int = 12
    corrupted: int = 150
    tune: int = 6
    packs: int = 12
    scan_like: int = 12
    procthor: Path | None = None


def tuning_pictures(folder: Path, size: Extent) -> Path:
    """Pictures of houses for tuning, rendered if they are not there."""
    first = FIRST_TUNING_HOUSE
    render_shards(folder / "tune", validation_plan("train", PICTURES), range(first, first + size.tune))
    return folder / "tune"


def measuring_pictures(folder: Path, size: Extent, say: Say) -> dict[str, Path]:
    """Pictures to measure with, by the names of MEASURED, rendered if they are not there."""
    say("rendering the pictures to measure with")
    plans = {
        "val": (validation_plan("val", PICTURES), size.val),
        "test": (validation_plan("test", PICTURES), size.test),
        "scan_like": (validation_plan("val", PICTURES, f"{HOUSES}@scan_like"), size.scan_like),
    }
    if installed_packs():
        plans["packs"] = (validation_plan("val", PICTURES, f"{HOUSES}@packs"), size.packs)
    else:
        say("no furniture pack is installed: nothing is measured with packs (wayproof scenes pack add)")
    made = {name: folder / name for name, (_, houses) in plans.items() if houses > 0}
    for name, path in made.items():
        render_shards(path, plans[name][0], range(plans[name][1]))
    if size.procthor is not None:
        made["procthor"] = _procthor_pictures(folder / "procthor", size.procthor)
    return {name: made[name] for name in MEASURED if name in made}


def _procthor_pictures(target: Path, source: Path) -> Path:
    """Pictures of all `house_*.json` in a folder, which also holds the asset database."""
    files = sorted(source.glob("house_*.json"))
    if not files:
        raise InvalidInput(f"{source} holds no house_*.json; give a folder with ProcTHOR houses")
    plan = validation_plan("val", PICTURES, "imported/procthor")
    index = open_index(target, plan)
    for number, file in enumerate(files):
        if not shard_folder(target, number).exists():
            scene = read_procthor(file, light=False).scene
            rng = generator_for(plan.seed, "looking", "procthor", number)
            save_looks(shard_folder(target, number), looks_of(scene, plan, rng, index.categories))
    return target
