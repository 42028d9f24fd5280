"""Training of the networks that agents see with: torch lives here and nowhere else (the extra `learn`).

viewpoints.py   where cameras stand in a house: as a robot passes by, or turned to some thing
passers.py      people put into the view
looking.py      one house -> pictures with labels
shards.py       pictures with labels on disk, one folder per house
batches.py      a step's number -> its training pictures, nothing remembered in between
network.py      the network; losses.py what it is taught by; training.py the loop with exact resume
export.py       torch -> ONNX, checked, and int8; evaluation.py  the measured accuracy
finishing.py    a checkpoint -> the files that are shipped; perception.py  all of it in a row
"""
