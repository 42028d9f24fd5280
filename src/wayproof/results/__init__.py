"""Comparisons: from two sets of logs to what changed between them, episode by episode.

twins.py           clean episodes and their corrupted twins; what is not a pair is counted or refused
retention.py       how much of a number survives: PRS and the relative drop
path_inflation.py  how much longer the way gets where both twins succeed
oracle_stop.py     how much of the failure is a matter of stopping
flips.py           which episodes were lost and which gained
divergence.py      the first step at which twins see, do or stand otherwise
"""
