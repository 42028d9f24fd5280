"""What `wayproof train perception` is asked to do: all of it, or one part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import InvalidInput
from wayproof.learning.card_measures import measure_card
from wayproof.learning.measured_worlds import Extent
from wayproof.learning.release import finish as ship
from wayproof.learning.train_perception import WORLDS, Job, render_pictures, train_perception
from wayproof.learning.world_shares import read_worlds

Say = Callable[[str], None]


def job_of(
    folder: Path,
    networks: Path,
    hours: float,
    steps: int | None,
    seed: int,
    houses: int,
    resume: bool,
    worlds: str,
    beside: Path | None,
    procthor: Path | None,
) -> Job:
    """The job of a command line; `worlds` empty means the usual ones."""
    for name, file in (("--beside", beside), ("--procthor", procthor)):
        if file is not None and not file.exists():
            raise InvalidInput(f"there is no {file}; give {name} something that exists, or leave it out")
    job = Job(folder, networks, hours=hours, steps=steps, seed=seed, houses=houses, resume=resume)
    shares = read_worlds(worlds) if worlds else WORLDS
    return replace(job, worlds=shares, beside=beside, extent=replace(Extent(), procthor=procthor))


def run_part(job: Job, say: Say, *, render: bool, finish: bool, measure: bool) -> dict[str, Any] | None:
    """The card of the network, or None if only pictures were asked for."""
    if render + finish + measure > 1:
        raise InvalidInput("--render, --finish and --measure are parts of the work; give one of them")
    if render:
        render_pictures(job, say)
        return None
    if finish:
        return ship(job.folder, job.networks, say=say, extent=job.extent, beside=job.beside)
    if measure:
        file = job.networks / f"{job.name}.onnx"
        if not file.exists():
            raise InvalidInput(f"there is no {file} to measure; say by --networks where it is")
        measure_card(file, job.folder, job.extent or Extent(), say, beside=job.beside)
        card: dict[str, Any] = msgspec.json.decode(file.with_suffix(".json").read_bytes())
        return card
    return train_perception(job, say)
