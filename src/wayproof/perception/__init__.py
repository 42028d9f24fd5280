"""Looking at pictures: what is where, what it looks like, and where a phrase applies.

    from wayproof import perception
    eyes = perception.load("dense")
    eyes.segment(rgb).mask("floor")
    eyes.detect(rgb)
    eyes.match(rgb, "brown wooden chair")

seen.py       the answers and the one interface; loading.py  perceivers by name
dense.py      our own small network, trained on houses-v1; words.py  the words that it knows
clip.py sed.py blip2.py yolo_world.py grounding_dino.py    foreign networks that a user brings as ONNX files
"""

from __future__ import annotations

from wayproof.perception.perceiver import Detection, Perceiver, Segmentation
from wayproof.perception.perceiver_by_name import load, load_dense

__all__ = ["Detection", "Perceiver", "Segmentation", "load", "load_dense"]
