"""Perception: what is where in a picture, what it looks like, and where a phrase applies.

    from wayproof import perception
    perceiver = perception.load("dense")
    perceiver.segment(rgb).mask("floor")
    perceiver.detect(rgb)
    perceiver.match(rgb, "brown wooden chair")

perceiver.py          the one interface and its answers; perceiver_by_name.py  how one is loaded
dense.py              our own small network, trained on houses-v1
  phrases.py          the words that it knows; pixel_labels.py, boxes.py, regions.py  answers from outputs
clip.py sed.py blip2.py yolo_world.py grounding_dino.py   foreign networks that a user brings as ONNX files
  text_models.py, tiles.py, box_selection.py              what they share
onnx_network.py       ONNX files as functions of arrays; input_images.py  pictures on their way into a network
accuracy.py           how right a perceiver is
"""

from __future__ import annotations

from wayproof.perception.perceiver import Detection, Perceiver, Segmentation
from wayproof.perception.perceiver_by_name import load, load_dense

__all__ = ["Detection", "Perceiver", "Segmentation", "load", "load_dense"]
