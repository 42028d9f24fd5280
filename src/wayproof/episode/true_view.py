"""What is truly in view, as detections: what perception is replaced by to see whether it is to blame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import Detection
from wayproof.episode.trial import Trial
from wayproof.sensors import sensors_for
from wayproof.sensors.given_size import as_given, given_sizes
from wayproof.sensors.rig import SensorRig
from wayproof.vocabulary import Settings

LAYERS = ("semantic", "instance")


class TrueView:
    """The things that the camera of one trial truly shows, with the pixels of each; faults are left out."""

    def __init__(self, trial: Trial, settings: Settings) -> None:
        self._trial = trial
        sensors = sensors_for(trial.world.body, LAYERS, settings=settings)
        self._rig, self._sizes = SensorRig(trial.world, sensors), given_sizes(sensors)

    def labels(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The category and the instance of each pixel, 0 for nothing."""
        read = as_given(self._trial.read(self._rig), self._sizes)
        return np.asarray(read["semantic"], np.int64), np.asarray(read["instance"], np.int64)

    def things(
        self, labels: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
    ) -> list[tuple[int, Detection]]:
        """Each instance in view with its id; walls and floors without an instance (0) by their category."""
        category, instance = labels or self.labels()
        names = ("", *self._trial.world.categories)
        most = int(instance.max(initial=0)) + 1
        pairs = category * most + instance
        found = []
        for pair in np.unique(pairs[category > 0]).tolist():
            mask = pairs == pair
            rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
            top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
            label = names[int(category[mask][0])]
            box = (int(left), int(top), int(right), int(bottom))
            found.append((pair % most, Detection(label, box, 1.0, mask[top:bottom, left:right])))
        return found

    def detections(self) -> list[Detection]:
        """One for each instance in view."""
        return [detection for _, detection in self.things()]

    def perceived(self) -> dict[str, object]:
        """The same as an override of perception takes it."""
        return {"detections": [detection.plain() for detection in self.detections()]}
