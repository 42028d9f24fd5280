"""Which case is tried next: CanTest's search by feedback, its rivals, and its ablations, by name.

feedback.py    CanTest's scores and probabilities, in the sound reading where the paper contradicts itself
cantest.py     selection by score, mutation by rank, balance between capabilities
rivals.py      by chance; by operators as VLATest; by novel behaviour as BehAVExplor
strategies.py  all of them by name
"""
