"""Seeing: what an agent makes of the readings of its cameras.

perception.py           the answer to one image: label, confidence and depth of each pixel; true labels
network_perception.py   the same from colours, by the shipped network
named_things.py         the thing that a sentence asks for, in the network's words
features.py             a vector for each part of an image, at three levels of detail
feature_spaces.py       what such vectors mean, and how words become one
described_things.py     the pixels that show what a description asks for
detected_image.py       that answer as a list of detections, and back
"""
