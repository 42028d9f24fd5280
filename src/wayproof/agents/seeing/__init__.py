"""Seeing: what an agent makes of the readings of its cameras.

perception.py           the answer to one image: label, confidence and depth of each pixel; true labels
network_perception.py   the same from colours, by the shipped network
named_things.py         the thing that a sentence asks for, in the network's words
detected_image.py       that answer as a list of detections, and back
"""
