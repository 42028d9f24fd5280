"""Training of the networks that agents see with: torch lives here and nowhere else (the extra `learn`).

viewpoints.py        where cameras stand in a house: as a robot passes by, or turned to some thing
people_in_images.py  people put into the view
training_images.py   one house -> pictures with labels
shards.py            pictures with labels on disk, one folder per house
batches.py           a step's number -> its training pictures, nothing remembered in between
network.py           the network; losses.py  what it is taught by
training_loop.py     the loop, with exact resume
checkpoints.py       a training on disk
export.py            torch -> ONNX, checked, and int8
evaluation.py        the measured accuracy; moved_labels.py  the truth where a corruption moves pixels
release.py           a checkpoint -> the files that are shipped; train_perception.py  all of it in a row
"""
