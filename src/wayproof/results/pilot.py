"""What a run tells about the next one: how often twins differ, and how alike episodes of one scene are."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.results.estimates.repeats import variance_components
from wayproof.results.estimates.resampling import jackknife_error
from wayproof.results.run_folder import finished_episodes, read_run
from wayproof.vocabulary import CLEAN

Changes = list[tuple[list[str], list[float]]]  # of each condition, scenes and changes of its episodes


class Pilot(NamedTuple):
    """Averaged over all faulty conditions of a run."""

    discordance: float
    correlation: float  # of the changes of two episodes of one scene; with one standard error added
    scenes: int
    pairs: int  # of each condition, on average


def read_pilot(folder: Path | str) -> Pilot:
    """The pilot in a run folder.

    A correlation from few scenes is uncertain, and one taken too low promises too much: so its standard
    error (leaving out one scene at a time) is added.
    """
    changes: Changes = []
    for part in finished_episodes(read_run(folder, keep_logs=False)).parts:
        values = part.values("success")
        clean = values.get(CLEAN, {})
        for name, found in values.items():
            keys = [key for key in found if key in clean]
            if name != CLEAN and keys:
                changes.append(([scene for scene, _ in keys], [found[key] - clean[key] for key in keys]))
    scenes = sorted({scene for own, _ in changes for scene in own})
    if len(scenes) < 3:
        raise InvalidInput(
            f"{folder} has clean and faulty twins in {len(scenes)} scenes; a pilot needs 3 or more, better "
            "10. Run more, or state --scene-correlation"
        )
    left_out = np.array([_correlation(changes, without=scene) for scene in scenes])
    correlation = _correlation(changes) + jackknife_error(left_out)
    every = [change for _, own in changes for change in own]
    return Pilot(
        float(np.mean(np.array(every) != 0.0)),
        float(np.clip(correlation, 0.0, 1.0)),
        len(scenes),
        round(len(every) / len(changes)),
    )


def _correlation(changes: Changes, without: str | None = None) -> float:
    """Intra-class, variances added up over conditions before they are divided."""
    between = within = 0.0
    for scenes, values in changes:
        kept = [(scene, value) for scene, value in zip(scenes, values, strict=True) if scene != without]
        found = variance_components([value for _, value in kept], [scene for scene, _ in kept])
        if found.between is not None and found.within is not None:
            between, within = between + found.between, within + found.within
    return between / (between + within) if between + within > 0.0 else 0.0
