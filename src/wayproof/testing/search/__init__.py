"""Which case is tried next: CanTest's search by feedback, its rivals, and its ablations, by name.

feedback.py    CanTest's scores and probabilities, in the sound reading where the paper contradicts itself
cantest.py     selection by score, mutation by rank, balance between capabilities
rivals.py      by chance; by operators as VLATest; by novel behaviour as BehAVExplor
adversary.py   severity, onset and wording of the case that came nearest to failing
strategies.py  all of them by name
written_cases.py  any of them, its cases in the words of a language model
"""
