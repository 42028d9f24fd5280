"""Run by the interpreter of the peers: python peer_pictures.py BENCH_FOLDER FOLDER.

Corrupts FOLDER/frame.npy by every peer at five levels and writes FOLDER/NAME_LEVEL.npy of shape (draws, h, w,
3).
"""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path

import numpy as np

DRAWS = 16

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.path.insert(0, sys.argv[1])
    from corruption_peers import peers

    folder = Path(sys.argv[2])
    frame = np.load(folder / "frame.npy")
    np.random.seed(1)  # noqa: NPY002 - the peers draw from the global generators only
    random.seed(1)
    for name, corrupt in peers("imagecorruptions").items():
        for level in range(1, 6):
            drawn = [np.asarray(corrupt(frame, level), np.uint8) for _ in range(DRAWS)]
            np.save(folder / f"{name}_{level}.npy", np.stack(drawn))
