"""What is truly in view, as detections: what perception is replaced by to see whether it is to blame."""

from __future__ import annotations

import numpy as np

from wayproof.agents.contract.capabilities import Detection
from wayproof.episode.trial import Trial
from wayproof.sensors import sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.vocabulary import Settings

LAYERS = ("semantic", "instance")


class TrueView:
    """The things that the camera of one trial truly shows, with the pixels of each; faults are left out."""

    def __init__(self, trial: Trial, settings: Settings) -> None:
        self._trial = trial
        self._rig = SensorRig(trial.world, sensors_for(trial.world.body, LAYERS, settings=settings))

    def detections(self) -> list[Detection]:
        """One for each instance in view; walls and floors without an instance count by their category."""
        read = self._trial.read(self._rig)
        category = np.asarray(read["semantic"], np.int64)
        instance = np.asarray(read["instance"], np.int64)
        names = ("", *self._trial.world.categories)
        pairs = category * (int(instance.max(initial=0)) + 1) + instance
        found = []
        for pair in np.unique(pairs[category > 0]).tolist():
            mask = pairs == pair
            rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
            top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
            label = names[int(category[mask][0])]
            box = (int(left), int(top), int(right), int(bottom))
            found.append(Detection(label, box, 1.0, mask[top:bottom, left:right]))
        return found

    def perceived(self) -> dict[str, object]:
        """The same as an override of perception takes it."""
        return {"detections": [detection.plain() for detection in self.detections()]}
